import { concerns } from '../model/admission'
import type { AdmissionEvent } from '../protocol/events'
import type { CrewState } from './crew-state'

/** One that is closed, or does not concern the viewer any more, is kept in the tables alone. */
export function applyAdmission(state: CrewState, { admission }: AdmissionEvent): void {
  const { viewer, lead } = state
  const isSeen = viewer === null || viewer === lead.id || concerns(admission, viewer)
  if (isSeen && admission.status === 'active') state.admissions[admission.id] = admission
  else delete state.admissions[admission.id]
}
