import type { GroupRecord } from '@crewroom/shared/model/group'
import { assertNotClosed } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { decideGroupRelease, releaseGroup } from './hold-group'
import { groupOf } from './lookup'
import { assertMayInGroup } from '../crew/may'

/** Stops or continues handing over a group's messages, a hold included. Posting goes on. */
export function pauseGroup(
  shard: Shard,
  crew: Crew,
  by: By,
  reference: string,
  paused: boolean,
): GroupRecord {
  const group = groupOf(crew, reference, by.actor)
  if (!paused && !group.paused && group.hold) return releaseGroup(shard, crew, by, reference)
  assertMayInGroup('pause', crew, group, by)
  if (group.paused === paused) return group
  assertNotClosed(crew, group)
  const decision = shard.decide(crew)
  if (paused) decision.add('group:paused', { group: { ...group, paused } })
  else if (group.hold) decideGroupRelease(decision, crew, by, { ...group, paused })
  else decision.add('group:resumed', { group: { ...group, paused } })
  shard.commit(crew, by, decision)
  return groupOf(crew, reference, by.actor)
}
