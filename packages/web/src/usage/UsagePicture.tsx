import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { knownAs, participantOf } from '../crew/participant'
import { roleLook } from '../crew/role-look'
import { money, tokenWords } from '../overview/amounts'
import { usage as api } from '../sync/api/usage'
import { useNow } from '../ui/use-now'
import { Bars } from './Bars'
import { type Amount, addedUp, agentsOf, beginOf, bucketsOf, EARLIER, type Step } from './picture'
import { PictureTable } from './PictureTable'
import './picture.css'
import { budgetOf, useKnownBudgets } from './use-budgets'

const EVERY_MS = 15_000
/** How many agents are named below the picture; the others are counted. */
const NAMED = 8

/** What the crew used by hour or by day, each agent in its colour. */
export function UsagePicture({ state }: { readonly state: CrewState }) {
  const leadId = state.lead.id
  const now = useNow(60_000)
  const [step, setStep] = useState<Step>('hour')
  const [chosen, setChosen] = useState<Amount | null>(null)
  const [isSum, setSum] = useState(false)
  const [only, setOnly] = useState<string | null>(null)
  const budgets = useKnownBudgets(leadId)
  const since = new Date(beginOf(step, now)).toISOString()
  const { data, isError, refetch } = useQuery({
    queryKey: ['lead', leadId, 'usage over time', step, since],
    queryFn: ({ signal }) => api.usage(leadId, step, since, signal),
    placeholderData: (before) => before,
    refetchInterval: EVERY_MS,
    retry: 1,
  })
  const everybody = data?.totals ?? []
  const totals = only === null ? everybody : everybody.filter(({ agentId }) => agentId === only)
  const hasCost = everybody.some(({ cost }) => (cost ?? 0) > 0)
  const amount = chosen ?? (hasCost ? 'cost' : 'tokens')
  const words = amount === 'cost' ? money : tokenWords
  const all = bucketsOf(totals, step, amount, now)
  // The oldest hour or day may be there only in part.
  const buckets = data?.hasMore
    ? all.slice(all.findIndex(({ parts }) => parts.length > 0) + 1)
    : all
  const agents = agentsOf(everybody, amount)
  const budget = budgetOf(budgets, only)
  const limit = (amount === 'cost' ? budget?.usd : budget?.tokens) ?? null
  const spent = (amount === 'cost' ? budget?.spentUsd : budget?.spentTokens) ?? 0
  const inTime = buckets.reduce((sum, { total }) => sum + (total ?? 0), 0)
  // The server counted the whole; what is not in the picture was used before it.
  const drawn = isSum ? addedUp(buckets, Math.max(0, spent - inTime)) : buckets
  const name = (id: string) => (id === EARLIER ? 'before' : knownAs(state, id))
  const isEstimate = amount === 'cost' && totals.some(({ costKind }) => costKind !== null && costKind !== 'reported') // prettier-ignore
  return (
    <section
      className="use-picture"
      aria-labelledby="use-picture-title"
      aria-busy={!data && !isError}
    >
      <div className="use-head">
        <h2 id="use-picture-title">{step === 'hour' ? 'The last 24 hours' : 'The last 30 days'}</h2>
        <span className="sp" />
        <Switch
          label="Amount"
          value={amount}
          choices={[
            ['cost', 'Cost'],
            ['tokens', 'Tokens'],
          ]}
          choose={setChosen}
        />
        <Switch
          label="Columns"
          value={isSum ? 'sum' : 'each'}
          choices={[
            ['each', 'Each'],
            ['sum', 'Cumulative'],
          ]}
          choose={(own) => setSum(own === 'sum')}
        />
        <Switch
          label="Step"
          value={step}
          choices={[
            ['hour', 'Hours'],
            ['day', 'Days'],
          ]}
          choose={setStep}
        />
      </div>
      {isError && (
        <p className="use-none" role="alert">
          What was used could not be loaded.{' '}
          <button type="button" className="btn" onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      )}
      {data && agents.length === 0 && (
        <p className="use-none" data-testid="nothing-used">
          {totals.length === 0
            ? 'No turn has ended in this time.'
            : `Turns have ended, but no program reported ${amount === 'cost' ? 'a cost' : 'tokens'}.`}
        </p>
      )}
      {agents.length > 0 && (
        <>
          <Bars
            buckets={drawn}
            step={step}
            isSum={isSum}
            limit={isSum ? limit : null}
            words={words}
            what={amount === 'cost' ? `${isEstimate ? 'Estimated cost' : 'Cost'}` : 'Tokens'}
            lookOf={(id) => {
              if (id === EARLIER) return { className: 'use-earlier' }
              const who = participantOf(state, id, '')
              return roleLook(who.role, who.color)
            }}
            nameOf={name}
          />
          <ul className="use-legend" aria-label="Agents in the picture">
            {agents.slice(0, NAMED).map((id) => {
              const who = participantOf(state, id, '')
              const { className, style } = roleLook(who.role, who.color)
              return (
                <li key={id} className={className} style={style}>
                  <button
                    type="button"
                    aria-pressed={only === id}
                    title={only === id ? 'Show everybody' : `Show ${name(id)} alone`}
                    onClick={() => setOnly(only === id ? null : id)}
                  >
                    <i />
                    {name(id)}
                  </button>
                </li>
              )
            })}
            {agents.length > NAMED && <li>{agents.length - NAMED} more</li>}
            {isSum && limit !== null && (
              <li>
                <i className="use-limit-sign" /> budget {words(limit)}
              </li>
            )}
            {isEstimate && <li className="use-estimate">partly estimated from prices</li>}
          </ul>
          <PictureTable
            buckets={drawn}
            step={step}
            agents={only === null ? agents : [only]}
            words={words}
            nameOf={name}
          />
        </>
      )}
    </section>
  )
}

interface SwitchProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly choices: readonly (readonly [T, string])[]
  readonly choose: (value: T) => void
}

function Switch<T extends string>({ label, value, choices, choose }: SwitchProps<T>) {
  return (
    <div className="view-switch" role="group" aria-label={label}>
      {choices.map(([own, text]) => (
        <button key={own} type="button" aria-pressed={own === value} onClick={() => choose(own)}>
          {text}
        </button>
      ))}
    </div>
  )
}
