import { memberOf } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { announceRemoval } from '../groups/announce'
import { decideOut } from '../groups/change-members'
import { groupsIn } from '../groups/group-draft'
import type { Decision } from '../journal/decision'

/** An agent is in an admission no more, and with that in none of its conversations. */
export function decideOutOfConversations(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  admissionId: string,
  agentId: string,
  reason: 'left' | 'removed',
): void {
  for (const group of groupsIn(decision, crew)) {
    if (group.admissionId !== admissionId) continue
    const member = memberOf(group, agentId)
    if (!member || member.listed === false) continue
    decideOut(decision, crew, group.name, by, agentId, reason)
    announceRemoval(shard, decision, crew, group.name, agentId, by.actor.id)
  }
}
