import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useMemo } from 'react'
import { showPastLooks } from '../../crew/past-looks'
import type { Picture } from './lane-rows'
import { exactTime } from './lane-words'
import { looksThen } from './look-then'

/** The states of agents at a moment, here and wherever else the page shows them; null: the present ones. */
export function useLooksThen(state: CrewState, picture: Picture, moment: number | null) {
  const looks = useMemo(
    () => (moment === null ? null : looksThen(state, picture, moment)),
    [state, picture, moment],
  )
  const pastTime = moment === null ? '' : exactTime(moment)
  useEffect(() => {
    showPastLooks(looks && { leadId: state.lead.id, time: pastTime, looks })
    return () => showPastLooks(null)
  }, [looks, pastTime, state.lead.id])
  return looks
}
