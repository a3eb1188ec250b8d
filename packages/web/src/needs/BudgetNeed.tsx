import { useQuery } from '@tanstack/react-query'
import { api } from '../sync/api'
import { NeedCard, type NeedProps } from './NeedCard'
import { useAction } from './NeedFrame'

/** By how much the button raises a budget. */
const HALF = 1.5

/** A budget is used up, or nearly. */
export function BudgetNeed({ state, need }: NeedProps) {
  const action = useAction()
  const { leadId } = need
  const { data } = useQuery({
    queryKey: ['lead', leadId, 'budgets', need.id],
    queryFn: ({ signal }) => api.budgets(leadId, signal),
    staleTime: Infinity,
    retry: 1,
  })
  const budget = data?.budgets.find(({ needId }) => needId === need.id)
  const raise = async () => {
    if (!budget) return
    // From what was used, when that is more: half of the old budget more might not be enough.
    const { agentId, usd, tokens, spentUsd, spentTokens } = budget
    await api.setBudget(leadId, {
      agentId,
      usd: usd && Math.ceil(100 * Math.max(usd, spentUsd ?? 0) * HALF) / 100,
      tokens: tokens && Math.ceil(Math.max(tokens, spentTokens ?? 0) * HALF),
    })
  }
  return (
    <NeedCard
      {...{ state, need, action }}
      why="needs you about a budget"
      dismissTitle="Leaves the budget as it is"
      acts={
        <button
          type="button"
          className="btn p"
          disabled={action.isBusy || !budget}
          onClick={() => void action.run(raise)}
        >
          Raise by half
        </button>
      }
    />
  )
}
