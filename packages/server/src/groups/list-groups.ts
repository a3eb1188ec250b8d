import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import { groupsOf } from '../crew/own-groups'
import type { By } from '../crew/shard'
import { groupOf } from './lookup'

/** The groups that the actor may see: people all of a crew, an agent those that it is in. */
export function listGroups(
  crew: Crew,
  { actor }: By,
  which: 'inUse' | 'archived' | 'all' = 'inUse',
): GroupRecord[] {
  const seen =
    actor.kind === 'agent'
      ? [...groupsOf(crew, actor.id), ...groupsOf(crew, actor.id, true)]
      : Object.values(crew.state.groups)
  return seen.filter((group) => which === 'all' || group.archived === (which === 'archived'))
}

/** A group that the actor may read. */
export function readGroup(crew: Crew, by: By, reference: string): GroupRecord {
  const group = groupOf(crew, reference, by.actor)
  assertMayInGroup('read', crew, group, by)
  return group
}
