import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import { ownAdmission } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { viewerIn } from '../groups/sight'
import type { AdmissionPlace } from '../journal/ports/admission-port'

/**
 * A part of a crew's admissions, newest first, closed ones too; an agent's are those that concern it. That of the crew
 * itself comes before the first part, beside its limit.
 */
export async function listAdmissions(
  shard: Shard,
  crew: Crew,
  by: By,
  { after, limit }: { readonly after: AdmissionPlace | null; readonly limit: number },
): Promise<{ admissions: readonly AdmissionRecord[]; hasMore: boolean }> {
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const viewer = viewerIn(crew, by)
  const { admissions, hasMore } = shard.ports.reader.admissions.page({
    leadId,
    viewer,
    after,
    limit,
  })
  return {
    admissions: after === null ? [ownAdmission(crew), ...admissions] : admissions,
    hasMore,
  }
}
