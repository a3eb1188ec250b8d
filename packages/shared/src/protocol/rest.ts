import * as z from 'zod'
import { BROADCAST_MODES, WAKE_LEVELS } from '../model/group'
import { MARKDOWN_KIND_NAMES } from '../model/markdown-kinds'
import { isModelUrl } from '../model/model-url'
import { ROLLOUT_KINDS } from '../model/rollout'
import { membersFull } from '../text/members-full'
import { LIMITS } from './limits'
import { partsField } from './part-fields'
import { nameField, textField } from './text-field'

/** Bodies and queries of the REST surface. Unknown keys are refused: a typo must not look like success. */

const ids = z
  .array(textField().trim().min(1).max(LIMITS.displayName))
  .max(LIMITS.members, membersFull({ at: 'field' }))
const roles = z
  .array(textField().trim().min(1).max(LIMITS.roleId))
  .max(LIMITS.members, membersFull({ at: 'field' }))
export const roleId = textField()
  .max(LIMITS.roleId)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a kebab-case role id such as developer')
export const agentLabel = nameField().min(1).max(LIMITS.agentName)
const filled = (text: z.ZodString) =>
  text.refine((value) => value.trim().length > 0, 'must not be blank')
const seq = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Text for the operating system, which ends every text at a null character. */
const osText = (max: number) =>
  textField()
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not contain a null character')
const path = osText(4096).min(1)
const args = z.array(osText(32_768)).max(256).default([])

/** A mode of a program, as that names it. */
const mode = textField().trim().min(1).max(200)

const variableName = textField()
  .max(128)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a variable name')

const environment = z
  .record(variableName, osText(LIMITS.environmentValue))
  .refine((value) => Object.keys(value).length <= LIMITS.environmentVariables, {
    message: `at most ${LIMITS.environmentVariables} variables`,
  })

/** Where a model is asked. */
const modelUrl = textField().trim().max(2_048).refine(isModelUrl, {
  message:
    'must be an http or https address without a user, a query or a fragment, such as http://127.0.0.1:11434/v1',
})

const modelFields = {
  kind: z.literal('model'),
  baseUrl: modelUrl,
  model: textField().trim().min(1).max(LIMITS.modelName),
  /** A name that says what it holds: such a variable of the server is masked in everything. */
  apiKeyEnv: variableName
    .regex(
      /(^|_)(API_?KEY|KEY|TOKEN|SECRET)$/i,
      'must name a variable that ends with KEY, TOKEN or SECRET, such as OPENAI_API_KEY',
    )
    .optional(),
  tools: z.boolean().optional(),
  contextTokens: z.number().int().min(1_024).max(LIMITS.modelContext).optional(),
}
/** It becomes a header. */
const apiKey = osText(LIMITS.modelKey)
  .trim()
  .min(1)
  .regex(/^[\x21-\x7E]+$/, 'must be one word of ASCII characters')

export const Driver = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('remote') }),
  z.strictObject({
    kind: z.literal('pipe'),
    command: path,
    args,
  }),
  z
    .strictObject({
      kind: z.literal('acp'),
      preset: textField().min(1).max(64).optional(),
      command: path.optional(),
      args,
      env: environment.default({}),
      mode: mode.optional(),
    })
    // With a preset, a command is the path of its program.
    .refine((value) => value.preset !== undefined || value.command !== undefined, {
      message:
        'give preset, command or both; with both, the command replaces the program of the preset',
      path: ['preset'],
    }),
  z
    .strictObject({ ...modelFields, apiKey: apiKey.optional() })
    .refine(({ apiKey: key, apiKeyEnv }) => key === undefined || apiKeyEnv === undefined, {
      message: 'give apiKey or apiKeyEnv, not both',
      path: ['apiKeyEnv'],
    }),
])

/** A driver without the values of its variables: those are changed one by one. */
const EditedDriver = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('remote') }),
  z.strictObject({ kind: z.literal('pipe'), command: path, args }),
  z
    .strictObject({
      kind: z.literal('acp'),
      preset: textField().min(1).max(64).optional(),
      command: path.optional(),
      args,
      mode: mode.optional(),
    })
    .refine((value) => value.preset !== undefined || value.command !== undefined, {
      message:
        'give preset, command or both; with both, the command replaces the program of the preset',
      path: ['preset'],
    }),
  z.strictObject(modelFields),
])

/** How an agent is to work; an empty text is none. */
export const instructions = textField().trim().max(LIMITS.instructions)

const agentFields = {
  task: filled(textField().max(LIMITS.task)).optional(),
  instructions: instructions.optional(),
  driver: Driver.optional(),
  cwd: path.optional(),
}

export const CreateLead = z.strictObject({
  name: agentLabel,
  role: roleId.optional(),
  parentId: textField().min(1).max(64).optional(),
  ...agentFields,
})
export const DeleteLead = z.strictObject({ confirm: textField().max(LIMITS.agentName) })
export const CreateAgent = z.strictObject({
  role: roleId,
  name: agentLabel.optional(),
  ...agentFields,
})
const filledContent = filled(textField().max(LIMITS.content))
const clientId = textField().min(1).max(LIMITS.clientId).optional()
export const PostDirectMessage = z.strictObject({ content: filledContent, clientId })
const taskName = filled(textField().max(64))
export const PostTask = z.strictObject({
  task: filled(textField().max(LIMITS.task)),
  context: filled(textField().max(LIMITS.task)).optional(),
  /** Tasks that must be done before: each by its id, or by the last 8 characters of it. */
  after: z.array(taskName).max(LIMITS.prerequisites).optional(),
  /** A task that failed or was cancelled, and whose place this one takes: tasks that waited for it wait for this one. */
  insteadOf: taskName.optional(),
  /** Give it even if the agent has the same open task already. */
  again: z.boolean().optional(),
})
export const PostInterrupt = z.strictObject({ content: filledContent.optional() })
export const PostTerminate = z.strictObject({
  reason: filled(textField().max(LIMITS.purpose)).optional(),
})
export const UpdateLead = z.strictObject({ autoGroups: z.boolean() })
export const NoBody = z.strictObject({})
/** How fast a sample crew plays: 0 as fast as it can, 1 (the default) about a minute, 2 twice as long. */
export const StartSample = z.strictObject({ pace: z.number().min(0).max(10).optional() })
export const UpdateAgent = z.strictObject({
  status: z.enum(['completed', 'failed']),
  summary: filled(textField().max(LIMITS.summary)).optional(),
})
export const EditAgent = z
  .strictObject({
    name: agentLabel.optional(),
    role: roleId.optional(),
    driver: EditedDriver.optional(),
    /** Null: that of its preset, or the program’s own. A program that runs is put into it at once. */
    mode: mode.nullable().optional(),
    /** Null: where the server was started. */
    cwd: path.nullable().optional(),
    /** Null: it has none of its own. */
    instructions: instructions.nullable().optional(),
    /** Variables that are given or, null, taken away; the others stay. */
    env: z
      .record(variableName, osText(LIMITS.environmentValue).nullable())
      .refine((value) => Object.keys(value).length <= LIMITS.environmentVariables, {
        message: `at most ${LIMITS.environmentVariables} variables`,
      })
      .optional(),
    resume: z.boolean().optional(),
  })
  .refine((value) => Object.keys(value).length > 0, 'give at least one field to change')
export const ProgramQuery = z
  .strictObject({
    preset: textField().min(1).max(64).optional(),
    command: path.optional(),
    cwd: path.optional(),
  })
  .refine((value) => Object.keys(value).length > 0, 'give preset, command or cwd')
export const CreateSession = z.strictObject({ code: textField().min(1).max(200) })

export const CreateGroup = z.strictObject({
  name: filled(nameField().max(LIMITS.displayName)),
  purpose: textField().trim().max(LIMITS.purpose).optional(),
  memberIds: ids.optional(),
  roles: roles.optional(),
})
export const UpdateGroup = z
  .strictObject({
    displayName: filled(nameField().max(LIMITS.displayName)).optional(),
    purpose: textField().trim().max(LIMITS.purpose).nullable().optional(),
    /** Whom a person's message in its sessions asks when it names nobody. */
    chat: z.strictObject({ broadcastMode: z.enum(BROADCAST_MODES) }).optional(),
  })
  .refine((value) => Object.keys(value).length > 0, 'give displayName, purpose or chat')
export const AddMembers = z
  .strictObject({ memberIds: ids.optional(), roles: roles.optional() })
  .refine((value) => (value.memberIds?.length ?? 0) + (value.roles?.length ?? 0) > 0, {
    message: 'give memberIds or roles',
    path: ['memberIds'],
  })
export const UpdateMember = z.strictObject({ wake: z.enum(WAKE_LEVELS) })
export const MessageContent = filled(textField().max(LIMITS.content))
/** A message's id, `#n` or its ordinal. */
const messageReference = textField().trim().min(1).max(64)
/** What somebody writes: a text, or parts that make one; and what it replies to. */
export const writtenFields = {
  content: MessageContent.optional(),
  parts: partsField.optional(),
  replyTo: messageReference.optional(),
}
/** Exactly one of both. */
export const hasContentOrParts = ({ content, parts }: { content?: unknown; parts?: unknown }) =>
  (content === undefined) !== (parts === undefined)
export const CONTENT_OR_PARTS = {
  message: 'give either content or parts',
  path: ['content'],
}
export const PostMessage = z
  .strictObject({ ...writtenFields, clientId })
  .refine(hasContentOrParts, CONTENT_OR_PARTS)
export const AddReaction = z.strictObject({ emoji: textField().min(1).max(64) })
export const PutRead = z.strictObject({ seq, force: z.boolean().optional() })

/** `inline`: what the answer to this says of its commands does not come through the inbox as well. */
export const REPLIES = z.enum(['inbox', 'inline']).optional()
/** The id of the inbox item that the words answer, or null for none; without it the round that the agent was handed last. */
export const ANSWERS = textField().min(1).max(64).nullable().optional()
/** `wake`: only something that is a reason to start is waited for; then everything comes with it. */
export const WAITS_FOR = z.enum(['all', 'wake']).optional()

export const PostOutput = z
  .strictObject({
    // As it is: a character may be split between two parts of a stream.
    text: z.string(),
    stream: textField().min(1).max(LIMITS.streamName).default('main'),
    offset: seq.optional(),
    endOfTurn: z.boolean().optional(),
    replies: REPLIES,
    answers: ANSWERS,
  })
  .transform((value) => ({ ...value, endOfTurn: value.endOfTurn ?? value.offset === undefined }))
export const PostAck = z.strictObject({ cursor: textField().min(1).max(LIMITS.cursor) })

// Queries arrive as text. A number that is not whole, or out of its range, is refused and never clamped.
export const whole = (min: number, max: number) =>
  textField()
    .regex(/^\d{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
const limit = whole(1, LIMITS.page)
const position = whole(0, Number.MAX_SAFE_INTEGER)

export const MessagesQuery = z
  .strictObject({
    limit: limit.optional(),
    before: position.optional(),
    after: position.optional(),
    around: textField().min(1).max(64).optional(),
  })
  .refine(
    (value) =>
      [value.before, value.after, value.around].filter((given) => given !== undefined).length <= 1,
    'give only one of before, after and around',
  )
export const CommsQuery = z.strictObject({
  agent: textField().min(1).max(64).optional(),
  limit: limit.optional(),
  before: position.optional(),
})
/** `waiting`: those that wait for the person's answer, read or not. */
export const MentionsQuery = z.strictObject({ show: z.enum(['unread', 'waiting']).optional() })
export const SearchQuery = z.strictObject({
  q: filled(textField().max(LIMITS.searchQuery)),
  limit: limit.optional(),
  before: position.optional(),
})
export const RolloutPageQuery = z
  .strictObject({
    limit: limit.optional(),
    before: position.optional(),
    after: position.optional(),
    kind: z.enum(ROLLOUT_KINDS).optional(),
  })
  .refine(
    (value) => value.before === undefined || value.after === undefined,
    'give only one of before and after',
  )
export const GroupsQuery = z.strictObject({ archived: z.enum(['true', 'false', 'all']).optional() })
export const EventsQuery = z
  .strictObject({
    lead: textField().min(1).max(64),
    since: position.optional(),
    before: position.optional(),
    limit: limit.optional(),
  })
  .refine(
    (value) => value.since === undefined || value.before === undefined,
    'give only one of since and before',
  )
export const InboxQuery = z.strictObject({
  wait: whole(0, LIMITS.inboxWaitSeconds).optional(),
  for: WAITS_FOR,
  limit: limit.optional(),
})
export const ExportQuery = z.strictObject({
  group: textField().min(1).max(LIMITS.displayName).optional(),
})
export const MarkdownQuery = z
  .strictObject({
    kind: z.enum(MARKDOWN_KIND_NAMES),
    /** Which one, as its kind names it: `MARKDOWN_KINDS`. */
    of: textField().min(1).max(LIMITS.displayName),
    /** Of direct messages: those with this one alone. */
    with: textField().min(1).max(64).optional(),
  })
  .refine((asked) => asked.with === undefined || asked.kind === 'direct', {
    message: 'is for direct messages only',
    path: ['with'],
  })
export const ImportQuery = z.strictObject({
  lead: textField().min(1).max(64).optional(),
  /** By which `GET /api/imports` tells how far this one is. */
  id: textField()
    .regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _')
    .optional(),
})
/** `challenge`: the answer proves to readers of server.json that the server wrote it. Probes send what they like. */
export const HealthQuery = z.object({
  challenge: textField()
    .regex(/^[\w-]{16,64}$/, 'must be 16 to 64 letters, digits, - or _')
    .optional(),
})
/** `folder`: another one than that in which the server was started. */
export const MachineQuery = z.strictObject({ folder: path.optional() })
export const NoQuery = z.strictObject({})
