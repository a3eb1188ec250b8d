import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PageFrom } from '../../sync/api/groups'
import { ApiError } from '../../sync/request'
import { isLive, rowsOf, withNewestPages } from '../../sync/timeline-window'
import {
  changeWindows,
  type FetchPage,
  useTimelineWindow,
  windowKey,
} from '../../sync/timeline-windows'
import { toast } from '../../ui/toasts'

const NO_ROWS: ReturnType<typeof rowsOf> = []
/** A place opened with more unread than one page holds begins where reading ended. */
const PAGE = 50
const KEPT_AT_END = 10

interface PlaceInput {
  readonly leadId: string
  /** Key of the place: a group's name, or that of a session. */
  readonly name: string
  readonly unreadAfter: number | null
  readonly unread: number
  /** Where its pages come from, and what it is called; without them it is a group. */
  readonly fetchPage?: FetchPage
  readonly noun?: string
}

/** Which part of a place's history is loaded, and the ways to more of it. */
export function usePlaceWindow(input: PlaceInput) {
  const { leadId, name, unreadAfter, unread, fetchPage, noun = 'group' } = input
  const [params, setParams] = useSearchParams()
  const messageId = params.get('m')
  const [start] = useState<PageFrom>(() =>
    unreadAfter !== null && unread > PAGE ? { at: 'after', seq: unreadAfter } : { at: 'latest' },
  )
  const [isLeft, setLeft] = useState(false)
  const from: PageFrom =
    messageId !== null ? { at: 'around', messageId } : isLeft ? { at: 'latest' } : start
  const query = useTimelineWindow(leadId, name, from, fetchPage)
  const client = useQueryClient()
  const { data, error } = query
  const rows = useMemo(() => (data ? rowsOf(data) : NO_ROWS), [data])
  const reachesNow = data !== undefined && isLive(data)

  const toLatest = () => {
    setLeft(true)
    if (messageId === null) {
      // The newest rows were let go while one read far above them: the window starts again.
      if (from.at === 'latest')
        void client.resetQueries({ queryKey: windowKey(leadId, name, from) })
    } else {
      setParams(
        (before) => {
          before.delete('m')
          return before
        },
        { replace: true },
      )
    }
  }
  // A link to a message that is not there says so, and shows the place as it is.
  const isUnknown =
    messageId !== null && error instanceof ApiError && [404, 422].includes(error.status)
  useEffect(() => {
    if (!isUnknown) return
    toast.problem(`That message isn't in this ${noun}.`)
    setParams(
      (before) => {
        before.delete('m')
        return before
      },
      { replace: true },
    )
  }, [isUnknown, setParams, noun])

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const { hasPreviousPage, isFetchingPreviousPage, isFetchPreviousPageError, fetchPreviousPage } =
    query
  return {
    query,
    rows,
    messageId,
    isLive: reachesNow,
    /** The person asked for the newest rows. */
    isAtLatest: isLeft && messageId === null,
    earlier: sideOf(hasNextPage, isFetchNextPageError, isFetchingNextPage),
    later: sideOf(hasPreviousPage, isFetchPreviousPageError, isFetchingPreviousPage),
    loadEarlier: () => void fetchNextPage(),
    loadLater: () => void fetchPreviousPage(),
    toLatest,
    /** What is far above is let go while one follows the end. */
    trim: () => {
      changeWindows(leadId, name, (window) =>
        isLive(window) && window.pages.length > 2 * KEPT_AT_END
          ? withNewestPages(window, KEPT_AT_END)
          : window,
      )
    },
  }
}

export type Side = 'none' | 'more' | 'loading' | 'failed'

function sideOf(has: boolean, isFailed: boolean, isLoading: boolean): Side {
  if (!has) return 'none'
  if (isFailed && !isLoading) return 'failed'
  return isLoading ? 'loading' : 'more'
}
