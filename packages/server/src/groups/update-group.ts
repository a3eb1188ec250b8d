import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { openGroupOf } from './lookup'
import { assertMayInGroup } from '../crew/may'

/** Changes what a group is called or for; its name stays. */
export function updateGroup(
  shard: Shard,
  crew: Crew,
  by: By,
  input: {
    readonly group: string
    readonly displayName?: string | undefined
    readonly purpose?: string | null | undefined
  },
): GroupRecord {
  const group = openGroupOf(crew, input.group, by.actor)
  assertMayInGroup('update', crew, group, by)
  const { displayName, purpose } = input
  const decision = shard.decide(crew)
  const { group: next } = decision.add('group:updated', {
    group: {
      ...group,
      displayName: displayName ?? group.displayName,
      purpose: purpose === undefined ? group.purpose : purpose || null,
    },
  })
  if (next.displayName === group.displayName && next.purpose === group.purpose) return group
  shard.commit(crew, by, decision)
  return next
}
