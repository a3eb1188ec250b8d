import {
  type GroupRecord,
  memberOf,
  type WakeLevel,
  withMembers,
} from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { memberNamed } from './change-members'
import { openGroupOf } from './lookup'
import { assertMayInGroup } from '../crew/may'

/** Which of a group's messages wake a member from now on. What it is owed already counts by the new level, too. */
export function setWake(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly group: string; readonly member: string; readonly wake: WakeLevel },
): GroupRecord {
  // Outsiders learn nothing of who is in it.
  const group = openGroupOf(crew, input.group, by, 'read')
  const id = memberNamed(shard, crew, group, input.member)
  assertMayInGroup(id === by.actor.id ? 'setOwnWake' : 'setWake', crew, group, by)
  if (id === HUMAN_ID) {
    throw new CrewError('validation', 'a person has no inbox, so no message wakes a person.', {
      fields: { memberId: 'must be an agent' },
    })
  }
  if (memberOf(group, id)?.wake === input.wake) return group
  const next = withMembers(
    group,
    group.members.map((member) => (member.id === id ? { ...member, wake: input.wake } : member)),
  )
  const decision = shard.decide(crew)
  decision.add('group:updated', { group: next, wakeOf: id })
  shard.commit(crew, by, decision)
  return next
}
