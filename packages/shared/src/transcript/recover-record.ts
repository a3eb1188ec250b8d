import { endOfObject } from './object-scan'
import type { JsonObject } from './line-reader'

/** More is not looked for in a line that is spoilt: the search reads its text once for each. */
const MAX_TRIES = 16
const MAX_CHARS = 2 * 1024 * 1024

/** How records begin; the blocks in them begin with `type` too. */
const BEGINNING = /\{"(?:parentUuid|logicalParentUuid|type|uuid|sessionId|isSidechain)":/g

/**
 * The first record behind a spoilt beginning: a program was killed while it wrote a line, and the next one went on
 * there. Null: none was found.
 */
export function recoverRecord(
  text: string,
  readObject: (text: string) => JsonObject | null,
): { readonly record: JsonObject; readonly rest: string } | null {
  if (text.length > MAX_CHARS) return null
  BEGINNING.lastIndex = 1
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = BEGINNING.exec(text)
    if (found === null) return null
    const own = text.slice(found.index)
    const end = endOfObject(own)
    const record = end < 0 ? null : readObject(own.slice(0, end))
    if (record !== null && isRecord(record)) return { record, rest: own.slice(end) }
  }
  return null
}

const isRecord = (record: JsonObject) =>
  typeof record['type'] === 'string' &&
  typeof record['uuid'] === 'string' &&
  typeof record['timestamp'] === 'string'
