import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from './api'
import type { PageFrom, TimelinePage } from './api/groups'
import { placeOfEvent } from './event-row'
import { liveLists } from './live-lists'
import { oneByOne } from './live-queries'
import { queryClient } from './query-client'
import { type TimelineWindow, withEvent } from './timeline-window'

/** Pages farther away than this from what is looked at are dropped, and fetched again on the way back. */
const PAGES = 20

type WindowKey = readonly ['lead', string, 'place', string, 'rows', PageFrom]

export type FetchPage = (from: PageFrom, signal: AbortSignal) => Promise<TimelinePage>

/** `place`: name of a group, or the key of a session. */
export function windowKey(leadId: string, place: string, from: PageFrom): WindowKey {
  return ['lead', leadId, 'place', place, 'rows', from]
}

/** How a window grows at both ends. Its newest page comes first, so what is next is older. */
export function windowOptions(
  leadId: string,
  place: string,
  from: PageFrom,
  fetchPage: FetchPage = (at, signal) => api.timeline(leadId, place, at, signal),
) {
  const queryKey = windowKey(leadId, place, from)
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: PageFrom; signal: AbortSignal }) => {
      liveLists.begin<TimelineWindow>(
        leadId,
        queryKey,
        oneByOne((window, event) =>
          placeOfEvent(event) === place ? withEvent(window, event) : window,
        ),
      )
      return fetchPage(pageParam, signal)
    },
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

/** Rows of a place from somewhere on; the socket keeps them true, so they never go stale by time. */
export function useTimelineWindow(
  leadId: string,
  place: string,
  from: PageFrom,
  fetchPage?: FetchPage,
) {
  return useInfiniteQuery(windowOptions(leadId, place, from, fetchPage))
}

/** Changes every part of a place's history that is loaded. */
export function changeWindows(
  leadId: string,
  place: string,
  change: (window: TimelineWindow) => TimelineWindow,
): void {
  const queries = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['lead', leadId, 'place', place, 'rows'] })
  for (const { queryKey } of queries) liveLists.change(queryKey, change)
}
