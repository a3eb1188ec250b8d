import type { GroupRecord } from '@crewroom/shared/model/group'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { withoutSecrets } from '../crew/secrets'
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
  const next: GroupRecord = {
    ...group,
    displayName:
      displayName === undefined
        ? group.displayName
        : withoutSecrets(shard, crew, displayName, LIMITS.displayName),
    purpose:
      purpose === undefined
        ? group.purpose
        : withoutSecrets(shard, crew, purpose ?? '', LIMITS.purpose) || null,
  }
  if (next.displayName === group.displayName && next.purpose === group.purpose) return group
  const decision = shard.decide(crew)
  decision.add('group:updated', { group: next })
  shard.commit(crew, by, decision)
  return next
}
