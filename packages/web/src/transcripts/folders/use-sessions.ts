import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { transcriptFiles } from '../../sync/api/transcripts'

/** Files change without a word to the page; the server looks only into those that did. */
const LOOK_MS = 10_000
const TYPING_MS = 250
const MOST_HITS = 200

/** All session files, renewed in place while somebody looks. */
export const useSessionList = () =>
  useQuery({
    queryKey: ['transcripts', 'list'],
    queryFn: ({ signal }) => transcriptFiles.list(signal),
    refetchInterval: LOOK_MS,
    staleTime: LOOK_MS / 2,
  })

/** What the files say about some words, a moment after they were typed. */
export function useSessionSearch(typed: string) {
  const words = useSettled(typed.trim())
  const query = useQuery({
    queryKey: ['transcripts', 'search', words],
    queryFn: ({ signal }) => transcriptFiles.search(words, MOST_HITS, signal),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  return { ...query, words, isBehind: typed.trim() !== words || query.isPlaceholderData }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
