import type { Crew } from '../crew/crew'
import { assertUnlike } from '../crew/honest-names'

/** Refuses what a group is to be called where it would be taken for another group that is in use. */
export function assertUnlikeGroups(crew: Crew, field: string, called: string, own: string): void {
  const others = Object.values(crew.state.groups)
    .filter(({ name, archived }) => !archived && name !== own)
    .flatMap(({ name, displayName }) => [name, displayName])
  assertUnlike(field, called, 'another group of this crew', others)
}
