import type { RoundRecord } from '@crewroom/shared/model/round'
import { useEffect, useRef, useState } from 'react'
import type { Distance } from '../groups/timeline/use-distance'
import { useAddressParams } from '../ui/use-address-params'
import type { SessionPlace } from './chat/use-session-place'
import type { RoundRow, SessionRow, StepRow } from './session-rows'
import { keptTop, roundToOpen } from './switch/view-address'

/** Number of the round at which the chat of a session opens, as it was when it opened; null: at none. */
export function useRoundAsked(sessionId: string, newest: number): number | null {
  const [params] = useAddressParams()
  const [asked] = useState(() => roundToOpen(sessionId, params))
  return asked !== null && asked <= newest ? asked : null
}

/** Where that round is; null while it is not loaded. It has the height that it had in the view before. */
export function placeOfRound(n: number | null, rows: readonly SessionRow[]): SessionPlace | null {
  const row = rows.find(
    (own): own is RoundRow | StepRow =>
      (own.kind === 'round' || own.kind === 'step') && own.n === n,
  )
  if (n === null || !row) return null
  return { id: `round ${n}`, key: row.key, flash: false, top: keptTop(n), ifLong: false }
}

interface RoundInAddressInput {
  readonly asked: number | null
  readonly rows: readonly SessionRow[]
  readonly rounds: ReadonlyMap<number, RoundRecord>
  /** Whether messages and rounds are loaded. */
  readonly isReady: boolean
  readonly messageId: string | null
  readonly distance: Distance
  /** Changes with what the person sends. */
  readonly jumpKey: string
}

/** A round that is older than what is loaded is come to by its message; one that was left is in the address no more. */
export function useRoundInAddress(input: RoundInAddressInput): void {
  const { asked, rows, rounds, isReady, messageId, distance, jumpKey } = input
  const [params, change] = useAddressParams()
  const isLooked = useRef(asked === null)
  useEffect(() => {
    if (isLooked.current || !isReady || asked === null) return
    const trigger = rounds.get(asked)?.triggerMessageId
    if (trigger === undefined) return
    isLooked.current = true
    if (messageId === null && placeOfRound(asked, rows) === null) {
      change((next) => next.set('m', trigger))
    }
  }, [asked, rows, rounds, isReady, messageId, change])

  const wasAway = useRef(false)
  const isNamed = params.has('r')
  useEffect(() => {
    if (distance !== 'end') wasAway.current = true
    // A reload would go back there.
    if (isNamed && ((wasAway.current && distance === 'end') || jumpKey !== '')) {
      change((next) => next.delete('r'))
    }
  }, [distance, jumpKey, isNamed, change])
}
