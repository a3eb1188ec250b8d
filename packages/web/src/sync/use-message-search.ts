import { useQuery } from '@tanstack/react-query'
import { api } from './api'
import { ApiError } from './request'

/** As long as the index is behind, or is being made, the answer is asked for again. */
export const AGAIN_MS = 1_000

interface Asked {
  readonly q: string
  readonly limit: number
}

/** Messages of a crew that are found by words; while the index is behind, again until it is not. */
export function useMessageSearch(leadId: string, { q, limit }: Asked, enabled: boolean) {
  return useQuery({
    queryKey: ['lead', leadId, 'search', q, limit],
    queryFn: ({ signal }) => api.search(leadId, { q, limit }, signal),
    enabled,
    retry: (_, error) => error instanceof ApiError && error.status === 503,
    retryDelay: AGAIN_MS,
    refetchInterval: ({ state: { data } }) => (data && !data.complete ? AGAIN_MS : false),
  })
}
