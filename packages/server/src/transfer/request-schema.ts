import * as z from 'zod'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Envelope } from '../journal/facts'

/** SHA-256. */
const hash = z.string().regex(/^[\w-]{43}$/)

/** What a request with a key was answered, in a file. */
export const answeredRequest = z.strictObject({
  request: z.strictObject({
    key: hash,
    asked: hash,
    status: z.number().int().min(200).max(299),
    parts: z.array(z.string().max(LIMITS.answerKept)).length(1).nullable(),
    secrets: z.null(),
    founds: z.literal(true).optional(),
  }),
})

/** No file holds secrets, even locked ones, and an answer without them is another one: nothing is left of it. */
export function withoutSecrets(
  fact: Extract<Envelope, { readonly type: 'request:answered' }>,
): Envelope {
  const { request } = fact.data
  if (request.secrets === null) return fact
  return { ...fact, data: { request: { ...request, parts: null, secrets: null } } }
}
