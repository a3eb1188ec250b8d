import {
  type AgentPart,
  type AgentRecord,
  type DriverSpec,
  MODEL_KEY,
} from '@crewroom/shared/model/agent'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { decideRoleJoins } from '../groups/role-members'
import type { Decision } from '../journal/decision'
import type { Environment } from '../journal/ports/mask-port'
import type { Crew } from '../crew/crew'
import { type DriverInput, driverOf } from './create-agent'
import { agentOf, named } from '../crew/directory'
import { assertHonest, assertUnlike } from '../crew/honest-names'
import { decideInstructions, otherInstructions } from './instructions'
import { decideRevival } from './revive'
import { assertMayInCrew } from '../crew/may'
import { assertNoSecret } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'

/** What is to be another way; what is not named stays. */
export interface AgentEdit {
  readonly name?: string | undefined
  readonly role?: string | undefined
  readonly driver?: DriverInput | undefined
  /** Null: that of its preset, or the program's own. */
  readonly mode?: string | null | undefined
  /** Null: where the server was started. */
  readonly cwd?: string | null | undefined
  /** Null: it has none of its own. */
  readonly instructions?: string | null | undefined
  /** Variables that are given or, null, taken away; the others stay as they are. */
  readonly env?: Readonly<Record<string, string | null>> | undefined
  /** An agent that has ended comes back with it. */
  readonly resume?: boolean | undefined
}

/**
 * Changes what an agent is called, what it is for and how its program is started. A program that runs is ended in
 * order and started again once this is durable; what it is owed, and what it was in the middle of, waits for it.
 */
export function editAgent(
  shard: Shard,
  crew: Crew,
  by: By,
  agentId: string,
  given: AgentEdit,
): AgentRecord {
  const agent = agentOf(crew, agentId)
  assertMayInCrew('editAgent', crew, by, agent)
  assertNameAllowed(shard, crew, agent, given)
  const before = crew.remembered(agentId).environment ?? {}
  const driver = driverAfter(agent, given)
  // What another kind of program was given is not for this one.
  const kept = driver.kind === agent.driver.kind ? before : {}
  const env = environmentAfter(driver, kept, given.env)
  const known = shard.maskOf(null)
  assertNoSecret(known, 'role', given.role)
  assertNoSecret(known, 'cwd', given.cwd)
  assertNoSecret(known, 'driver', driver)
  const role = shard.ports.roles.of(given.role ?? agent.role)
  // An agent without a name of its own keeps being called by its role.
  const isPlain = agent.name === agent.roleName
  const wanted: AgentRecord = {
    ...agent,
    role: role.id,
    roleName: given.role === undefined ? agent.roleName : role.name,
    color: given.role === undefined ? agent.color : role.color,
    name: given.name ?? (isPlain && given.role !== undefined ? role.name : agent.name),
    driver: 'envNames' in driver ? { ...driver, envNames: Object.keys(env) } : driver,
    cwd: given.cwd === undefined ? agent.cwd : given.cwd,
  }
  const decision = shard.decide(crew, env)
  const { agent: next } = decision.asStored('agent:updated', { agent: wanted, changed: [] })
  const changed = partsChanged(agent, next, !isSame(before, env))
  const instructions = otherInstructions(decision, crew, agentId, given.instructions)
  if (instructions !== null) changed.push('instructions')
  const isBack = given.resume === true && agent.ended !== null
  if (changed.length === 0 && !isBack) return agent
  if (changed.length > 0) decision.add('agent:updated', { agent: next, changed })
  if (changed.includes('variables')) {
    // The program that is being ended may still reveal the values it was given.
    shard.keepMasked(crew, before)
    decision.add('agent:environment', { agentId, values: env })
  }
  if (changed.includes('role') && next.ended === null) {
    decideRoleJoins(shard, decision, crew, by, next)
  }
  if (changed.includes('name') || changed.includes('role')) {
    decideTold(shard, decision, crew, agent, next)
  }
  if (instructions !== null) decideInstructions(shard, decision, next, instructions)
  if (isBack) decideRevival(shard, decision, crew, by, next)
  shard.commit(crew, by, decision)
  mirrorProgram(shard, crew, by, next, changed)
  return agentOf(crew, agentId)
}

function assertNameAllowed(shard: Shard, crew: Crew, agent: AgentRecord, given: AgentEdit): void {
  const { name, role } = given
  if (name === undefined && role === undefined) return
  if (agent.id === crew.state.lead.id) {
    const field = name === undefined ? 'role' : 'name'
    throw new CrewError(
      'validation',
      'A lead keeps its role and the name of its crew: only its program, folder and variables can be changed.',
      { fields: { [field]: 'cannot be changed for a lead' } },
    )
  }
  assertHonest({ role, name }, shard.ports.personName, false)
  const others = Object.values(crew.state.agents).filter(({ id }) => id !== agent.id)
  const names = others.map((own) => own.name)
  if (name !== undefined) assertUnlike('name', name, 'another agent of this crew', names)
  const wanted = name?.trim().toLowerCase()
  const other = others.find((one) => one.name.toLowerCase() === wanted)
  // Several that are called by their role alone are told apart by their ids.
  if (!other || name === shard.ports.roles.of(role ?? agent.role).name) return
  throw new CrewError(
    'validation',
    `Another agent of this crew is already called "${other.name}", and nobody could tell them apart. Give another name.`,
    { fields: { name: 'another agent has it' } },
  )
}

function driverAfter(agent: AgentRecord, { driver: given, mode }: AgentEdit): DriverSpec {
  const driver = inMode(given === undefined ? agent.driver : driverOf(given), mode)
  if (given === undefined) return driver
  if ((driver.kind === 'remote') === (agent.driver.kind === 'remote')) return driver
  throw new CrewError(
    'validation',
    agent.driver.kind === 'remote'
      ? 'This agent’s program connects on its own with a token. For a program that the server starts, add another agent.'
      : 'The server starts this agent’s program. For a program that connects on its own, add another agent.',
    { fields: { driver: 'cannot change whether the server starts the program' } },
  )
}

function inMode(driver: DriverSpec, mode: AgentEdit['mode']): DriverSpec {
  if (mode === undefined) return driver
  if (driver.kind === 'acp') {
    const { kind, preset, command, args, envNames } = driver
    return { kind, preset, command, args, envNames, ...(mode === null ? {} : { mode }) }
  }
  if (mode === null) return driver
  throw new CrewError(
    'validation',
    'Only programs that speak ACP have modes. Start any other with the arguments that it takes instead.',
    { fields: { mode: 'is only for the driver acp' } },
  )
}

function environmentAfter(
  driver: DriverSpec,
  before: Environment,
  given: AgentEdit['env'],
): Environment {
  if (driver.kind === 'model') assertOnlyKey(given)
  else if (driver.kind !== 'acp') {
    if (Object.values(given ?? {}).every((value) => value === null)) return {}
    throw new CrewError(
      'validation',
      'Only programs that speak ACP can be given variables. Start any other with env, as in: env NAME=value program.',
      { fields: { env: 'is only for the driver acp' } },
    )
  }
  const env: Record<string, string> = { ...before }
  for (const [key, value] of Object.entries(given ?? {})) {
    if (value === null) delete env[key]
    else env[key] = value
  }
  if (Object.keys(env).length <= LIMITS.environmentVariables) return env
  throw new CrewError(
    'validation',
    `An agent has at most ${LIMITS.environmentVariables} variables.`,
    { fields: { env: `at most ${LIMITS.environmentVariables} variables` } },
  )
}

function assertOnlyKey(given: AgentEdit['env']): void {
  if (Object.keys(given ?? {}).every((name) => name === MODEL_KEY)) return
  throw new CrewError(
    'validation',
    `No program is started for a model: it takes only ${MODEL_KEY}, the key that its endpoint asks for.`,
    { fields: { env: `only ${MODEL_KEY} for the driver model` } },
  )
}

function partsChanged(
  before: AgentRecord,
  after: AgentRecord,
  hasOtherValues: boolean,
): AgentPart[] {
  const parts: AgentPart[] = []
  if (before.name !== after.name) parts.push('name')
  if (before.role !== after.role) parts.push('role')
  if (programText(before.driver) !== programText(after.driver)) parts.push('program')
  if (modeOf(before.driver) !== modeOf(after.driver)) parts.push('mode')
  if (before.cwd !== after.cwd) parts.push('folder')
  if (hasOtherValues) parts.push('variables')
  return parts
}

/** What is started, without the names of its variables and its mode. */
function programText(driver: DriverSpec): string {
  if (driver.kind === 'model') return JSON.stringify({ ...driver, envNames: [] })
  if (driver.kind !== 'acp') return JSON.stringify(driver)
  const { preset, command, args } = driver
  return JSON.stringify({ preset, command, args })
}

function modeOf(driver: DriverSpec): string | null {
  return driver.kind === 'acp' ? (driver.mode ?? null) : null
}

function isSame(a: Environment, b: Environment): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

/** The agent itself and the lead, which counts with it, are told; others see it where they are told who is there. */
function decideTold(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  before: AgentRecord,
  after: AgentRecord,
): void {
  const { id, roleName, name } = after
  const now = { id, roleName, ...(name === roleName ? {} : { name }) }
  const tell = (agentId: string, text: string) => {
    decision.add('delivery:created', {
      delivery: {
        id: shard.ports.ids.record(),
        agentId,
        kind: 'system',
        wake: false,
        groupName: null,
        content: { form: 'text', text },
        hop: 0,
      },
    })
  }
  tell(after.id, TEXT.youAreCalled(now))
  tell(crew.state.lead.id, TEXT.isCalled(named(crew, before.id), now))
}

/** A sub-lead is an agent of two crews and has one program. */
function mirrorProgram(
  shard: Shard,
  crew: Crew,
  by: By,
  { id, driver, cwd }: AgentRecord,
  changed: readonly AgentPart[],
): void {
  // Its instructions are in the crew that it leads alone.
  const here = changed.filter((part) => part !== 'instructions')
  for (const other of shard.crewsOf(id)) {
    const record = other.state.agents[id]
    if (other === crew || !record || here.length === 0) continue
    const decision = shard.decideAccepted(other)
    decision.add('agent:updated', { agent: { ...record, driver, cwd }, changed: here })
    shard.commit(other, by, decision)
  }
}
