import { type AdmissionRecord, type Admitted } from '@crewroom/shared/model/admission'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { assertActive, findAdmission, notAdmitted, resolveForAdmission } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { assertMayInAdmission } from '../crew/may'
import type { By, Shard } from '../crew/shard'

/** One more agent may talk with those who are admitted; one who may already stays so. */
export function admit(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly admission: string; readonly agent: string },
): { admission: AdmissionRecord; admitted: Admitted } {
  const before = findAdmission(crew, by, input.admission)
  assertMayInAdmission('admit', crew, before, by)
  assertActive(before)
  const id = resolveForAdmission(shard, crew, input.agent)
  const already = before.admitted.find((one) => one.id === id)
  if (already) return { admission: before, admitted: already }
  // A person needs no admission. In the crew itself everybody is that has not ended.
  if (id === HUMAN_ID || before.id === crew.state.lead.id) throw notAdmitted()
  if (before.admitted.length >= LIMITS.agentsPerLead) {
    throw new CrewError(
      'limit_reached',
      `A circle has at most ${LIMITS.agentsPerLead} agents. Take some out of it first, or create another one.`,
    )
  }
  const decision = shard.decide(crew)
  const admitted = { id, admittedAt: decision.at }
  const { admission } = decision.add('admission:updated', {
    admission: { ...before, admitted: [...before.admitted, admitted] },
    by: by.actor.id,
  })
  shard.commit(crew, by, decision)
  return { admission, admitted }
}
