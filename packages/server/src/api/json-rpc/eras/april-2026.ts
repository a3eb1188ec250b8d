import * as z from 'zod'
import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import { partsField } from '@crewroom/shared/protocol/part-fields'
import { RPC_SHAPES } from '@crewroom/shared/protocol/rpc/methods'
import type { RpcConversation, RpcMessage } from '@crewroom/shared/protocol/rpc/records'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { nameField, textField } from '@crewroom/shared/protocol/text-field'
import { iso } from '../../../clock'
import { crewsSeenBy } from '../../../crew/seen-crews'
import { leaveGroup } from '../../../groups/change-members'
import { byCreation } from '../../../groups/keyset'
import { readGroup } from '../../../groups/list-groups'
import { readMessages } from '../../../groups/read-history'
import { conversationById } from '../find-conversation'
import { METHOD_TABLE as OURS } from '../method-table'
import type { Told } from '../notifications'
import { conversationOf, messageOf, taskIdOf } from '../wire'
import { type Caller, type Era, type EraMethod, type Happened, ofVerb, translated } from './era'

/**
 * The protocol of April 2026: conversations without tasks, and frames that say their type. A conversation that is created in
 * it gets a task of its own, and whoever is added to one is admitted to its task.
 */

const uuid = z.guid('must be an id: a UUID')
const agent = z.strictObject({ type: z.literal('agent'), id: uuid })
const ofConversation = z.strictObject({ conversationId: uuid })
const ofParticipant = z.strictObject({ conversationId: uuid, participant: agent })
const limit = z.number().int().min(1).max(100).optional()
const nothing = z.strictObject({})
const none = () => ({})

const typed = (type: string) => ({ jsonrpc: z.literal('2.0'), type: z.literal(type) })

const METHODS: Readonly<Record<string, EraMethod>> = {
  'auth/connect': { params: RPC_SHAPES['network/connect'].params, ours: 'network/connect' },
  'system/ping': translated({
    ours: OURS['network/ping'],
    params: nothing,
    asks: none,
    gives: ({ ts }) => ({ ts: iso(ts) }),
  }),
  'conversations/create': translated({
    ours: OURS['task/create'],
    params: z.strictObject({
      type: z.enum(['dm', 'group']),
      name: nameField().min(1).max(LIMITS.displayName).optional(),
      participants: z.array(agent).min(1).max(LIMITS.agentsPerLead),
    }),
    asks: ({ name, participants }, { by }) => {
      const invitedAgentIds = participants.map(({ id }) => id)
      const all = [...new Set([by.actor.id, ...invitedAgentIds])]
      return { invitedAgentIds, initialConversation: { name, participants: all } }
    },
    gives: ({ conversation }, _, caller) => ({
      conversation: conversation && shownById(caller, conversation.id),
    }),
  }),
  'conversations/list': translated({
    ours: OURS['task/conversation/list'],
    params: z.strictObject({
      limit,
      cursor: textField().min(1).max(256).optional(),
      archived: z.enum(['exclude', 'include', 'only']).optional(),
    }),
    asks: ({ limit: most, cursor }) => ({ limit: most, cursor }),
    gives: ({ items, nextCursor }, { archived = 'exclude' }, caller) => ({
      conversations: items
        .filter(({ conversation: { archivedAt } }) =>
          archived === 'include' ? true : (archivedAt !== undefined) === (archived === 'only'),
        )
        .map(({ conversation: { id } }) =>
          summaryOf(caller, conversationById(caller.shard, caller.by, id).group),
        ),
      ...(nextCursor === undefined ? {} : { cursor: nextCursor }),
    }),
  }),
  'conversations/get': ofVerb({
    params: ofConversation,
    run: (caller, { conversationId }) => {
      const { crew, group: found } = conversationById(caller.shard, caller.by, conversationId)
      const group = readGroup(crew, caller.by, found.name)
      const listed = new Set(listedIds(group))
      const participants = group.members.flatMap(({ id, memberRole, joinedAt }) =>
        listed.has(id)
          ? {
              conversationId,
              participant: { type: 'agent', id },
              role: memberRole === 'owner' ? 'owner' : 'member',
              joinedAt,
            }
          : [],
      )
      return { result: { conversation: shown(group), participants }, leadIds: [group.leadId] }
    },
  }),
  'conversations/archive': translated({
    ours: OURS['task/conversation/archive'],
    params: ofConversation,
    asks: ({ conversationId }, caller) => at(caller, conversationId),
  }),
  'conversations/unarchive': translated({
    ours: OURS['task/conversation/unarchive'],
    params: ofConversation,
    asks: ({ conversationId }, caller) => at(caller, conversationId),
  }),
  'conversations/addParticipant': translated({
    ours: OURS['task/conversation/participants/add'],
    params: ofParticipant,
    first: (caller, { conversationId, participant }) => {
      const { crew, group } = conversationById(caller.shard, caller.by, conversationId)
      const taskId = taskIdOf(group)
      // Everybody is admitted to the crew itself.
      if (taskId === crew.state.lead.id) return
      const params = { taskId, agentId: participant.id }
      void OURS['task/addParticipant'].run?.({ ...caller, params })
    },
    asks: ({ conversationId, participant }, caller) => ({
      ...at(caller, conversationId),
      agentId: participant.id,
    }),
  }),
  'conversations/removeParticipant': translated({
    ours: OURS['task/conversation/participants/remove'],
    params: ofParticipant,
    asks: ({ conversationId, participant }, caller) => ({
      ...at(caller, conversationId),
      agentId: participant.id,
    }),
  }),
  'conversations/leave': ofVerb({
    params: ofConversation,
    run: ({ shard, by }, { conversationId }) => {
      const { crew, group } = conversationById(shard, by, conversationId)
      leaveGroup(shard, crew, by, group.name)
      return { result: {}, leadIds: [group.leadId] }
    },
  }),
  'messages/send': translated({
    ours: OURS['messages/send'],
    params: z.strictObject({
      conversationId: uuid,
      parts: partsField,
      replyToId: uuid.optional(),
    }),
    asks: ({ conversationId, parts, replyToId }, caller) => ({
      ...at(caller, conversationId),
      parts,
      replyToId,
    }),
    gives: ({ message }) => ({ message: withoutSeq(message) }),
  }),
  // Ours reads on from the beginning, and here the newest are meant.
  'messages/list': ofVerb({
    params: z.strictObject({ conversationId: uuid, limit }),
    reads: true,
    run: async ({ shard, by }, { conversationId, limit: most = LIMITS.pageDefault }) => {
      const { crew, group } = conversationById(shard, by, conversationId)
      const query = { group: group.name, limit: most }
      const { messages, hasBefore } = await readMessages(shard, crew, by, query)
      const told = messages.map((message) => withoutSeq(messageOf(message, group.id)))
      return { result: { messages: told, hasMore: hasBefore }, leadIds: [] }
    },
  }),
  'agent/answer': translated({
    ours: OURS['agent/answer'],
    params: RPC_SHAPES['agent/answer'].params,
    asks: (params) => params,
  }),
  'agent/command': translated({
    ours: OURS['agent/command'],
    params: RPC_SHAPES['agent/command'].params,
    asks: (params) => params,
  }),
  'agents/list': translated({
    ours: OURS['agents/list'],
    params: nothing,
    asks: () => ({ limit: LIMITS.agentsPerLead }),
    gives: ({ agents }) => ({ agents: Object.fromEntries(agents.map((card) => [card.id, card])) }),
  }),
  'agents/lookup': translated({
    ours: OURS['agents/lookup'],
    params: RPC_SHAPES['agents/lookup'].params,
    asks: (params) => params,
  }),
  'agents/lookupByName': translated({
    ours: OURS['agents/lookupByName'],
    params: RPC_SHAPES['agents/lookupByName'].params,
    asks: (params) => params,
  }),
  'presence/subscribe': translated({
    ours: OURS['presence/subscribe'],
    params: RPC_SHAPES['presence/subscribe'].params,
    asks: (params) => params,
  }),
  'presence/update': translated({
    ours: OURS['presence/update'],
    params: RPC_SHAPES['presence/update'].params,
    asks: (params) => params,
  }),
  'contacts/list': translated({
    ours: OURS['contacts/list'],
    params: nothing,
    asks: none,
    gives: ({ contacts }) => ({ contacts }),
  }),
}

export const APRIL_2026: Era = {
  name: 'april-2026',
  versions: { from: '2026.401.0', before: '2026.501.0' },
  connect: 'auth/connect',
  begins: (frame) =>
    Object.hasOwn(frame, 'type') || ('method' in frame && frame.method === 'auth/connect'),
  request: z.strictObject({
    ...typed('request'),
    id: z.string(),
    method: z.string().min(1),
    params: z.unknown().optional(),
  }),
  unasked: z.union([
    z.strictObject({ ...typed('event'), event: z.string(), data: z.unknown().optional() }),
    z.strictObject({
      ...typed('response'),
      id: z.string(),
      result: z.unknown().optional(),
      error: z.unknown().optional(),
    }),
  ]),
  form: '{"jsonrpc":"2.0","type":"request","id":"…","method":"…","params":{…}}',
  methods: METHODS,
  hello: ({ protocolVersion, agentId, policy }, caller) => {
    const { messagesPerMinute, requestsPerMinute, ...limits } = policy
    const conversations = inUse(caller)
    const unread = conversations.filter(({ unreadCount }) => unreadCount > 0)
    return {
      protocolVersion,
      agentId,
      conversations,
      unreadCounts: Object.fromEntries(unread.map(({ id, unreadCount }) => [id, unreadCount])),
      policy: { ...limits, rateLimits: { messagesPerMinute, requestsPerMinute } },
    }
  },
  answer: (id, result) => ({ jsonrpc: '2.0', type: 'response', id, result }),
  refusal: (id, error) => ({ jsonrpc: '2.0', type: 'response', id, error }),
  told: (told, happened) => {
    const event = eventOf(told, happened)
    return (
      event && {
        name: event[0],
        frame: { jsonrpc: '2.0', type: 'event', event: event[0], data: event[1] },
      }
    )
  },
}

function eventOf(told: Told, { by, group }: Happened): readonly [string, object] | null {
  switch (told.method) {
    case 'messages/received':
      return [told.method, { message: withoutSeq(told.params.message) }]
    case 'task/conversation/created':
      return about('conversations/created', group(told.params.conversationId))
    case 'task/conversation/participants/added':
    case 'task/conversation/participants/removed':
      return about('conversations/updated', group(told.params.conversationId))
    case 'task/conversation/archived': {
      const { conversationId, archivedAt } = told.params
      return ['conversations/archived', { conversationId, archivedAt, by }]
    }
    case 'task/conversation/unarchived':
      return ['conversations/unarchived', { conversationId: told.params.conversationId, by }]
    case 'agent/delivered':
      return [told.method, told.params]
    case 'task/created':
    case 'task/closed':
      return null
  }
}

function about(name: string, group: GroupRecord | undefined): readonly [string, object] | null {
  return group ? [name, { conversation: shown(group) }] : null
}

/** The task of a conversation, which clients of this era do not know, beside its id. */
function at({ shard, by }: Caller, conversationId: string) {
  return { taskId: taskIdOf(conversationById(shard, by, conversationId).group), conversationId }
}

const shownById = ({ shard, by }: Caller, id: string) =>
  shown(conversationById(shard, by, id).group)

function shown(group: GroupRecord): object {
  const { archivedAt: _, ...rest }: RpcConversation = conversationOf(group, null)
  return { ...rest, type: typeOf(group) }
}

/** Two that talk are a direct conversation, whatever was asked for: there is one kind. */
function typeOf(group: GroupRecord): 'dm' | 'group' {
  return listedIds(group).length === 2 ? 'dm' : 'group'
}

function summaryOf({ shard, by }: Caller, group: GroupRecord) {
  const { id, displayName: name, lastMessage } = group
  const stays = shard.findCrew(group.leadId)?.memberships.of(by.actor.id, group.name) ?? []
  return {
    id,
    type: typeOf(group),
    name,
    ...(lastMessage ? { lastMessageTimestamp: lastMessage.timestamp } : {}),
    unreadCount: stays.reduce((sum, { owed }) => sum + owed, 0),
    participants: listedIds(group).map((one) => ({ type: 'agent', id: one })),
  }
}

/** The newest conversations that the caller takes part in and that are not archived. */
function inUse(caller: Caller) {
  const { shard, by } = caller
  return crewsSeenBy(shard, by)
    .flatMap(({ state }) => Object.values(state.groups))
    .filter((group) => !group.archived && listedIds(group).includes(by.actor.id))
    .toSorted(byCreation)
    .slice(0, LIMITS.page)
    .map((group) => summaryOf(caller, group))
}

function withoutSeq({ seq: _, ...message }: RpcMessage): object {
  return message
}
