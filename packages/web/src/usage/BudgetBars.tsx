import type { BudgetView } from '@crewroom/shared/model/budget'
import { ESTIMATE } from '../overview/amounts'
import { limitsOf, type Spent, stageWords } from './budget-words'
import './budget.css'

interface BudgetBarsProps {
  readonly budget: BudgetView
  readonly spent: Spent
  /** Whose it is, in words. */
  readonly name: string
  /** Whether it says in words how far the budget is used; not if that is said beside it. */
  readonly isStageShown?: boolean
}

/** How much of a budget is used: a bar for each limit, and words once it is nearly or completely used. */
export function BudgetBars({ budget, spent, name, isStageShown = true }: BudgetBarsProps) {
  const stage = isStageShown ? stageWords(budget) : null
  const limits = limitsOf(budget, spent)
  const most = Math.max(...limits.map(({ share }) => share))
  return (
    <span className="bud">
      {limits.map(({ unit, share, words }) => {
        const percent = Math.floor(share * 100 + 1e-6)
        const isEstimate = spent.isEstimate && unit === 'usd'
        return (
          <span
            key={unit}
            className="bud-limit"
            data-stage={share === most ? (budget.stage ?? undefined) : undefined}
          >
            <span
              className="bud-bar"
              role="progressbar"
              aria-label={`Budget of ${name}`}
              aria-valuenow={Math.min(100, percent)}
              aria-valuetext={`${words}, ${percent} %`}
            >
              <i style={{ width: `${Math.min(100, share * 100)}%` }} />
            </span>
            <span className="bud-words" title={isEstimate ? ESTIMATE : undefined}>
              {words}
              {stage !== null && share === most && (
                <>
                  {' '}
                  <span className="bud-stage">{stage}</span>
                </>
              )}
            </span>
          </span>
        )
      })}
    </span>
  )
}
