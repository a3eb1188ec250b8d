import type { DeliveryRecord } from '../journal/facts'

/** A delivery as the tables have it. */
export type StoredDelivery = DeliveryRecord & { readonly seq: number }

/** Characters of the contents that are kept in a crew, and of one of them. */
const KEPT_UNITS = 32 * 1024
const ONE_UNITS = 4 * 1024

/** Contents of what waits for agents, while they are few and short: mostly replies, read a moment later. */
export class FreshDeliveries {
  readonly #known = new Map<string, { readonly delivery: StoredDelivery; readonly units: number }>()
  #units = 0

  add(record: DeliveryRecord, seq: number): void {
    const units = unitsOf(record)
    if (units > ONE_UNITS) return
    this.#known.set(record.id, { delivery: { ...record, seq }, units })
    this.#units += units
    for (const id of this.#known.keys()) {
      if (this.#units <= KEPT_UNITS) return
      this.delete(id)
    }
  }

  get(id: string): StoredDelivery | undefined {
    return this.#known.get(id)?.delivery
  }

  /** It was handed over: if it is wanted again, the tables have it. */
  delete(id: string): void {
    const known = this.#known.get(id)
    if (!known) return
    this.#units -= known.units
    this.#known.delete(id)
  }
}

/** With what an entry costs beside its text. */
function unitsOf({ content }: DeliveryRecord): number {
  const EACH = 256
  switch (content.form) {
    case 'text':
      return EACH + content.text.length
    case 'report':
      return EACH + (content.summary?.length ?? 0)
    case 'terminated':
      return EACH + (content.reason?.length ?? 0)
    case 'joined':
      return EACH + 40 * content.memberIds.length
    default:
      return EACH
  }
}
