import type { NeedRecord } from '@crewroom/shared/model/need'
import { useEffect } from 'react'
import { useLive } from '../crew/use-crew'
import { useSeconds } from '../overview/page-clock'
import { announcement } from '../shell/announcer'
import { leftWords } from './ask-words'

const SOON_S = 60

/** When a request is refused on its own; null: never, or not while its time stands, in a pause or a hold. */
export function useRequestEnd({ id, leadId, agentId, permission }: NeedRecord): {
  readonly until: string | null
  readonly stands: boolean
} {
  const moved = useLive(leadId)[agentId]?.requestEnds?.[id]
  const until = moved === undefined ? (permission?.until ?? null) : moved
  return { until, stands: moved === null }
}

/** Whole seconds until then on the server's clock, never less than 0; null if there is no time limit. */
export function useSecondsLeft(until: string | null): number | null {
  const now = useSeconds()
  return until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000))
}

interface TimeLeftProps {
  /** Since when it waits, and until when. */
  readonly from: string
  readonly until: string
  /** The agent's name for the announcement. */
  readonly name: string
}

/**
 * How long a request still waits for an answer before it is refused; the last minute stands out and is announced once.
 */
export function TimeLeft({ from, until, name }: TimeLeftProps) {
  const left = useSecondsLeft(until) ?? 0
  const isSoon = left <= SOON_S
  useEffect(() => {
    if (isSoon) announcement.setState({ text: `Less than a minute left to answer ${name}` })
  }, [isSoon, name])
  const whole = Math.max(1, (Date.parse(until) - Date.parse(from)) / 1_000)
  return (
    <span className={isSoon ? 'ask-left soon' : 'ask-left'}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        <circle
          className="v"
          cx="8"
          cy="8"
          r="6"
          pathLength="100"
          strokeDasharray={`${Math.min(100, (left / whole) * 100)} 100`}
          transform="rotate(-90 8 8)"
        />
      </svg>
      {left === 0 ? 'Time is up' : `Refused automatically in ${leftWords(left)}`}
    </span>
  )
}
