import { managerOf } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import type { By } from '../crew/shard'
import { memberOf } from '@crewroom/shared/model/group'

/**
 * Whose stays decide what of a crew's groups is read; null reads everything, as people and the lead do. The one place
 * that says so for messages; events and live frames go by `journal/visibility.ts`.
 */
export function viewerIn(crew: Crew, { actor }: Pick<By, 'actor'>): string | null {
  return actor.kind === 'agent' && actor.id !== crew.state.lead.id ? actor.id : null
}

/** Whether the actor reads what has this number in a group. */
export function sees(crew: Crew, by: Pick<By, 'actor'>, groupName: string, seq: number): boolean {
  const viewer = viewerIn(crew, by)
  if (viewer === null || crew.memberships.sees(viewer, groupName, seq)) return true
  const group = crew.state.groups[groupName]
  return (
    group?.openHistory === true &&
    (memberOf(group, viewer) !== undefined || managerOf(crew, group) === viewer)
  )
}
