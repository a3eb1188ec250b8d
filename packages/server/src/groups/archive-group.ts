import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { groupOf } from './lookup'
import { assertMay } from './rights'

/** Takes a group out of use; its history stays readable. Archiving an archived group changes nothing. */
export function archiveGroup(shard: Shard, crew: Crew, by: By, reference: string): GroupRecord {
  const group = groupOf(crew, reference, by.actor)
  assertMay('update', crew, group, by.actor)
  if (group.archived) return group
  const next: GroupRecord = { ...group, archived: true }
  const decision = shard.decide(crew)
  decision.add('group:archived', { group: next })
  shard.commit(crew, by, decision)
  return next
}
