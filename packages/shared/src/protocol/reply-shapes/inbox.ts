import * as z from 'zod'
import { DELIVERY_KINDS } from '../../model/delivery'
import { id, seq } from './fields'

/** An item of an inbox. */
export const inboxDelivery = z.strictObject({
  id,
  kind: z.enum(DELIVERY_KINDS),
  text: z.string(),
  groupName: z.string().optional(),
  messageId: id.optional(),
  n: seq.optional(),
  wake: z.boolean(),
  repeat: z.boolean(),
  /** For an item that asks for an answer: plain text, which is posted for the agent. */
  round: z.strictObject({ session: id, runId: id, n: seq }).optional(),
})
/** What became of the commands in an output. */
export const results = z.array(
  z.strictObject({ command: z.string(), ok: z.boolean(), reply: z.string() }),
)
