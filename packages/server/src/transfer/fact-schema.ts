import * as z from 'zod'
import { AGENT_PARTS } from '@crewroom/shared/model/agent'
import { BUDGET_STAGES } from '@crewroom/shared/model/budget'
import { DELIVERY_KINDS } from '@crewroom/shared/model/delivery'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { HANDLE } from '@crewroom/shared/model/handle'
import { agentRecord, leadRecord } from '@crewroom/shared/protocol/reply-shapes/agents'
import { id, time } from '@crewroom/shared/protocol/reply-shapes/fields'
import {
  groupChat,
  groupRecord,
  member as memberShape,
} from '@crewroom/shared/protocol/reply-shapes/groups'
import { MessageReply } from '@crewroom/shared/protocol/reply-shapes/messages'
import {
  needRecord,
  permissionAnswer,
  permissionRule,
} from '@crewroom/shared/protocol/reply-shapes/needs'
import { usage } from '@crewroom/shared/protocol/reply-shapes/usage'
import { taskRecord } from '@crewroom/shared/protocol/reply-shapes/work'
import { admissionFacts } from './admission-schema'
import { answeredRequest, withoutSecrets } from './request-schema'
import { direct, messageParts, messageReplyTo } from './message-schema'
import type { Kept } from '../journal/fact-row'
import { type FileFactType, rowOf } from '../journal/fact-table'
import { type Envelope, type FactData, type FactType, STALLS } from '../journal/facts'
import { count, uuid } from './export-file'
import { emoji, groupName, person, recordId } from './file-fields'
import { fileFacts, groupFileInFile } from './group-file-schema'
import { historyShapes } from './history-shapes'
import { sessionFacts } from './session-schema'

const content = z.string().max(LIMITS.content)
const label = z.string().max(LIMITS.agentName)
const handle = z.string().regex(HANDLE)

const lead = leadRecord.extend({
  id: uuid,
  name: label,
  parentId: uuid.nullable(),
  workspace: handle.optional(),
})
const agent = agentRecord.extend({
  id: uuid,
  leadId: uuid,
  name: label,
  role: z
    .string()
    .max(LIMITS.roleId)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  createdBy: person,
  handle: handle.optional(),
  model: label.optional(),
  app: z.literal(true).optional(),
})
const member = memberShape.extend({ id: person })
const group = groupRecord.extend({
  id: recordId,
  name: groupName,
  displayName: z.string().max(LIMITS.displayName),
  purpose: z.string().max(LIMITS.purpose).nullable(),
  leadId: uuid,
  // A person finds room in a full group.
  members: z.array(member).max(LIMITS.members + 1),
  admissionId: recordId.optional(),
  chat: groupChat
    .extend({
      historyLimit: count.min(1).max(LIMITS.page).optional(),
      person: z.strictObject({ id: handle, displayName: label }).optional(),
    })
    .optional(),
})
// Changes are facts of their own.
const message = MessageReply.omit({ editedAt: true, deletedAt: true }).extend({
  id: recordId,
  group: groupName,
  leadId: uuid,
  from: person,
  fromRole: z.string().max(200),
  content,
  mentions: z.array(person).max(LIMITS.members),
  clientId: z.string().max(LIMITS.clientId).optional(),
  parts: messageParts.optional(),
  replyTo: messageReplyTo.optional(),
  // Reactions are facts of their own.
  reactions: z.strictObject({}),
})
const task = taskRecord.extend({
  id: recordId,
  leadId: uuid,
  agentId: uuid,
  by: person,
  text: z.string().min(1).max(LIMITS.task),
  context: z.string().max(LIMITS.task).nullable(),
  summary: z.string().max(LIMITS.summary).nullable(),
  after: z.array(recordId).max(LIMITS.prerequisites).optional(),
  waits: z.strictObject({ lost: z.array(recordId).max(LIMITS.prerequisites) }).optional(),
})
const need = needRecord.extend({
  // Needs of earlier versions do not have it.
  permission: needRecord.shape.permission.default(null),
  id: recordId,
  leadId: uuid,
  agentId: uuid,
  turn: z
    .strictObject({
      sessionId: recordId,
      runId: recordId,
      asks: z.enum(['answer', 'choose']),
      until: time.nullable(),
    })
    .optional(),
})

const deliveryContent = z.discriminatedUnion('form', [
  z.strictObject({ form: z.literal('text'), text: z.string() }),
  z.strictObject({
    form: z.literal('joined'),
    groupName,
    role: z.string().nullable(),
    memberIds: z.array(person),
    history: z.strictObject({ fromN: count, toN: count }).nullable(),
  }),
  z.strictObject({ form: z.literal('removed'), groupName, by: person }),
  z.strictObject({ form: z.literal('changed'), groupName, messageId: recordId }),
  z.strictObject({ form: z.literal('message'), messageId: recordId }),
  z.strictObject({ form: z.literal('task'), taskId: recordId }),
  z.strictObject({
    form: z.literal('round'),
    sessionId: recordId,
    runId: recordId,
    n: count.min(1),
    fromSeq: count,
    toSeq: count,
    note: z.string().max(LIMITS.roundNote).nullable(),
    introduces: z.literal(true).optional(),
  }),
  z.strictObject({
    form: z.literal('report'),
    agentId: uuid,
    status: z.enum(['completed', 'failed']),
    summary: z.string().nullable(),
    ofTask: z.boolean().optional(),
  }),
  z.strictObject({
    form: z.literal('terminated'),
    agentId: uuid,
    by: person,
    reason: z.string().nullable(),
  }),
])
const delivery = z.strictObject({
  id: recordId,
  agentId: uuid,
  kind: z.enum(DELIVERY_KINDS),
  wake: z.boolean(),
  groupName: groupName.nullable(),
  content: deliveryContent,
  hop: count,
})
const turn = z.strictObject({
  id: recordId,
  agentId: uuid,
  driver: z.enum(['remote', 'pipe', 'acp', 'model']),
  parts: z.array(
    z.strictObject({
      groupName,
      joinedSeq: count,
      from: count,
      to: count,
      count,
      digest: z.boolean(),
    }),
  ),
  deliveryIds: z.array(recordId),
  count,
  hop: count,
})
const historyItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('author'), ...historyShapes.author }),
  z.strictObject({
    kind: z.literal('message'),
    id: recordId,
    mentions: historyShapes.message.mentions,
    message: message.extend({ mentions: z.array(person).max(0) }),
  }),
  z.strictObject({
    kind: z.literal('reaction'),
    messageId: recordId,
    ...historyShapes.reaction,
  }),
  z.strictObject({ kind: z.literal('edit'), messageId: recordId, ...historyShapes.edit }),
  z.strictObject({ kind: z.literal('deletion'), messageId: recordId, ...historyShapes.deletion }),
  z.strictObject({ kind: z.literal('event'), ...historyShapes.event }),
])

const ofLead = z.strictObject({ lead })
const ofAgent = z.strictObject({ agent })
const ofGroup = z.strictObject({ group })
const ofTask = z.strictObject({ task })
const ofRule = z.strictObject({
  rule: permissionRule.extend({ id: recordId, leadId: uuid, createdBy: person }),
})
const ofNeed = z.strictObject({ need, answer: permissionAnswer.optional() })
const ofTurn = { turnId: recordId, agentId: uuid }

/** What a fact of each type that a file may hold looks like there. */
export const FACT_DATA: { readonly [T in FileFactType]: z.ZodType<FactData[T]> } = {
  'lead:created': ofLead,
  'lead:paused': ofLead,
  'lead:resumed': ofLead,
  'lead:updated': ofLead,
  'agent:created': ofAgent,
  'agent:completed': ofAgent,
  'agent:failed': ofAgent,
  'agent:terminated': ofAgent,
  'agent:resumed': ofAgent,
  'agent:held': ofAgent,
  'agent:released': ofAgent,
  'agent:updated': ofAgent.extend({ changed: z.array(z.enum(AGENT_PARTS)) }),
  'group:created': ofGroup,
  'group:updated': ofGroup.extend({ wakeOf: person.optional() }),
  'group:archived': ofGroup,
  'group:unarchived': ofGroup,
  'group:paused': ofGroup,
  'group:resumed': ofGroup,
  'group:held': ofGroup,
  'group:imported': ofGroup.extend({
    files: z.array(groupFileInFile).max(LIMITS.chatFiles).optional(),
  }),
  'group:history': z.strictObject({ groupName, item: historyItem }),
  'group:member_added': z.strictObject({
    group: groupName,
    agentId: person,
    by: person,
    member,
    roles: z.array(z.string()),
    state: group,
  }),
  'group:member_removed': z.strictObject({
    group: groupName,
    agentId: person,
    by: person,
    reason: z.enum(['left', 'removed']),
  }),
  'group:message': z.strictObject({ groupName, message, begins: z.literal(true).optional() }),
  'group:message_edited': z.strictObject({
    groupName,
    messageId: recordId,
    n: count.min(1),
    by: person,
    content,
    mentions: z.array(person).max(LIMITS.members),
    parts: messageParts.optional(),
  }),
  'group:message_deleted': z.strictObject({
    groupName,
    messageId: recordId,
    n: count.min(1),
    by: person,
  }),
  'group:reaction': z.strictObject({
    groupName,
    messageId: recordId,
    emoji,
    agentId: person,
    action: z.enum(['add', 'remove']),
  }),
  'group:read': z.strictObject({
    readerId: person,
    groupName,
    lastSeq: count,
    n: count,
    lastSeen: time,
    own: count.optional(),
  }),
  ...sessionFacts(message),
  ...fileFacts,
  ...admissionFacts,
  'delivery:withdrawn': z.strictObject({
    agentId: uuid,
    deliveryIds: z.array(recordId),
    given: z.boolean(),
  }),
  'task:created': ofTask,
  'task:given': ofTask,
  'task:updated': ofTask,
  'task:completed': ofTask,
  'task:failed': ofTask,
  'task:cancelled': ofTask,
  'direct:message': z.strictObject({ message: direct }),
  'need:opened': ofNeed,
  'need:closed': ofNeed,
  'permission:rule_added': ofRule,
  'permission:rule_removed': ofRule,
  'delivery:created': z.strictObject({ delivery }),
  'turn:sent': z.strictObject({ turn }),
  'turn:seen': z.strictObject(ofTurn),
  'turn:acked': z.strictObject({ ...ofTurn, acked: count }),
  'turn:ended': z.strictObject({
    ...ofTurn,
    reason: z.string(),
    usage,
    groups: z.array(groupName),
  }),
  'inbox:confirmed': z.strictObject({
    stays: z.array(
      z.strictObject({
        group: groupName,
        joined: count,
        seq: count,
        count,
        agents: z.array(count),
      }),
    ),
    addressed: z.array(
      z.union([
        z.strictObject({ agent: count, upTo: count, beyond: z.array(count) }),
        z.strictObject({ agent: count, upTo: count, skipped: z.array(count) }),
      ]),
    ),
    chains: z.array(
      z.strictObject({ hop: count, turnSeq: count, turnsInChain: count, agents: z.array(count) }),
    ),
    attached: z.array(count),
    detached: z.array(z.strictObject({ agent: count, upTo: count })),
  }),
  'stream:advanced': z.strictObject({
    position: z.strictObject({
      agentId: uuid,
      stream: z.string().min(1).max(LIMITS.streamName),
      offset: count,
      safe: count,
      done: count,
    }),
  }),
  'budget:changed': z.strictObject({
    budget: z.strictObject({
      agentId: uuid.nullable(),
      usd: z.number().positive().nullable(),
      tokens: z.number().int().positive().nullable(),
      stage: z.enum(BUDGET_STAGES).nullable(),
      needId: id.nullable(),
    }),
  }),
  'request:answered': answeredRequest,
  'agent:instructed': z.strictObject({
    agentId: uuid,
    instructions: z.string().max(LIMITS.instructions),
  }),
  'agent:stalled': z.strictObject({ agentId: uuid, stall: z.enum(STALLS).nullable() }),
  'fact:omitted': z.strictObject({
    was: z.string().max(64),
    agentId: uuid.nullable(),
  }),
}

/** A line of a crew's file. `data` depends on the type and is looked at with `FACT_DATA`. */
export const FactLine = z.strictObject({
  seq: count.min(1),
  v: z.literal(1),
  at: time,
  type: z.string(),
  actor: z.union([
    z.strictObject({ kind: z.literal('agent'), id: uuid }),
    z.strictObject({ kind: z.literal('human'), id: z.literal('human') }),
    z.strictObject({ kind: z.literal('system'), id: z.literal('system') }),
  ]),
  cause: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('command'),
      agentId: uuid,
      stream: z.string().max(LIMITS.streamName),
      offset: count,
    }),
    z.strictObject({ kind: z.literal('request') }),
    z.strictObject({ kind: z.literal('system') }),
  ]),
  data: z.unknown(),
})

/** The fact as a file may hold it: what must not be in one is named, and its number stays taken. */
export function portable(fact: Envelope): Envelope {
  if (fact.type === 'request:answered') return withoutSecrets(fact)
  const row = rowOf(fact.type)
  if ('refs' in row) return fact
  const data = { was: fact.type, agentId: row.omitted(fact.data as Kept<FactType>) }
  return { ...fact, type: 'fact:omitted', data }
}
