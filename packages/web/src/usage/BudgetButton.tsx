import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useAddressParams } from '../ui/use-address-params'
import type { Spent } from './budget-words'
import { budgetOf, type Budgets } from './use-budgets'
import { openedLater } from '../ui/opened-later'

const BudgetDialog = openedLater(() => import('./BudgetDialog').then((own) => own.BudgetDialog))

interface BudgetButtonProps {
  readonly state: CrewState
  /** Null: the whole crew's budget. */
  readonly agentId: string | null
  readonly budgets: Budgets
  readonly spent: Spent
  /** Whose it is, in a list of several. */
  readonly name?: string
}

/** Opens the dialog of a budget, which has an address, so that Back closes it. */
export function BudgetButton(props: BudgetButtonProps) {
  const { state, agentId, budgets, spent, name } = props
  const budget = budgetOf(budgets, agentId)
  const [params, change] = useAddressParams()
  const key = agentId ?? 'crew'
  const words = budget ? 'Change budget' : 'Set budget'
  return (
    <>
      <button
        type="button"
        className="btn"
        disabled={budgets === undefined}
        aria-label={name === undefined ? undefined : `${words} of ${name}`}
        onClick={() => change((next) => next.set('budget', key), 'push')}
      >
        {words}
      </button>
      {/* What is set is there to be changed, and not to be guessed. */}
      {budgets !== undefined && params.get('budget') === key && (
        <BudgetDialog
          {...{ state, agentId, budget, spent }}
          onClose={() => change((next) => next.delete('budget'), 'push')}
        />
      )}
    </>
  )
}
