import { HUMAN_ROLE, SYSTEM_ROLE } from '@crewroom/shared/model/participant'
import type { Crew } from './crew'
import type { By } from './shard'

/** The role under which the actor's messages stand: the one it has now. */
export function senderRole(crew: Crew, { actor }: Pick<By, 'actor'>): string {
  if (actor.kind === 'human') return HUMAN_ROLE
  if (actor.kind === 'system') return SYSTEM_ROLE
  return crew.state.agents[actor.id]?.roleName ?? 'Agent'
}
