import type { TurnTimes } from '@crewroom/shared/model/turn'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../sync/api'

const PAGE = 1_000
const PAGES = 4
/** Ends of hand-overs are in no event: they are asked for while one looks at now. */
const AGAIN_MS = 3_000
/** Turns are stored in order, except for those that ended within the same moment. */
const MARGIN_MS = 10_000

export interface Turns {
  readonly turns: readonly TurnTimes[]
  /** Why working times are missing or not whole; null when they are. */
  readonly problem: string | null
  /** What is earlier is not whole: entries of agents' records were removed. Null: none were. */
  readonly recordsFrom: number | null
}

interface Fetched {
  readonly turns: readonly TurnTimes[]
  readonly isWhole: boolean
  readonly recordsFrom: string | null
}

/** When agents had something in hand, since a moment. */
export function useTurns(leadId: string, since: number, isNow: boolean): Turns {
  const client = useQueryClient()
  const queryKey = ['lead', leadId, 'turns', since]
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Fetched> => {
      const known = client.getQueryData<Fetched>(queryKey)
      // What is known is not asked for again: only what was not over by then, and what came since.
      const from = known ? Math.max(since, newestOf(known.turns) - MARGIN_MS) : since
      const turns = new Map((known?.turns ?? []).map((turn) => [turn.id, turn]))
      let before: string | null = null
      for (let page = 0; page < PAGES; page++) {
        const ask = { since: new Date(from).toISOString(), before, limit: PAGE }
        const answer: Awaited<ReturnType<typeof api.turns>> = await api.turns(leadId, ask, signal)
        for (const turn of answer.turns) turns.set(turn.id, turn)
        before = answer.cursor
        const { hasMore, recordsFrom } = answer
        if (!hasMore) return bounded([...turns.values()], known?.isWhole ?? true, recordsFrom)
      }
      return bounded([...turns.values()], false, known?.recordsFrom ?? null)
    },
    placeholderData: keepPreviousData,
    refetchInterval: isNow ? AGAIN_MS : false,
    gcTime: 60_000,
  })
  return {
    turns: data?.turns ?? NONE,
    recordsFrom: data?.recordsFrom ? Date.parse(data.recordsFrom) : null,
    problem: isError
      ? 'The times when agents worked could not be loaded; only events are drawn.'
      : data && !data.isWhole
        ? 'There were more turns than can be drawn: the earliest are missing.'
        : null,
  }
}

const NONE: readonly TurnTimes[] = []

function newestOf(turns: readonly TurnTimes[]): number {
  let newest = 0
  for (const { sentAt, endedAt } of turns) {
    newest = Math.max(newest, Date.parse(endedAt ?? sentAt))
  }
  return newest
}

/** The newest of them: a page that stays open for days forgets the others. */
function bounded(
  turns: readonly TurnTimes[],
  isWhole: boolean,
  recordsFrom: string | null,
): Fetched {
  const most = PAGE * PAGES
  if (turns.length <= most) return { turns, isWhole, recordsFrom }
  const kept = turns.toSorted((a, b) => a.seq - b.seq).slice(-most)
  return { turns: kept, isWhole: false, recordsFrom }
}
