import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useMemo } from 'react'
import { useLive } from '../../crew/use-crew'
import type { Journal } from '../use-journal'
import { barsOf, waitsOf } from './lane-bars'
import { groupLanesOf, lanesOf, marksOf } from './lane-model'
import type { Picture } from './lane-rows'
import { useTurns } from './use-turns'

/** All that lanes are made of, from what is loaded; what does not change is not made again. */
export function usePicture(state: CrewState, journal: Journal, isNow: boolean) {
  const { lead, agents, groups, tasks, needs } = state
  const live = useLive(lead.id)
  const { events, hasBefore } = journal
  const [oldest] = events
  const knownFrom = hasBefore && oldest ? Date.parse(oldest.at) : null
  const born = Date.parse(lead.createdAt)
  const { turns, problem, recordsFrom } = useTurns(lead.id, born, isNow)
  const marks = useMemo(() => marksOf(events), [events])
  const lanes = useMemo(
    () => lanesOf({ lead, agents }, marks, knownFrom),
    [lead, agents, marks, knownFrom],
  )
  const groupLanes = useMemo(() => groupLanesOf({ groups }, events), [groups, events])
  const bars = useMemo(
    () => barsOf({ tasks }, { events, turns, live }),
    [tasks, events, turns, live],
  )
  const waits = useMemo(() => waitsOf({ needs }, events), [needs, events])
  const picture: Picture = useMemo(
    () => ({ lanes, groups: groupLanes, bars, waits }),
    [lanes, groupLanes, bars, waits],
  )
  return { picture, knownFrom, born, problem, recordsFrom }
}
