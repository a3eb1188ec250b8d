import { cut } from '@crewroom/shared/model/cut'
import { bounded } from '@crewroom/shared/text/bounded'
import { choiceIn, linesOf } from '../../rounds/choice-line'
import type { Speaker } from './policy'

/** What a coordinator said: who speaks next, in which words else; that it is over; or nothing that can be followed. */
export type Choice =
  | { readonly is: 'speaker'; readonly speaker: Speaker; readonly words: string }
  | { readonly is: 'over' }
  /** `why` is for people, `note` for the coordinator. */
  | { readonly is: 'nothing'; readonly why: string; readonly note: string }

export interface Choosable {
  /** In the order of turns. */
  readonly speakers: readonly Speaker[]
  /** Those among them that may speak now. */
  readonly candidates: readonly Speaker[]
  /** The one that spoke last. */
  readonly previous?: string | null
}

/** Longest answer that is read as a bare name. */
const BARE_WORDS = 5
/** Length of the words with which a coordinator says why. */
const WORDS_LENGTH = 300
const QUOTED_LENGTH = 60
/** Two names are looked for in this much of an answer: it may be as long as a whole answer can be. */
const NAMES_LENGTH = 500
const NOBODY = 'Your answer named nobody who can speak now.'

const INSIDE = /[\p{L}\p{M}\p{N}_](?:.*[\p{L}\p{M}\p{N}_])?/su
const BETWEEN = /[,;/&+|\n]|(?<![\p{L}\p{M}\p{N}])(?:and|or|then)(?![\p{L}\p{M}\p{N}])/iu

/** A reason behind a name: in brackets or behind `because`; or behind a sign, if it names nobody. */
const REASON =
  /^(?<name>.+?)\s*(?:[([].*|(?<![\p{L}\p{N}])because(?!\p{L}).*)[^\p{L}\p{M}\p{N}_]*$/iu
const BEHIND_SIGN = /^(?<name>.+?)\s*(?:[,;:.]|\s[-–—]|[–—])\s+(?<reason>.+)$/u

export function readChoice(decision: string, among: Choosable): Choice {
  const lines = linesOf(decision)
  const at = lines.findLastIndex((line) => choiceIn(line) !== null)
  const choice = at === -1 ? null : choiceIn(lines[at] ?? '')
  if (choice === null) return readBare(decision, among)
  if (choice === 'over') return { is: 'over' }
  const others = lines.toSpliced(at, 1).join(' ')
  const { name, reason } = withoutReason(choice.name, among.speakers)
  return choiceOf(name, among, `${reason} ${others}`)
}

/** A name, and why: only where the whole is nobody's name. */
function withoutReason(
  said: string,
  speakers: readonly Speaker[],
): { readonly name: string; readonly reason: string } {
  const whole = { name: said, reason: '' }
  if (whomOf(said, speakers).length > 0) return whole
  const line = cut(said, NAMES_LENGTH)
  const clear = REASON.exec(line)?.groups?.['name']
  if (clear !== undefined && whomOf(clear, speakers).length > 0) {
    return { name: clear, reason: line.slice(clear.length) }
  }
  const { name, reason = '' } = BEHIND_SIGN.exec(line)?.groups ?? {}
  if (name === undefined || whomOf(name, speakers).length === 0) return whole
  return partsOf(reason).some((part) => whomOf(part, speakers).length > 0)
    ? whole
    : { name, reason }
}

function partsOf(names: string): string[] {
  return [...names.split(BETWEEN), ...names.split(/\s+/)]
}

/** A coordinator that said nothing at all. */
export function nobodyNamed(why: string, among: Choosable): Choice {
  return nothing(why, NOBODY, among)
}

/** An answer without such a line is a bare name, or nothing. */
function readBare(decision: string, among: Choosable): Choice {
  const words = decision.trim().split(/\s+/)
  const name = words.join(' ')
  if (name === '' || words.length > BARE_WORDS)
    return nobodyNamed('the coordinator named nobody', among)
  return bare(name) === 'terminate' ? { is: 'over' } : choiceOf(name, among, '')
}

function choiceOf(name: string, among: Choosable, otherWords: string): Choice {
  const { speakers, candidates } = among
  const refuse = (why: string, fault: string) => nothing(why, fault, among)
  const hits = whomOf(name, speakers)
  const [hit] = hits
  if (hits.length > 1) {
    const why = `the coordinator named “${quoted(name)}”, a name that more than one has`
    return refuse(why, 'Your answer gave a name that more than one has.')
  }
  if (!hit) {
    const parts = partsOf(cut(name, NAMES_LENGTH))
    const several = new Set(parts.flatMap((part) => whomOf(part, speakers))).size
    if (several > 1) {
      const why = `the coordinator named ${several === 2 ? 'two' : 'several'}`
      return refuse(why, 'Your answer named more than one.')
    }
    if (bare(name) === '') return nobodyNamed('the coordinator named nobody', among)
    const why = `the coordinator named “${quoted(name)}”, a name that nobody here has`
    return refuse(why, NOBODY)
  }
  if (candidates.includes(hit)) {
    const words = cut(otherWords.replace(/\s+/g, ' ').trim(), WORDS_LENGTH)
    return { is: 'speaker', speaker: hit, words }
  }
  if (hit.isEligible && among.previous !== undefined && among.previous !== hit.id) {
    const why = `the coordinator named ${hit.name}, who may not speak behind the last one`
    return refuse(why, 'Your answer named one that may not speak behind the last one.')
  }
  return hit.isEligible
    ? refuse(
        `the coordinator named ${hit.name}, who spoke last`,
        'Your answer named the one that spoke last.',
      )
    : refuse(`the coordinator named ${hit.name}, who cannot speak now`, NOBODY)
}

function nothing(why: string, fault: string, { speakers, candidates }: Choosable): Choice {
  const names = bounded(candidates, { line: (one) => callableName(one, speakers) })
  const note = `${fault} Reply with one line: NEXT: <name> or TERMINATE. Names: ${names}.`
  return { is: 'nothing', why, note }
}

/**
 * Everybody that a name may mean: those for whom it is the best kind of name. A name that differs only in the punctuation
 * around it (`C++`, `C#`) means somebody else only if nobody has it as it is written.
 */
function whomOf(said: string, speakers: readonly Speaker[]): readonly Speaker[] {
  const written = said.trim().replace(/^@/, '').toLowerCase()
  const exact = hitsOf(speakers, (name) => name === written)
  if (exact.length > 0) return exact
  const wanted = bare(said)
  return wanted === '' ? [] : hitsOf(speakers, (name) => bare(name) === wanted)
}

function hitsOf(speakers: readonly Speaker[], isIt: (name: string) => boolean): readonly Speaker[] {
  const kinds = Math.max(0, ...speakers.map(({ names }) => names.length))
  for (let kind = 0; kind < kinds; kind++) {
    const hits = speakers.filter(({ names }) => {
      const name = names[kind] ?? ''
      return name !== '' && isIt(name)
    })
    if (hits.length > 0) return hits
  }
  return []
}

/** A name with which the coordinator can choose it, where two have the same one. */
function callableName(speaker: Speaker, speakers: readonly Speaker[]): string {
  const isClear = (name: string) => {
    const hits = whomOf(name, speakers)
    return hits.length === 1 && hits[0] === speaker
  }
  if (isClear(speaker.name)) return speaker.name
  return speaker.names.find((name) => name !== '' && isClear(name)) ?? speaker.name
}

function bare(text: string): string {
  return (INSIDE.exec(text.normalize('NFKC'))?.[0] ?? '').toLowerCase()
}

function quoted(name: string): string {
  return cut(name.trim(), QUOTED_LENGTH)
}
