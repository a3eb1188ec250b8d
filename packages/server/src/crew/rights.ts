import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { Actor } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from './crew'

type Verb =
  | 'createAgent'
  | 'editAgent'
  | 'delegate'
  | 'terminate'
  | 'resume'
  | 'complete'
  | 'interrupt'
  | 'message'
  | 'pause'
  | 'release'
  | 'updateLead'
  | 'closeNeed'
  | 'deleteCrew'
  | 'importGroup'

/** Who an actor is to an agent: `delegator` gave it a task that is open, `self` is the agent. */
type Standing = 'person' | 'system' | 'lead' | 'self' | 'delegator' | 'other'

/** The rights of agents over agents, beside those over groups in `groups/rights.ts`. Doors never decide. */
const RIGHTS: Readonly<Record<Verb, readonly Standing[]>> = {
  createAgent: ['person', 'system', 'lead'],
  editAgent: ['person', 'system'],
  delegate: ['person', 'system', 'lead'],
  terminate: ['person', 'system', 'lead'],
  resume: ['person', 'system', 'lead'],
  complete: ['person', 'self'],
  interrupt: ['person', 'lead', 'delegator'],
  message: ['person', 'system', 'lead', 'delegator', 'other'],
  pause: ['person', 'system'],
  release: ['person', 'system', 'lead'],
  updateLead: ['person', 'system', 'lead'],
  closeNeed: ['person'],
  deleteCrew: ['person'],
  importGroup: ['person'],
}

const WHO_MAY: Readonly<Record<Verb, string>> = {
  createAgent: 'only the lead of a crew may create agents',
  editAgent: 'only the person who runs the crew may change agents',
  delegate: 'only the lead of a crew may delegate tasks, and not to itself',
  terminate: 'only the lead of a crew may end agents, and not itself',
  resume: 'only the lead of a crew may resume agents',
  complete: 'an agent may report only its own task',
  interrupt: 'only the lead, or who gave the agent its task, may interrupt it',
  message: 'this would be a message to yourself',
  updateLead: 'only the lead of a crew may change how it works',
  pause: 'only the person who runs the crew may pause it',
  release: 'only the lead, or the person who runs the crew, may end a hold',
  closeNeed: 'this waits for the person who runs the crew',
  importGroup: 'only the person who runs the crew may import a group',
  deleteCrew: 'only the person who runs the crew may delete it',
}

/** Throws `forbidden` where the table says no. `target` is the agent it is done to; null for the crew. */
export function assertMayDo(
  verb: Verb,
  crew: Crew,
  actor: Actor,
  target: AgentRecord | null = null,
): void {
  if (RIGHTS[verb].includes(standing(crew, actor, target))) return
  throw new CrewError('forbidden', `${WHO_MAY[verb]}.`)
}

function standing(crew: Crew, actor: Actor, target: AgentRecord | null): Standing {
  if (actor.kind === 'human') return 'person'
  if (actor.kind === 'system') return 'system'
  if (target?.id === actor.id) return 'self'
  if (actor.id === crew.state.lead.id) return 'lead'
  const delegated = target && crew.openTasks(target.id).some((task) => task.by === actor.id)
  return delegated ? 'delegator' : 'other'
}
