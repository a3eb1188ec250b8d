import type { CrewOverview } from '@crewroom/shared/model/overview'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { saidSince } from '../crew/said-since'
import { api } from '../sync/api'
import { connection } from '../sync/connection'
import { liveDetails } from '../sync/live-details'
import { liveLists } from '../sync/live-lists'
import { oneByOne } from '../sync/live-queries'

/** The server's report about a crew, and the events known about its agents when it was requested. */
export interface OverviewData extends CrewOverview {
  readonly asOf: number
  readonly heard: Readonly<Record<string, string>>
}

/** What an agent emits is written some moments after it was heard. */
const SOON_MS = 400
const LEAST_GAP_MS = 2_000
/** Tools that are used in the middle of a turn are told by nothing else. */
const WORKING_MS = 10_000

/** How a crew's tasks stand after an event; all else of an overview is in no event. */
export function withTaskEvent(data: OverviewData, event: CrewEvent): OverviewData {
  if (event.seq <= data.asOf) return data
  switch (event.type) {
    case 'task:created':
      return counted(data, event.task.agentId, { open: 1 })
    case 'task:completed':
      return counted(data, event.task.agentId, { open: -1, completed: 1 })
    case 'task:failed':
      return counted(data, event.task.agentId, { open: -1, failed: 1 })
    case 'task:cancelled':
      return counted(data, event.task.agentId, { open: -1, cancelled: 1 })
    default:
      return data
  }
}

type Change = Partial<CrewOverview['tasks']>

function counted(data: OverviewData, agentId: string, change: Change): OverviewData {
  const { open = 0, completed = 0, failed = 0, cancelled = 0 } = change
  const { tasks } = data
  return {
    ...data,
    tasks: {
      open: tasks.open + open,
      completed: tasks.completed + completed,
      failed: tasks.failed + failed,
      cancelled: tasks.cancelled + cancelled,
    },
    agents: data.agents.map((agent) =>
      agent.agentId === agentId
        ? { ...agent, tasks: { open: agent.tasks.open + open, done: agent.tasks.done + completed } }
        : agent,
    ),
  }
}

/** A crew at a glance, asked for again when a turn has ended and while somebody works. */
export function useOverview(leadId: string, live: Readonly<Record<string, LiveAgent>>) {
  const queryKey = ['lead', leadId, 'overview'] as const
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<OverviewData> => {
      liveLists.begin<OverviewData>(leadId, queryKey, oneByOne(withTaskEvent))
      const heard = liveDetails.getState().texts
      return { ...(await api.overview(leadId, signal)), heard }
    },
    staleTime: Infinity,
    retry: 1,
  })
  const { refetch } = query
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const stand = Object.entries(live)
    .map(([id, { status, usage }]) => `${id} ${status} ${usage?.totalTokens ?? ''}`)
    .join()
  const works = Object.values(live).some(({ status }) => status === 'working')
  const isFirst = useRef(true)
  const askedAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  const soon = useCallback(() => {
    if (isLost || timer.current !== null) return
    const wait = Math.max(SOON_MS, askedAt.current + LEAST_GAP_MS - Date.now())
    timer.current = setTimeout(() => {
      timer.current = null
      askedAt.current = Date.now()
      void refetch()
    }, wait)
  }, [isLost, refetch])

  useEffect(() => {
    // What is shown at first was only just asked for.
    if (isFirst.current) isFirst.current = false
    else soon()
  }, [stand, soon])

  // A command was written to its end: the server knows what became of it.
  const ids = Object.keys(live).join()
  useEffect(
    () =>
      liveDetails.subscribe(({ texts }, before) => {
        if (texts === before.texts) return
        const isWritten = ids.split(',').some((id) => {
          const [now = '', then = ''] = [texts[id], before.texts[id]]
          return now !== then && saidSince(then, now).includes('⟧')
        })
        if (isWritten) soon()
      }),
    [ids, soon],
  )

  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )

  useEffect(() => {
    if (!works || isLost) return
    const interval = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, WORKING_MS)
    return () => clearInterval(interval)
  }, [works, isLost, refetch])

  return query
}
