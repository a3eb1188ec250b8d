import * as z from 'zod'
import { id, seq, time } from '../reply-shapes/fields'
import { whole } from '../rest'
import { shape } from './shape'

/** A frame of the JSON-RPC door, as people look at it. */
const rpcFrame = z.strictObject({
  /** 1, 2, 3 … in its crew, since the server started. */
  n: z.number().int().min(1),
  at: time,
  direction: z.enum(['in', 'out', 'notification']),
  /** Null where the frame could not be read. */
  method: z.string().nullable(),
  /** The id of the request, if it has one that can be echoed. */
  id: z.string().nullable(),
  /** Whose connection it is. */
  agentId: id,
  /** From the request to its answer; only of an answer. */
  ms: z.number().min(0).nullable(),
  /** How an answer ended; null for any other frame. */
  ok: z.boolean().nullable(),
  /** The error's code, of an answer that is one. */
  code: z.number().int().nullable(),
  /** Its JSON, without secrets. */
  frame: z.string(),
  /** There is more of it than is kept. */
  cut: z.boolean(),
})
export type RpcFrame = z.output<typeof rpcFrame>

/** The newest frames of a crew's agents on the JSON-RPC door, oldest first. They are kept in memory only. */
export const readRpcFrames = shape({
  method: 'get',
  path: '/lead/:id/rpc/frames',
  query: z.strictObject({
    /** Only those after this number; one that is above `asOf` is from before a restart, and gives all. */
    since: whole(0, Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.strictObject({
    frames: z.array(rpcFrame),
    /** Number of the newest frame; 0 when there was none. */
    asOf: seq,
  }),
})
