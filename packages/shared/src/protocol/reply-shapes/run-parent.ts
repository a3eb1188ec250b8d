import * as z from 'zod'
import type { RunParent } from '../../model/run'
import { id } from './fields'

/** The answer in which a discussion was started. */
export const runParent = z.strictObject({
  sessionId: id,
  runId: id.nullable(),
  n: z.number().int().min(1),
  agentId: id,
})
runParent satisfies z.ZodType<RunParent>
