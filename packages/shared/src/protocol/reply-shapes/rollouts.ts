import * as z from 'zod'
import { ROLLOUT_KINDS, type RolloutEntry } from '../../model/rollout'
import { id, type Loose, time } from './fields'

export const rolloutEntry = z.strictObject({
  agentId: id,
  n: z.number().int().min(1),
  at: time,
  kind: z.enum(ROLLOUT_KINDS),
  turnId: id.nullable(),
  text: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
  cut: z.boolean(),
})
rolloutEntry satisfies z.ZodType<Loose<RolloutEntry>>
