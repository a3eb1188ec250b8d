import type { GroupRecord } from '@crewroom/shared/model/group'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { isThereFor } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import { crewsSeenBy } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'

/** A group as a group chat: with the crew that it is in. */
export interface GroupChatAt {
  readonly crew: Crew
  readonly group: GroupRecord
}

/** The group chats of a crew that the actor may read, newest first. Any group is one until it is deleted or archived. */
export function chatsOf(crew: Crew, by: By): readonly GroupRecord[] {
  return Object.values(crew.state.groups)
    .filter((group) => isListed(group) && mayRead(crew, group, by))
    .toReversed()
}

/** A group chat by its id, of any crew that there is for the actor. Throws `group_not_found` and `not_a_member`. */
export function chatOf(shard: Shard, by: By, chatId: string): GroupChatAt {
  for (const crew of crewsSeenBy(shard, by)) {
    const group = Object.values(crew.state.groups).find(({ id }) => id === chatId)
    if (!group || group.chat?.deleted || !isThereFor(crew, group, by.actor)) continue
    assertMayInGroup('readSession', crew, group, by)
    return { crew, group }
  }
  throw new CrewError('group_not_found', 'There is no such group chat, or it was deleted.')
}

/** Id of the lead in whose crew a group chat is; undefined: there is none with this id. */
export function leadOfChat(shard: Shard, chatId: string): string | undefined {
  for (const { state } of shard.crews()) {
    if (Object.values(state.groups).some(({ id }) => id === chatId)) return state.lead.id
  }
  return undefined
}

/** The same, which has to be in this crew. */
export function chatIn(shard: Shard, crew: Crew, by: By, chatId: string): GroupChatAt {
  const found = chatOf(shard, by, chatId)
  if (found.crew === crew) return found
  throw new CrewError('group_not_found', 'There is no such group chat in this workspace.')
}

function isListed({ archived, chat }: GroupRecord): boolean {
  return !archived && chat?.deleted !== true
}

function mayRead(crew: Crew, group: GroupRecord, by: By): boolean {
  try {
    assertMayInGroup('readSession', crew, group, by)
    return true
  } catch {
    return false
  }
}
