import * as z from 'zod'
import { AGENT_PARTS } from '../model/agent'
import { RESPONSE_STATUSES, ROUND_ENDS } from '../model/round'
import { RUN_STATUSES } from '../model/run'
import { LIMITS } from './limits'
import { admissionRecord } from './reply-shapes/admissions'
import { agentRecord, leadRecord, liveAgent } from './reply-shapes/agents'
import { id, seq, time } from './reply-shapes/fields'
import { groupFile } from './reply-shapes/group-files'
import { groupRecord, member } from './reply-shapes/groups'
import { inboxDelivery, results } from './reply-shapes/inbox'
import { MessageReply, directMessage, part } from './reply-shapes/messages'
import { needRecord, permissionAnswer } from './reply-shapes/needs'
import { runProgress, runRecord } from './reply-shapes/runs'
import { roundRecord, roundResponse, sessionRecord } from './reply-shapes/sessions'
import { handedTo } from './reply-shapes/state'
import { taskRecord } from './reply-shapes/work'

const stamped = { seq, leadId: id, at: time }
const agentEvents = [
  'created',
  'completed',
  'failed',
  'terminated',
  'resumed',
  'held',
  'released',
] as const
const groupEvents = ['created', 'archived', 'unarchived', 'paused', 'resumed', 'held'] as const
const taskEvents = ['created', 'given', 'updated', 'completed', 'failed', 'cancelled'] as const

/** Events, on sockets and from the journal. */
export const EventReply = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('lead:created'), ...stamped, lead: leadRecord }),
  z.strictObject({
    type: z.literal('lead:deleted'),
    ...stamped,
    lead: leadRecord,
    agentIds: z.array(id),
  }),
  ...(['paused', 'resumed', 'updated'] as const).map((name) =>
    z.strictObject({ type: z.literal(`lead:${name}`), ...stamped, lead: leadRecord }),
  ),
  ...taskEvents.map((name) =>
    z.strictObject({ type: z.literal(`task:${name}`), ...stamped, task: taskRecord }),
  ),
  ...(['opened', 'closed'] as const).map((name) =>
    z.strictObject({
      type: z.literal(`need:${name}`),
      ...stamped,
      need: needRecord,
      answer: permissionAnswer.optional(),
    }),
  ),
  z.strictObject({ type: z.literal('direct:message'), ...stamped, message: directMessage }),
  ...agentEvents.map((name) =>
    z.strictObject({ type: z.literal(`agent:${name}`), ...stamped, agent: agentRecord }),
  ),
  z.strictObject({
    type: z.literal('agent:updated'),
    ...stamped,
    agent: agentRecord,
    changed: z.array(z.enum(AGENT_PARTS)),
  }),
  ...groupEvents.map((name) =>
    z.strictObject({ type: z.literal(`group:${name}`), ...stamped, group: groupRecord }),
  ),
  z.strictObject({
    type: z.literal('group:imported'),
    ...stamped,
    group: groupRecord,
    files: z.array(groupFile).optional(),
  }),
  z.strictObject({
    type: z.literal('group:updated'),
    ...stamped,
    group: groupRecord,
    wakeOf: id.optional(),
  }),
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
    begins: z.literal(true).optional(),
  }),
  z.strictObject({
    type: z.literal('group:message_edited'),
    ...stamped,
    groupName: id,
    messageId: id,
    n: seq,
    by: id,
    content: z.string(),
    mentions: z.array(id),
    parts: z.array(part).optional(),
  }),
  z.strictObject({
    type: z.literal('group:message_deleted'),
    ...stamped,
    groupName: id,
    messageId: id,
    n: seq,
    by: id,
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
    own: seq.optional(),
  }),
  ...(['created', 'updated'] as const).map((name) =>
    z.strictObject({ type: z.literal(`session:${name}`), ...stamped, session: sessionRecord }),
  ),
  z.strictObject({
    type: z.literal('session:message'),
    ...stamped,
    sessionId: id,
    groupName: id,
    message: MessageReply,
  }),
  z.strictObject({
    type: z.literal('session:reaction'),
    ...stamped,
    sessionId: id,
    groupName: id,
    messageId: id,
    emoji: z.string(),
    agentId: id,
    action: z.enum(['add', 'remove']),
  }),
  z.strictObject({
    type: z.literal('session:read'),
    ...stamped,
    readerId: id,
    sessionId: id,
    groupName: id,
    lastSeq: seq,
    n: seq,
    lastSeen: time,
    own: seq.optional(),
  }),
  z.strictObject({ type: z.literal('round:opened'), ...stamped, round: roundRecord }),
  z.strictObject({
    type: z.literal('round:responded'),
    ...stamped,
    runId: id,
    sessionId: id,
    n: seq,
    response: roundResponse,
  }),
  z.strictObject({
    type: z.literal('round:closed'),
    ...stamped,
    runId: id,
    sessionId: id,
    n: seq,
    why: z.enum(ROUND_ENDS),
  }),
  ...(['started', 'updated', 'ended'] as const).map((name) =>
    z.strictObject({ type: z.literal(`run:${name}`), ...stamped, run: runRecord }),
  ),
  z.strictObject({
    type: z.literal('run:stepped'),
    ...stamped,
    runId: id,
    sessionId: id,
    status: z.enum(RUN_STATUSES),
    progress: runProgress,
  }),
  ...(['created', 'updated', 'closed'] as const).map((name) =>
    z.strictObject({
      type: z.literal(`admission:${name}`),
      ...stamped,
      admission: admissionRecord,
      gone: z.array(id).optional(),
      by: id,
    }),
  ),
  z.strictObject({
    type: z.literal('file:added'),
    ...stamped,
    groupName: id,
    file: groupFile,
  }),
  z.strictObject({
    type: z.literal('file:removed'),
    ...stamped,
    groupName: id,
    file: groupFile,
    by: id,
  }),
  z.strictObject({ type: z.literal('work_files:changed'), ...stamped, shown: z.boolean() }),
])
/** An event that has no form here is a type error in the server's table of facts. */
export type EventTypeOnWire = z.infer<typeof EventReply>['type']

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
    /** Whether a person has paused all crews of this server. */
    paused: z.boolean(),
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
  }),
  z.strictObject({ type: z.literal('live:text'), leadId: id, agentId: id, delta: z.string() }),
  z.strictObject({
    type: z.literal('live:composing'),
    leadId: id,
    groupName: id,
    agentId: id,
    /** What is written so far, its end, where that can be told. */
    text: z.string().max(LIMITS.composingUnits).optional(),
    /** It is not being written any more: it was posted, refused or given up. */
    done: z.literal(true).optional(),
  }),
  z.strictObject({
    type: z.literal('live:receipt'),
    leadId: id,
    groupName: id,
    agentId: id,
    /** Messages up to here were handed over, and up to here confirmed. */
    ...handedTo,
  }),
  z.strictObject({ type: z.literal('live:server'), paused: z.boolean() }),
  z.strictObject({
    type: z.literal('live:transcript'),
    id,
    /** Another one than that of what was read: something has changed since. */
    revision: seq,
    /** Ids of items that are new or changed, oldest first; `all` when there are too many to name. */
    changed: z.union([z.array(id), z.literal('all')]),
  }),
])

/** Frames that the server sends on `/agent`. */
export const AgentServerFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    serverTime: time,
    agentId: id,
    leadId: id,
    epoch: id,
  }),
  z.strictObject({
    type: z.literal('turn'),
    deliveries: z.array(inboxDelivery),
    cursor: z.string(),
    more: z.boolean(),
  }),
  z.strictObject({ type: z.literal('acked'), cursor: z.string() }),
  z.strictObject({
    type: z.literal('output'),
    stream: z.string(),
    offset: seq,
    safe: seq,
    epoch: id,
    results,
  }),
  z.strictObject({
    type: z.literal('answered'),
    deliveryId: id,
    status: z.enum(RESPONSE_STATUSES),
  }),
  z.strictObject({ type: z.literal('pong'), serverTime: time }),
  z.strictObject({
    type: z.literal('error'),
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
])
