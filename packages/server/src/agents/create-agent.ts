import { isBudget } from '@crewroom/shared/model/budget'
import { CALM } from '@crewroom/shared/model/conduct'
import {
  type AcpDriver,
  type AgentRecord,
  type DriverSpec,
  type LeadRecord,
  MODEL_KEY,
  type ModelDriver,
} from '@crewroom/shared/model/agent'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { iso } from '../clock'
import type { Decision } from '../journal/decision'
import type { Environment } from '../journal/ports/mask-port'
import { maybeAutoCreateGroup } from '../groups/auto-group'
import { decideRoleJoins } from '../groups/role-members'
import { ACP_PRESETS } from '../crew/presets'
import type { Crew } from '../crew/crew'
import { agentOf, isActive } from '../crew/directory'
import { assertHonest, assertUnlike } from '../crew/honest-names'
import { hopOf } from '../conduct/hops'
import { assertMayInCrew, assertMayOnServer } from '../crew/may'
import { assertNoSecret } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'
import { decideInstructions } from './instructions'
import { decideTask } from './tasks'
import { decideAgentToken } from './tokens'

export interface AgentInput {
  /** Given only by embedders, whose agents have ids of their own. */
  readonly id?: string
  readonly role: string
  readonly name?: string | undefined
  readonly task?: string | undefined
  readonly driver?: DriverInput | undefined
  readonly cwd?: string | undefined
  /** How it is to work, beside what its role says. */
  readonly instructions?: string | undefined
  /** What group chats call it. */
  readonly handle?: string | undefined
  readonly model?: string | undefined
  /** It registered as an app. */
  readonly app?: true | undefined
}

/** A driver as it is asked for: with the values of its variables, which are then kept apart. */
export type DriverInput =
  | Exclude<DriverSpec, AcpDriver | ModelDriver>
  | {
      readonly kind: 'acp'
      readonly preset?: string | undefined
      readonly command?: string | undefined
      readonly args?: readonly string[] | undefined
      readonly env?: Readonly<Record<string, string>> | undefined
      readonly mode?: string | undefined
    }
  | (Pick<ModelDriver, 'kind' | 'baseUrl' | 'model' | 'apiKeyEnv' | 'contextTokens'> & {
      readonly apiKey?: string | undefined
      readonly tools?: boolean | undefined
    })

/** Starts a crew: a lead is an agent whose id is also the crew's. `token` only for driver remote. */
export function createLead(
  shard: Shard,
  by: By,
  given: Omit<AgentInput, 'role' | 'name'> & {
    readonly name: string
    readonly role?: string | undefined
    /** The lead under which this one works: it is then an agent of that crew, too. */
    readonly parentId?: string | undefined
    /** The workspace that the crew is for: its lead is a placeholder. */
    readonly workspace?: string | undefined
  },
): { crew: Crew; token: string | null } {
  const parent = given.parentId === undefined ? null : shard.crew(given.parentId)
  if (parent) {
    assertMayInCrew('createAgent', parent, by)
    assertRoom(parent)
  } else assertMayOnServer('foundCrew', by)
  const { personName } = shard.ports
  assertHonest({ role: given.role }, personName, true)
  // In its parent's crew another one has that name.
  assertHonest({ name: given.name }, personName, parent === null)
  const input = given
  assertNoSecrets(shard, given)
  const id = input.id ?? shard.ports.ids.agent()
  const at = iso(shard.ports.clock.now())
  const parentId = parent?.state.lead.id ?? null
  const lead: LeadRecord = {
    id,
    name: input.name,
    parentId,
    paused: false,
    autoGroups: given.workspace === undefined,
    createdAt: at,
    ...(given.workspace === undefined ? {} : { workspace: given.workspace }),
  }
  const agent = newAgent(shard, id, id, { ...input, role: input.role ?? 'lead' }, by, at)
  // Its work comes from above: the first task of a sub-lead belongs to its parent's crew.
  const { task, ...own } = input
  let token: string | null = null
  const env = environmentOf(input.driver)
  const crew = shard.found(id, by, { under: parent, given: env }, (decision) => {
    decision.add('lead:created', { lead })
    token = decideAgent(shard, decision, by, agent, parent ? own : input, 0).token
    const { budget } = shard.ports
    if (isBudget(budget)) {
      const unused = { agentId: null, stage: null, needId: null }
      decision.add('budget:changed', { budget: { ...budget, ...unused } })
    }
  })
  if (parent) {
    const decision = shard.decideAccepted(parent, env)
    const { agent: member } = decision.add('agent:created', {
      agent: { ...agent, leadId: parent.state.lead.id, name: input.name },
    })
    const delegated =
      task === undefined
        ? null
        : decideTask(shard, decision, member.leadId, by, id, { text: task }, hopOf(parent, by))
    decideGroups(shard, decision, parent, by, member, delegated)
    shard.commit(parent, by, decision)
  }
  return { crew, token }
}

/** Adds an agent to a crew; its program is started once this is durable. */
export function createAgent(
  shard: Shard,
  crew: Crew,
  by: By,
  given: AgentInput,
): { agent: AgentRecord; token: string | null } {
  assertRoom(crew)
  assertMayInCrew('createAgent', crew, by)
  assertFit(shard, given, namesIn(crew))
  const decision = shard.decide(crew, environmentOf(given.driver))
  const { agent, token } = decideNewAgent(shard, decision, crew, by, given)
  shard.commit(crew, by, decision)
  return { agent: agentOf(crew, agent.id), token }
}

/** Adds an agent inside a decision about what `assertCanCreate` has let through. */
export function decideNewAgent(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  given: AgentInput,
): { agent: AgentRecord; token: string | null } {
  const { token, task, agent } = decideAgent(
    shard,
    decision,
    by,
    newAgent(
      shard,
      given.id ?? shard.ports.ids.agent(),
      crew.state.lead.id,
      given,
      by,
      decision.at,
    ),
    given,
    hopOf(crew, by),
  )
  decideGroups(shard, decision, crew, by, agent, task)
  return { agent, token }
}

/** Throws what `createAgent` would throw for one of these: nothing is created then. `crew` is null before it exists. */
export function assertCanCreate(
  shard: Shard,
  crew: Crew | null,
  by: By,
  agents: readonly AgentInput[],
): void {
  if (agents.length === 0) return
  if (crew) assertMayInCrew('createAgent', crew, by)
  assertRoom(crew, agents.length)
  const names = crew ? namesIn(crew) : []
  for (const agent of agents) {
    assertFit(shard, agent, names)
    if (agent.name !== undefined) names.push(agent.name)
  }
}

/** Throws for a name or role that would deceive, and for a secret in what everybody sees. */
function assertFit(shard: Shard, given: AgentInput, others: readonly string[]): void {
  const { role, name, handle } = given
  assertHonest({ role, name, handle }, shard.ports.personName, false)
  if (name !== undefined) assertUnlike('name', name, ANOTHER, others)
  assertNoSecrets(shard, given)
}

const ANOTHER = 'another agent of this crew'

function namesIn(crew: Crew): string[] {
  return Object.values(crew.state.agents).map(({ name }) => name)
}

function assertRoom(crew: Crew | null, more = 1): void {
  const active = crew ? Object.values(crew.state.agents).filter(isActive).length : 1
  if (active + more <= LIMITS.agentsPerLead) return
  throw new CrewError(
    'limit_reached',
    `This crew has ${LIMITS.agentsPerLead} active agents, which is the limit.`,
  )
}

/** The agent, what its program is given, and its first task, which is delegated like any other. */
function decideAgent(
  shard: Shard,
  decision: Decision,
  by: By,
  given: AgentRecord,
  input: Pick<AgentInput, 'driver' | 'task' | 'instructions'>,
  hop: number,
): { agent: AgentRecord; token: string | null; task: TaskRecord | null } {
  const { agent } = decision.add('agent:created', { agent: given })
  const env = environmentOf(input.driver)
  if (Object.keys(env).length > 0) {
    decision.add('agent:environment', { agentId: agent.id, values: env })
  }
  if (input.instructions) decideInstructions(shard, decision, agent, input.instructions)
  const task =
    input.task === undefined
      ? null
      : decideTask(shard, decision, agent.leadId, by, agent.id, { text: input.task }, hop)
  const token = agent.driver.kind === 'remote' ? decideAgentToken(shard, decision, agent.id) : null
  return { agent, token, task }
}

/** The groups that a new agent is in from the start: those for its role, and that of its task. */
function decideGroups(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  agent: AgentRecord,
  task: TaskRecord | null,
): void {
  decideRoleJoins(shard, decision, crew, by, agent)
  if (task) maybeAutoCreateGroup(shard, decision, crew, by, task)
}

/** Everybody who sees the crew sees how its programs are started, and with a mask in it none could be. */
function assertNoSecrets(
  shard: Shard,
  {
    role,
    cwd,
    driver,
    handle,
    workspace,
  }: Pick<AgentInput, 'cwd' | 'driver' | 'handle'> & {
    readonly role?: string | undefined
    readonly workspace?: string | undefined
  },
): void {
  const known = shard.maskOf(null)
  assertNoSecret(known, 'role', role)
  assertNoSecret(known, 'cwd', cwd)
  assertNoSecret(known, 'handle', handle)
  assertNoSecret(known, 'workspace', workspace)
  const kept = { env: Object.keys(environmentOf(driver)), apiKey: undefined }
  assertNoSecret(known, 'driver', { ...driver, ...kept })
}

function environmentOf(driver: DriverInput | undefined): Environment {
  if (driver?.kind === 'model') {
    return driver.apiKey === undefined ? {} : { [MODEL_KEY]: driver.apiKey }
  }
  return driver?.kind === 'acp' ? (driver.env ?? {}) : {}
}

export function driverOf(input: DriverInput | undefined): DriverSpec {
  if (input === undefined) return { kind: 'remote' }
  if (input.kind === 'model') {
    const { apiKey, tools, ...spec } = input
    const envNames = apiKey === undefined ? [] : [MODEL_KEY]
    return { ...spec, envNames, ...(tools === true ? { tools } : {}) }
  }
  if (input.kind !== 'acp') return input
  if (input.preset !== undefined && !Object.hasOwn(ACP_PRESETS, input.preset)) {
    const known = Object.keys(ACP_PRESETS)
    throw new CrewError(
      'validation',
      `There is no ACP preset "${input.preset}". Use one of ${known.join(', ')}, or give a command.`,
      { presets: known, fields: { 'driver.preset': `one of ${known.join(', ')}` } },
    )
  }
  return {
    kind: 'acp',
    preset: input.preset ?? null,
    command: input.command ?? null,
    args: input.args ?? [],
    envNames: Object.keys(input.env ?? {}),
    ...(input.mode === undefined ? {} : { mode: input.mode }),
  }
}

function newAgent(
  shard: Shard,
  id: string,
  leadId: string,
  input: AgentInput,
  by: By,
  createdAt: string,
): AgentRecord {
  const role = shard.ports.roles.of(input.role)
  return {
    id,
    leadId,
    name: input.name ?? role.name,
    role: role.id,
    roleName: role.name,
    color: role.color,
    driver: driverOf(input.driver),
    cwd: input.cwd ?? null,
    // Set by the event of its first task, so that there is one way for it to change.
    task: null,
    ended: null,
    endedReason: null,
    createdBy: by.actor.id,
    createdAt,
    hold: null,
    conduct: CALM,
    ...(input.handle === undefined ? {} : { handle: input.handle }),
    ...(input.model === undefined ? {} : { model: input.model }),
    ...(input.app === undefined ? {} : { app: input.app }),
  }
}
