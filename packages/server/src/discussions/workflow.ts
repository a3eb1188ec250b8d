import * as z from 'zod'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { goalField } from '@crewroom/shared/protocol/goal-field'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { membersFull } from '@crewroom/shared/text/members-full'
import { textField } from '@crewroom/shared/protocol/text-field'
import type { PolicyInput } from './policy-settings'

/** Actions that a declaration may have; whatever else one does is done by the discussion itself. */
const KNOWN = ['compose', 'until', 'ai', 'if', 'setVariable', 'actor'] as const

interface Action {
  readonly name: string
  readonly type: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly limit: unknown
}

const record = z.record(z.string(), z.unknown())
const names = z.array(z.string().min(1).max(LIMITS.displayName)).min(1)

export interface WorkflowRun {
  readonly goal?: string | undefined
  readonly policy: PolicyInput
  readonly participants: readonly string[]
  readonly limits: { readonly rounds?: number | undefined }
}

export interface WorkflowAsked {
  /** The agent that does what the declaration has a model do. */
  readonly coordinator?: string | undefined
  /** Goes before the task of the declaration. */
  readonly goal?: string | undefined
}

/**
 * A group chat that is declared as actions: an `until` loop in which a model selects the speaker. It is read as what it declares, and not run as a
 * program: expressions are left alone. Throws `validation` for actions that are not known, by name.
 */
export function workflowRun(
  workflow: unknown,
  { coordinator, goal }: WorkflowAsked = {},
): WorkflowRun {
  const whole = record.safeParse(workflow)
  const top = whole.success ? record.safeParse(whole.data['actions']) : null
  if (!top?.success) throw refused('it has no "actions".')
  if (!hasFew(top.data)) throw refused(`it has more than ${MOST_ACTIONS} actions.`)
  const actions = actionsIn(top.data, namesIn(top.data))
  const unknown = actions.filter(({ type }) => !KNOWN.some((known) => known === type))
  const [stranger] = unknown
  if (stranger) {
    throw refused(
      `action "${stranger.name.slice(0, 60)}" is of type "${stranger.type.slice(0, 60)}", which is not known. Known: ${KNOWN.join(', ')}.`,
    )
  }
  const loop = actions.find(({ type }) => type === 'until')
  if (!loop) throw refused('it has no "until" loop.')
  const start = actions.find(({ inputs }) => inputs['participants'] !== undefined)
  const participants = names.safeParse(start?.inputs['participants'])
  if (!participants.success) throw refused('no action has "inputs.participants" with names.')
  if (participants.data.length > LIMITS.members) {
    throw refused(`"inputs.participants" ${membersFull({ at: 'field' })}.`)
  }
  const select = actions.find(({ type }) => type === 'ai')
  const prompt = promptField.safeParse(select?.inputs['prompt'])
  if (!prompt.success)
    throw refused(`"inputs.prompt" of "${select?.name.slice(0, 60)}" ${FAULTY_PROMPT}`)
  const count = z
    .object({ count: z.number().int().min(1).max(LIMITS.runRounds) })
    .safeParse(loop.limit)
  if (loop.limit !== undefined && !count.success) {
    throw refused(`"limit.count" is not a whole number from 1 to ${LIMITS.runRounds}.`)
  }
  return {
    goal: goal ?? (whole.success ? taskIn(whole.data) : undefined),
    policy: select
      ? {
          kind: 'selection',
          ...(coordinator === undefined ? {} : { by: coordinator }),
          ...(prompt.data ? { prompt: prompt.data } : {}),
        }
      : { kind: 'round_robin' },
    participants: participants.data,
    limits: count.success ? { rounds: count.data.count } : {},
  }
}

const promptField = textField().trim().max(LIMITS.selectPrompt).optional()
const FAULTY_PROMPT = `is not a text of at most ${LIMITS.selectPrompt} characters. Shorten it, or leave it out: the usual question is asked then.`

/** Its task, held against what a goal may be. */
function taskIn(workflow: Readonly<Record<string, unknown>>): string | undefined {
  const variables = record.safeParse(workflow['variables'])
  const inVariables = variables.success ? variables.data['userTask'] : undefined
  const isOnTop = workflow['userTask'] !== undefined && workflow['userTask'] !== null
  const said = isOnTop ? workflow['userTask'] : inVariables
  if (said === undefined || said === null) return undefined
  const task = goalField.safeParse(said)
  if (task.success) return task.data
  const name = isOnTop ? 'workflow.userTask' : 'workflow.variables.userTask'
  const fault =
    typeof said === 'string' && said.trim() === ''
      ? 'must not be blank'
      : `must be a text of at most ${LIMITS.goal} characters`
  throw new CrewError(
    'validation',
    `${name}: ${fault}. Say there what is to be discussed, or in "goal".`,
    {
      fields: { [name]: fault },
    },
  )
}

/** Far more than a group chat needs. Reading each takes time, in which the server does nothing else. */
const MOST_ACTIONS = 200

/** Counts before anything is read. */
function hasFew(top: Readonly<Record<string, unknown>>): boolean {
  const left: object[] = [top]
  let count = 0
  for (let actions = left.pop(); actions; actions = left.pop()) {
    const all: readonly unknown[] = Object.values(actions)
    count += all.length
    if (count > MOST_ACTIONS) return false
    for (const action of all) {
      const inner = record.safeParse(action)
      if (!inner.success) continue
      const { actions: further, then, else: otherwise } = inner.data
      if (typeof further === 'object' && further !== null) left.push(further)
      left.push([then, otherwise].filter((branch) => branch !== undefined))
    }
  }
  return true
}

/** So deep may actions be in actions. */
const DEEPEST = 5

/** Every action, those within others too. `then` and `else` hold one without a name. */
function actionsIn(
  actions: Readonly<Record<string, unknown>>,
  named: ReadonlySet<string>,
  depth = 0,
): Action[] {
  if (depth > DEEPEST) throw refused('its actions are nested too deep.')
  return Object.entries(actions).flatMap(([name, value]) => {
    const action = record.safeParse(value)
    const type = action.success ? action.data['type'] : undefined
    if (!action.success || typeof type !== 'string') {
      throw refused(`"${name.slice(0, 60)}" is not an action with a "type".`)
    }
    // A branch may name another action instead of being one.
    if (isBranch(name) && named.has(type)) return []
    const inputs = record.safeParse(action.data['inputs'])
    const inner = record.safeParse(action.data['actions'])
    const branches = (['then', 'else'] as const).flatMap((branch) => {
      const one = record.safeParse(action.data[branch])
      return one.success ? [[branch, one.data] as const] : []
    })
    return [
      {
        name,
        type,
        inputs: inputs.success ? inputs.data : {},
        limit: action.data['limit'],
      },
      ...(inner.success ? actionsIn(inner.data, named, depth + 1) : []),
      ...actionsIn(Object.fromEntries(branches), named, depth + 1),
    ]
  })
}

function isBranch(name: string): boolean {
  return name === 'then' || name === 'else'
}

/** The names of all actions, those in loops too. */
function namesIn(actions: Readonly<Record<string, unknown>>, depth = 0): ReadonlySet<string> {
  const inner = Object.values(actions).flatMap((value) => {
    const action = record.safeParse(value)
    const own = action.success ? record.safeParse(action.data['actions']) : null
    return own?.success && depth < DEEPEST ? [...namesIn(own.data, depth + 1)] : []
  })
  return new Set([...Object.keys(actions), ...inner])
}

function refused(why: string): CrewError {
  return new CrewError('validation', `workflow: ${why}`, {
    fields: { workflow: 'is not a group chat that can be read' },
  })
}
