import { crews } from '../../sync/sync'

const ARRIVAL_MS = 3_000

/** The group comes over the socket too, a moment before or after the answer. Its page needs it to be there. */
export async function groupArrival(leadId: string, name: string): Promise<void> {
  const isHere = () => crews.getState().views[leadId]?.state.groups[name]?.archived === false
  if (isHere()) return
  await new Promise<void>((resolve) => {
    const done = () => {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
    const unsubscribe = crews.subscribe(() => isHere() && done())
    const timer = setTimeout(done, ARRIVAL_MS)
  })
}
