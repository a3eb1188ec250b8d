import { memberOf } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { managerOf } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import type { By } from '../crew/shard'

/**
 * Whose stays decide what of a crew's groups is read; null reads everything, as people and the lead do. The one place
 * that says so for messages; events and live frames go by `journal/visibility.ts`.
 */
export function viewerIn(crew: Crew, { actor }: Pick<By, 'actor'>): string | null {
  return actor.kind === 'agent' && actor.id !== crew.state.lead.id ? actor.id : null
}

/** True if the actor reads the event that has this number in a group. */
export function sees(crew: Crew, by: Pick<By, 'actor'>, groupName: string, seq: number): boolean {
  const viewer = viewerIn(crew, by)
  if (viewer === null || crew.memberships.sees(viewer, groupName, seq)) return true
  return readsAll(crew, viewer, groupName)
}

/** True if the actor reads a message of a group, which may be of the history that it was given with its joining. */
export function seesMessage(
  crew: Crew,
  by: Pick<By, 'actor'>,
  message: Pick<Message, 'group' | 'sessionId' | 'seq' | 'n'>,
): boolean {
  const { group, sessionId, seq } = message
  const viewer = viewerIn(crew, by)
  if (viewer === null || sessionId !== MAIN_SESSION) return sees(crew, by, group, seq)
  return crew.memberships.seesMessage(viewer, group, message) || readsAll(crew, viewer, group)
}

/** Members of a conversation read all of it, and so does its manager. */
function readsAll(crew: Crew, viewer: string, groupName: string): boolean {
  const group = crew.state.groups[groupName]
  return (
    group?.openHistory === true &&
    (memberOf(group, viewer) !== undefined || managerOf(crew, group) === viewer)
  )
}
