import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { placeOf, placeOfSession } from '@crewroom/shared/model/session'
import { type CrewState, waitingIn } from '@crewroom/shared/state/crew-state'

/** What waits for a person in a crew: what the server opened, and messages that mention them and that they have not answered. */
export function countNeeds(state: CrewState): number {
  return Object.keys(state.needs).length + countMentions(state)
}

/** Messages that mention the person and wait for their answer, read or not, in groups and sessions in use. */
export function countMentions(state: CrewState): number {
  return Object.values(state.groups).reduce((sum, group) => sum + askedInGroup(state, group), 0)
}

/** The same in one group and its sessions. */
export function askedInGroup(state: CrewState, group: GroupRecord): number {
  if (group.archived) return 0
  let count = waitingIn(state, group.name).length
  for (const { id, groupName, status } of Object.values(state.sessions)) {
    if (groupName !== group.name || status !== 'active') continue
    count += waitingIn(state, placeOfSession(id)).length
  }
  return count
}

export function waitsForAnswer(
  state: CrewState,
  { id, group, sessionId }: Pick<Message, 'id' | 'group' | 'sessionId'>,
): boolean {
  if (state.groups[group]?.archived !== false) return false
  const session = state.sessions[sessionId]
  if (session && session.status !== 'active') return false
  return waitingIn(state, placeOf(group, sessionId)).some((own) => own.id === id)
}
