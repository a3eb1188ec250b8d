import type { Talk } from '@crewroom/shared/model/talk'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { talk } from '../../sync/api/talk'
import { liveLists } from '../../sync/live-lists'
import { beginOfWindowNow, type Window } from './windows'

export interface TalkNow extends Talk {
  readonly asOf: number
  /** Grows when something was written that is not counted here yet. */
  readonly news: number
}

const SOON_MS = 300
const LEAST_GAP_MS = 2_000
/** A window that ends now moves on. */
const MOVES_MS = 30_000

/** Who wrote to whom, counted by the server: again when something was written, and while time passes. */
export function useTalk(leadId: string, window: Window) {
  const queryKey = ['lead', leadId, 'talk', window] as const
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<TalkNow> => {
      liveLists.begin<TalkNow>(leadId, queryKey, withEvents)
      return { ...(await talk.talk(leadId, beginOfWindowNow(window), signal)), news: 0 }
    },
    placeholderData: (before) => before,
    refetchInterval: MOVES_MS,
    retry: 1,
  })
  const { refetch, data } = query
  const news = data?.news ?? 0
  const askedAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    if (news === 0 || timer.current !== null) return
    const wait = Math.max(SOON_MS, askedAt.current + LEAST_GAP_MS - Date.now())
    timer.current = setTimeout(() => {
      timer.current = null
      askedAt.current = Date.now()
      void refetch()
    }, wait)
  }, [news, refetch])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return query
}

function withEvents(data: TalkNow, events: readonly CrewEvent[]): TalkNow {
  const isNews = events.some((event) => isWritten(event) && event.seq > data.asOf)
  return isNews ? { ...data, news: data.news + 1 } : data
}

function isWritten({ type }: CrewEvent): boolean {
  return type === 'group:message' || type === 'session:message' || type === 'direct:message'
}
