import { isDeepStrictEqual } from 'node:util'
import type { GroupChat, GroupRecord } from '@crewroom/shared/model/group'
import { laterOf } from '@crewroom/shared/model/later-of'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { assertUnlikeGroups } from './unlike-groups'
import { openGroupOf } from './lookup'

/** Changes what a group is called or for, and whom its sessions ask; its name stays. */
export function updateGroup(
  shard: Shard,
  crew: Crew,
  by: By,
  input: {
    readonly group: string
    readonly displayName?: string | undefined
    readonly purpose?: string | null | undefined
    readonly chat?: Partial<GroupChat> | undefined
  },
): GroupRecord {
  const group = openGroupOf(crew, input.group, by, 'update')
  const { displayName, purpose } = input
  if (displayName !== undefined) {
    assertUnlikeGroups(crew, 'displayName', displayName, group.name)
  }
  const decision = shard.decide(crew)
  const chat = input.chat ? withChat(group.chat, input.chat) : group.chat
  const { group: next } = decision.add('group:updated', {
    group: {
      ...group,
      displayName: displayName ?? group.displayName,
      purpose: purpose === undefined ? group.purpose : purpose || null,
      ...(chat
        ? {
            chat:
              chat.updatedAt === undefined
                ? chat
                : { ...chat, updatedAt: laterOf(chat.updatedAt, decision.at) },
          }
        : {}),
    },
  })
  const isSame =
    next.displayName === group.displayName &&
    next.purpose === group.purpose &&
    isDeepStrictEqual(chat, group.chat)
  if (isSame) return group
  shard.commit(crew, by, decision)
  return next
}

function withChat(before: GroupChat | undefined, change: Partial<GroupChat>): GroupChat {
  return { broadcastMode: 'all', ...before, ...change }
}
