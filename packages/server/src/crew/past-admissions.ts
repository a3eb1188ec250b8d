import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import type { Envelope } from '../journal/facts'

/** What memory knows of admissions that are over: closed ones, and who has left which. */
export class PastAdmissions {
  /** Closed, and not in the tables as that yet. */
  readonly #closed = new Map<string, AdmissionRecord>()
  /** By admission, the agents that have left it since memory was made of the tables. */
  readonly #left = new Map<string, Set<string>>()
  readonly #stored: (id: string) => AdmissionRecord | null

  /** `stored` reads one from the tables. */
  constructor(stored: (id: string) => AdmissionRecord | null) {
    this.#stored = stored
  }

  find(id: string): AdmissionRecord | undefined {
    return this.#closed.get(id) ?? this.#stored(id) ?? undefined
  }

  hasLeft(id: string, agentId: string): boolean {
    return this.#left.get(id)?.has(agentId) ?? false
  }

  apply({ type, data }: Envelope): void {
    if (type !== 'admission:updated' && type !== 'admission:closed') return
    const { admission, gone = [] } = data
    if (type === 'admission:closed') this.#closed.set(admission.id, admission)
    if (gone.length === 0) return
    const left = this.#left.get(admission.id) ?? new Set()
    for (const id of gone) left.add(id)
    this.#left.set(admission.id, left)
  }

  settled(admissionId: string): void {
    this.#closed.delete(admissionId)
  }
}
