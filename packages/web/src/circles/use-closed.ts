import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { admissions } from '../sync/api/admissions'

/** Circles that are closed are in the tables alone; they are asked for again when one of those in use goes. */
export function useClosed(leadId: string, activeIds: string) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: ['lead', leadId, 'admissions'],
    queryFn: ({ pageParam, signal }) => admissions.list(leadId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? null,
  })
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['lead', leadId, 'admissions'] })
  }, [client, leadId, activeIds])
  return query
}
