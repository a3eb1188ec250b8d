import type { FoundTexts } from '@crewroom/shared/transcript/views'
import { useEffect, useRef, useState } from 'react'
import { type At, nextHit, sameHit } from './hits'
import type { TranscriptSource } from './source'

const PAUSE_MS = 200
const MOST = 500

export interface Find {
  readonly found: FoundTexts | null
  readonly at: At
  readonly problem: string | null
  /** To the next or the last hit; `first` is where one begins. */
  readonly go: (by: 1 | -1, first: (hits: FoundTexts['hits']) => number) => void
}

/** Where words are in the transcript, as it is now; the transcript is searched where it is. */
export function useFind(source: TranscriptSource, words: string | null, revision: number): Find {
  const [state, setState] = useState<{
    readonly words: string
    readonly found: FoundTexts
    readonly at: At
  } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const wanted = words?.trim() ?? ''
  const asked = useRef('')
  useEffect(() => {
    if (wanted === '') return
    const stop = new AbortController()
    // A transcript that grows is searched again, less often.
    const pause = asked.current === wanted ? 5 * PAUSE_MS : PAUSE_MS
    const timer = setTimeout(() => {
      asked.current = wanted
      source.find(wanted, MOST, stop.signal).then(
        (found) => {
          setProblem(null)
          setState((before) => ({
            words: wanted,
            found,
            at:
              before?.words === wanted && before.at !== null
                ? sameHit(before.found.hits[before.at], found.hits)
                : null,
          }))
        },
        (error: unknown) => {
          if (!stop.signal.aborted)
            setProblem(error instanceof Error ? error.message : 'It failed.')
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [source, wanted, revision])
  const own = state?.words === wanted && wanted !== '' ? state : null
  return {
    found: own?.found ?? null,
    at: own?.at ?? null,
    problem: wanted === '' ? null : problem,
    go: (by, first) =>
      setState((before) => {
        if (!before) return null
        const { hits } = before.found
        return { ...before, at: nextHit(before.at, hits.length, by, first(hits)) }
      }),
  }
}
