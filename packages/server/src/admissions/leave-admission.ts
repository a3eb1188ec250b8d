import { type AdmissionRecord, concerns, isAdmitted } from '@crewroom/shared/model/admission'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { knownAdmission, noAdmission } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { decideConversationsArchived } from './archive-conversations'
import { decideOutOfConversations } from './leave-conversations'

/** The agent is not admitted any more, by its own word. The last one that leaves closes the admission, whoever else has ended. */
export function leaveAdmission(
  shard: Shard,
  crew: Crew,
  by: By,
  admissionId: string,
): AdmissionRecord {
  assertMayInCrew('leaveAdmission', crew, by)
  const before = knownAdmission(crew, admissionId)
  if (!before) throw noAdmission()
  if (before.id === crew.state.lead.id) {
    throw new CrewError(
      'forbidden',
      'everybody of a crew is in its own circle, and nobody leaves it.',
    )
  }
  const { id } = by.actor
  // Leaving twice is leaving once. An agent that has left does not learn who is in it now.
  if (before.status === 'closed' || !isAdmitted(before, id)) {
    const reads = by.actor.kind !== 'agent' || id === crew.state.lead.id || concerns(before, id)
    if (reads) return before
    // For one that was never in it there is no such circle.
    if (!wasIn(crew, before, id)) throw noAdmission()
    return { ...before, admitted: [] }
  }
  const admitted = before.admitted.filter((one) => one.id !== id)
  // One that has ended is not in it any more than one that has left.
  const isLast = admitted.every((one) => crew.state.agents[one.id]?.ended !== null)
  const decision = shard.decide(crew)
  decideOutOfConversations(shard, decision, crew, by, before.id, id, 'left')
  if (isLast) decideConversationsArchived(shard, decision, crew, by, before.id)
  const { admission } = decision.add(isLast ? 'admission:closed' : 'admission:updated', {
    admission: {
      ...before,
      admitted,
      ...(isLast ? { status: 'closed', endedAt: decision.at } : {}),
    },
    gone: [id],
    by: id,
  })
  shard.commit(crew, by, decision)
  return admission
}

/** As far as memory knows: it has left since the server started, or was in a conversation. */
function wasIn(crew: Crew, { id }: AdmissionRecord, agentId: string): boolean {
  if (crew.pastAdmissions.hasLeft(id, agentId)) return true
  const stays = [...crew.memberships.ofAgent(agentId)]
  return stays.some(({ groupName }) => crew.state.groups[groupName]?.admissionId === id)
}
