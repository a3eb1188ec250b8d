import { cut } from '@crewroom/shared/model/cut'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { StreamPlace } from '../intake/answer-sink'

/** What an agent has said in a turn. Never changed, so that a part of it can be taken back. */
export interface SaidSoFar {
  /** Since its last call of a tool. */
  readonly sinceTool: string
  readonly isSinceToolCut: boolean
  readonly all: string
  readonly isAllCut: boolean
  /** Something of it was said before anybody listened. */
  readonly isCut: boolean
  /** It has written anything, commands included. */
  readonly hasWritten: boolean
  /** Up to where each of its streams is in it. */
  readonly heardTo: ReadonlyMap<string, number>
}

export const NOTHING_SAID: SaidSoFar = {
  sinceTool: '',
  isSinceToolCut: false,
  all: '',
  isAllCut: false,
  isCut: false,
  hasWritten: false,
  heardTo: new Map(),
}

/** Enough behind an answer's end that a secret there is whole when it is masked. */
const BEHIND = 16 * 1024
/** So much is kept of what an agent says. */
const HEARD = LIMITS.content + BEHIND

/** What is posted of it: masked, and then cut. What the first cut may have split is not in it. */
export function postedOf(text: string, mask: (text: string) => string): string {
  const masked = mask(text)
  const whole = text.length < HEARD - 1 ? masked : masked.slice(0, -BEHIND)
  return cut(whole, LIMITS.content)
}

export function hears(said: SaidSoFar, prose: string, { stream, upTo }: StreamPlace): SaidSoFar {
  const before = said.heardTo.get(stream) ?? 0
  const sinceTool = longer(said.sinceTool, prose)
  const all = longer(said.all, prose)
  return {
    ...said,
    sinceTool: sinceTool.text,
    isSinceToolCut: said.isSinceToolCut || sinceTool.isCut,
    all: all.text,
    isAllCut: said.isAllCut || all.isCut,
    hasWritten: true,
    heardTo: upTo > before ? new Map(said.heardTo).set(stream, upTo) : said.heardTo,
  }
}

/** The answer: what was said since the last tool, or all of it where that is blank. */
export function textOf(said: SaidSoFar = NOTHING_SAID): { text: string; cut: boolean } {
  const isLast = said.sinceTool.trim() !== ''
  const text = isLast ? said.sinceTool : said.all
  return { text, cut: said.isCut || (isLast ? said.isSinceToolCut : said.isAllCut) }
}

function longer(text: string, more: string): { text: string; isCut: boolean } {
  // Blank space before an answer takes no room of it.
  const whole = text === '' ? more.trimStart() : text + more
  const isCut = whole.length > LIMITS.content && whole.trimEnd().length > LIMITS.content
  return { text: cut(whole, HEARD), isCut }
}
