import * as z from 'zod'

/**
 * This folder has the objects that the server gives out, as strict schemas; the compiler keeps them equal to the types.
 * Here are the fields that several of them have.
 */

export const seq = z.number().int().min(0)
export const time = z.iso.datetime({ precision: 3 })
export const id = z.string().min(1)
export const color = z.string().regex(/^#[0-9A-F]{6}$/i)
export const status = z.enum(['starting', 'idle', 'working', 'completed', 'failed', 'terminated'])
export const hold = z
  .strictObject({
    reason: z.enum(['hops', 'replies', 'alone']),
    since: time,
    until: time,
    count: seq,
    agentIds: z.array(id),
  })
  .nullable()
export const conduct = z.strictObject({ freshSeq: seq, strikes: seq, calmSince: time.nullable() })
/** What the deletion does not reach, in sentences. */
export const stays = z.array(z.string())
export const amount = z.number().min(0).nullable()

/** Schemas give mutable arrays, the model readonly ones; the texts are the same. */
export type Loose<T> = T extends readonly (infer U)[]
  ? Loose<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Loose<T[K]> }
    : T
