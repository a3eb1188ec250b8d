import type { RoundRecord } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { placeOfSession } from '@crewroom/shared/model/session'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { sessions } from '../sync/api/sessions'
import { liveLists } from '../sync/live-lists'
import { oneByOne } from '../sync/live-queries'
import { type RoundPage, roundsByNumber, type RoundPages, withRoundEvent } from './round-pages'

const PER_PAGE = 50

export interface Rounds {
  /** By number, ascending. */
  readonly byNumber: ReadonlyMap<number, RoundRecord>
  /** Number of the oldest that is loaded, where there are older ones; otherwise 0. */
  readonly oldest: number
  readonly isReady: boolean
  readonly isFailed: boolean
  readonly retry: () => void
}

const NONE: readonly RoundRecord[] = []

/** The rounds of a session down to number `downTo`: those in the state, and others as they are asked for. */
export function useRounds(
  session: SessionRecord,
  inState: readonly RoundRecord[] = NONE,
  downTo: number,
): Rounds {
  const query = useInfiniteQuery(roundOptions(session))
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query
  const byNumber = useMemo(() => roundsByNumber(data, inState), [data, inState])
  const last = data?.pages.at(-1)?.rounds[0]?.n ?? 1
  const isShort = hasNextPage && downTo < last
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  return {
    byNumber,
    oldest: hasNextPage ? last : 0,
    isReady: data !== undefined,
    isFailed: isError && data === undefined,
    retry: () => void refetch(),
  }
}

function isOf(id: string, event: CrewEvent): boolean {
  if (event.type === 'round:opened') return event.round.sessionId === id
  return 'sessionId' in event && event.sessionId === id
}

function roundOptions(session: SessionRecord) {
  const { leadId, id, groupName } = session
  const queryKey = ['lead', leadId, 'place', placeOfSession(id), 'rounds'] as const
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
      liveLists.begin<RoundPages>(
        leadId,
        queryKey,
        oneByOne((pages, event) => (isOf(id, event) ? withRoundEvent(pages, event) : pages)),
      )
      return sessions.rounds({ leadId, groupName, id }, pageParam, PER_PAGE, signal)
    },
    initialPageParam: Number.MAX_SAFE_INTEGER,
    getNextPageParam: ({ rounds }: RoundPage): number | null => {
      const oldest = rounds[0]?.n ?? 1
      return oldest > 1 ? oldest : null
    },
    staleTime: Infinity,
  }
}
