import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../sync/api'
import { liveLists } from '../sync/live-lists'
import { oneByOne } from '../sync/live-queries'
import { queryClient } from '../sync/query-client'
import { crews } from '../sync/sync'
import { type CommsWindow, withDirect, withMessage } from './comms-window'

/** A long page for the list of conversations, a short one for one of them. */
const PAGE = { all: 200, one: 50 } as const

/** What was said outside of groups, newest page first: all of it, or what concerns one agent. */
export function useComms(leadId: string, agentId: string | null) {
  const queryKey = ['lead', leadId, 'comms', agentId] as const
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      liveLists.begin<CommsWindow>(
        leadId,
        queryKey,
        oneByOne((window, event) =>
          withDirect(window, event, (message) => concerns(leadId, agentId, message)),
        ),
      )
      return api.comms(
        leadId,
        {
          before: pageParam,
          limit: agentId === null ? PAGE.all : PAGE.one,
          ...(agentId === null ? {} : { agent: agentId }),
        },
        signal,
      )
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasMore ? (page.messages[0]?.seq ?? null) : null),
    staleTime: Infinity,
  })
}

/** Shows a message of the person as the server has it, before its event is here. */
export function showDirect(message: DirectMessage): void {
  const { leadId } = message
  const queries = queryClient.getQueryCache().findAll({ queryKey: ['lead', leadId, 'comms'] })
  for (const { queryKey } of queries) {
    const agentId = queryKey[3] as string | null
    if (!concerns(leadId, agentId, message)) continue
    liveLists.change<CommsWindow>(queryKey, (window) => withMessage(window, message))
  }
}

function concerns(leadId: string, agentId: string | null, message: DirectMessage): boolean {
  if (agentId === null || message.from === agentId || message.to === agentId) return true
  // A broadcast reaches who has not ended.
  const agent = crews.getState().views[leadId]?.state.agents[agentId]
  return message.to === null && agent?.ended === null
}
