import type { BudgetView } from '@crewroom/shared/model/budget'
import { type CrewUsage } from '@crewroom/shared/model/usage'
import { roleLook } from '../crew/role-look'
import { Link } from '../ui/Link'
import { about, atLeast, ESTIMATE, money, tokenWords } from './amounts'
import type { Card } from './cards'

/** Who is named below the bar; the others are a number. */
const NAMED = 5

interface CrewMoneyProps {
  readonly cards: readonly Card[]
  readonly usage: CrewUsage
  readonly budget: BudgetView | undefined
  /** Where all of it is shown, and budgets are set. */
  readonly usagePath: string
  /** Tokens by the minute, the newest at the end. */
  readonly byMinute: readonly number[] | null
  /** For how many minutes the crew exists. */
  readonly minutes: number
}

/** What the crew has used, who used how much of it, and how it goes. What is not known is not there. */
export function CrewMoney({ cards, usage, budget, usagePath, byMinute, minutes }: CrewMoneyProps) {
  const { tokens, cost, isMoreTokens, isMoreCost, isEstimate = false } = usage
  if (tokens === null && cost === null && !budget) return null
  // Shares of the money only where all of it is known.
  const isByCost = cost !== null && cost > 0 && !isMoreCost
  const amountOf = (card: Card) => (isByCost ? card.cost : card.tokens) ?? 0
  const words = isByCost ? money : tokenWords
  const users = cards
    .filter((card) => amountOf(card) > 0)
    .toSorted((a, b) => amountOf(b) - amountOf(a))
  const all = users.reduce((sum, card) => sum + amountOf(card), 0)
  const share = (card: Card) => Math.round((100 * amountOf(card)) / all)
  const named = users.slice(0, users.length === NAMED + 1 ? NAMED + 1 : NAMED)
  const others = users.slice(named.length)
  const limit = (isByCost ? budget?.usd : budget?.tokens) ?? null
  const left = limit === null || isMoreTokens ? 0 : Math.max(0, limit - all)
  return (
    <div className="ov-money">
      {tokens !== null && (
        <Figure
          id="tokens"
          amount={atLeast(tokenWords(tokens), isMoreTokens)}
          unit={budget?.tokens ? `of ${tokenWords(budget.tokens)} tokens` : 'tokens'}
          title={`${atLeast(tokens.toLocaleString('en'), isMoreTokens)} tokens`}
        />
      )}
      {cost !== null && (
        <Figure
          id="cost"
          amount={atLeast(about(money(cost), isEstimate), isMoreCost)}
          unit={budget?.usd ? `of ${money(budget.usd)}` : 'used'}
          {...(isEstimate ? { title: ESTIMATE } : {})}
        />
      )}
      {cost === null && budget?.usd ? (
        <Figure id="budget" amount={money(budget.usd)} unit="budget" />
      ) : null}
      {tokens === null && budget?.tokens ? (
        <Figure id="budget-tokens" amount={tokenWords(budget.tokens)} unit="tokens, budget" />
      ) : null}
      {users.length > 0 && (
        <div className="ov-shares">
          <div
            className="ov-bar"
            role="img"
            aria-label={`Share of the ${isByCost ? 'money' : 'tokens'} by agent: ${users.map((card) => `${card.who.label} ${share(card)} %`).join(', ')}${left > 0 ? `; ${words(left)} of the budget are left` : ''}`}
          >
            {users.map((card) => {
              const { className, style } = roleLook(card.who.role, card.who.color)
              return (
                <i
                  key={card.id}
                  className={className}
                  style={{ ...style, flexGrow: amountOf(card) }}
                />
              )
            })}
            {left > 0 && <i className="ov-left" style={{ flexGrow: left }} />}
          </div>
          <ul className="ov-legend" aria-hidden="true">
            {named.map((card) => {
              const { className, style } = roleLook(card.who.role, card.who.color)
              return (
                <li key={card.id} className={className} style={style}>
                  <i />
                  {card.who.label} <b>{words(amountOf(card))}</b>
                </li>
              )
            })}
            {others.length > 0 && (
              <li>
                <i />
                {others.length} more{' '}
                <b>{words(others.reduce((sum, card) => sum + amountOf(card), 0))}</b>
              </li>
            )}
          </ul>
        </div>
      )}
      {byMinute && <Trend byMinute={byMinute} minutes={minutes} />}
      <Link className="ov-usage" to={usagePath}>
        {budget ? 'Usage' : 'Usage and budget'}
      </Link>
    </div>
  )
}

interface FigureProps {
  readonly id: string
  readonly amount: string
  readonly unit: string
  /** The same to the last digit, or what it is. */
  readonly title?: string
}

function Figure(props: FigureProps) {
  return (
    <p className="ov-figure" data-figure={props.id} title={props.title}>
      <b>{props.amount}</b>
      <span>{props.unit}</span>
    </p>
  )
}

const WIDTH = 120
const HEIGHT = 34

function Trend({
  byMinute,
  minutes,
}: Pick<CrewMoneyProps, 'minutes'> & { byMinute: readonly number[] }) {
  const most = Math.max(1, ...byMinute)
  const points = byMinute.map((tokens, index) => {
    const x = (index * WIDTH) / (byMinute.length - 1)
    return `${x.toFixed(1)} ${(HEIGHT - 2 - ((HEIGHT - 5) * tokens) / most).toFixed(1)}`
  })
  const line = points.join('L')
  const span = Math.max(1, Math.min(byMinute.length, Math.ceil(minutes)))
  const mean = byMinute.reduce((sum, tokens) => sum + tokens, 0) / span
  return (
    <div
      className="ov-trend"
      title={`Tokens of turns that ended in the last ${span === 1 ? 'minute' : `${span} minutes`}, by the minute`}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path className="ov-area" d={`M0 ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}Z`} />
        <path className="ov-curve" d={`M${line}`} />
      </svg>
      <p className="ov-figure" data-figure="rate">
        <b>{tokenWords(mean)}</b>
        <span>a minute</span>
      </p>
    </div>
  )
}
