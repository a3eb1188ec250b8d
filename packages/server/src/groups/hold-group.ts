import type { Hold } from '@crewroom/shared/model/conduct'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { assertNotClosed } from '../crew/admissions'
import { leadMayRelease, released } from '../crew/conduct-guard'
import type { Crew } from '../crew/crew'
import { decideHoldTold } from '../conduct/hold-notice'
import { decideNeedsClosed } from '../crew/needs'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { groupOf } from './lookup'
import { assertMayInGroup } from '../crew/may'

/** How many of the newest messages say who is talking. */
const LOOKED_AT = 12

/**
 * Holds a group in the decision in which an agent writes once too often: from this message on nothing of it is
 * handed over until the hold ends. Returns the group as it is then.
 */
export function decideGroupHold(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  group: GroupRecord,
  hop: number,
): GroupRecord {
  if (by.actor.kind !== 'agent' || group.hold) return group
  const { guard } = shard.ports
  // An agent that answers nobody is only fast, and its rate limits it.
  const often = hop > 1 && guard.replied(group.id, by.actor.id)
  const isAlone = guard.foundAlone(by.actor.id)
  if (hop < guard.limits.hops && !often && !isAlone) return group
  const { hops, replies } = guard.limits
  const held: GroupRecord = { ...group, ...guard.hold(group, why()) }
  decision.add('group:held', { group: held })
  guard.forget(group.id)
  decideHoldTold(shard, decision, crew, { group: held }, by.actor.id)
  return held

  function why(): Pick<Hold, 'reason' | 'count' | 'agentIds'> {
    if (often) {
      return {
        reason: 'replies',
        count: replies,
        agentIds: inOrder(group, guard.repliers(group.id)),
      }
    }
    return hop < hops
      ? { reason: 'alone', count: hops, agentIds: [by.actor.id] }
      : { reason: 'hops', count: hops, agentIds: talkers(crew, group, by.actor.id) }
  }
}

function talkers(crew: Crew, group: GroupRecord, writer: string): string[] {
  const recent = crew.window(group.name).messages.slice(-LOOKED_AT)
  const ids = recent.filter((message) => message.hop > 0).map((message) => message.from)
  return inOrder(group, [...ids, writer])
}

function inOrder(group: GroupRecord, ids: readonly string[]): string[] {
  return group.memberIds.filter((id) => ids.includes(id))
}

/** Ends a group's hold inside a decision. What was written until then begins no longer chain. */
export function decideGroupRelease(
  decision: Decision,
  crew: Crew,
  by: By,
  group: GroupRecord,
): GroupRecord {
  if (!group.hold) return group
  const { nextSeq, at } = decision
  const next = { ...group, ...released(group, nextSeq, at, by.actor.kind === 'human') }
  decision.add('group:resumed', { group: next })
  decideNeedsClosed(decision, crew, (need) => need.kind === 'held' && need.groupName === group.name)
  return next
}

/** Hands over again what was kept back of a group. */
export function releaseGroup(shard: Shard, crew: Crew, by: By, reference: string): GroupRecord {
  const group = groupOf(crew, reference, by.actor)
  assertMayInGroup('release', crew, group, by)
  if (!group.hold) return group
  assertNotClosed(crew, group)
  if (by.actor.kind === 'agent' && !leadMayRelease(group)) {
    throw new CrewError(
      'forbidden',
      `"${group.name}" was on hold ${group.conduct.strikes} times in a row. The person who runs the crew can end this hold; otherwise it ends at ${group.hold.until}.`,
    )
  }
  const decision = shard.decide(crew)
  decideGroupRelease(decision, crew, by, group)
  shard.commit(crew, by, decision)
  return crew.state.groups[group.name] ?? group
}
