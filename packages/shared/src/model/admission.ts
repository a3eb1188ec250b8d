/**
 * Agents of a crew that may talk together: a *task* to programs that speak JSON-RPC, a *circle* to people. Its
 * conversations are groups. The crew itself is one with everybody in it, to which all ordinary groups belong.
 */
export interface AdmissionRecord {
  readonly id: string
  readonly leadId: string
  /** As it was told; it names the app that manages the admission, where that is one. */
  readonly appId: string
  /** Who asked for it: an agent, or the person. */
  readonly initiator: string
  /** The agent that may change it and its conversations, beside the lead and the person; `human` where a person made it. */
  readonly manager: string
  readonly status: 'active' | 'closed'
  /** In the order in which they were admitted. */
  readonly admitted: readonly Admitted[]
  readonly createdAt: string
  readonly endedAt: string | null
}

export interface Admitted {
  readonly id: string
  readonly admittedAt: string
}

/** What an admission is of that nobody has given an app. */
export const DEFAULT_APP_ID = 'e12fe562-ed1f-4d2d-bed5-68b8edfa41cb'

export function isAdmitted({ admitted }: AdmissionRecord, id: string): boolean {
  return admitted.some((one) => one.id === id)
}

/** Whether an agent sees an admission: as its manager, or because it is admitted. */
export function concerns(admission: AdmissionRecord, id: string): boolean {
  return admission.manager === id || isAdmitted(admission, id)
}
