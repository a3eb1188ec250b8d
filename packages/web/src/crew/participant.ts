import { type AgentRecord, isPlaceholderLead } from '@crewroom/shared/model/agent'
import { HUMAN_ID, participantLabel, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { relayedLine } from '@crewroom/shared/text/relay'
import type { CrewState } from '@crewroom/shared/state/crew-state'

/** Somebody who speaks or is listed, as the page names and paints them. */
export interface Participant {
  readonly id: string
  readonly kind: 'agent' | 'human' | 'system'
  /** Role id. */
  readonly role: string
  /** What stands where a name is expected: the role, or the agent's own name when it has one. */
  readonly label: string
  readonly roleName: string
  readonly isLead: boolean
  /** The registry's colour of its role, where its record is known. */
  readonly color?: string
}

export function participantOf(
  state: Pick<CrewState, 'lead' | 'agents'>,
  id: string,
  personName: string,
  fallbackRole = 'Agent',
): Participant {
  if (id === HUMAN_ID) {
    return { id, kind: 'human', role: 'human', label: personName, roleName: 'Human', isLead: false }
  }
  if (id === SYSTEM_ID) {
    return {
      id,
      kind: 'system',
      role: 'system',
      label: 'System',
      roleName: 'System',
      isLead: false,
    }
  }
  const agent = Object.hasOwn(state.agents, id) ? state.agents[id] : undefined
  const isLead = id === state.lead.id && !isPlaceholderLead(state.lead, id)
  if (agent) {
    const { role, roleName, color } = agent
    const label = isLead ? roleName : plainName(agent)
    return { id, kind: 'agent', role, label, roleName, isLead, color }
  }
  const role = fallbackRole.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return { id, kind: 'agent', role, label: fallbackRole, roleName: fallbackRole, isLead }
}

/** A name is chosen by whoever makes an agent: nothing in it may reverse or hide the text beside it. */
export function plainName({ name, roleName }: Pick<AgentRecord, 'name' | 'roleName'>): string {
  return relayedLine(name, LIMITS.agentName).trim() || roleName
}

type Crew = Pick<CrewState, 'lead' | 'agents'>

/** The name that a person knows an agent by; with its short id where that is only its role's, or another's too. */
export function knownAs(state: Crew, id: string): string {
  const { label, roleName, isLead } = participantOf(state, id, '')
  const isOnlyRole = label === roleName && !isLead
  return isOnlyRole || isNamesake(state, id) ? participantLabel(label, id) : label
}

const shared = new WeakMap<CrewState['agents'], ReadonlyMap<string, number>>()

/** Whether another agent of the crew has the same name to a person's eye. */
export function isNamesake(state: Crew, id: string): boolean {
  const nameOf = (own: string) => participantOf(state, own, '').label.toLowerCase()
  let counts = shared.get(state.agents)
  if (!counts) {
    const made = new Map<string, number>()
    for (const own of Object.keys(state.agents)) {
      made.set(nameOf(own), (made.get(nameOf(own)) ?? 0) + 1)
    }
    counts = made
    shared.set(state.agents, counts)
  }
  return Object.hasOwn(state.agents, id) && (counts.get(nameOf(id)) ?? 0) > 1
}
