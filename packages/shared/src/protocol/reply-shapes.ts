import * as z from 'zod'
import { LIMITS } from './limits'
import type { AgentRecord, LeadRecord } from '../model/agent'
import type { DirectMessage } from '../model/direct-message'
import { type GroupRecord, WAKE_LEVELS } from '../model/group'
import type { Message } from '../model/message'
import {
  type NeedRecord,
  PERMISSION_ACTIONS,
  PERMISSION_ANSWERERS,
  PERMISSION_OPTION_KINDS,
  type PermissionAnswer,
  type PermissionAsk,
  type PermissionRule,
  TOOL_KINDS,
} from '../model/need'
import type { CrewOverview } from '../model/overview'
import type { TaskRecord } from '../model/task'
import { TIMELINE_EVENTS, type TimelineRow } from '../model/timeline'
import type { TurnTimes } from '../model/turn'
import { ROLLOUT_KINDS, type RolloutEntry } from '../model/rollout'
import type { CrewState, LiveState } from '../state/crew-state'
import type { AgentView, GroupView, LeadView, MemberView } from './views'

/** Objects that the server gives out, as strict schemas; the compiler keeps them equal to the types. */

export const seq = z.number().int().min(0)
export const time = z.iso.datetime({ precision: 3 })
export const id = z.string().min(1)
export const color = z.string().regex(/^#[0-9A-F]{6}$/i)
const status = z.enum(['starting', 'idle', 'working', 'completed', 'failed', 'terminated'])
const wake = z.enum(WAKE_LEVELS)
const memberRole = z.enum(['lead', 'owner', 'member'])
const connection = z.enum(['none', 'connected', 'lost'])
const owed = z.strictObject({ count: seq, oldestAt: time.nullable() })
export const reactions = z.record(z.string(), z.array(id))
const hold = z
  .strictObject({
    reason: z.enum(['hops', 'replies', 'alone']),
    since: time,
    until: time,
    count: seq,
    agentIds: z.array(id),
  })
  .nullable()
const conduct = z.strictObject({ freshSeq: seq, strikes: seq, calmSince: time.nullable() })
const ended = z.enum(['completed', 'failed', 'terminated']).nullable()

const driver = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('remote') }),
  z.strictObject({ kind: z.literal('pipe'), command: z.string(), args: z.array(z.string()) }),
  z.strictObject({
    kind: z.literal('acp'),
    preset: z.string().nullable(),
    command: z.string().nullable(),
    args: z.array(z.string()),
    envNames: z.array(z.string()),
    mode: z.string().optional(),
  }),
])

const amount = z.number().min(0).nullable()
export const usage = z
  .strictObject({
    inputTokens: amount,
    outputTokens: amount,
    totalTokens: amount,
    /** Tokens of the prompt cache; absent in rows of earlier versions. */
    cachedReadTokens: amount.optional(),
    cachedWriteTokens: amount.optional(),
    cost: amount,
    estimatedCost: z.number().min(0).optional(),
    model: z.string().min(1).max(LIMITS.modelName).optional(),
    contextUsed: amount,
    contextSize: amount,
  })
  .nullable()
const why = z.strictObject({
  code: z.enum([
    'ended',
    'starting',
    'restarting',
    'paused',
    'working',
    'disconnected',
    'behind',
    'held',
    'waiting',
    'asleep',
    'idle',
  ]),
  since: time.nullable(),
  text: z.string().min(1),
})

export const taskRecord = z.strictObject({
  id,
  leadId: id,
  agentId: id,
  by: id,
  text: z.string().min(1),
  context: z.string().nullable(),
  status: z.enum(['open', 'completed', 'failed', 'cancelled']),
  summary: z.string().nullable(),
  createdAt: time,
  endedAt: time.nullable(),
})
taskRecord satisfies z.ZodType<TaskRecord>
const toolKind = z.enum(TOOL_KINDS)
const prefix = z.string().max(LIMITS.permissionPrefix).nullable()
const permissionAsk = z.strictObject({
  toolKind,
  title: z.string().max(LIMITS.permissionTitle),
  command: z.string().nullable(),
  diffs: z.array(
    z.strictObject({ path: z.string(), oldText: z.string().nullable(), newText: z.string() }),
  ),
  cut: z.boolean(),
  options: z.array(
    z.strictObject({
      optionId: z.string(),
      name: z.string(),
      kind: z.enum(PERMISSION_OPTION_KINDS),
    }),
  ),
  rule: z.strictObject({ toolKind, prefix }),
  until: time.nullable(),
})
permissionAsk satisfies z.ZodType<PermissionAsk>
export const permissionAnswer = z.strictObject({
  by: z.enum(PERMISSION_ANSWERERS),
  optionId: z.string().nullable(),
  name: z.string().nullable(),
})
permissionAnswer satisfies z.ZodType<PermissionAnswer>
export const permissionRule = z.strictObject({
  id,
  leadId: id,
  role: z.string().max(LIMITS.roleId).nullable(),
  toolKind,
  prefix,
  action: z.enum(PERMISSION_ACTIONS),
  createdBy: id,
  createdAt: time,
})
permissionRule satisfies z.ZodType<PermissionRule>
export const needRecord = z.strictObject({
  id,
  leadId: id,
  kind: z.enum(['question', 'failed', 'held', 'stalled', 'permission', 'refused', 'budget']),
  agentId: id,
  text: z.string().max(500),
  messageId: id.nullable(),
  groupName: id.nullable(),
  // Needs of earlier versions do not have it.
  permission: permissionAsk.nullable().default(null),
  createdAt: time,
})
needRecord satisfies z.ZodType<NeedRecord>
export const directMessage = z.strictObject({
  id,
  seq,
  leadId: id,
  kind: z.enum(['direct', 'broadcast', 'interrupt']),
  from: id,
  fromRole: z.string(),
  to: id.nullable(),
  content: z.string(),
  timestamp: time,
  clientId: z.string().optional(),
  hop: seq,
})
directMessage satisfies z.ZodType<DirectMessage>

export const turnTimes = z.strictObject({
  id,
  seq,
  agentId: id,
  sentAt: time,
  seenAt: time.nullable(),
  endedAt: time.nullable(),
  reason: z.string().nullable(),
})
turnTimes satisfies z.ZodType<TurnTimes>

export const crewOverview = z.strictObject({
  agents: z.array(
    z.strictObject({
      agentId: id,
      outputs: z
        .array(
          z.strictObject({
            kind: z.enum(['text', 'tool', 'command', 'failed']),
            text: z.string().min(1),
          }),
        )
        .max(2),
      lastAt: time.nullable(),
      bars: z.array(seq).length(30),
      plan: z.strictObject({ done: seq, total: z.number().int().min(1) }).nullable(),
      tokens: amount,
      cost: amount,
      tasks: z.strictObject({ open: seq, done: seq }),
    }),
  ),
  barSeconds: z.number().int().min(1),
  barsUntil: time,
  tasks: z.strictObject({ open: seq, completed: seq, failed: seq, cancelled: seq }),
  /** By the minute in which turns ended; null where none told any. */
  tokensByMinute: z.array(z.number().min(0)).length(30).nullable(),
})
crewOverview satisfies z.ZodType<CrewOverview>

export const MessageReply = z.strictObject({
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
  hop: seq,
  reactions,
})
MessageReply satisfies z.ZodType<Loose<Message>>

export const timelineRow = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['message', 'system']), seq, message: MessageReply }),
  z.strictObject({
    kind: z.literal('event'),
    seq,
    at: time,
    event: z.enum(TIMELINE_EVENTS),
    by: id,
    memberIds: z.array(id),
    displayName: z.string().nullable(),
    purpose: z.string().nullable(),
  }),
])
timelineRow satisfies z.ZodType<Loose<TimelineRow>>

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
  archivedBy: id.nullable(),
  auto: z.boolean(),
  paused: z.boolean(),
  hold,
  createdAt: time,
  createdBy: id,
  roles: z.array(z.string()),
}
export const member = z.strictObject({ id, memberRole, joinedAt: time, joinedSeq: seq, wake })
export const groupRecord = z.strictObject({ ...groupFields, conduct, members: z.array(member) })
groupRecord satisfies z.ZodType<Loose<GroupRecord>>
export const groupView = z.strictObject({ ...groupFields, unread: seq, mentions: seq })
groupView satisfies z.ZodType<Loose<GroupView>>
export const memberView = z.strictObject({
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
  driver: z.enum(['remote', 'pipe', 'acp']),
  task: z.string().nullable(),
  owed,
  usage,
  why,
  endedReason: z.string().nullable(),
  createdBy: id,
  hold,
}
export const agentView = z.strictObject(agentFields)
agentView satisfies z.ZodType<Loose<AgentView>>
export const leadView = z.strictObject({
  ...agentFields,
  parentId: id.nullable(),
  paused: z.boolean(),
  autoGroups: z.boolean(),
  agentCount: seq,
  groupCount: seq,
})
leadView satisfies z.ZodType<Loose<LeadView>>

export const leadRecord = z.strictObject({
  id,
  name: z.string(),
  parentId: id.nullable(),
  paused: z.boolean(),
  autoGroups: z.boolean(),
  createdAt: time,
})
leadRecord satisfies z.ZodType<LeadRecord>
export const agentRecord = z.strictObject({
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
  endedReason: z.string().nullable(),
  createdBy: id,
  createdAt: time,
  hold,
  conduct,
})
agentRecord satisfies z.ZodType<Loose<AgentRecord>>
const mark = z.strictObject({ seq, n: seq, lastSeen: time })
export const crewState = z.strictObject({
  seq,
  viewer: id.nullable(),
  lead: leadRecord,
  agents: z.record(id, agentRecord),
  groups: z.record(z.string(), groupRecord),
  tasks: z.record(id, taskRecord),
  needs: z.record(id, needRecord),
  readMarks: z.record(id, z.record(z.string(), mark)),
  ownUnread: z.record(z.string(), seq),
  mentions: z.record(id, z.record(z.string(), z.array(seq))),
})
crewState satisfies z.ZodType<Loose<CrewState>>
export const liveAgent = {
  status: z.enum(['starting', 'idle', 'working']),
  connection,
  owed,
  usage,
  why,
}
export const handedTo = { sentSeq: seq, seenSeq: seq }
export const liveState = z.strictObject({
  agents: z.record(id, z.strictObject(liveAgent)),
  receipts: z.record(z.string(), z.record(id, z.strictObject(handedTo))).optional(),
})
liveState satisfies z.ZodType<Loose<LiveState>>

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

/** Schemas give mutable arrays, the model readonly ones; the texts are the same. */
type Loose<T> = T extends readonly (infer U)[]
  ? Loose<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Loose<T[K]> }
    : T
