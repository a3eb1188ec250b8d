import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../sync/query-client'
import type { TranscriptSource } from '../source'

/** A session that is written to changes many times in a second; its pictures need not. */
const PAUSE_MS = 2_000

/** The context, the time line or the head of a transcript, renewed in place while the session goes on. */
export function useViewOf<View>(
  source: TranscriptSource,
  what: string,
  ask: (signal: AbortSignal) => Promise<View>,
) {
  const { id } = source
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const unwatch = source.watch(() => {
      timer ??= setTimeout(() => {
        timer = null
        void queryClient.invalidateQueries({ queryKey: ['transcript', id, what] })
      }, PAUSE_MS)
    })
    return () => {
      unwatch()
      if (timer !== null) clearTimeout(timer)
    }
  }, [source, id, what])
  return useQuery({ queryKey: ['transcript', id, what], queryFn: ({ signal }) => ask(signal) })
}
