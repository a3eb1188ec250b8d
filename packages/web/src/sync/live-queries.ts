import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { onCrewEvents } from './crew-events'

/** The data after an event; the same object when the event means nothing to it or is in it already. */
type WithEvent<T> = (data: T, event: CrewEvent) => T

interface Followed {
  readonly patch: (events: readonly CrewEvent[]) => void
  readonly stop: () => void
  /** What arrived while the query was being fetched; null while it is not. */
  during: CrewEvent[] | null
}

/**
 * Lists that a request begins and events keep true for as long as they are in the cache, shown or not. What arrives
 * during a request is applied to its answer again, which says itself (`asOf`) what of it it has.
 */
export class LiveQueries {
  readonly #client: QueryClient
  readonly #follow: typeof onCrewEvents
  readonly #followed = new Map<string, Followed>()

  constructor(client: QueryClient, follow: typeof onCrewEvents) {
    this.#client = client
    this.#follow = follow
    client.getQueryCache().subscribe((note) => {
      const { queryHash } = note.query
      const followed = this.#followed.get(queryHash)
      if (!followed) return
      if (note.type === 'removed') {
        followed.stop()
        this.#followed.delete(queryHash)
      } else if (note.type === 'updated') {
        if (note.action.type === 'fetch') followed.during ??= []
        else if (note.query.state.fetchStatus === 'idle') {
          const events = followed.during ?? []
          followed.during = null
          followed.patch(events)
        }
      }
    })
  }

  /** To be called by a query before its request leaves. */
  begin<T>(leadId: string, key: QueryKey, withEvent: WithEvent<T>): void {
    const hash = hashKey(key)
    const known = this.#followed.get(hash)
    if (known) {
      known.during ??= []
      return
    }
    const patch = (events: readonly CrewEvent[]) => {
      const before = this.#client.getQueryData<T>(key)
      if (before === undefined) return
      const after = events.reduce(withEvent, before)
      if (after !== before) this.#client.setQueryData<T>(key, after)
    }
    const followed: Followed = {
      patch,
      during: [],
      stop: this.#follow(leadId, (event) => {
        followed.during?.push(event)
        patch([event])
      }),
    }
    this.#followed.set(hash, followed)
  }
}
