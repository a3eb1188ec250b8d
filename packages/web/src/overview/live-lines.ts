import type { OutputLine } from '@crewroom/shared/model/overview'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { outputLines } from '@crewroom/shared/text/output-lines'
import { saidSince } from '../crew/said-since'

const SHOWN = 2
/** Two ends of words are not the same place in a text: shorter overlaps are chance. */
const LEAST_OVERLAP = 4

interface Heard {
  /** What was heard of the agent when the server was asked. */
  readonly before: string
  readonly now: string
}

/** The last lines of an agent: what the server told, and what was heard since. */
export function liveLines(
  told: readonly OutputLine[],
  { before, now }: Heard,
  state: Pick<CrewState, 'lead' | 'agents' | 'groups'>,
): readonly OutputLine[] {
  const since = saidSince(before, now)
  if (since.trim() === '') return told
  const said = outputLines(since, state)
  const [first] = said
  const last = told.at(-1)
  if (!first) return told
  // The server may know a part of it already, and what it told last may go on here.
  const goesOn =
    last?.kind === 'text' && first.kind === 'text' && !/^\s*\n/.test(since)
      ? joined(last.text, first.text, /^\s/.test(since))
      : null
  const known = told.findLastIndex((line) => line.kind === first.kind && line.text === first.text)
  const kept = known >= 0 ? told.slice(0, known) : goesOn === null ? told : told.slice(0, -1)
  const begin = known < 0 && goesOn !== null ? { ...first, text: goesOn } : first
  return [...kept, begin, ...said.slice(1)].slice(-SHOWN)
}

/** One line of two that may overlap: the end of the first is the beginning of the second. */
function joined(end: string, more: string, isNewWord: boolean): string {
  const most = Math.min(end.length, more.length)
  for (let length = most; length >= Math.min(LEAST_OVERLAP, more.length); length--) {
    if (end.endsWith(more.slice(0, length))) return end + more.slice(length)
  }
  return `${end}${isNewWord ? ' ' : ''}${more}`
}
