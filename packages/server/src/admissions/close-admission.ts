import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { findAdmission } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { assertMayInAdmission } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { decideConversationsArchived } from './archive-conversations'

/** Nothing is sent or changed in it any more, and its conversations are archived. Closing it again changes nothing. */
export function closeAdmission(
  shard: Shard,
  crew: Crew,
  by: By,
  admissionId: string,
): AdmissionRecord {
  const before = findAdmission(crew, by, admissionId)
  assertMayInAdmission('close', crew, before, by)
  if (before.id === crew.state.lead.id) {
    throw new CrewError(
      'forbidden',
      'the crew’s own circle is as old as the crew, and ends with it.',
    )
  }
  if (before.status === 'closed') return before
  const decision = shard.decide(crew)
  decideConversationsArchived(shard, decision, crew, by, before.id)
  const { admission } = decision.add('admission:closed', {
    admission: { ...before, status: 'closed', endedAt: decision.at },
    by: by.actor.id,
  })
  shard.commit(crew, by, decision)
  return admission
}
