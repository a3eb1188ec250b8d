import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from './api'
import type { PageFrom, TimelinePage } from './api/groups'
import { groupOfEvent } from './event-row'
import { liveLists } from './live-lists'
import { oneByOne } from './live-queries'
import { queryClient } from './query-client'
import { type TimelineWindow, withEvent } from './timeline-window'

/** Pages farther away than this from what is looked at are dropped, and fetched again on the way back. */
const PAGES = 20

type WindowKey = readonly ['lead', string, 'group', string, 'rows', PageFrom]

export function windowKey(leadId: string, groupName: string, from: PageFrom): WindowKey {
  return ['lead', leadId, 'group', groupName, 'rows', from]
}

/** How a window grows at both ends. Its newest page comes first, so what is next is older. */
export function windowOptions(leadId: string, groupName: string, from: PageFrom) {
  const queryKey = windowKey(leadId, groupName, from)
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: PageFrom; signal: AbortSignal }) => {
      liveLists.begin<TimelineWindow>(
        leadId,
        queryKey,
        oneByOne((window, event) =>
          groupOfEvent(event) === groupName ? withEvent(window, event) : window,
        ),
      )
      return api.timeline(leadId, groupName, pageParam, signal)
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

/** Rows of a group from some place on; the socket keeps them true, so they never go stale by time. */
export function useTimelineWindow(leadId: string, groupName: string, from: PageFrom) {
  return useInfiniteQuery(windowOptions(leadId, groupName, from))
}

/** Changes every part of a group's history that is loaded. */
export function changeWindows(
  leadId: string,
  groupName: string,
  change: (window: TimelineWindow) => TimelineWindow,
): void {
  const queries = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['lead', leadId, 'group', groupName, 'rows'] })
  for (const { queryKey } of queries) liveLists.change(queryKey, change)
}
