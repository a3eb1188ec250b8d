import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { groupOf } from './lookup'
import { assertMay } from './rights'

/** Stops or continues handing over a group's messages. Posting goes on. */
export function pauseGroup(
  shard: Shard,
  crew: Crew,
  by: By,
  reference: string,
  paused: boolean,
): GroupRecord {
  const group = groupOf(crew, reference, by.actor)
  assertMay('pause', crew, group, by.actor)
  if (group.paused === paused) return group
  const next: GroupRecord = { ...group, paused }
  const decision = shard.decide(crew)
  decision.add(paused ? 'group:paused' : 'group:resumed', { group: next })
  shard.commit(crew, by, decision)
  return next
}
