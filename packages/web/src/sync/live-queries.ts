import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { hashKey, notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** The data after events; the same object when they mean nothing to it or are in it already. */
type WithEvents<T> = (data: T, events: readonly CrewEvent[]) => T

interface Followed {
  readonly leadId: string
  readonly patch: (events: readonly CrewEvent[]) => void
  /** What arrived while the query was being fetched; null while it is not. */
  during: CrewEvent[] | null
  /** Events were lost since it was fetched. */
  isHoled: boolean
}

/**
 * Lists that a request begins and events keep true for as long as they are in the cache, shown or not. What arrives
 * during a request is applied to its answer again, which says itself (`asOf`) what of it it has.
 */
export class LiveQueries {
  readonly #client: QueryClient
  readonly #followed = new Map<string, Followed>()

  constructor(client: QueryClient) {
    this.#client = client
    client.getQueryCache().subscribe((note) => {
      const { query } = note
      const followed = this.#followed.get(query.queryHash)
      if (!followed) return
      if (note.type === 'removed') this.#followed.delete(query.queryHash)
      else if (note.type === 'updated') {
        const { action } = note
        if (action.type === 'success' && action.manual !== true) followed.isHoled = false
        if (action.type === 'fetch') followed.during ??= []
        else if (query.state.fetchStatus === 'idle' && followed.during) {
          // With an answer, or taken back to what was there before it, these are not in the list. After an error they are.
          const events = followed.during
          followed.during = null
          if (action.type !== 'error') followed.patch(events)
        }
        // Data that is put in counts as fresh, and what is fresh is not fetched when it is opened.
        if (followed.isHoled) query.invalidate()
      }
    })
  }

  /** How many lists are followed. */
  get size(): number {
    return this.#followed.size
  }

  /** To be called by a query before its request leaves. */
  begin<T>(leadId: string, key: QueryKey, withEvents: WithEvents<T>): void {
    const hash = hashKey(key)
    const known = this.#followed.get(hash)
    if (known) {
      known.during ??= []
      return
    }
    const patch = (events: readonly CrewEvent[]) => {
      if (events.length > 0) this.change<T>(key, (data) => withEvents(data, events))
    }
    this.#followed.set(hash, { leadId, patch, during: [], isHoled: false })
  }

  /** Brings a crew's events into its lists; a view of several lists is notified once. */
  apply(leadId: string, events: readonly CrewEvent[]): void {
    notifyManager.batch(() => {
      for (const followed of this.#followed.values()) {
        if (followed.leadId !== leadId) continue
        followed.during?.push(...events)
        followed.patch(events)
      }
    })
  }

  /** Events were lost: what is on screen is fetched again, the rest when it is opened. */
  stale(leadId: string): void {
    for (const followed of this.#followed.values()) {
      if (followed.leadId === leadId) followed.isHoled = true
    }
    void this.#client.invalidateQueries({ queryKey: ['lead', leadId] })
  }

  /** Changes what is there of a list. */
  change<T>(key: QueryKey, change: (data: T) => T): void {
    const before = this.#client.getQueryData<T>(key)
    if (before === undefined) return
    const after = change(before)
    if (after !== before) this.#client.setQueryData<T>(key, after)
  }
}

/** For lists to which one event after the other is brought. */
export function oneByOne<T>(withEvent: (data: T, event: CrewEvent) => T): WithEvents<T> {
  return (data, events) => events.reduce(withEvent, data)
}
