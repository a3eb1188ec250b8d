import type { BudgetView } from '@crewroom/shared/model/budget'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usageApi } from '../sync/usage-api'

/** No event reports a budget that somebody else has set. */
const EVERY_MS = 15_000

/** Undefined until they are known: nobody may take that for none. */
export type Budgets = readonly BudgetView[] | undefined

const keyOf = (leadId: string) => ['lead', leadId, 'budgets'] as const

/** The budgets of a crew and its agents; asked for again when one needs somebody or was answered. */
export function useBudgets(state: CrewState): Budgets {
  const leadId = state.lead.id
  const { data, refetch } = useQuery({
    queryKey: keyOf(leadId),
    queryFn: async ({ signal }) => (await usageApi.budgets(leadId, signal)).budgets,
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

/** What is known of them, where many ask: nothing is fetched for it. */
export function useKnownBudgets(leadId: string): Budgets {
  const { data } = useQuery({
    queryKey: keyOf(leadId),
    queryFn: async ({ signal }) => (await usageApi.budgets(leadId, signal)).budgets,
    enabled: false,
  })
  return data
}

/** Puts what the server answered to a change in the place of what was known. */
export function usePutBudgets(leadId: string): (budgets: readonly BudgetView[]) => void {
  const client = useQueryClient()
  return (budgets) => client.setQueryData(keyOf(leadId), budgets)
}

/** That of the crew with null, or of an agent. */
export function budgetOf(budgets: Budgets, agentId: string | null): BudgetView | undefined {
  return budgets?.find((one) => one.agentId === agentId)
}
