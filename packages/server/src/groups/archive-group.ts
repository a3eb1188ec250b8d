import { type GroupChat, type GroupRecord, withArchive } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { decideGroupStopped } from '../rounds/decide-gone'
import { assertRoomForGroup } from './group-limit'
import { groupOf } from './lookup'
import { assertMayInGroup } from '../crew/may'

/** Archives a group; its history stays readable. Archiving an archived group changes nothing. */
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
  if (group.archived === archived) return group
  if (!archived) assertRoomForGroup(shard, crew)
  const next = withArchive(chat ? { ...group, chat } : group, archived ? by.actor.id : null)
  const decision = shard.decide(crew)
  if (archived) decideGroupStopped(decision, crew, group.name)
  decision.add(archived ? 'group:archived' : 'group:unarchived', { group: next })
  shard.commit(crew, by, decision)
  return next
}
