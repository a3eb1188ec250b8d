import type { JsonRoom } from './limits'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN = 0x5b
const BACKSLASH = 0x5c
const CLOSE = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Why a JSON text is more than there is room for, in words that go on after its name; null when it is not. */
export function beyondRoom(text: string, room: JsonRoom): string | null {
  const most = reached(text, room)
  if (most === null) return null
  if (most === 'depth') return `is nested more than ${room.depth} levels deep; send less at once`
  return `has more than ${room[most]} ${most === 'keys' ? 'keys' : 'elements'}; send less at once`
}

/**
 * Counts without building anything: a thousand keys cost a thousand times less to count than to parse, check and name in a
 * refusal. Stops at what is too much. Text that is not JSON is counted as far as it looks like it.
 */
function reached(text: string, room: JsonRoom): keyof JsonRoom | null {
  let keys = 0
  let items = 0
  let depth = 0
  const { length } = text
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      at = endOfString(text, at + 1, length)
    } else if (unit === COMMA) {
      if (++items > room.items) return 'items'
    } else if (unit === COLON) {
      if (++keys > room.keys) return 'keys'
    } else if (unit === OPEN || unit === OPEN_BRACE) {
      if (++depth > room.depth) return 'depth'
      if (++items > room.items) return 'items'
    } else if (unit === CLOSE || unit === CLOSE_BRACE) {
      depth--
    }
  }
  return null
}

/** Most keys are shorter: looking at each unit of them takes less time than a search. */
const SHORT = 32

/** Index of the quote that ends a string, or behind the text. */
function endOfString(text: string, from: number, length: number): number {
  let at = from
  for (;;) {
    for (const short = Math.min(length, at + SHORT); at < short; at++) {
      const unit = text.charCodeAt(at)
      if (unit === QUOTE) return at
      if (unit === BACKSLASH) at++
    }
    const quote = text.indexOf('"', at)
    if (quote === -1) return length
    let slash = quote
    while (slash > at && text.charCodeAt(slash - 1) === BACKSLASH) slash--
    if ((quote - slash) % 2 === 0) return quote
    at = quote + 1
  }
}
