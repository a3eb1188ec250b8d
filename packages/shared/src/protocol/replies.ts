import * as z from 'zod'
import type { AgentRecord, LeadRecord } from '../model/agent'
import type { GroupRecord } from '../model/group'
import type { Message } from '../model/message'
import type { CrewState, LiveState } from '../state/crew-state'
import { ERRORS, type ErrorCode } from './errors'
import type { AgentView, GroupView, LeadView, MemberView } from './views'

/** What the server answers, as schemas: nothing more and nothing less. Every reply in the tests goes through them. */

const seq = z.number().int().min(0)
const time = z.iso.datetime({ precision: 3 })
const id = z.string().min(1)
const color = z.string().regex(/^#[0-9A-F]{6}$/i)
const status = z.enum(['starting', 'idle', 'working', 'completed', 'failed', 'terminated'])
const wake = z.enum(['all', 'mentions', 'none'])
const memberRole = z.enum(['lead', 'owner', 'member'])
const connection = z.enum(['none', 'connected', 'lost'])
const owed = z.strictObject({ count: seq, oldestAt: time.nullable() })
const reactions = z.record(z.string(), z.array(id))
const ended = z.enum(['completed', 'failed', 'terminated']).nullable()

const driver = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('remote') }),
  z.strictObject({ kind: z.literal('pipe'), command: z.string(), args: z.array(z.string()) }),
])

const MessageReply = z.strictObject({
  id,
  seq,
  n: z.number().int().min(1),
  group: id,
  leadId: id,
  sessionId: id,
  kind: z.enum(['message', 'system']),
  from: id,
  fromRole: z.string(),
  content: z.string(),
  timestamp: time,
  mentions: z.array(id),
  clientId: z.string().optional(),
  reactions,
})
MessageReply satisfies z.ZodType<Loose<Message>>

const lastMessage = z.strictObject({
  id,
  seq,
  n: seq,
  kind: z.enum(['message', 'system']),
  from: id,
  fromRole: z.string(),
  content: z.string().max(100),
  timestamp: time,
})

const groupFields = {
  id,
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  displayName: z.string(),
  purpose: z.string().nullable(),
  leadId: id,
  memberIds: z.array(id),
  memberCount: seq,
  messageCount: seq,
  lastMessage: lastMessage.nullable(),
  archived: z.boolean(),
  auto: z.boolean(),
  paused: z.boolean(),
  createdAt: time,
  createdBy: id,
  roles: z.array(z.string()),
}
const member = z.strictObject({ id, memberRole, joinedAt: time, joinedSeq: seq, wake })
const groupRecord = z.strictObject({ ...groupFields, members: z.array(member) })
groupRecord satisfies z.ZodType<Loose<GroupRecord>>
const groupView = z.strictObject({ ...groupFields, unread: seq, mentions: seq })
groupView satisfies z.ZodType<Loose<GroupView>>
const memberView = z.strictObject({
  id,
  shortId: z.string(),
  name: z.string(),
  role: z.string(),
  roleName: z.string(),
  type: z.enum(['agent', 'human']),
  memberRole,
  status: status.nullable(),
  joinedAt: time,
  wake,
})
memberView satisfies z.ZodType<Loose<MemberView>>

const agentFields = {
  id,
  shortId: z.string(),
  name: z.string(),
  role: z.string(),
  roleName: z.string(),
  color,
  status,
  connection,
  leadId: id,
  driver: z.enum(['remote', 'pipe']),
  task: z.string().nullable(),
  owed,
  usage: z.null(),
}
const agentView = z.strictObject(agentFields)
agentView satisfies z.ZodType<Loose<AgentView>>
const leadView = z.strictObject({
  ...agentFields,
  parentId: id.nullable(),
  agentCount: seq,
  groupCount: seq,
})
leadView satisfies z.ZodType<Loose<LeadView>>

const leadRecord = z.strictObject({
  id,
  name: z.string(),
  parentId: id.nullable(),
  createdAt: time,
})
leadRecord satisfies z.ZodType<LeadRecord>
const agentRecord = z.strictObject({
  id,
  leadId: id,
  name: z.string(),
  role: z.string(),
  roleName: z.string(),
  color,
  driver,
  cwd: z.string().nullable(),
  task: z.string().nullable(),
  ended,
  createdAt: time,
})
agentRecord satisfies z.ZodType<Loose<AgentRecord>>
const mark = z.strictObject({ seq, n: seq, lastSeen: time })
const crewState = z.strictObject({
  seq,
  viewer: id.nullable(),
  lead: leadRecord,
  agents: z.record(id, agentRecord),
  groups: z.record(z.string(), groupRecord),
  readMarks: z.record(id, z.record(z.string(), mark)),
})
crewState satisfies z.ZodType<Loose<CrewState>>
const liveAgent = { status: z.enum(['starting', 'idle', 'working']), connection, owed }
const liveState = z.strictObject({ agents: z.record(id, z.strictObject(liveAgent)) })
liveState satisfies z.ZodType<Loose<LiveState>>

const stamped = { seq, leadId: id, at: time }
const agentEvents = ['created', 'completed', 'failed', 'terminated', 'resumed'] as const
const groupEvents = ['created', 'updated', 'archived', 'unarchived'] as const

/** Events, on sockets and from the journal. */
const EventReply = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('lead:created'), ...stamped, lead: leadRecord }),
  ...agentEvents.map((name) =>
    z.strictObject({ type: z.literal(`agent:${name}`), ...stamped, agent: agentRecord }),
  ),
  ...groupEvents.map((name) =>
    z.strictObject({ type: z.literal(`group:${name}`), ...stamped, group: groupRecord }),
  ),
  z.strictObject({
    type: z.literal('group:member_added'),
    ...stamped,
    group: id,
    agentId: id,
    by: id,
    member,
    roles: z.array(z.string()),
    state: groupRecord.optional(),
  }),
  z.strictObject({
    type: z.literal('group:member_removed'),
    ...stamped,
    group: id,
    agentId: id,
    by: id,
    reason: z.enum(['left', 'removed']),
  }),
  z.strictObject({
    type: z.literal('group:message'),
    ...stamped,
    groupName: id,
    message: MessageReply,
  }),
  z.strictObject({
    type: z.literal('group:reaction'),
    ...stamped,
    groupName: id,
    messageId: id,
    emoji: z.string(),
    agentId: id,
    action: z.enum(['add', 'remove']),
  }),
  z.strictObject({
    type: z.literal('group:read'),
    ...stamped,
    readerId: id,
    groupName: id,
    lastSeq: seq,
    n: seq,
    lastSeen: time,
  }),
])

const principal = z.strictObject({
  kind: z.enum(['owner', 'observer', 'agent']),
  agentId: id.optional(),
})
const positions = z.record(id, seq)

/** Frames of `/ws`. */
export const ServerFrame = z.union([
  EventReply,
  z.strictObject({
    type: z.literal('hello'),
    serverTime: time,
    version: z.string(),
    principal,
    epoch: id,
    at: positions,
  }),
  z.strictObject({ type: z.literal('gap'), leadId: id }),
  z.strictObject({ type: z.literal('pong'), serverTime: time, at: positions }),
  z.strictObject({ type: z.literal('subscribed'), leadId: id, at: seq }),
  z.strictObject({ type: z.literal('error'), code: z.string(), message: z.string() }),
  z.strictObject({
    type: z.literal('live:agent'),
    leadId: id,
    agentId: id,
    ...liveAgent,
    usage: z.null(),
  }),
])

export const ErrorReply = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().min(1),
    details: z.record(z.string(), z.unknown()),
  }),
})

const asOf = { asOf: seq }
const delivery = z.strictObject({
  id,
  kind: z.enum([
    'group',
    'direct',
    'broadcast',
    'interrupt',
    'task',
    'report',
    'history',
    'reply',
    'system',
  ]),
  text: z.string(),
  groupName: z.string().optional(),
  messageId: id.optional(),
  n: seq.optional(),
  wake: z.boolean(),
  repeat: z.boolean(),
})
const results = z.array(z.strictObject({ command: z.string(), ok: z.boolean(), reply: z.string() }))

/** Successful replies by method and address; `:x` stands for one segment. */
const REPLIES: Readonly<Record<string, z.ZodType>> = {
  'GET /api/health': z.strictObject({
    ok: z.boolean(),
    version: z.string(),
    storage: z.string().optional(),
  }),
  'GET /api/me': z.union([
    z.strictObject({ principal: z.enum(['owner', 'observer']), id, name: z.string() }),
    z.strictObject({ principal: z.literal('agent'), id, leadId: id, agent: agentView }),
  ]),
  'GET /api/roles': z.strictObject({
    roles: z.array(z.strictObject({ id, name: z.string(), color })),
  }),
  'POST /api/session': z.strictObject({ token: z.string(), expiresAt: time }),
  'POST /api/login-codes': z.strictObject({ code: z.string() }),
  'POST /api/lead': z.strictObject({ lead: leadView, token: z.string().optional() }),
  'GET /api/lead': z.strictObject({ leads: z.array(leadView) }),
  'GET /api/lead/:id': z.strictObject({ lead: leadView, ...asOf }),
  'GET /api/lead/:id/snapshot': z.strictObject({
    seq,
    epoch: id,
    ...asOf,
    state: crewState,
    live: liveState,
  }),
  'POST /api/lead/:id/agents': z.strictObject({ agent: agentView, token: z.string().optional() }),
  'GET /api/lead/:id/agents': z.strictObject({ agents: z.array(agentView), ...asOf }),
  'GET /api/agents/:id': z.strictObject({ agent: agentView }),
  'GET /api/agents/:id/owed': z.strictObject({
    count: seq,
    oldestAt: time.nullable(),
    unconfirmed: seq,
  }),
  'POST /api/agents/:id/token': z.strictObject({ token: z.string() }),
  'POST /api/agents/:id/output': z.strictObject({
    stream: z.string(),
    offset: seq,
    safe: seq,
    epoch: id,
    results,
  }),
  'GET /api/agents/:id/inbox': z.strictObject({
    deliveries: z.array(delivery),
    cursor: z.string(),
    more: z.boolean(),
  }),
  'POST /api/agents/:id/inbox/ack': z.strictObject({ ok: z.literal(true) }),
  'GET /api/events': z.strictObject({ events: z.array(EventReply), at: seq, ...asOf }),
  'GET /api/lead/:id/groups': z.strictObject({ groups: z.array(groupView), ...asOf }),
  'POST /api/lead/:id/groups': z.strictObject({ group: groupView, ...asOf }),
  'GET /api/lead/:id/groups/:name': z.strictObject({
    group: groupView,
    members: z.array(memberView),
    ...asOf,
  }),
  'PATCH /api/lead/:id/groups/:name': z.strictObject({ group: groupView, ...asOf }),
  'POST /api/lead/:id/groups/:name/members': z.strictObject({
    added: z.array(id),
    group: groupView,
    ...asOf,
  }),
  'DELETE /api/lead/:id/groups/:name/members/:member': z.strictObject({
    removed: z.array(id),
    ...asOf,
  }),
  'PUT /api/lead/:id/groups/:name/read': z.strictObject({ lastSeq: seq, ...asOf }),
  'GET /api/lead/:id/groups/:name/messages': z.strictObject({
    messages: z.array(MessageReply),
    hasBefore: z.boolean(),
    hasAfter: z.boolean(),
    hasMore: z.boolean(),
    ...asOf,
  }),
  'POST /api/lead/:id/groups/:name/messages': z.strictObject({
    message: MessageReply,
    wakes: z.array(id),
    ...asOf,
  }),
  'POST /api/lead/:id/groups/:name/messages/:message/reactions': z.strictObject({
    reactions,
    ...asOf,
  }),
  'DELETE /api/lead/:id/groups/:name/messages/:message/reactions/:emoji': z.strictObject({
    reactions,
    ...asOf,
  }),
  'GET /api/lead/:id/groups/:name/messages/:message/receipts': z.strictObject({
    receipts: z.array(
      z.strictObject({
        agentId: id,
        state: z.enum(['waiting', 'sent', 'seen', 'gone']),
        reason: z.enum(['starting', 'disconnected', 'busy', 'paused']).optional(),
        at: time.nullable(),
      }),
    ),
    ...asOf,
  }),
}

/** The schema of a successful reply, or null for an address that has none. */
export function replySchema(method: string, address: string): z.ZodType | null {
  const path = address.split('?')[0] ?? ''
  for (const [key, schema] of Object.entries(REPLIES)) {
    const [verb, pattern] = key.split(' ')
    if (verb !== method || pattern === undefined) continue
    if (new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)) return schema
  }
  return null
}

/** Schemas give mutable arrays, the model readonly ones; the texts are the same. */
type Loose<T> = T extends readonly (infer U)[]
  ? Loose<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Loose<T[K]> }
    : T
