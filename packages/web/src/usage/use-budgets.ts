import type { BudgetView } from '@crewroom/shared/model/budget'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usage as api } from '../sync/api/usage'

/** No event reports a budget that somebody else has set. */
const EVERY_MS = 15_000

/** Undefined until they are known, which must not be taken for none. */
export type Budgets = readonly BudgetView[] | undefined

const keyOf = (leadId: string) => ['lead', leadId, 'budgets'] as const

/** The budgets of a crew and its agents; fetched again when one needs a person or was answered. */
export function useBudgets(state: CrewState): Budgets {
  const leadId = state.lead.id
  const { data, refetch } = useQuery({
    queryKey: keyOf(leadId),
    queryFn: async ({ signal }) => (await api.budgets(leadId, signal)).budgets,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    retry: 1,
  })
  const asked = Object.values(state.needs)
    .flatMap(({ id, kind }) => (kind === 'budget' ? id : []))
    .join()
  const before = useRef(asked)
  useEffect(() => {
    if (before.current === asked) return
    before.current = asked
    void refetch()
  }, [asked, refetch])
  return data
}

/** The budgets that are known already: nothing is fetched, however many components ask. */
export function useKnownBudgets(leadId: string): Budgets {
  const { data } = useQuery({
    queryKey: keyOf(leadId),
    queryFn: async ({ signal }) => (await api.budgets(leadId, signal)).budgets,
    enabled: false,
  })
  return data
}

/** Replaces the known budgets with the server's answer to a change. */
export function usePutBudgets(leadId: string): (budgets: readonly BudgetView[]) => void {
  const client = useQueryClient()
  return (budgets) => client.setQueryData(keyOf(leadId), budgets)
}

/** The budget of an agent or, with null, of the crew. */
export function budgetOf(budgets: Budgets, agentId: string | null): BudgetView | undefined {
  return budgets?.find((one) => one.agentId === agentId)
}
