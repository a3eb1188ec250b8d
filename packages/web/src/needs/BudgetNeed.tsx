import { raisedByHalf } from '@crewroom/shared/model/budget'
import { type FormEvent, use, useState } from 'react'
import { useStore } from 'zustand'
import { knownAs } from '../crew/participant'
import { paths } from '../shell/paths'
import { usage as api } from '../sync/api/usage'
import { ApiError } from '../sync/request'
import { Link } from '../ui/Link'
import { toast } from '../ui/toasts'
import { BudgetBars } from '../usage/BudgetBars'
import { limitWords, typedLimit } from '../usage/budget-words'
import { LimitField } from '../usage/LimitField'
import { spentOfBudget } from '../usage/spent'
import { useBudgets, usePutBudgets } from '../usage/use-budgets'
import { heldAnswers, Holding } from './holding'
import { NeedCard, type NeedProps } from './NeedCard'
import { useAction } from './NeedFrame'

type BudgetAnswer = Parameters<typeof api.answerBudget>[2]

/** A budget is used up, or nearly: it is raised, goes on once, or stays as it is. */
export function BudgetNeed({
  state,
  need,
  isLinked = true,
}: NeedProps & {
  /** Whether it leads to the page that it is about; not on that page. */
  readonly isLinked?: boolean
}) {
  const action = useAction()
  const { leadId } = need
  const put = usePutBudgets(leadId)
  const budget = useBudgets(state)?.find(({ needId }) => needId === need.id)
  const [isTyping, setTyping] = useState(false)
  const isReached = budget?.stage === 'reached'
  const isCrew = need.agentId === leadId && budget?.agentId === null
  const holding = use(Holding)
  const held = useStore(heldAnswers, (all) => all[need.id])
  const send = (body: BudgetAnswer) =>
    action.run(async () => {
      try {
        put((await api.answerBudget(leadId, need.id, body)).budgets)
      } catch (error) {
        // Somebody else was faster: the event takes the card away.
        if (!(error instanceof ApiError) || error.code !== 'need_not_found') throw error
        toast.news('Somebody has already answered this.')
      }
    })
  const answer = (body: BudgetAnswer, said: string) => {
    if (!holding) return void send(body)
    const words = (shown: string) => `You chose “${shown}”`
    holding.hold({ needId: need.id, leadId, said, words, send: () => send(body) })
  }
  const half = budget && raisedByHalf(budget)
  if (held && holding) return <holding.Card held={held} kind={need.kind} />
  return (
    <NeedCard
      {...{ state, need, action }}
      why={whyWords(isCrew, isReached)}
      dismiss={isReached ? 'Leave paused' : 'Dismiss'}
      dismissTitle="Leaves the budget as it is"
      more={
        isLinked &&
        (isCrew ? (
          <Link className="lnk" to={`${paths.section(leadId, 'crew')}?view=usage`}>
            Usage
          </Link>
        ) : (
          <Link className="lnk" to={paths.agent(leadId, need.agentId)}>
            Open agent
          </Link>
        ))
      }
      acts={
        <>
          <button
            type="button"
            className={isReached ? 'btn you' : 'btn p'}
            disabled={action.isBusy || !half}
            onClick={() =>
              half && answer({ action: 'raise', ...half }, `Raise to ${limitWords(half)}`)
            }
          >
            {half ? `Raise to ${limitWords(half)}` : 'Raise'}
          </button>
          {isReached && (
            <button
              type="button"
              className="btn"
              disabled={action.isBusy}
              title="Delivers what waits, and pauses again when the next turn has ended"
              onClick={() => answer({ action: 'once' }, 'Go on once')}
            >
              Go on once
            </button>
          )}
          {budget && (
            <button
              type="button"
              className="btn"
              aria-expanded={isTyping}
              onClick={() => setTyping(!isTyping)}
            >
              Other amount
            </button>
          )}
        </>
      }
    >
      {budget && (
        <div className="need-budget">
          <BudgetBars
            budget={budget}
            spent={spentOfBudget(budget, false)}
            isStageShown={false}
            name={isCrew ? 'the crew' : knownAs(state, need.agentId)}
          />
        </div>
      )}
      {budget && isTyping && (
        <OtherAmount
          budget={budget}
          isBusy={action.isBusy}
          raise={(to) => answer({ action: 'raise', ...to }, `Raise to ${limitWords(to)}`)}
        />
      )}
    </NeedCard>
  )
}

function whyWords(isCrew: boolean, isReached: boolean): string {
  if (isCrew) return isReached ? 'the crew’s budget is used up' : 'the crew’s budget is nearly used'
  return isReached ? 'is paused: its budget is used up' : 'has nearly used its budget'
}

interface OtherAmountProps {
  readonly budget: { readonly usd: number | null; readonly tokens: number | null }
  readonly isBusy: boolean
  readonly raise: (to: { readonly usd: number | null; readonly tokens: number | null }) => void
}

/** A field for each limit that the budget has. */
function OtherAmount({ budget, isBusy, raise }: OtherAmountProps) {
  const [typed, setTyped] = useState({ usd: '', tokens: '' })
  const [isTried, setTried] = useState(false)
  const to = { usd: typedLimit('usd', typed.usd), tokens: typedLimit('tokens', typed.tokens) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { usd, tokens } = to
    if (isBusy || usd === undefined || tokens === undefined) return
    if (usd !== null || tokens !== null) raise({ usd, tokens })
  }
  const isEmpty = isTried && to.usd === null && to.tokens === null
  return (
    <form className="need-amount" aria-label="Raise to another amount" noValidate onSubmit={submit}>
      {budget.usd !== null && (
        <LimitField
          label="Raise to, in US dollars"
          value={typed.usd}
          change={(usd) => setTyped({ ...typed, usd })}
          problem={
            isEmpty || (isTried && to.usd === undefined) ? 'An amount such as 5 or 2.50.' : null
          }
        />
      )}
      {budget.tokens !== null && (
        <LimitField
          label="Raise to, in tokens"
          value={typed.tokens}
          change={(tokens) => setTyped({ ...typed, tokens })}
          problem={
            isEmpty || (isTried && to.tokens === undefined)
              ? 'A number such as 500,000 or 2M.'
              : null
          }
        />
      )}
      <button type="submit" className="btn" disabled={isBusy}>
        Raise
      </button>
    </form>
  )
}
