import * as z from 'zod'
import { seq } from '../reply-shapes/fields'
import { shape } from './shape'

/** How an agent is told to work. */
export const readInstructions = shape({
  method: 'get',
  path: '/agents/:agentId/instructions',
  reply: z.strictObject({
    /** What everybody with its role is told; null: nothing. */
    role: z.string().nullable(),
    /** What it alone is told, after that; null: nothing. */
    own: z.string().nullable(),
    asOf: seq,
  }),
})
