import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { agents as api } from '../sync/api/agents'
import { liveDetails } from '../sync/live-details'
import { transcriptWatch } from '../sync/sync'
import { saidSince } from './said-since'

const PAGE = 100
const SOON_MS = 700
const WORKING_MS = 3_000

export interface Rollout {
  readonly entries: readonly RolloutEntry[]
  readonly hasBefore: boolean
  /** How many older entries the server does not keep any more. */
  readonly removed: number
  /** Answers to its commands that it was not handed yet, oldest first. */
  readonly replies: readonly string[]
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly isLoadingEarlier: boolean
  readonly loadEarlier: () => void
  readonly retry: () => void
  /** What it said since the newest entry, as far as it was heard. */
  readonly live: string
}

/**
 * An agent's rollout, newest at the end. Entries are in no event: they are asked for again after whatever tells that
 * there may be more, `pulse`, and while it works. What it says meanwhile is heard live.
 */
export function useRollout(agentId: string, pulse: string, isWorking: boolean): Rollout {
  const [page, setPage] = useState<Pick<
    Rollout,
    'entries' | 'hasBefore' | 'removed' | 'replies'
  > | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [isLoadingEarlier, setLoadingEarlier] = useState(false)
  /** What was heard up to the newest entry of text. */
  const [heard, setHeard] = useState(() => liveDetails.getState().texts[agentId] ?? '')
  const text = useStore(liveDetails, ({ texts }) => texts[agentId] ?? '')
  const abort = useRef<AbortController | null>(null)
  const newest = useRef<number | null>(null)
  const isBusy = useRef(false)
  const mustRepeat = useRef(false)

  const refresh = useCallback(
    function ask() {
      const signal = abort.current?.signal
      if (!signal || signal.aborted) return
      if (isBusy.current) {
        mustRepeat.current = true
        return
      }
      isBusy.current = true
      mustRepeat.current = false
      const said = liveDetails.getState().texts[agentId] ?? ''
      const after = newest.current
      api.rollout(agentId, after === null ? { limit: PAGE } : { after, limit: PAGE }, signal).then(
        ({ entries, hasBefore, hasAfter, removed, replies }) => {
          isBusy.current = false
          if (signal.aborted) return
          setFailed(false)
          newest.current = entries.at(-1)?.n ?? after ?? 0
          if (after === null || entries.some(({ kind }) => kind === 'text')) setHeard(said)
          setPage((own) =>
            own === null || after === null
              ? { entries, hasBefore, removed, replies }
              : entries.length === 0 && isSame(own.replies, replies)
                ? own
                : { ...own, entries: [...own.entries, ...entries], replies },
          )
          if ((after !== null && hasAfter) || mustRepeat.current) ask()
        },
        () => {
          isBusy.current = false
          if (!signal.aborted) setFailed(true)
        },
      )
    },
    [agentId],
  )

  useEffect(() => {
    const stop = new AbortController()
    abort.current = stop
    newest.current = null
    isBusy.current = false
    refresh()
    return () => stop.abort()
  }, [refresh])

  // The server reports every change of a record that is open in a page, whatever the agent is and does.
  useEffect(() => transcriptWatch.watch(`agent-${agentId}`, refresh), [agentId, refresh])

  // At once and again a little later: what an agent emits is written some moments after it was heard.
  useEffect(() => {
    const timers = [SOON_MS, 3 * SOON_MS].map((ms) => setTimeout(refresh, ms))
    return () => timers.forEach(clearTimeout)
  }, [refresh, pulse, text])

  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(refresh, WORKING_MS)
    return () => clearInterval(timer)
  }, [refresh, isWorking])

  const first = page?.hasBefore ? page.entries[0]?.n : undefined
  const loadEarlier = useCallback(() => {
    const signal = abort.current?.signal
    if (first === undefined || !signal) return
    setLoadingEarlier(true)
    api
      .rollout(agentId, { before: first, limit: PAGE }, signal)
      .then(
        ({ entries, hasBefore, removed }) => {
          if (signal.aborted) return
          setPage(
            (own) => own && { ...own, entries: [...entries, ...own.entries], hasBefore, removed },
          )
        },
        () => undefined,
      )
      .finally(() => setLoadingEarlier(false))
  }, [agentId, first])

  return {
    entries: page?.entries ?? NOTHING,
    hasBefore: page?.hasBefore ?? false,
    removed: page?.removed ?? 0,
    replies: page?.replies ?? NO_REPLIES,
    phase: page ? 'ready' : isFailed ? 'failed' : 'loading',
    isLoadingEarlier,
    loadEarlier,
    retry: refresh,
    live: saidSince(heard, text),
  }
}

const NOTHING: readonly RolloutEntry[] = []
const NO_REPLIES: readonly string[] = []

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, at) => text === other[at])
