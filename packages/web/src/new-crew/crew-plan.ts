import { LIMITS } from '@crewroom/shared/protocol/limits'
import { problemOf } from '../crew/instructions-problem'
import type { DriverInput } from '../sync/api/agents'
import { type DriverChoice, driverOf, isStarted, NO_DRIVER, withFirst } from './driver-choice'

/** What is typed into the dialog. */
export interface CrewPlan {
  readonly name: string
  readonly task: string
  /** Another role than Project Lead, for a lead that does the work too. */
  readonly leadRole?: string
  /** How the lead is to work. */
  readonly instructions?: string
  readonly driver: DriverChoice
  readonly cwd: string
  /** In the order in which they were added. */
  readonly roles: readonly PlannedRole[]
}

export interface PlannedRole {
  readonly id: string
  readonly name: string
  readonly count: number
  /** Null: the same program as the lead's. */
  readonly driver: DriverChoice | null
  /** How each of them is to work; undefined: as the role says. */
  readonly instructions?: string
}

/** One agent to be made. Its key stays the same over retries. */
export interface PlannedAgent {
  readonly key: string
  readonly role: string
  readonly label: string
  /** Set where several have one role: nobody could tell them apart. */
  readonly name: string | null
  readonly driver: DriverInput
  readonly cwd: string | null
  readonly instructions: string
}

const NAMES = ['atlas', 'harbor', 'meridian', 'juniper', 'lumen', 'quarry', 'saffron', 'tundra']

export function suggestedName(taken: readonly string[]): string {
  const free = NAMES.find((name) => !taken.includes(name))
  if (free !== undefined) return free
  for (let n = 2; ; n++) if (!taken.includes(`crew-${n}`)) return `crew-${n}`
}

export function emptyPlan(name: string): CrewPlan {
  return { name, task: '', driver: NO_DRIVER, cwd: '', roles: [] }
}

/** The plan with a coding agent wherever the person left it open which. */
export function withPrograms(plan: CrewPlan, presets: Parameters<typeof withFirst>[1]): CrewPlan {
  return {
    ...plan,
    driver: withFirst(plan.driver, presets),
    roles: plan.roles.map((role) => ({
      ...role,
      driver: role.driver && withFirst(role.driver, presets),
    })),
  }
}

/** By field, what keeps the plan from being carried out. */
export type PlanProblems = Readonly<Record<string, string>>

export function problemsOf(plan: CrewPlan): PlanProblems {
  const problems: Record<string, string> = {}
  if (plan.name.trim() === '') problems['name'] = 'Give the crew a name.'
  else if (plan.name.length > LIMITS.agentName) {
    problems['name'] = `A name has at most ${LIMITS.agentName} characters.`
  }
  if (plan.task.length > LIMITS.task) problems['task'] = 'The task is too long.'
  const told = problemOf(plan.instructions ?? '')
  if (told !== undefined) problems['instructions'] = told
  const lead = driverOf(plan.driver)
  if (!lead.ok) problems['lead'] = lead.problem
  for (const { id, driver, instructions = '' } of plan.roles) {
    const tooLong = problemOf(instructions)
    if (tooLong !== undefined) problems[`${id} instructions`] = tooLong
    const own = driver === null ? lead : driverOf(driver)
    if (!own.ok && driver !== null) problems[id] = own.problem
  }
  return problems
}

/** The agents beside the lead, once the plan has no problems. */
export function agentsOf(plan: CrewPlan): readonly PlannedAgent[] {
  return plan.roles.flatMap(({ id, name, count, driver, instructions = '' }) => {
    const choice = driver ?? plan.driver
    const result = driverOf(choice)
    if (!result.ok) return []
    return Array.from({ length: count }, (_, index) => ({
      key: `${id} ${index}`,
      role: id,
      label: count === 1 ? name : `${name} ${index + 1}`,
      name: count === 1 ? null : `${name} ${index + 1}`,
      driver: result.driver,
      cwd: cwdOf(plan, choice),
      instructions: instructions.trim(),
    }))
  })
}

/** A folder means something only to a program that is started here. */
export function cwdOf(plan: CrewPlan, choice: DriverChoice): string | null {
  return isStarted(choice) && plan.cwd.trim() !== '' ? plan.cwd.trim() : null
}

export function startsPrograms(plan: CrewPlan): boolean {
  return isStarted(plan.driver) || plan.roles.some(({ driver }) => driver && isStarted(driver))
}
