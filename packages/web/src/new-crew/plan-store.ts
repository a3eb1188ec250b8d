import { createStore } from 'zustand/vanilla'
import { api } from '../sync/api'
import { agents } from '../sync/api/agents'
import type { CrewPlan } from './crew-plan'
import { Founder } from './founding'

/**
 * What is typed and what was made of it, outside of the dialog: closing it by accident, or a failure in the middle,
 * loses nothing while the page lives. Tokens are in no storage.
 */
export const planStore = createStore<{ readonly plan: CrewPlan | null }>(() => ({ plan: null }))

export const founder = new Founder({ ...api, ...agents })

/**
 * Carries a plan out. The crew's id when all of it is there; null when something is left to do: to make the rest, or
 * to show tokens, which are seen only once.
 */
export async function foundCrew(plan: CrewPlan): Promise<string | null> {
  planStore.setState({ plan })
  await founder.found(plan)
  const { phase, lead, agents } = founder.store.getState()
  const hasTokens = [lead, ...Object.values(agents)].some((own) => own?.token)
  if (phase !== 'done' || !lead || hasTokens) return null
  forgetPlan()
  return lead.id
}

/** The next New crew begins empty. */
export function forgetPlan(): void {
  planStore.setState({ plan: null })
  founder.reset()
}
