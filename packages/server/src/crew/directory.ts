import { type AgentRecord, isPlaceholderLead } from '@crewroom/shared/model/agent'
import {
  HUMAN_ID,
  HUMAN_ROLE,
  participantLabel,
  shortId,
  SYSTEM_ID,
  SYSTEM_ROLE,
} from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { bounded } from '@crewroom/shared/text/bounded'
import type { Named } from '@crewroom/shared/text/catalogue'
import { relayedLine } from '@crewroom/shared/text/relay'
import type { Crew } from './crew'
import type { Shard } from './shard'

/** Shortest prefix of an id that names an agent. */
export const MIN_PREFIX = 4
const LISTED = 12

/** Agents in a refusal. */
function listed(agents: readonly AgentRecord[], line: (agent: AgentRecord) => string): string {
  return bounded(agents, { line, most: LISTED, rest: () => 'QUERY_CREW lists all' })
}

/** How texts name a participant of this crew; ids that are gone keep their short form. */
export function named(crew: Crew, id: string): Named {
  if (id === HUMAN_ID) return { id, roleName: HUMAN_ROLE }
  if (id === SYSTEM_ID) return { id, roleName: SYSTEM_ROLE }
  const agent = crew.state.agents[id]
  if (!agent) return { id, roleName: 'Agent' }
  const { roleName, name } = agent
  // A crew is called like its lead: beside the role that would be one name for two things.
  const isPlain = name === roleName || id === crew.state.lead.id
  return { id, roleName, ...(isPlain ? {} : { name }) }
}

/**
 * What refusals call somebody, as people do: by handle or name. An agent that has only its role, or a name that another one has, is
 * told apart by its short id; a crew is called like its lead, so that one is known by its role.
 */
export function nameIn(crew: Crew, id: string): string {
  if (id === HUMAN_ID) return 'the person'
  const agent = crew.state.agents[id]
  if (!agent) return shortId(id)
  if (agent.handle) return agent.handle
  const { name, roleName } = agent
  if (name === roleName || id === crew.state.lead.id) return participantLabel(roleName, id)
  const wanted = name.toLowerCase()
  const isShared = Object.values(crew.state.agents).some(
    (other) => other.id !== id && other.name.toLowerCase() === wanted,
  )
  return isShared ? withId(agent) : relayedLine(name, LIMITS.agentName)
}

/** One of several that a text may mean. */
function withId({ handle, name, id }: AgentRecord): string {
  return `${relayedLine(handle ?? name, LIMITS.agentName)} (${shortId(id)})`
}

export function agentOf(crew: Crew, id: string): AgentRecord {
  const agent = crew.state.agents[id]
  if (!agent) throw new CrewError('agent_not_found', 'There is no such agent in this crew.')
  return agent
}

export function isActive(agent: AgentRecord): boolean {
  return agent.ended === null
}

/** Active agents of a role, by its id or name, in the order of their creation. */
export function agentsOfRole(crew: Crew, role: string): AgentRecord[] {
  const wanted = role.toLowerCase()
  return Object.values(crew.state.agents).filter(
    (agent) =>
      isActive(agent) && (agent.role === wanted || agent.roleName.toLowerCase() === wanted),
  )
}

/**
 * The participant that a text names, tried in this order: id, prefix of 4 or more, handle, agent name, role id, role
 * name. Several hits are an error that lists them; an ended agent and one of another crew are refused as such.
 */
export function resolveParticipant(shard: Shard, crew: Crew, reference: string): string {
  if (reference.trim().toLowerCase() === HUMAN_ID) return HUMAN_ID
  return resolve(shard, crew, reference, (agent) => active(crew, agent)).id
}

/** The agent that a message or task is for: the same, but one that completed or failed comes back for it. */
export function resolveAddressee(shard: Shard, crew: Crew, reference: string): AgentRecord {
  return resolve(shard, crew, reference, (agent) =>
    agent.ended === 'terminated' ? active(crew, agent) : agent,
  )
}

/** The agent that a text names, tried in the same order but by no role; null: there is none. */
export function resolveNamed(shard: Shard, crew: Crew, reference: string): string | null {
  const found = called(shard, crew, reference)
  if (found) return active(crew, found).id
  const wanted = reference.trim().toLowerCase()
  const unnamed = agentsOfRole(crew, wanted).filter(({ name }) => name.toLowerCase() === wanted)
  return unnamed.length > 0 ? only(unnamed, reference).id : null
}

function resolve(
  shard: Shard,
  crew: Crew,
  reference: string,
  accept: (agent: AgentRecord) => AgentRecord,
): AgentRecord {
  const found = called(shard, crew, reference)
  if (found) return accept(found)
  const byRole = agentsOfRole(crew, reference.trim())
  if (byRole.length > 0) return only(byRole, reference)
  const known = Object.values(crew.state.agents).filter(
    (agent) => isActive(agent) && !isPlaceholderLead(crew.state.lead, agent.id),
  )
  throw new CrewError(
    'agent_not_found',
    `there is no agent "${reference}" in this crew. ${known.length > 0 ? `It has: ${listed(known, ({ id }) => nameIn(crew, id))}.` : 'It has none.'}`,
    { reference },
  )
}

/** The agent with this id, prefix, handle or name, whether it has ended or not. */
function called(shard: Shard, crew: Crew, reference: string): AgentRecord | null {
  const wanted = reference.trim().toLowerCase()
  const exact = crew.state.agents[reference.trim()]
  if (exact) return exact
  const agents = Object.values(crew.state.agents)
  const byId =
    wanted.length >= MIN_PREFIX ? agents.filter((agent) => agent.id.startsWith(wanted)) : []
  if (byId.length > 0) return only(byId, reference)
  if (wanted.length >= 8 && livesElsewhere(shard, crew, wanted)) {
    throw new CrewError(
      'other_crew',
      `"${reference}" belongs to another crew; only agents of this crew can be members.`,
    )
  }
  const byHandle = agents.find(({ handle }) => handle?.toLowerCase() === wanted)
  if (byHandle) return byHandle
  const byName = agents.filter(
    ({ id, name, roleName }) =>
      name.toLowerCase() === wanted &&
      // A name that only repeats the role does not count: then the role decides, and leaves out agents that have ended.
      name !== roleName &&
      // A workspace is called as its placeholder is, and nobody is meant by it.
      !isPlaceholderLead(crew.state.lead, id),
  )
  return byName.length > 0 ? only(byName, reference) : null
}

function livesElsewhere(shard: Shard, crew: Crew, wanted: string): boolean {
  for (const other of shard.crews()) {
    if (other === crew) continue
    if (Object.keys(other.state.agents).some((id) => id.startsWith(wanted))) return true
  }
  return false
}

function only(hits: readonly AgentRecord[], reference: string): AgentRecord {
  const [first] = hits
  if (first && hits.length === 1) return first
  throw new CrewError(
    'ambiguous_member',
    `"${reference}" could be ${listed(hits, withId)}. Use the id.`,
    { candidates: hits.map((agent) => agent.id) },
  )
}

function active(crew: Crew, agent: AgentRecord): AgentRecord {
  if (isActive(agent)) return agent
  throw new CrewError(
    'agent_terminal',
    `${nameIn(crew, agent.id)} ${agent.ended === 'terminated' ? 'was' : 'has'} ${agent.ended}; it no longer reads anything.`,
    {
      agentId: agent.id,
    },
  )
}
