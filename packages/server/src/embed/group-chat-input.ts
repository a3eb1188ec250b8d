import * as z from 'zod'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { DISCUSS, membersFull } from '@crewroom/shared/text/members-full'
import { textField } from '@crewroom/shared/protocol/text-field'
import type { LimitsInput } from '../discussions/start-run'
import type {
  GroupChatContext,
  GroupChatFunction,
  GroupChatInput,
  GroupChatPolicy,
  NestedInput,
  ParticipantInput,
  ResumeInput,
} from './embed-api'
import { COORDINATOR } from './group-chat-functions'

/** A name, or `human`. */
const nameField = textField().trim().min(1, 'must not be blank').max(LIMITS.agentName)
const text = (most: number) => textField().trim().min(1, 'must not be blank').max(most)
const count = (most: number) => z.number().int().min(1).max(most)
const functionField = z.custom<GroupChatFunction>(
  (given) =>
    typeof given === 'function' ||
    (typeof given === 'object' && given !== null && ('chat' in given || 'execute' in given)),
  'must be a function, or have one as chat or execute',
)

const participantField = z.strictObject({
  name: nameField,
  role: textField().trim().max(LIMITS.runRole).optional(),
  description: textField().trim().max(LIMITS.runDescription).optional(),
  expertise: z.array(text(LIMITS.runRole)).max(LIMITS.runExpertise).optional(),
  instructions: textField().trim().max(LIMITS.instructions).optional(),
  actor: z.union([nameField, functionField]).optional(),
  actorType: nameField.optional(),
  chat: functionField.optional(),
})
const participants = z
  .array(z.union([nameField, participantField]))
  .min(1)
  .max(DISCUSS, membersFull({ at: 'discussion' }))
const leaderField = z.union([nameField, functionField, participantField])

const policyField = z.union([
  z.literal('round-robin'),
  z.strictObject({
    kind: z.literal('selection'),
    coordinator: leaderField.optional(),
    repeat: z.boolean().optional(),
    prompt: text(LIMITS.selectPrompt).optional(),
  }),
  z.strictObject({ kind: z.literal('parallel'), aggregator: leaderField.optional() }),
  z.strictObject({ kind: z.literal('hierarchical'), manager: leaderField }),
])

const limitsField = z.strictObject({
  messages: count(LIMITS.runMessages).optional(),
  answerSeconds: count(LIMITS.runSeconds).optional(),
  humanSeconds: count(LIMITS.runSeconds).optional(),
  onHumanTimeout: z.enum(['stop', 'skip']).optional(),
  tokens: count(LIMITS.budgetTokens).optional(),
  usd: z.number().positive().max(LIMITS.budgetUsd).optional(),
  stall: count(LIMITS.runRounds).optional(),
})

const condition = z.custom<(history: never[]) => boolean>((given) => typeof given === 'function')
const goal = textField()
  .min(1, 'must not be blank')
  .max(LIMITS.goal)
  .refine((given) => given.trim() !== '', 'must not be blank')

const NEW = z.strictObject({
  participants,
  initialMessage: goal,
  maxRounds: count(LIMITS.runRounds).optional(),
  terminationCondition: z.union([text(LIMITS.terminationCondition), condition]).optional(),
  roles: z
    .array(participantField)
    .max(LIMITS.members, membersFull({ at: 'field' }))
    .optional(),
  policy: policyField.optional(),
  limits: limitsField.optional(),
})
const NESTED = z.strictObject({
  participants,
  message: goal,
  maxRounds: count(LIMITS.runRounds).optional(),
  terminationCondition: text(LIMITS.terminationCondition).optional(),
  policy: policyField.optional(),
})
const AGAIN = z.strictObject({
  conversationId: nameField,
  participants: participants.optional(),
  policy: policyField.optional(),
  terminationCondition: condition.optional(),
})

/** What was given as it was asked for, or `validation`. JavaScript gives anything. */
function checked<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const issue = nearest(result.error.issues)
  const field = issue.path.join('.') || 'input'
  const { message } = issue
  throw new CrewError('validation', `${field}: ${message}`, { fields: { [field]: message } })
}

/** What does not fit; where something may have several shapes, that of the shape which came furthest. */
function nearest(
  issues: readonly z.core.$ZodIssue[],
  above: readonly PropertyKey[] = [],
): { readonly path: readonly PropertyKey[]; readonly message: string } {
  const [issue] = issues
  if (!issue) return { path: above, message: 'does not fit' }
  const path = [...above, ...issue.path]
  const within = issue.code === 'invalid_union' ? issue.errors : []
  const shapes = within
    .map((own) => nearest(own, path))
    .filter((own) => own.path.length > path.length)
  return shapes[0] ?? { path, message: issue.message }
}

export type PlannedPolicy =
  | { readonly kind: 'round_robin' }
  | {
      readonly kind: 'selection'
      readonly by: string
      readonly repeat: boolean | undefined
      readonly prompt: string | undefined
    }
  | { readonly kind: 'parallel'; readonly aggregator: string | null }
  | { readonly kind: 'hierarchical'; readonly manager: string }

/** A conversation as the engine will have it: names, and what answers for each of them. */
export interface Plan {
  readonly participants: readonly ParticipantInput[]
  readonly goal: string
  readonly policy: PlannedPolicy
  readonly terminationCondition: string | undefined
  readonly limits: LimitsInput
  /** Whoever chooses, sums up or manages, and has to be an agent. */
  readonly leader: string | null
  /** By name: a function, or the name of one. */
  readonly functions: ReadonlyMap<string, GroupChatFunction | string>
  /** By name, how somebody is to work. */
  readonly instructions: ReadonlyMap<string, string>
}

export function planned(given: GroupChatInput, { ai }: GroupChatContext): Plan {
  const input = checked(NEW, given)
  const usual: GroupChatPolicy = {
    kind: 'selection',
    ...(ai ? { coordinator: COORDINATOR } : {}),
  }
  const { terminationCondition: until } = input
  return plan({
    ...input,
    goal: input.initialMessage,
    policy: (input.policy as GroupChatPolicy | undefined) ?? usual,
    until: typeof until === 'string' ? until : undefined,
    limits: { ...input.limits, rounds: input.maxRounds },
  })
}

export function plannedWithin(given: NestedInput): Plan {
  const input = checked(NESTED, given)
  return plan({
    ...input,
    goal: input.message,
    policy: (input.policy as GroupChatPolicy | undefined) ?? 'round-robin',
    until: input.terminationCondition,
    limits: { rounds: input.maxRounds },
  })
}

/** The functions of a conversation that exists already. */
export function plannedAgain(given: ResumeInput): Pick<Plan, 'functions' | 'instructions'> {
  const input = checked(AGAIN, given)
  const { policy, participants: named = [] } = input
  const functions = new Map<string, GroupChatFunction | string>()
  for (const one of named) functionOf(one, functions)
  if (policy !== undefined) policyOf(policy as GroupChatPolicy, functions)
  return { functions, instructions: instructionsOf([...named, ...leadersIn(policy)]) }
}

export function isAgain(given: GroupChatInput | ResumeInput): given is ResumeInput {
  return typeof given === 'object' && given !== null && 'conversationId' in given
}

function plan(input: {
  readonly participants: readonly (string | z.output<typeof participantField>)[]
  readonly roles?: readonly z.output<typeof participantField>[] | undefined
  readonly goal: string
  readonly policy: GroupChatPolicy
  readonly until: string | undefined
  readonly limits: LimitsInput
}): Plan {
  const roles = new Map(input.roles?.map((role) => [role.name, role]))
  const functions = new Map<string, GroupChatFunction | string>()
  const named = input.participants.map((one) => {
    const own = typeof one === 'string' ? { name: one } : one
    const whole = { ...roles.get(own.name), ...own }
    functionOf(whole, functions)
    return whole as ParticipantInput
  })
  const twice = named.find(({ name }, at) => named.findIndex((one) => one.name === name) !== at)
  if (twice) {
    const message = `names "${twice.name}" twice.`
    throw new CrewError('validation', `participants: ${message}`, {
      fields: { participants: message },
    })
  }
  const policy = policyOf(input.policy, functions)
  return {
    participants: named,
    goal: input.goal,
    policy,
    terminationCondition: input.until,
    // A question that waits for its function waits as long as it may: it is not handed to anybody before.
    // A function may well say little: that does not end a conversation.
    limits: { stall: LIMITS.runRounds, ...input.limits, waitSeconds: LIMITS.runSeconds },
    leader: leaderOf(policy),
    functions,
    instructions: instructionsOf([
      ...(input.roles ?? []),
      ...input.participants,
      ...leadersIn(input.policy),
    ]),
  }
}

/** By name; the last one of a name counts. */
function instructionsOf(given: readonly unknown[]): ReadonlyMap<string, string> {
  const told = new Map<string, string>()
  for (const one of given) {
    if (typeof one !== 'object' || one === null || !('instructions' in one)) continue
    const { name, instructions } = one as ParticipantInput
    if (instructions === undefined) continue
    if (name.toLowerCase() === HUMAN_ID) {
      const message = `"${name}" is the person, whom no instructions reach.`
      throw new CrewError('validation', `participants: ${message}`, {
        fields: { participants: message },
      })
    }
    told.set(name, instructions)
  }
  return told
}

/** Whoever chooses, sums up or manages, as it was given. */
function leadersIn(policy: unknown): readonly unknown[] {
  if (typeof policy !== 'object' || policy === null) return []
  return Object.values(policy)
}

function policyOf(
  policy: GroupChatPolicy,
  functions: Map<string, GroupChatFunction | string>,
): PlannedPolicy {
  if (policy === 'round-robin') return { kind: 'round_robin' }
  switch (policy.kind) {
    case 'selection': {
      const { coordinator = 'rules', repeat, prompt } = policy
      const by = functionOf(coordinator, functions, COORDINATOR)
      return { kind: 'selection', by, repeat, prompt }
    }
    case 'parallel': {
      const { aggregator } = policy
      const name = aggregator === undefined ? null : functionOf(aggregator, functions, 'aggregator')
      return { kind: 'parallel', aggregator: name }
    }
    case 'hierarchical':
      return { kind: 'hierarchical', manager: functionOf(policy.manager, functions, 'manager') }
  }
}

function leaderOf(policy: PlannedPolicy): string | null {
  switch (policy.kind) {
    case 'round_robin':
      return null
    case 'selection':
      return policy.by === 'rules' || policy.by === HUMAN_ID ? null : policy.by
    case 'parallel':
      return policy.aggregator
    case 'hierarchical':
      return policy.manager
  }
}

/** Notes what answers for somebody. Their name: `usual` for a function that was given without one. */
function functionOf(
  given: string | GroupChatFunction | ParticipantInput | z.output<typeof participantField>,
  functions: Map<string, GroupChatFunction | string>,
  usual = '',
): string {
  if (typeof given === 'string') return given
  if (typeof given === 'object' && 'name' in given && typeof given.name === 'string') {
    const { name, chat, actor, actorType } = given as ParticipantInput
    const answers = chat ?? actor ?? actorType
    if (answers !== undefined) functions.set(name, answers)
    return name
  }
  functions.set(usual, given as GroupChatFunction)
  return usual
}
