import type { BudgetView } from '@crewroom/shared/model/budget'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type FormEvent, useId, useState } from 'react'
import { knownAs } from '../crew/participant'
import { useAction } from '../needs/NeedFrame'
import { money } from '../overview/amounts'
import { usage as api } from '../sync/api/usage'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { Problem } from '../ui/Problem'
import { toast } from '../ui/toasts'
import { LimitField } from './LimitField'
import { limitWords, type Spent, typedFrom, typedLimit } from './budget-words'
import { usePutBudgets } from './use-budgets'

interface BudgetDialogProps {
  readonly state: CrewState
  /** Null: the whole crew's budget. */
  readonly agentId: string | null
  readonly budget: BudgetView | undefined
  readonly spent: Spent
  readonly onClose: () => void
}

/** Sets, changes and removes what a crew or an agent may use. */
export function BudgetDialog({ state, agentId, budget, spent, onClose }: BudgetDialogProps) {
  const formId = useId()
  const leadId = state.lead.id
  const put = usePutBudgets(leadId)
  const { isBusy, problem, run } = useAction()
  const [usd, setUsd] = useState(typedFrom(budget?.usd ?? null))
  const [tokens, setTokens] = useState(typedFrom(budget?.tokens ?? null))
  const [areProblemsShown, setShown] = useState(false)
  const limits = { usd: typedLimit('usd', usd), tokens: typedLimit('tokens', tokens) }
  const who = agentId === null ? 'the crew' : knownAs(state, agentId)
  const whom = agentId === null ? 'its agents' : 'it'
  const save = (to: { readonly usd: number | null; readonly tokens: number | null }) =>
    run(async () => {
      put((await api.setBudget(leadId, { agentId, ...to })).budgets)
      const isNone = to.usd === null && to.tokens === null
      toast.news(isNone ? `The budget of ${who} is removed.` : `The budget of ${who} is ${limitWords(to)}.`) // prettier-ignore
      onClose()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShown(true)
    if (isBusy || limits.usd === undefined || limits.tokens === undefined) return
    void save({ usd: limits.usd, tokens: limits.tokens })
  }
  const isUsedUp =
    (typeof limits.usd === 'number' && spent.cost !== null && spent.cost >= limits.usd) ||
    (typeof limits.tokens === 'number' && spent.tokens !== null && spent.tokens >= limits.tokens)
  return (
    <Dialog
      title={`Budget of ${who}`}
      description={`At 80 % you are asked. At 100 % nothing more is delivered to ${whom} until you raise the budget; a turn under way ends first.`}
      onClose={onClose}
    >
      <form id={formId} className="dialog-body" noValidate onSubmit={submit}>
        <LimitField
          label="US dollars"
          placeholder="No limit"
          value={usd}
          change={setUsd}
          problem={
            areProblemsShown && limits.usd === undefined ? 'An amount such as 5 or 2.50.' : null
          }
          hint={
            spent.cost === null
              ? `No cost is known of ${who} yet: a limit in dollars counts only what programs report or prices tell.`
              : `Used so far: ${spent.isEstimate ? 'about ' : ''}${money(spent.cost)}`
          }
        />
        <LimitField
          label="Tokens"
          placeholder="No limit"
          value={tokens}
          change={setTokens}
          problem={
            areProblemsShown && limits.tokens === undefined
              ? 'A whole number such as 500,000 or 2M.'
              : null
          }
          hint={
            spent.tokens === null
              ? `No tokens are known of ${who} yet.`
              : `Used so far: ${spent.tokens.toLocaleString('en')}`
          }
        />
        {isUsedUp && (
          <p className="hint bud-note" role="status">
            That is used up already: nothing more will be delivered to {whom}.
          </p>
        )}
        <Problem text={problem} />
      </form>
      <DialogFoot
        says={
          <>
            {budget && (
              <button
                type="button"
                className="btn danger"
                disabled={isBusy}
                onClick={() => void save({ usd: null, tokens: null })}
              >
                Remove budget
              </button>
            )}
            <span className="sp" />
          </>
        }
        onCancel={onClose}
      >
        <button type="submit" form={formId} className="btn p" aria-disabled={isBusy}>
          Save
        </button>
      </DialogFoot>
    </Dialog>
  )
}
