import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import type { AgentRecord, LeadRecord } from '@crewroom/shared/model/agent'
import type { Conduct, Hold } from '@crewroom/shared/model/conduct'
import { cut } from '@crewroom/shared/model/cut'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { GroupRecord, Member } from '@crewroom/shared/model/group'
import { type LastMessage, type Message, PREVIEW_LENGTH } from '@crewroom/shared/model/message'
import type { InviteRecord } from '@crewroom/shared/model/invite'
import type { NeedRecord, PermissionAnswer, PermissionRule } from '@crewroom/shared/model/need'
import type { Part } from '@crewroom/shared/model/part'
import { QUOTE_LENGTH, type ReplyTo } from '@crewroom/shared/model/reply'
import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import type { Policy, RunParent, RunRecord, RunRole } from '@crewroom/shared/model/run'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { DeliveryRecord } from './facts'
import type { SecretMask } from './ports/mask-port'

/** No text: an id, a time, one of a few words, or something that a verb refuses when it holds a secret. */
export const PLAIN = 'plain'
/** A text of any length. */
const WHOLE = Number.POSITIVE_INFINITY
/** In the place of a field: each field of a record whose keys may be anything. The keys themselves are never masked. */
const EACH = '*'

type Keys<V> = V extends unknown ? keyof V : never
type At<V, K> = V extends unknown ? (K extends keyof V ? V[K] : never) : never
/** Whether any string at all may stand somewhere in it. */
type HoldsString<V> = V extends string
  ? string extends V
    ? true
    : never
  : V extends readonly (infer Part)[]
    ? HoldsString<Part>
    : V extends object
      ? string extends keyof V
        ? true
        : { [K in keyof V]-?: HoldsString<NonNullable<V[K]>> }[keyof V]
      : never

/**
 * Which strings of something are texts, and how long they are at most. Each field that may hold any string has to be
 * named: one that was forgotten is a type error, not a leak.
 */
export type TextsOf<V> = V extends readonly (infer Part)[]
  ? TextsOf<Part>
  : [V] extends [string]
    ? number | typeof PLAIN
    :
        | typeof PLAIN
        | {
            readonly [
              K in Keys<V> as true extends HoldsString<NonNullable<At<V, K>>> ? K : never
            ]: TextsOf<NonNullable<At<V, K>>>
          }

const HOLD: TextsOf<Hold> = PLAIN
const CONDUCT: TextsOf<Conduct> = PLAIN
const MEMBER: TextsOf<Member> = PLAIN

export const LEAD: TextsOf<LeadRecord> = {
  id: PLAIN,
  name: LIMITS.agentName,
  parentId: PLAIN,
  createdAt: PLAIN,
  // Refused with a secret in it: it would be another workspace.
  workspace: PLAIN,
}

export const AGENT = {
  id: PLAIN,
  leadId: PLAIN,
  name: LIMITS.agentName,
  // Refused, not masked: it would be another role, another program, another folder.
  role: PLAIN,
  driver: PLAIN,
  cwd: PLAIN,
  roleName: LIMITS.agentName,
  color: PLAIN,
  task: LIMITS.task,
  endedReason: LIMITS.summary,
  createdBy: PLAIN,
  createdAt: PLAIN,
  hold: HOLD,
  conduct: CONDUCT,
  // Refused, as a role is.
  handle: PLAIN,
  model: LIMITS.agentName,
} satisfies TextsOf<AgentRecord>

/** Its app is refused with a secret in it: masked it would be another one. */
export const ADMISSION: TextsOf<AdmissionRecord> = {
  id: PLAIN,
  leadId: PLAIN,
  appId: PLAIN,
  initiator: PLAIN,
  manager: PLAIN,
  admitted: PLAIN,
  createdAt: PLAIN,
  endedAt: PLAIN,
}

export const INVITE: TextsOf<InviteRecord> = {
  id: PLAIN,
  leadId: PLAIN,
  hash: PLAIN,
  roleId: PLAIN,
  createdBy: PLAIN,
  createdAt: PLAIN,
  expiresAt: PLAIN,
  revokedAt: PLAIN,
  instructions: LIMITS.instructions,
}

/** A role, or what another program calls the person: a name, and an id of 64 characters in brackets behind it. */
const WRITER = LIMITS.agentName + 67

const LAST_MESSAGE: TextsOf<LastMessage> = {
  id: PLAIN,
  from: PLAIN,
  fromRole: WRITER,
  content: PREVIEW_LENGTH,
  timestamp: PLAIN,
}

export const GROUP: TextsOf<GroupRecord> = {
  id: PLAIN,
  // Made of a display name without secrets.
  name: PLAIN,
  displayName: LIMITS.displayName,
  purpose: LIMITS.purpose,
  leadId: PLAIN,
  members: MEMBER,
  memberIds: PLAIN,
  lastMessage: LAST_MESSAGE,
  archivedBy: PLAIN,
  hold: HOLD,
  conduct: CONDUCT,
  createdAt: PLAIN,
  createdBy: PLAIN,
  roles: LIMITS.roleId,
  chat: { person: { id: PLAIN, displayName: LIMITS.agentName }, updatedAt: PLAIN },
  admissionId: PLAIN,
}

const RUN_PARENT: TextsOf<RunParent> = PLAIN

export const SESSION: TextsOf<SessionRecord> = {
  id: PLAIN,
  leadId: PLAIN,
  groupName: PLAIN,
  title: LIMITS.sessionTitle,
  activeAgents: PLAIN,
  chosen: PLAIN,
  createdAt: PLAIN,
  createdBy: PLAIN,
  updatedAt: PLAIN,
  lastMessage: LAST_MESSAGE,
  runId: PLAIN,
  parent: RUN_PARENT,
}

export const RESPONSE = {
  agentId: PLAIN,
  deliveryId: PLAIN,
  messageId: PLAIN,
  // For an ACP agent its program says so.
  error: LIMITS.previewUnits,
  askedAt: PLAIN,
  endedAt: PLAIN,
  stoppedBy: PLAIN,
  decision: LIMITS.decision,
  // For an ACP agent its program says so.
  usage: { model: LIMITS.modelName },
  child: PLAIN,
  soFar: LIMITS.content,
} satisfies TextsOf<RoundResponse>

export const ROUND: TextsOf<RoundRecord> = {
  runId: PLAIN,
  sessionId: PLAIN,
  groupName: PLAIN,
  run: PLAIN,
  reason: LIMITS.previewUnits,
  triggerMessageId: PLAIN,
  openedAt: PLAIN,
  responses: RESPONSE,
}

const ROLE: TextsOf<RunRole> = {
  role: LIMITS.runRole,
  description: LIMITS.runDescription,
  expertise: LIMITS.runRole,
}
const POLICY: TextsOf<Policy> = {
  transitions: PLAIN,
  by: PLAIN,
  prompt: LIMITS.selectPrompt,
  aggregator: PLAIN,
  manager: PLAIN,
}

export const RUN: TextsOf<RunRecord> = {
  id: PLAIN,
  leadId: PLAIN,
  groupName: PLAIN,
  sessionId: PLAIN,
  policy: POLICY,
  participants: PLAIN,
  roles: { [EACH]: ROLE },
  goal: LIMITS.goal,
  terminationCondition: LIMITS.terminationCondition,
  // A secret among the words that end it is refused.
  limits: PLAIN,
  progress: PLAIN,
  startedBy: PLAIN,
  parent: RUN_PARENT,
  summary: LIMITS.runSummary,
  startedAt: PLAIN,
  endedAt: PLAIN,
}

const PART: TextsOf<Part> = {
  text: LIMITS.partText,
  url: LIMITS.partUrl,
  altText: LIMITS.partAltText,
  name: LIMITS.partName,
  mimeType: LIMITS.partType,
}
export const PARTS: TextsOf<readonly Part[]> = PART
const REPLY_TO: TextsOf<ReplyTo> = {
  id: PLAIN,
  from: PLAIN,
  fromRole: WRITER,
  text: QUOTE_LENGTH,
}

export const MESSAGE: TextsOf<Message> = {
  id: PLAIN,
  group: PLAIN,
  leadId: PLAIN,
  sessionId: PLAIN,
  from: PLAIN,
  fromRole: WRITER,
  content: LIMITS.content,
  timestamp: PLAIN,
  mentions: PLAIN,
  clientId: PLAIN,
  reactions: PLAIN,
  parts: PART,
  replyTo: REPLY_TO,
  round: PLAIN,
  editedAt: PLAIN,
  deletedAt: PLAIN,
}

export const DIRECT: TextsOf<DirectMessage> = {
  id: PLAIN,
  leadId: PLAIN,
  from: PLAIN,
  fromRole: LIMITS.agentName,
  to: PLAIN,
  content: LIMITS.content,
  timestamp: PLAIN,
  clientId: PLAIN,
}

export const TASK = {
  id: PLAIN,
  leadId: PLAIN,
  agentId: PLAIN,
  by: PLAIN,
  text: LIMITS.task,
  context: LIMITS.task,
  summary: LIMITS.summary,
  createdAt: PLAIN,
  endedAt: PLAIN,
  after: PLAIN,
  waits: PLAIN,
  givenAt: PLAIN,
} satisfies TextsOf<TaskRecord>

export const NEED: TextsOf<NeedRecord> = {
  id: PLAIN,
  leadId: PLAIN,
  agentId: PLAIN,
  text: LIMITS.previewUnits,
  messageId: PLAIN,
  groupName: PLAIN,
  permission: {
    title: LIMITS.permissionTitle,
    command: LIMITS.permissionCommand,
    // Cut together, and masked before that: the mask may be longer than the secret.
    diffs: { path: WHOLE, oldText: WHOLE, newText: WHOLE },
    // What the program knows its options by.
    options: { optionId: PLAIN, name: LIMITS.permissionOption },
    rule: { prefix: LIMITS.permissionPrefix },
    until: PLAIN,
  },
  turn: PLAIN,
  createdAt: PLAIN,
}

export const RULE: TextsOf<PermissionRule> = {
  id: PLAIN,
  leadId: PLAIN,
  role: PLAIN,
  prefix: LIMITS.permissionPrefix,
  folder: PLAIN,
  createdBy: PLAIN,
  createdAt: PLAIN,
}

export const ANSWER: TextsOf<PermissionAnswer> = {
  optionId: PLAIN,
  name: LIMITS.permissionOption,
}

export const DELIVERY: TextsOf<DeliveryRecord> = {
  id: PLAIN,
  agentId: PLAIN,
  groupName: PLAIN,
  content: {
    text: WHOLE,
    groupName: PLAIN,
    role: LIMITS.roleId,
    memberIds: PLAIN,
    by: PLAIN,
    messageId: PLAIN,
    taskId: PLAIN,
    sessionId: PLAIN,
    runId: PLAIN,
    note: LIMITS.roundNote,
    agentId: PLAIN,
    summary: LIMITS.summary,
    reason: LIMITS.purpose,
  },
}

export type Texts = number | typeof PLAIN | { readonly [field: string]: Texts }

/**
 * The same with its texts masked, and then cut: the mask may be longer than what it stands for, and of half a secret
 * no form is left to be found. What has nothing to mask is the same object.
 */
export function withoutSecretsIn<V>(value: V, texts: Texts, mask: SecretMask): V
export function withoutSecretsIn(value: unknown, texts: Texts, mask: SecretMask): unknown {
  if (texts === PLAIN || value === null || value === undefined) return value
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = value
    const masked = parts.map((part) => withoutSecretsIn(part, texts, mask))
    return masked.every((part, index) => part === parts[index]) ? value : masked
  }
  if (typeof texts === 'number') return maskedText(value, texts, mask)
  let result = value
  for (const [field, ofField] of fieldsIn(value, texts)) {
    const part = (value as Readonly<Record<string, unknown>>)[field]
    const masked = withoutSecretsIn(part, ofField, mask)
    if (masked !== part) result = { ...(result as object), [field]: masked }
  }
  return result
}

function fieldsIn(
  value: unknown,
  texts: Exclude<Texts, number | typeof PLAIN>,
): readonly (readonly [string, Texts])[] {
  const each = texts[EACH]
  if (each === undefined) return fieldsOf(texts)
  return Object.keys(value as object).map((key) => [key, each] as const)
}

const FIELDS = new WeakMap<object, readonly (readonly [string, Texts])[]>()

/** The fields that hold texts, found once: every fact that is decided is looked through by them. */
function fieldsOf(texts: {
  readonly [field: string]: Texts
}): readonly (readonly [string, Texts])[] {
  const known = FIELDS.get(texts)
  if (known) return known
  const fields = Object.entries(texts).filter(([, ofField]) => ofField !== PLAIN)
  FIELDS.set(texts, fields)
  return fields
}

function maskedText(value: unknown, limit: number, mask: SecretMask): string {
  if (typeof value !== 'string') throw new TypeError('the table of facts has a text here')
  return cut(mask.mask(value.toWellFormed()), limit)
}
