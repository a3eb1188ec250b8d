import type { RunRecord } from '@crewroom/shared/model/run'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type HistoryMessage, runs } from '../sync/api/runs'
import { liveLists } from '../sync/live-lists'
import { oneByOne } from '../sync/live-queries'

interface Own {
  readonly run: RunRecord
  readonly asOf: number
}

/** A discussion after one event; the same object when it says nothing new of it. */
export function withRunEvent(own: Own, event: CrewEvent): Own {
  if (event.seq <= own.asOf) return own
  switch (event.type) {
    case 'run:started':
    case 'run:updated':
    case 'run:ended':
      return event.run.id === own.run.id ? { run: event.run, asOf: event.seq } : own
    case 'run:stepped': {
      if (event.runId !== own.run.id) return own
      const { status, progress } = event
      return { run: { ...own.run, status, progress }, asOf: event.seq }
    }
    default:
      return own
  }
}

/** A discussion: that of the state while it is under way, and then what the server keeps of it. */
export function useRun(state: CrewState, runId: string | undefined): RunRecord | null {
  const id = runId ?? ''
  const live = Object.hasOwn(state.runs, id) ? state.runs[id] : undefined
  const queryKey = ['lead', state.lead.id, 'run', id] as const
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      liveLists.begin<Own>(state.lead.id, queryKey, oneByOne(withRunEvent))
      return runs.one(id, signal)
    },
    enabled: runId !== undefined && live === undefined,
    staleTime: Infinity,
  })
  return live ?? data?.run ?? null
}

const NOTHING: readonly HistoryMessage[] = []

/** What was said in a discussion so far. */
export function useSaid(run: RunRecord): readonly HistoryMessage[] {
  const { id, leadId, progress, status, endedAt } = run
  const { data } = useQuery({
    queryKey: [
      'lead',
      leadId,
      'run',
      id,
      'said',
      progress.messages,
      progress.upTo,
      status,
      endedAt,
    ],
    queryFn: ({ signal }) => runs.one(id, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  return data?.result.history ?? NOTHING
}
