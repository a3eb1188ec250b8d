import { FOR_PROGRAMS } from '@crewroom/shared/text/session-texts'
import { createStore } from 'zustand/vanilla'
import { placeOf, type ToAgents, type ToGroup } from './outbox'

/** What the server said of the newest message to each place that its writer has to know, such as that an agent is not asked. */
export const sentHints = createStore<Readonly<Record<string, string>>>(() => ({}))

/** Notes what the answer to a message said; undefined: nothing. */
export function heardHint(to: ToGroup | ToAgents, hint: string | undefined): void {
  const { [placeOf(to)]: _, ...others } = sentHints.getState()
  const words = hint?.replace(FOR_PROGRAMS, '')
  sentHints.setState(words ? { ...others, [placeOf(to)]: words } : others, true)
}

/** The person writes again: what was said of the message before is over. */
export function forgetHint(place: string): void {
  if (!Object.hasOwn(sentHints.getState(), place)) return
  const { [place]: _, ...others } = sentHints.getState()
  sentHints.setState(others, true)
}
