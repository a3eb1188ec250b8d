import {
  type AdmissionRecord,
  concerns,
  DEFAULT_APP_ID,
  isAdmitted,
} from '@crewroom/shared/model/admission'
import { type GroupRecord, memberOf } from '@crewroom/shared/model/group'
import { type Actor, HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from './crew'
import { isActive, resolveParticipant } from './directory'
import type { By, Shard } from './shard'

/** Who may talk together: lookups for the rooms that bring agents into groups. */

/** The admission of the crew itself: all who have not ended are in it, and its lead manages it. No record is kept of it. */
export function ownAdmission({ state }: Crew): AdmissionRecord {
  const { lead, agents } = state
  return {
    id: lead.id,
    leadId: lead.id,
    appId: DEFAULT_APP_ID,
    initiator: lead.id,
    manager: lead.id,
    status: 'active',
    admitted: Object.values(agents)
      .filter(isActive)
      .map(({ id, createdAt }) => ({ id, admittedAt: createdAt })),
    createdAt: lead.createdAt,
    endedAt: null,
  }
}

/** An admission of the crew that is not closed. */
function admissionOf(crew: Crew, id: string): AdmissionRecord | undefined {
  return id === crew.state.lead.id ? ownAdmission(crew) : crew.state.admissions[id]
}

/** The same, closed or not; throws `admission_not_found` for one that is unknown or does not concern the agent that asks. */
export function findAdmission(crew: Crew, by: By, id: string): AdmissionRecord {
  const found = knownAdmission(crew, id)
  const { kind, id: actorId } = by.actor
  const isTold =
    kind !== 'agent' || actorId === crew.state.lead.id || (found && concerns(found, actorId))
  if (found && isTold) return found
  throw noAdmission()
}

/** An admission of the crew, closed or not, whoever asks. */
export function knownAdmission(crew: Crew, id: string): AdmissionRecord | undefined {
  return id === crew.state.lead.id ? ownAdmission(crew) : crew.admission(id)
}

/** Whether there is such a group for the actor: a conversation of a circle is there for those whom the circle concerns. */
export function isThereFor(crew: Crew, group: GroupRecord, { kind, id }: Actor): boolean {
  if (group.admissionId === undefined || kind !== 'agent' || id === crew.state.lead.id) return true
  if (memberOf(group, id)) return true
  const admission = crew.admission(group.admissionId)
  return admission !== undefined && concerns(admission, id)
}

export function noAdmission(): CrewError {
  return new CrewError(
    'admission_not_found',
    'there is no such circle in this crew, or you are not in it.',
  )
}

export function assertActive({ status }: Pick<AdmissionRecord, 'status'>): void {
  if (status === 'active') return
  throw new CrewError(
    'admission_closed',
    'this circle is closed: its conversations are read-only, and nobody comes or goes. Create another one.',
  )
}

/** The same of a group: a conversation goes with its admission. */
export function assertNotClosed(crew: Crew, group: GroupRecord): void {
  if (isClosed(crew, group)) assertActive({ status: 'closed' })
}

/** Whether a group is a conversation of an admission that is closed. */
export function isClosed({ state }: Crew, { admissionId }: GroupRecord): boolean {
  return admissionId !== undefined && state.admissions[admissionId] === undefined
}

/** Who manages a conversation; null: it is an ordinary group. */
export function managerOf(crew: Crew, group: GroupRecord): string | null {
  const { admissionId, createdBy } = group
  if (admissionId === undefined) return null
  const admission = crew.state.admissions[admissionId]
  if (admission) return admission.manager
  // Memory has forgotten who managed a closed one, which is only read; whoever has left may not do that either.
  return memberOf(group, createdBy) ? createdBy : HUMAN_ID
}

/** Throws `not_admitted`, always the same: nobody learns whether an id is unknown, of elsewhere or just not in. */
export function assertAdmitted(crew: Crew, admission: AdmissionRecord, id: string): void {
  if (!mayTalk(crew, admission, id)) throw notAdmitted()
}

/** Whether somebody may be in conversations: agents that were admitted and have not ended, and the person. */
function mayTalk(crew: Crew, admission: AdmissionRecord, id: string): boolean {
  if (id === HUMAN_ID) return true
  const agent = crew.state.agents[id]
  return agent !== undefined && isActive(agent) && isAdmitted(admission, id)
}

export function notAdmitted(): CrewError {
  return new CrewError(
    'not_admitted',
    'the agent is not admitted to the circle; nothing was changed. Ask the manager of the circle to admit it first.',
  )
}

/** Somebody of this crew by anything that names them; whatever names nobody is not admitted. */
export function resolveForAdmission(shard: Shard, crew: Crew, reference: string): string {
  try {
    return resolveParticipant(shard, crew, reference)
  } catch (error) {
    if (error instanceof CrewError) throw notAdmitted()
    throw error
  }
}

/** Whether the agent was admitted to what a group belongs to. It may be about to come, or to come back. */
export function isAdmittedTo({ state }: Crew, { admissionId }: GroupRecord, id: string): boolean {
  if (admissionId === undefined) return true
  const admission = state.admissions[admissionId]
  return admission !== undefined && isAdmitted(admission, id)
}

/** Who may be in a group: everybody of the crew in an ordinary one, else who is admitted. */
export function mayBeIn(crew: Crew, { admissionId }: GroupRecord, id: string): boolean {
  const admission = admissionOf(crew, admissionId ?? crew.state.lead.id)
  return admission !== undefined && mayTalk(crew, admission, id)
}
