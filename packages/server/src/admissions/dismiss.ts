import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { assertActive, findAdmission, resolveForAdmission } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { assertMayInAdmission } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { decideOutOfConversations } from './leave-conversations'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An agent is not admitted any more, and is taken out of all conversations; one that was not stays so. */
export function dismiss(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly admission: string; readonly agent: string },
): AdmissionRecord {
  const before = findAdmission(crew, by, input.admission)
  assertMayInAdmission('dismiss', crew, before, by)
  assertActive(before)
  if (before.id === crew.state.lead.id) {
    throw new CrewError(
      'forbidden',
      'everybody of a crew is in its own circle; whoever is to go is ended with TERMINATE_AGENT.',
    )
  }
  const wanted = input.agent.trim().toLowerCase()
  // One that has ended is named by its id; an id that is not admitted stays so, whatever it is of.
  const id = UUID.test(wanted) ? wanted : resolveForAdmission(shard, crew, input.agent)
  if (!before.admitted.some((one) => one.id === id)) return before
  const decision = shard.decide(crew)
  decideOutOfConversations(shard, decision, crew, by, before.id, id, 'removed')
  const { admission } = decision.add('admission:updated', {
    admission: { ...before, admitted: before.admitted.filter((one) => one.id !== id) },
    gone: [id],
    by: by.actor.id,
  })
  shard.commit(crew, by, decision)
  return admission
}
