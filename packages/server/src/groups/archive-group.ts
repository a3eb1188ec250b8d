import { type GroupChat, type GroupRecord, withArchive } from '@crewroom/shared/model/group'
import { SYSTEM_ID } from '@crewroom/shared/model/participant'
import { assertNotClosed, isClosed } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { decideGroupStopped } from '../rounds/decide-gone'
import { assertRoomForGroup } from './group-limit'
import { groupOf } from './lookup'
import { assertMayInGroup } from '../crew/may'

/**
 * Archives a group; its history stays readable. Archiving an archived group changes nothing, except that one that the
 * server archived is put away by somebody from then on: an agent that returns does not take it into use again.
 */
export function archiveGroup(
  shard: Shard,
  crew: Crew,
  by: By,
  reference: string,
  /** How its sessions work from then on, where that changes with it. */
  chat?: GroupChat,
): GroupRecord {
  return setArchived(shard, crew, by, reference, true, chat)
}

/** Takes it into use again, with the members it had. */
export function unarchiveGroup(shard: Shard, crew: Crew, by: By, reference: string): GroupRecord {
  return setArchived(shard, crew, by, reference, false)
}

function setArchived(
  shard: Shard,
  crew: Crew,
  by: By,
  reference: string,
  archived: boolean,
  chat?: GroupChat,
): GroupRecord {
  const group = groupOf(crew, reference, by.actor)
  assertMayInGroup('archive', crew, group, by)
  if (group.archived === archived) {
    const isPutAway = archived && group.archivedBy === SYSTEM_ID && by.actor.id !== SYSTEM_ID
    return isPutAway && !isClosed(crew, group) ? putAway(shard, crew, by, group) : group
  }
  assertNotClosed(crew, group)
  if (!archived) assertRoomForGroup(shard, crew)
  const decision = shard.decide(crew)
  const given = chat ? { ...group, chat } : group
  const next = archived
    ? decideArchived(shard, decision, crew, by, given)
    : decision.add('group:unarchived', { group: withArchive(given, null) }).group
  shard.commit(crew, by, decision)
  return next
}

/** It was archived before, and its members were notified: only who archived it changes. */
function putAway(shard: Shard, crew: Crew, by: By, group: GroupRecord): GroupRecord {
  const decision = shard.decide(crew)
  const { group: next } = decision.add('group:updated', { group: withArchive(group, by.actor.id) })
  shard.commit(crew, by, decision)
  return next
}

/** Archives a group within a larger decision, and ends what is under way in it. */
export function decideArchived(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  group: GroupRecord,
): GroupRecord {
  decideGroupStopped(shard, decision, crew, group.name)
  return decision.add('group:archived', { group: withArchive(group, by.actor.id) }).group
}
