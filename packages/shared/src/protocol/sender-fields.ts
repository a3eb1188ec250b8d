import * as z from 'zod'
import { HANDLE } from '../model/handle'
import { LIMITS } from './limits'
import { textField } from './text-field'

/** An id of an agent or of the person that another program has made. */
export const handle = z
  .string()
  .trim()
  .regex(
    HANDLE,
    'at most 64 letters, digits, dots, hyphens and underscores, a letter or digit first',
  )
/** The folder in which agents work that are made for it; the workspace itself is in the address. */
export const workspacePath = textField()
  .min(1)
  .max(4096)
  .refine((text) => !text.includes('\0'), 'must not contain a null character')
export const displayName = textField().trim().min(1).max(LIMITS.agentName)

/** What other programs call the person that writes; an agent may name itself. No content of them refuses a message. */
export const senderFields = {
  sender_id: z.string().optional(),
  sender_name: z.string().optional(),
  /** The same as `sender_id`. */
  member_id: z.string().optional(),
  /** Taken as it comes: a message is in the workspace of its group chat. */
  workspace_path: workspacePath.optional(),
}
export interface SenderAsked {
  readonly sender_id?: string | undefined
  readonly sender_name?: string | undefined
  readonly member_id?: string | undefined
}

/** Names of a message that were not kept with it, each with the reason. */
export const leftOut = z.array(
  z.strictObject({
    field: z.enum(['sender_id', 'sender_name', 'member_id']),
    reason: z.string(),
  }),
)
export type LeftOut = z.infer<typeof leftOut>[number]
