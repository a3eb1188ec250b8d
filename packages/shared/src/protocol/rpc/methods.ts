import * as z from 'zod'
import { RESPONSE_STATUSES } from '../../model/round'
import { LIMITS } from '../limits'
import { partsField } from '../part-fields'
import { id } from '../reply-shapes/fields'
import { nameField, textField } from '../text-field'
import {
  PRESENCES,
  rpcAgent,
  rpcConversation,
  rpcMessage,
  rpcParticipant,
  rpcPolicy,
  rpcPresence,
  rpcTask,
} from './records'
import { PROTOCOL_VERSION } from './version'

/** What goes in and out of each method of the JSON-RPC door. All objects are closed: an unknown member is refused. */

const uuid = z.guid('must be an id: a UUID')
const version = z.string().regex(PROTOCOL_VERSION, 'must be YEAR.MONTHDAY.N, such as 2026.1122.0')
const token = textField().min(1).max(200)
const name = nameField().min(1).max(LIMITS.displayName)
const nothing = z.strictObject({})
/** An agent that may be meant: what names nobody is left out of the answer. */
const reference = textField().min(1).max(LIMITS.agentName)
const references = z.array(reference).min(1).max(100)
const someIds = z.array(uuid).min(1).max(LIMITS.agentsPerLead)

/** Which part of a list: from its beginning, or from where the last part ended. */
const list = z.strictObject({
  limit: z.number().int().min(1).max(LIMITS.page).optional(),
  cursor: textField().min(1).max(256).optional(),
})
const nextCursor = z.string().optional()
const ofTask = z.strictObject({ taskId: uuid })
const ofAgent = z.strictObject({ taskId: uuid, agentId: uuid })
const ofConversation = z.strictObject({ taskId: uuid, conversationId: uuid })
const ofParticipant = z.strictObject({ taskId: uuid, conversationId: uuid, agentId: uuid })

const shape = <const P extends z.ZodType, const R extends z.ZodType>(params: P, result: R) => ({
  params,
  result,
})

export const RPC_SHAPES = {
  'network/connect': shape(
    z
      .strictObject({
        agentKey: token.optional(),
        sessionToken: token.optional(),
        minProtocol: version,
        maxProtocol: version,
      })
      .refine(
        ({ agentKey, sessionToken }) => (agentKey === undefined) !== (sessionToken === undefined),
        { message: 'give agentKey: the token of an agent', path: ['agentKey'] },
      ),
    z.strictObject({ protocolVersion: z.string(), agentId: id, policy: rpcPolicy }),
  ),
  'network/ping': shape(nothing, z.strictObject({ ts: z.number().int() })),
  'task/create': shape(
    z.strictObject({
      /** Left out, or the one that clients send who have no app: the caller manages the task. */
      appId: textField().trim().min(1).max(LIMITS.appId).optional(),
      invitedAgentIds: z.array(uuid).max(LIMITS.agentsPerLead),
      initialConversation: z
        .strictObject({ name: name.optional(), participants: someIds.optional() })
        .optional(),
    }),
    z.strictObject({ task: rpcTask, conversation: rpcConversation.nullable() }),
  ),
  'task/list': shape(list, z.strictObject({ tasks: z.array(rpcTask), nextCursor })),
  'task/close': shape(ofTask, z.strictObject({ task: rpcTask })),
  'task/leave': shape(ofTask, nothing),
  'task/addParticipant': shape(ofAgent, z.strictObject({ participant: rpcParticipant })),
  'task/removeParticipant': shape(ofAgent, nothing),
  'task/conversation/create': shape(
    z.strictObject({ taskId: uuid, name: name.optional(), participants: someIds }),
    z.strictObject({ conversation: rpcConversation }),
  ),
  'task/conversation/list': shape(
    list,
    z.strictObject({
      items: z.array(
        z.strictObject({ taskId: id, conversation: rpcConversation, participants: z.array(id) }),
      ),
      nextCursor,
    }),
  ),
  'task/conversation/archive': shape(ofConversation, nothing),
  'task/conversation/unarchive': shape(ofConversation, nothing),
  'task/conversation/participants/add': shape(ofParticipant, nothing),
  'task/conversation/participants/remove': shape(ofParticipant, nothing),
  'messages/send': shape(
    z.strictObject({
      taskId: uuid,
      conversationId: uuid,
      parts: partsField,
      replyToId: uuid.optional(),
      /** Programs that lease what they send give it; it changes nothing here. */
      dispatchLeaseId: textField().max(LIMITS.clientId).optional(),
    }),
    z.strictObject({ message: rpcMessage }),
  ),
  'messages/list': shape(
    z.strictObject({
      taskId: uuid,
      conversationId: uuid,
      /** Only messages behind the one that has this `seq`. */
      sinceSeq: z
        .string()
        .regex(/^\d{1,15}$/, 'must be the seq of a message')
        .optional(),
      limit: z.number().int().min(1).max(LIMITS.page).optional(),
    }),
    z.strictObject({ messages: z.array(rpcMessage), hasMore: z.boolean() }),
  ),
  'agent/answer': shape(
    z.strictObject({
      /** The `id` of the delivery that asks: one with a `round`. */
      deliveryId: textField().min(1).max(64),
      /** Blank: the agent passes. */
      content: textField().max(LIMITS.content),
    }),
    z.strictObject({ status: z.enum(RESPONSE_STATUSES) }),
  ),
  'agent/command': shape(
    z.strictObject({
      /** Its name, such as `COMPLETE_TASK`; `HELP` lists them. */
      command: textField().trim().min(1).max(LIMITS.displayName),
      payload: z.record(z.string(), z.unknown()).optional(),
    }),
    z.strictObject({ ok: z.boolean(), reply: z.string() }),
  ),
  'agents/list': shape(list, z.strictObject({ agents: z.array(rpcAgent), nextCursor })),
  'agents/lookup': shape(
    z.strictObject({ agentIds: references }),
    z.strictObject({ agents: z.array(rpcAgent) }),
  ),
  'agents/lookupByName': shape(
    z.strictObject({ names: references }),
    z.strictObject({ agents: z.array(rpcAgent) }),
  ),
  'presence/subscribe': shape(
    z.strictObject({ agentIds: z.array(reference).max(LIMITS.agentsPerLead) }),
    z.strictObject({ statuses: z.array(rpcPresence) }),
  ),
  'presence/update': shape(z.strictObject({ status: z.enum(PRESENCES) }), nothing),
  'contacts/list': shape(list, z.strictObject({ contacts: z.array(z.never()), nextCursor })),
} as const

export type RpcMethod = keyof typeof RPC_SHAPES
export type RpcParams<M extends RpcMethod> = z.output<(typeof RPC_SHAPES)[M]['params']>
export type RpcResult<M extends RpcMethod> = z.output<(typeof RPC_SHAPES)[M]['result']>
