/**
 * Why something is not handed over. `hops`: agents answered each other through too many hand-overs. `replies`:
 * several agents answered each other too often within a short time. `alone`: an agent goes on and on with nothing to
 * answer but what its own commands returned.
 */
export type HoldReason = 'hops' | 'replies' | 'alone'

/** A pause that the server made automatically: agents' messages there are stored, shown, and not handed over yet. */
export interface Hold {
  readonly reason: HoldReason
  readonly since: string
  /** When its time is up. */
  readonly until: string
  /** The number of hops, or of replies, that it came to. */
  readonly count: number
  /** The agents that were answering each other, as far as it is known. */
  readonly agentIds: readonly string[]
}

/** What is remembered of a place where agents write, to tell work from talk that goes in circles. */
export interface Conduct {
  /** What was written up to this number leads to nothing any more: a person has spoken since, or a hold has ended. */
  readonly freshSeq: number
  /** Holds in a row that no person ended; each lasts twice as long as the one before. */
  readonly strikes: number
  /** When the last hold ended; after a quiet time the strikes are forgotten. */
  readonly calmSince: string | null
}

export const CALM: Conduct = { freshSeq: 0, strikes: 0, calmSince: null }

/** The place after a person has spoken there: the agents' count starts again. */
export function begunAnew(seq: number): Conduct {
  return { ...CALM, freshSeq: seq }
}

/** An answer of up to so many words, without anything that could be looked up, says little. */
const FEW_WORDS = 5
/** Where words are not parted by spaces, so many characters. */
const FEW_CHARACTERS = 12
/** Digits, questions, code, paths and line breaks are content. */
const CONTENT = /[\p{N}?？؟`/\\_<>{}=\n]|\w\.\w/u
const UNPARTED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u
/** Longer than any few words: not looked at further. */
const LONG = 200

/** Whether a message is an acknowledgement rather than a contribution: "Thanks, will do!" */
export function saysLittle(content: string): boolean {
  if (content.length > LONG) return false
  const text = content.replaceAll(/@[\w-]+/g, '').trim()
  if (CONTENT.test(text)) return false
  return text.length <= FEW_CHARACTERS || isShort(text)
}

function isShort(text: string): boolean {
  if (UNPARTED.test(text)) return false
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length <= FEW_WORDS
}
