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

/** What other programs call the person that writes; an agent may name itself. */
export const senderFields = {
  sender_id: handle.optional(),
  sender_name: displayName.optional(),
  /** The same as `sender_id`. */
  member_id: handle.optional(),
  /** Taken as it comes: a message is in the workspace of its group chat. */
  workspace_path: workspacePath.optional(),
}
export interface SenderAsked {
  readonly sender_id?: string | undefined
  readonly sender_name?: string | undefined
  readonly member_id?: string | undefined
}
