import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type CrewState, mentionCount } from '@crewroom/shared/state/crew-state'
import { readableSession } from '../sync/read-marks'

/** What waits for a person in a crew: what the server opened, and messages that mention them and are unread. */
export function countNeeds(state: CrewState): number {
  return Object.keys(state.needs).length + countMentions(state)
}

/** Unread messages that mention the person, in groups and sessions in use. */
export function countMentions(state: CrewState): number {
  let count = 0
  for (const group of Object.values(state.groups)) {
    if (!group.archived) count += mentionCount(state, group, HUMAN_ID)
  }
  for (const session of Object.values(state.sessions)) {
    if (session.status !== 'active' || state.groups[session.groupName]?.archived !== false) continue
    count += mentionCount(state, readableSession(session), HUMAN_ID)
  }
  return count
}
