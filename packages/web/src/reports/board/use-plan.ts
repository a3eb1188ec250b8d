import type { AgentOverview } from '@crewroom/shared/model/overview'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../sync/request'
import { type BoardTask, type Step, stepsOf } from './columns'

/** The steps that an agent's program reported since its task is the one that it works on. */
export function usePlan(
  { task: { agentId }, firstSince }: BoardTask,
  told: AgentOverview | null,
): readonly Step[] {
  const isTold = !!told?.plan && firstSince !== null
  const { data } = useQuery({
    // A plan is asked for again when the agent has put something out: the overview says only how far it is.
    queryKey: ['agent', agentId, 'plan', told?.lastAt, told?.plan?.done, told?.plan?.total],
    queryFn: async ({ signal }) => {
      const query = { kind: 'plan', limit: 1 } as const
      const { entries } = await client.get('/api/agents/{agentId}/rollout', {
        path: { agentId },
        query,
        signal,
      })
      return entries.at(-1) ?? null
    },
    enabled: isTold,
    staleTime: Infinity,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  })
  // An older one is the plan of another task.
  if (!isTold || !data || data.at < firstSince) return []
  return stepsOf(data.data?.['entries'])
}
