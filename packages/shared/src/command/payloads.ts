import * as z from 'zod'
import { POLICY_KINDS } from '../model/run'
import { membersFull } from '../text/members-full'
import { LIMITS } from '../protocol/limits'
import { nameField, textField } from '../protocol/text-field'

const name = textField().trim().min(1).max(LIMITS.displayName)
const reference = textField().trim().min(1).max(LIMITS.displayName)
const references = z.array(reference).max(LIMITS.members, membersFull({ at: 'field' }))
/** A session of a group, by id or title. */
const session = textField().trim().min(1).max(LIMITS.sessionTitle)
/** A message of a group or session, by its number or id. */
const message = z.union([textField().trim().min(1).max(64), z.number().int().positive()])
/** A task, by its id or the end of it. */
const task = textField().trim().min(1).max(64)
/** How many of a list were shown before. */
const after = z.number().int().min(0).max(LIMITS.listed).optional()
const roles = z
  .array(textField().trim().min(1).max(LIMITS.roleId))
  .max(LIMITS.members, membersFull({ at: 'field' }))
const content = textField()
  .min(1)
  .max(LIMITS.content)
  .refine((text) => text.trim().length > 0, 'must not be blank')

/** `"a1b2"` where `["a1b2"]` is meant is a slip that has only one meaning. */
const oneOrMany = (list: typeof references) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), list)

export const COMMAND_PAYLOADS = {
  CREATE_GROUP: z.strictObject({
    name: nameField().min(1).max(LIMITS.displayName),
    members: oneOrMany(references).optional(),
    roles: oneOrMany(roles).optional(),
    purpose: textField().trim().max(LIMITS.purpose).optional(),
  }),
  ADD_TO_GROUP: z
    .strictObject({
      group: name,
      members: oneOrMany(references).optional(),
      roles: oneOrMany(roles).optional(),
    })
    .refine((value) => (value.members?.length ?? 0) + (value.roles?.length ?? 0) > 0, {
      message: 'give members or roles',
      path: ['members'],
    }),
  REMOVE_FROM_GROUP: z.strictObject({ group: name, members: oneOrMany(references.min(1)) }),
  LEAVE_GROUP: z.strictObject({ group: name }),
  GROUP_MESSAGE: z.strictObject({
    group: name,
    session: session.optional(),
    content,
    replyTo: message.optional(),
  }),
  START_DISCUSSION: z
    .strictObject({
      group: name,
      goal: textField()
        .min(1)
        .max(LIMITS.goal)
        .refine((text) => text.trim().length > 0, 'must not be blank'),
      with: oneOrMany(references.min(1)).optional(),
      policy: z.enum(POLICY_KINDS).optional(),
      by: reference.optional(),
      rounds: z.number().int().min(1).max(LIMITS.runRounds).optional(),
      until: textField().trim().min(1).max(LIMITS.terminationCondition).optional(),
    })
    .refine(({ policy, by }) => policy !== 'hierarchical' || by !== undefined, {
      message: 'name the manager',
      path: ['by'],
    }),
  REACT: z.strictObject({
    group: name,
    session: session.optional(),
    emoji: textField().min(1).max(64),
    messageId: message.optional(),
  }),
  QUERY_GROUPS: z.strictObject({ group: name.optional(), after }),
  READ_GROUP: z.strictObject({
    group: name,
    session: session.optional(),
    before: z.union([z.number().int().positive(), textField().regex(/^#?\d{1,15}$/)]).optional(),
    limit: z.number().int().min(1).max(LIMITS.page).optional(),
  }),
  CREATE_AGENT: z.strictObject({
    role: textField()
      .trim()
      .max(LIMITS.roleId)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a role id such as developer'),
    task: content.optional(),
    name: nameField().min(1).max(LIMITS.agentName).optional(),
    instructions: textField().trim().max(LIMITS.instructions).optional(),
    // What may be run on this machine is for people to say: an agent chooses among what they have set up.
    driver: z
      .union([
        textField().trim().min(1).max(64),
        z.strictObject({ kind: z.literal('remote') }),
        z.strictObject({ kind: z.literal('acp'), preset: textField().trim().min(1).max(64) }),
      ])
      .optional(),
  }),
  DELEGATE: z.strictObject({
    to: reference,
    task: content,
    context: content.optional(),
    after: oneOrMany(z.array(task).max(LIMITS.prerequisites)).optional(),
    insteadOf: task.optional(),
    again: z.boolean().optional(),
  }),
  START_TASK: z.strictObject({ task }),
  CANCEL_TASK: z.strictObject({ task }),
  TERMINATE_AGENT: z.strictObject({
    agent: reference,
    reason: textField().trim().min(1).max(LIMITS.purpose).optional(),
  }),
  COMPLETE_TASK: z.strictObject({
    summary: content.optional(),
    status: z.enum(['completed', 'failed']).optional(),
  }),
  AGENT_MESSAGE: z.strictObject({ to: reference, content }),
  BROADCAST: z.strictObject({ content }),
  INTERRUPT: z.strictObject({ to: reference, content }),
  QUERY_CREW: z.strictObject({ task: task.optional(), after }),
  RELEASE_HOLD: z
    .strictObject({ group: name.optional(), agent: reference.optional() })
    .refine((value) => (value.group === undefined) !== (value.agent === undefined), {
      message: 'give either group or agent',
      path: ['group'],
    }),
  AUTO_GROUPS: z.strictObject({ on: z.boolean() }),
  HELP: z.strictObject({ command: textField().trim().max(64).optional() }),
} as const

export type CommandName = keyof typeof COMMAND_PAYLOADS
export type CommandPayload<N extends CommandName> = z.infer<(typeof COMMAND_PAYLOADS)[N]>

/** What a parsed command is: its canonical name and a payload of its schema. */
export type Command = {
  [N in CommandName]: { readonly name: N; readonly payload: CommandPayload<N> }
}[CommandName]

/** Other spellings that mean the same. */
export const ALIASES: Readonly<Record<string, CommandName>> = { LIST_GROUPS: 'QUERY_GROUPS' }
