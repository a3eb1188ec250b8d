import { createHash } from 'node:crypto'
import { KEY_HEADER } from '@crewroom/shared/client/creating'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'

/** Says that an answer is that of an earlier request. */
export const REPLAYED = 'Idempotency-Replayed'

const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/
const BARE = /^[\x21\x23-\x2b\x2d-\x7e]+$/

/** The key of a header, quoted or bare; null where none was sent. Throws `validation`. */
export function keyOf(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null
  const text = typeof header === 'string' ? header.trim() : header.join()
  const quoted = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1')
  const key = quoted ?? (BARE.test(text) ? text : '')
  if (key.length > 0 && key.length <= LIMITS.requestKey) return key
  const fault = `must be 1 to ${LIMITS.requestKey} printable ASCII characters, in double quotes if it has spaces or commas`
  throw new CrewError('validation', `Idempotency-Key: ${fault}.`, {
    fields: { [KEY_HEADER]: fault },
  })
}

/** SHA-256 of some texts, which cannot be taken for others. */
export function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url')
}

/** What was asked, whatever the order of its fields. */
export function hashOfAsked(what: string, body: unknown): string {
  return hashOf(what, JSON.stringify(inOrder(body)) ?? '')
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return fields.map(([name, field]) => [name, inOrder(field)])
}
