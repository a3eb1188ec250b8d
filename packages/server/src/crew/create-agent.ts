import type { AgentRecord, DriverSpec, LeadRecord } from '@crewroom/shared/model/agent'
import { roleOf } from '@crewroom/shared/model/role'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { iso } from '../clock'
import type { Crew } from './crew'
import { isActive } from './directory'
import type { By, Shard } from './shard'
import { decideAgentToken } from './tokens'

export interface AgentInput {
  /** Given only by embedders, whose agents have ids of their own. */
  readonly id?: string
  readonly role: string
  readonly name?: string | undefined
  readonly task?: string | undefined
  readonly driver?: DriverSpec | undefined
  readonly cwd?: string | undefined
}

const REMOTE: DriverSpec = { kind: 'remote' }

/** Starts a crew: a lead is an agent whose id is also the crew's. `token` only for driver remote. */
export function createLead(
  shard: Shard,
  by: By,
  input: Omit<AgentInput, 'role' | 'name'> & {
    readonly name: string
    readonly role?: string | undefined
  },
): { crew: Crew; token: string | null } {
  const id = input.id ?? shard.ports.ids.agent()
  const at = iso(shard.ports.clock.now())
  const lead: LeadRecord = { id, name: input.name, parentId: null, createdAt: at }
  const agent = newAgent(id, id, { ...input, role: input.role ?? 'lead' }, at)
  let token: string | null = null
  const crew = shard.found(id, by, (decision) => {
    decision.add('lead:created', { lead })
    decision.add('agent:created', { agent })
    if (agent.driver.kind === 'remote') token = decideAgentToken(shard, decision, id)
  })
  return { crew, token }
}

/** Adds an agent to a crew; its program is started once this is durable. */
export function createAgent(
  shard: Shard,
  crew: Crew,
  by: By,
  input: AgentInput,
): { agent: AgentRecord; token: string | null } {
  if (Object.values(crew.state.agents).filter(isActive).length >= LIMITS.agentsPerLead) {
    throw new CrewError(
      'limit_reached',
      `This crew has ${LIMITS.agentsPerLead} active agents, which is the limit.`,
    )
  }
  const decision = shard.decide(crew)
  const agent = newAgent(
    input.id ?? shard.ports.ids.agent(),
    crew.state.lead.id,
    input,
    decision.at,
  )
  decision.add('agent:created', { agent })
  const token = agent.driver.kind === 'remote' ? decideAgentToken(shard, decision, agent.id) : null
  shard.commit(crew, by, decision)
  return { agent, token }
}

function newAgent(id: string, leadId: string, input: AgentInput, createdAt: string): AgentRecord {
  const role = roleOf(input.role)
  return {
    id,
    leadId,
    name: input.name ?? role.name,
    role: role.id,
    roleName: role.name,
    color: role.color,
    driver: input.driver ?? REMOTE,
    cwd: input.cwd ?? null,
    task: input.task ?? null,
    ended: null,
    createdAt,
  }
}
