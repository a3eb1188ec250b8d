import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { notifyManager, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { api } from './api'
import { type MessageWindow, withEvent } from './message-window'

export function windowKey(leadId: string, groupName: string) {
  return ['lead', leadId, 'group', groupName, 'msgs'] as const
}

/** The messages of a group, newest page first; the socket keeps them true, so they never go stale by time. */
export function useMessages(leadId: string, groupName: string) {
  return useInfiniteQuery({
    queryKey: windowKey(leadId, groupName),
    queryFn: ({ pageParam, signal }) => api.messages(leadId, groupName, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasBefore ? (page.messages[0]?.seq ?? null) : null),
    staleTime: Infinity,
  })
}

/**
 * Brings events into the loaded windows. A fetch overwrites what events did to its window meanwhile: those
 * events are kept until it ends and applied again, each page telling which of them it already has.
 */
export class MessageWindows {
  readonly #client: QueryClient
  readonly #during = new Map<string, CrewEvent[]>()

  constructor(client: QueryClient) {
    this.#client = client
    client.getQueryCache().subscribe((note) => {
      if (note.type !== 'updated') return
      const key = asWindowKey(note.query.queryKey)
      if (!key) return
      const id = JSON.stringify(key)
      if (note.action.type === 'fetch') {
        if (!this.#during.has(id)) this.#during.set(id, [])
      } else if (note.query.state.fetchStatus === 'idle') {
        // However it ended: with a page, with an error, or taken back to what was there before.
        const events = this.#during.get(id) ?? []
        this.#during.delete(id)
        this.#patch(key, events)
      }
    })
  }

  apply(leadId: string, events: readonly CrewEvent[]): void {
    const byGroup = new Map<string, CrewEvent[]>()
    for (const event of events) {
      if (event.type !== 'group:message' && event.type !== 'group:reaction') continue
      const of = byGroup.get(event.groupName)
      if (of) of.push(event)
      else byGroup.set(event.groupName, [event])
    }
    notifyManager.batch(() => {
      for (const [groupName, own] of byGroup) {
        const key = windowKey(leadId, groupName)
        this.#during.get(JSON.stringify(key))?.push(...own)
        this.#patch(key, own)
      }
    })
  }

  /** Events were lost: what is on screen is fetched again, the rest when it is opened. */
  stale(leadId: string): void {
    void this.#client.invalidateQueries({ queryKey: ['lead', leadId] })
  }

  change(
    leadId: string,
    groupName: string,
    change: (window: MessageWindow) => MessageWindow,
  ): void {
    this.#client.setQueryData<MessageWindow>(windowKey(leadId, groupName), (window) =>
      window ? change(window) : window,
    )
  }

  #patch(key: ReturnType<typeof windowKey>, events: readonly CrewEvent[]): void {
    const before = this.#client.getQueryData<MessageWindow>(key)
    if (!before) return
    const after = events.reduce(withEvent, before)
    if (after !== before) this.#client.setQueryData<MessageWindow>(key, after)
  }
}

function asWindowKey(key: readonly unknown[]): ReturnType<typeof windowKey> | null {
  return key[0] === 'lead' && key[4] === 'msgs' ? (key as ReturnType<typeof windowKey>) : null
}
