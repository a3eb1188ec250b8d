import { type AdmissionRecord, isAdmitted } from '@crewroom/shared/model/admission'
import type { GroupRecord, Member } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { knownAs } from '../crew/participant'

/** An admission as the page shows it. That of the crew itself has no record. */
export interface Circle {
  readonly id: string
  /** It is the crew, with everybody in it. */
  readonly isCrew: boolean
  readonly isClosed: boolean
  /** Who may change it, beside the lead and the person. */
  readonly manager: string
  readonly admitted: readonly string[]
  readonly at: string
}

/** The crew's own first, then those in use, then the closed ones; each part newest first. */
export function circlesOf(state: CrewState, closed: readonly AdmissionRecord[]): readonly Circle[] {
  const active = Object.values(state.admissions)
  const over = closed.filter(({ id, status }) => status === 'closed' && !state.admissions[id])
  return [crewCircle(state), ...active.toSorted(newest).map(circle), ...over.map(circle)]
}

function crewCircle({ lead, agents }: CrewState): Circle {
  const admitted = Object.values(agents).filter(({ ended }) => ended === null)
  return {
    id: lead.id,
    isCrew: true,
    isClosed: false,
    manager: lead.id,
    admitted: admitted.map(({ id }) => id),
    at: lead.createdAt,
  }
}

function circle({ id, status, manager, admitted, createdAt, endedAt }: AdmissionRecord): Circle {
  return {
    id,
    isCrew: false,
    isClosed: status === 'closed',
    manager,
    admitted: admitted.map((one) => one.id),
    at: endedAt ?? createdAt,
  }
}

function newest(a: AdmissionRecord, b: AdmissionRecord): number {
  return b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id)
}

/** What was last said comes first. Ordinary groups are conversations of the crew. */
export function conversationsOf(
  { groups, lead }: Pick<CrewState, 'groups' | 'lead'>,
  circleId: string,
): readonly GroupRecord[] {
  return Object.values(groups)
    .filter((group) => (group.admissionId ?? lead.id) === circleId)
    .toSorted((a, b) => lastAt(b).localeCompare(lastAt(a)) || a.name.localeCompare(b.name))
}

export const lastAt = ({ lastMessage, createdAt }: GroupRecord) =>
  lastMessage?.timestamp ?? createdAt

/** Whether a member takes part, and does not only read along. */
export const isListed = ({ listed }: Pick<Member, 'listed'>) => listed !== false

const NAMED = 3

/** A circle has no name of its own: its members give it its name. */
export function circleName(state: CrewState, { isCrew, admitted }: Circle): string {
  if (isCrew) return 'Everybody'
  const [first, ...others] = admitted.map((id) => (id === HUMAN_ID ? 'You' : knownAs(state, id)))
  if (first === undefined) return 'Nobody'
  const rest = admitted.length - NAMED
  if (rest > 1) return `${[first, ...others.slice(0, NAMED - 1)].join(', ')} and ${rest} others`
  const last = others.at(-1)
  return last === undefined ? first : `${[first, ...others.slice(0, -1)].join(', ')} and ${last}`
}

/** Which of these are in the crew and not in the circle: whoever has left the crew cannot be admitted. */
export function notAdmitted(
  state: CrewState,
  circleId: string,
  ids: readonly string[],
): readonly string[] {
  const admission = state.admissions[circleId]
  if (!admission) return []
  return ids.filter((id) => state.agents[id]?.ended === null && !isAdmitted(admission, id))
}
