import { createStore } from 'zustand/vanilla'
import { api } from '../sync/api'
import type { CrewPlan } from './crew-plan'
import { Founder } from './founding'

/**
 * What is typed and what was made of it, outside of the dialog: closing it by accident, or a failure in the middle,
 * loses nothing while the page lives. Tokens are in no storage.
 */
export const planStore = createStore<{ readonly plan: CrewPlan | null }>(() => ({ plan: null }))

export const founder = new Founder(api)

/** The next New crew begins empty. */
export function forgetPlan(): void {
  planStore.setState({ plan: null })
  founder.reset()
}
