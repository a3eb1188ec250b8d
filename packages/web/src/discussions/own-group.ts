import type { CrewState } from '@crewroom/shared/state/crew-state'
import { api } from '../sync/api'
import { membersOf, type Wanted } from './new-discussion'

const NAME = 'discussion'

/** Makes the group of a discussion that has none, of those who take part or decide; its name. */
export async function newGroup(state: CrewState, wanted: Wanted): Promise<string> {
  const { lead, groups } = state
  const { group } = await api.createGroup(lead.id, {
    name: freeName(Object.keys(groups)),
    memberIds: membersOf(wanted).filter((id) => id !== lead.id),
  })
  return group.name
}

/** `discussion`, or else `discussion-2` and so on. */
export function freeName(taken: readonly string[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? NAME : `${NAME}-${n}`
    if (!taken.includes(name)) return name
  }
}
