import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useMemo, useState } from 'react'
import type { Journal } from '../use-journal'
import { storyOf } from './story'
import { type Range, rangeOf } from './time-range'
import { useLaneAddress } from './use-lane-address'
import { usePicture } from './use-picture'
import { useServerNow } from './use-server-now'

export type LaneWindow = ReturnType<typeof useLaneWindow>

/** The story of the crew and which part of it is seen, as the address says. */
export function useLaneWindow(state: CrewState, journal: Journal) {
  const [address, changeAddress] = useLaneAddress()
  /** What is pointed at does not move away, whatever happens meanwhile. */
  const [held, setHeld] = useState<Range | null>(null)
  const change: typeof changeAddress = (patch, isMoving) => {
    setHeld(null)
    changeAddress(patch, isMoving)
  }
  const follows = address.end === null && address.replay === null
  const now = useServerNow(follows ? 1_000 : 10_000)
  const known = usePicture(state, journal, address.end === null)
  const { picture, knownFrom, born, problem, recordsFrom } = known
  const story = useMemo(
    () => storyOf(picture, born, knownFrom, now),
    [picture, born, knownFrom, now],
  )
  const { from, to } = held ?? rangeOf(address, story, now)
  const range = useMemo(() => ({ from, to }), [from, to])
  return {
    address,
    change,
    setHeld,
    follows,
    now,
    picture,
    knownFrom,
    problem,
    recordsFrom,
    story,
    range,
  }
}
