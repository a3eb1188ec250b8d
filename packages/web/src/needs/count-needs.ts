import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type CrewState, mentionCount } from '@crewroom/shared/state/crew-state'

/** What waits for a person in a crew: what the server opened, and messages that mention them and are unread. */
export function countNeeds(state: CrewState): number {
  return Object.keys(state.needs).length + countMentions(state)
}

export function countMentions(state: CrewState): number {
  let count = 0
  for (const group of Object.values(state.groups)) {
    if (!group.archived) count += mentionCount(state, group, HUMAN_ID)
  }
  return count
}
