import type { TurnTimes } from '@crewroom/shared/model/turn'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../sync/api'

const PAGE = 1_000
const PAGES = 4
/** Ends of hand-overs are in no event: they are asked for while one looks at now. */
const AGAIN_MS = 3_000

export interface Turns {
  readonly turns: readonly TurnTimes[]
  /** Why working times are missing or not whole; null when they are. */
  readonly problem: string | null
}

/** When agents had something in hand, since a moment. */
export function useTurns(leadId: string, since: number, isNow: boolean): Turns {
  const { data, isError } = useQuery({
    queryKey: ['lead', leadId, 'turns', since],
    queryFn: async ({ signal }) => {
      const turns: TurnTimes[] = []
      let before: string | null = null
      for (let page = 0; page < PAGES; page++) {
        const ask = { since: new Date(since).toISOString(), before, limit: PAGE }
        const answer: Awaited<ReturnType<typeof api.turns>> = await api.turns(leadId, ask, signal)
        turns.push(...answer.turns)
        before = answer.cursor
        if (!answer.hasMore) return { turns: once(turns), isWhole: true }
      }
      return { turns: once(turns), isWhole: false }
    },
    placeholderData: keepPreviousData,
    refetchInterval: isNow ? AGAIN_MS : false,
    gcTime: 60_000,
  })
  return {
    turns: data?.turns ?? [],
    problem: isError
      ? 'When agents worked could not be loaded; only what happened is drawn.'
      : data && !data.isWhole
        ? 'There were more hand-overs than can be drawn: the earliest are missing.'
        : null,
  }
}

/** One that ends while pages are fetched may come twice. */
function once(turns: readonly TurnTimes[]): readonly TurnTimes[] {
  return [...new Map(turns.map((turn) => [turn.id, turn])).values()]
}
