import * as z from 'zod'
import { id, time } from '../reply-shapes/fields'
import { inboxDelivery } from '../reply-shapes/inbox'
import { rpcMessage, rpcTask } from './records'

const conversation = { taskId: id, conversationId: id }

/** What the JSON-RPC door tells without being asked, by method. */
export const RPC_NOTIFICATIONS = {
  'task/created': z.strictObject({ task: rpcTask }),
  'task/closed': z.strictObject({ task: rpcTask }),
  'task/conversation/created': z.strictObject({
    ...conversation,
    name: z.string().optional(),
    participants: z.array(id),
  }),
  'task/conversation/archived': z.strictObject({ ...conversation, archivedAt: time }),
  'task/conversation/unarchived': z.strictObject(conversation),
  'task/conversation/participants/added': z.strictObject({
    ...conversation,
    addedAgentId: id,
    byAgentOrTm: z.literal('tm'),
  }),
  'task/conversation/participants/removed': z.strictObject({
    ...conversation,
    removedAgentId: id,
    reason: z.enum(['tm_remove', 'task_leave']),
  }),
  'messages/received': z.strictObject({ taskId: id, message: rpcMessage }),
  'agent/delivered': z.strictObject({ deliveries: z.array(inboxDelivery).min(1) }),
} as const

export type RpcNotification = keyof typeof RPC_NOTIFICATIONS
export type RpcTold<N extends RpcNotification> = z.output<(typeof RPC_NOTIFICATIONS)[N]>
