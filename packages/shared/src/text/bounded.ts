import { cut } from '../model/cut'
import { LIMITS } from '../protocol/limits'

/** What a list looks like in a text, and how much of the text it may take. */
export interface BoundedList<T> {
  /** One of them, as the text has it. */
  readonly line: (one: T, at: number) => string
  /** What separates two of them: a line end, or something within a line. */
  readonly between?: string
  /** Characters for the list, with what is said of its rest. */
  readonly room?: number
  /** So many of them at most. */
  readonly most?: number
  /** How to see those that are left out, when so many are shown. It ends without a period. */
  readonly rest?: (shown: number) => string
}

/** Room for names within a sentence: a refusal that lists more is not read. */
const NAMES_ROOM = 1_000

/** What may still be put behind an answer: that a secret was masked, that the agent has asked often. */
const BEHIND = 256

/** The room for a list behind this much of the same text. */
export function roomBehind(before: number): number {
  return LIMITS.agentText - BEHIND - before
}

/**
 * A list in a text to an agent: from its beginning as many as there is room for, then ` and 950 more`, on a line of its
 * own `… and 950 more`, and how to see them. The first one is always there, cut if it is longer than the room. What matters
 * most comes first, which is up to the caller.
 */
export function bounded<T>(
  all: readonly T[],
  { line, between = ', ', room = NAMES_ROOM, most = Infinity, rest }: BoundedList<T>,
): string {
  const begun = /^\n */.exec(between)
  const left = (shown: number) => {
    if (shown === all.length) return ''
    const how = rest === undefined ? '' : `: ${rest(shown)}`
    return `${begun ? `${begun[0]}…` : ''} and ${all.length - shown} more${how}`
  }
  let text = ''
  let fits: string | null = null
  for (const [at, one] of all.slice(0, most).entries()) {
    const begins = at === 0 ? '' : `${text}${between}`
    text = `${begins}${line(one, at)}`
    const end = left(at + 1)
    if (at === 0 && text.length + end.length > room)
      fits = `${cut(text, room - end.length - 1)}…${end}`
    if (text.length > room) break
    // All of it may have room where a part with what is said of the rest has none.
    if (text.length + end.length <= room) fits = text + end
  }
  return fits ?? left(0)
}

/** The last resort for a sentence that quotes: what is longer than a text may be ends with an ellipsis. */
export function fitting(text: string): string {
  const room = roomBehind(0)
  return text.length <= room ? text : `${cut(text, room - 1)}…`
}
