import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { decideArchived } from '../groups/archive-group'
import { groupsIn } from '../groups/group-draft'
import type { Decision } from '../journal/decision'

/** An admission is closed: its conversations are archived, with all that archiving takes along. */
export function decideConversationsArchived(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  admissionId: string,
): void {
  for (const group of groupsIn(decision, crew)) {
    if (group.admissionId !== admissionId || group.archived) continue
    decideArchived(shard, decision, crew, by, group)
  }
}
