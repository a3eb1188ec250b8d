import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { knownAs, type Participant, participantOf } from '../../crew/participant'
import { initialsOf } from '../../crew/role-look'

/** With more agents than this, those of one role stand together until somebody opens it. */
export const MOST_AGENTS = 24

/** One in the picture: a participant, or all agents of a role. */
export interface Node {
  readonly id: string
  readonly label: string
  readonly initials: string
  readonly who: Participant
  /** The agents behind it; null where it is one participant. */
  readonly agentIds: readonly string[] | null
}

export interface Nodes {
  /** The person first, then the lead. */
  readonly nodes: readonly Node[]
  readonly nodeOf: (id: string) => string
}

const ROLE = 'role:'

/** Who is in the picture: everybody who has not ended or has written, so that nobody's messages are missing. */
export function nodesOf(
  state: CrewState,
  personName: string,
  wrote: ReadonlySet<string>,
  openRoles: ReadonlySet<string>,
): Nodes {
  const agents = Object.values(state.agents)
    .filter(({ id, ended }) => ended !== 'terminated' || wrote.has(id))
    .toSorted((a, b) => Number(b.id === state.lead.id) - Number(a.id === state.lead.id))
  const person = participantOf(state, HUMAN_ID, personName)
  const single = (id: string): Node => {
    const who = participantOf(state, id, personName)
    return { id, label: knownAs(state, id), initials: initialsOf(who), who, agentIds: null }
  }
  const you: Node = {
    id: HUMAN_ID,
    label: person.label,
    initials: 'You',
    who: person,
    agentIds: null,
  }
  if (agents.length <= MOST_AGENTS) {
    return { nodes: [you, ...agents.map(({ id }) => single(id))], nodeOf: (id) => id }
  }
  const byNode = new Map<string, Node>([[HUMAN_ID, you]])
  const nodeIds = new Map<string, string>()
  for (const { id, role, roleName } of agents) {
    const isAlone = id === state.lead.id || openRoles.has(role)
    const nodeId = isAlone ? id : `${ROLE}${role}`
    nodeIds.set(id, nodeId)
    const before = byNode.get(nodeId)
    if (isAlone) byNode.set(id, single(id))
    else if (before) byNode.set(nodeId, { ...before, agentIds: [...(before.agentIds ?? []), id] })
    else {
      const who = { ...participantOf(state, id, personName), label: roleName }
      const initials = initialsOf(who)
      byNode.set(nodeId, { id: nodeId, label: roleName, initials, who, agentIds: [id] })
    }
  }
  return { nodes: [...byNode.values()], nodeOf: (id) => nodeIds.get(id) ?? id }
}

export function roleOfNode(id: string): string | null {
  return id.startsWith(ROLE) ? id.slice(ROLE.length) : null
}
