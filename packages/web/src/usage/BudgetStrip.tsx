import type { BudgetView } from '@crewroom/shared/model/budget'
import { CircleDollarSign, Pause } from 'lucide-react'
import type { ReactNode } from 'react'
import { limitsOf, limitWords } from './budget-words'
import { spentOfBudget } from './spent'
import './budget.css'

interface BudgetStripProps {
  readonly budget: BudgetView | undefined
  readonly isEstimate: boolean
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** Says that the crew's budget is nearly used, or that it holds the crew back; nothing while there is enough. */
export function BudgetStrip({ budget, isEstimate, children }: BudgetStripProps) {
  if (!budget || budget.stage === null) return null
  const used = limitsOf(budget, spentOfBudget(budget, isEstimate))
    .map(({ words }) => words)
    .join(' and ')
  const limit = limitWords(budget)
  return (
    <div className="bud-strip" data-stage={budget.stage} role="status">
      {budget.stage === 'reached' ? <Pause size={16} /> : <CircleDollarSign size={16} />}
      <p>
        {budget.stage === 'warned' && (
          <>
            <b>The crew used {used}.</b> At {limit} nothing more is delivered to its agents.
          </>
        )}
        {budget.stage === 'reached' && (
          <>
            <b>Paused: the budget of {limit} is used up.</b> Turns under way end; nothing more is
            delivered until you raise it.
          </>
        )}
        {budget.stage === 'overrun' && (
          <>
            <b>The budget of {limit} is used up.</b> The crew goes on until the next turn has ended.
          </>
        )}
      </p>
      {children}
    </div>
  )
}
