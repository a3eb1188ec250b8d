import type { CrewState } from '@crewroom/shared/state/crew-state'
import { crews } from '../sync/sync'

const ARRIVAL_MS = 3_000

/** What was made comes over the socket too, a moment before or after the answer. Its page needs it to be there. */
export async function arrival(
  leadId: string,
  isHere: (state: CrewState) => boolean,
): Promise<void> {
  const look = () => {
    const state = crews.getState().views[leadId]?.state
    return state !== undefined && isHere(state)
  }
  if (look()) return
  await new Promise<void>((resolve) => {
    const done = () => {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
    const unsubscribe = crews.subscribe(() => look() && done())
    const timer = setTimeout(done, ARRIVAL_MS)
  })
}
