import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { StatusLook } from './agent-status'

/** How the agents of a crew looked at a moment of its past, while a replay shows that moment. */
interface PastLooks {
  readonly leadId: string
  /** The time of day of the moment, in words. */
  readonly time: string
  /** By agent; agents that did not exist yet are left out. */
  readonly looks: Readonly<Record<string, StatusLook>>
}

const shown = createStore<{ readonly past: PastLooks | null }>(() => ({ past: null }))

export function showPastLooks(past: PastLooks | null): void {
  shown.setState({ past })
}

/** The past of this crew that is shown now; null: it is shown as it is. */
export function usePastLooks(leadId: string): PastLooks | null {
  return useStore(shown, ({ past }) => (past?.leadId === leadId ? past : null))
}
