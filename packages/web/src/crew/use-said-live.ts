import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { liveDetails } from '../sync/live-details'
import type { TranscriptSource } from '../transcripts/source'
import { stripAnsi } from '@crewroom/shared/transcript/strip-ansi'
import { saidSince } from './said-since'

const heardNow = (agentId: string) => liveDetails.getState().texts[agentId] ?? ''

/** What an agent said since its transcript changed last, as far as it was heard. */
export function useSaidLive(agentId: string, source: TranscriptSource): string {
  const [heard, setHeard] = useState(() => heardNow(agentId))
  const text = useStore(liveDetails, ({ texts }) => texts[agentId] ?? '')
  useEffect(
    () =>
      source.watch(({ changed }) => {
        if (changed === 'all' || changed.length > 0) setHeard(heardNow(agentId))
      }),
    [source, agentId],
  )
  return stripAnsi(saidSince(heard, text)).trim()
}
