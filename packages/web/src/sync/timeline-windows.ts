import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { notifyManager, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { api, type PageFrom, type TimelinePage } from './api'
import { rowOfEvent } from './event-row'
import { type TimelineWindow, withEvent } from './timeline-window'

/** Pages farther away than this from what is looked at are dropped, and fetched again on the way back. */
const PAGES = 20

type WindowKey = readonly ['lead', string, 'group', string, 'rows', PageFrom]

export function windowKey(leadId: string, groupName: string, from: PageFrom): WindowKey {
  return ['lead', leadId, 'group', groupName, 'rows', from]
}

/** How a window grows at both ends. Its newest page comes first, so what is next is older. */
export function windowOptions(leadId: string, groupName: string, from: PageFrom) {
  return {
    queryKey: windowKey(leadId, groupName, from),
    queryFn: ({ pageParam, signal }: { pageParam: PageFrom; signal: AbortSignal }) =>
      api.timeline(leadId, groupName, pageParam, signal),
    initialPageParam: from,
    getNextPageParam: (page: TimelinePage): PageFrom | null => {
      const oldest = page.rows[0]
      return page.hasBefore && oldest ? { at: 'before', seq: oldest.seq } : null
    },
    getPreviousPageParam: (page: TimelinePage): PageFrom | null => {
      const newest = page.rows.at(-1)
      return page.hasAfter && newest ? { at: 'after', seq: newest.seq } : null
    },
    maxPages: PAGES,
    staleTime: Infinity,
  }
}

/** Rows of a group from some place on; the socket keeps them true, so they never go stale by time. */
export function useTimelineWindow(leadId: string, groupName: string, from: PageFrom) {
  return useInfiniteQuery(windowOptions(leadId, groupName, from))
}

/**
 * Brings events into the loaded windows. A fetch overwrites what events did to its window meanwhile: those
 * events are kept until it ends and applied again, each page telling which of them it already has.
 */
export class TimelineWindows {
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
      const groupName =
        event.type === 'group:reaction' ? event.groupName : rowOfEvent(event)?.groupName
      if (groupName === undefined) continue
      const of = byGroup.get(groupName)
      if (of) of.push(event)
      else byGroup.set(groupName, [event])
    }
    notifyManager.batch(() => {
      for (const [groupName, own] of byGroup) {
        for (const key of this.#keysOf(leadId, groupName)) {
          this.#during.get(JSON.stringify(key))?.push(...own)
          this.#patch(key, own)
        }
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
    change: (window: TimelineWindow) => TimelineWindow,
  ): void {
    for (const key of this.#keysOf(leadId, groupName)) {
      this.#client.setQueryData<TimelineWindow>(key, (window) => (window ? change(window) : window))
    }
  }

  #keysOf(leadId: string, groupName: string): WindowKey[] {
    return this.#client
      .getQueryCache()
      .findAll({ queryKey: ['lead', leadId, 'group', groupName, 'rows'] })
      .map(({ queryKey }) => asWindowKey(queryKey))
      .filter((key) => key !== null)
  }

  #patch(key: WindowKey, events: readonly CrewEvent[]): void {
    const before = this.#client.getQueryData<TimelineWindow>(key)
    if (!before) return
    const after = events.reduce(withEvent, before)
    if (after !== before) this.#client.setQueryData<TimelineWindow>(key, after)
  }
}

function asWindowKey(key: readonly unknown[]): WindowKey | null {
  return key[0] === 'lead' && key[4] === 'rows' ? (key as unknown as WindowKey) : null
}
