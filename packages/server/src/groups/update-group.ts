import type { GroupChat, GroupRecord } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { openGroupOf } from './lookup'
import { assertMayInGroup } from '../crew/may'

/** Changes what a group is called or for, and whom its sessions ask; its name stays. */
export function updateGroup(
  shard: Shard,
  crew: Crew,
  by: By,
  input: {
    readonly group: string
    readonly displayName?: string | undefined
    readonly purpose?: string | null | undefined
    readonly chat?: GroupChat | undefined
  },
): GroupRecord {
  const group = openGroupOf(crew, input.group, by.actor)
  assertMayInGroup('update', crew, group, by)
  const { displayName, purpose, chat = group.chat } = input
  const decision = shard.decide(crew)
  const { group: next } = decision.add('group:updated', {
    group: {
      ...group,
      displayName: displayName ?? group.displayName,
      purpose: purpose === undefined ? group.purpose : purpose || null,
      ...(chat ? { chat } : {}),
    },
  })
  const isSame =
    next.displayName === group.displayName &&
    next.purpose === group.purpose &&
    next.chat?.broadcastMode === group.chat?.broadcastMode
  if (isSame) return group
  shard.commit(crew, by, decision)
  return next
}
