import { type AdmissionRecord, isAdmitted } from '@crewroom/shared/model/admission'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { AdmissionReferences } from '../journal/admission-references'
import type { FactData } from '../journal/facts'
import { Misfit } from './read-file'

/** What of a crew's book the admissions of its file refer to. */
interface Crew {
  own(leadId: string): void
  agent(id: string): unknown
  begin(kind: 'admission', id: string): void
  doer(id: string): void
}

/** Admissions, as far as the file of a crew was read. */
export class AdmissionBook implements AdmissionReferences {
  readonly #crew: Crew
  readonly #known = new Map<string, AdmissionRecord>()

  constructor(crew: Crew) {
    this.#crew = crew
  }

  get count(): number {
    return this.#known.size
  }

  create(admission: AdmissionRecord): void {
    const { id, leadId, status, endedAt, manager } = admission
    this.#crew.own(leadId)
    this.#crew.begin('admission', id)
    if (status !== 'active' || endedAt !== null) throw new Misfit('a circle that begins closed.')
    this.#crew.doer(admission.initiator)
    if (manager !== HUMAN_ID) this.#crew.agent(manager)
    this.#put(admission)
  }

  change({ admission, gone = [] }: FactData['admission:updated']): void {
    this.#go(admission, gone)
    if (admission.status !== 'active') throw new Misfit('a circle that is closed and goes on.')
    this.#put(admission)
  }

  close({ admission, gone = [] }: FactData['admission:closed']): void {
    this.#go(admission, gone)
    if (admission.status !== 'closed' || admission.endedAt === null) {
      throw new Misfit('a circle that is closed and active.')
    }
    this.#put(admission)
  }

  ofGroup(admissionId: string): void {
    if (!this.#known.has(admissionId)) throw new Misfit('it names a circle that is not there.')
  }

  #go(admission: AdmissionRecord, gone: readonly string[]): void {
    this.#crew.own(admission.leadId)
    const before = this.#known.get(admission.id)
    if (before?.status !== 'active') throw new Misfit('it changes a circle that is not there.')
    for (const field of ['appId', 'initiator', 'manager', 'createdAt'] as const) {
      if (before[field] !== admission[field]) throw new Misfit('it gives a circle another origin.')
    }
    for (const id of gone) {
      if (!isAdmitted(before, id)) throw new Misfit('somebody leaves a circle without being in it.')
    }
    for (const { id } of before.admitted) {
      if (gone.includes(id) === isAdmitted(admission, id)) {
        throw new Misfit('it does not say who left a circle.')
      }
    }
  }

  #put(admission: AdmissionRecord): void {
    const ids = admission.admitted.map(({ id }) => id)
    if (new Set(ids).size !== ids.length) throw new Misfit('a circle has somebody twice.')
    for (const id of ids) this.#crew.agent(id)
    this.#known.set(admission.id, admission)
  }
}
