import { type CrewUsage, crewUsage } from '@crewroom/shared/model/usage'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { useStore } from 'zustand'
import { about, atLeast, money, tokenWords } from '../overview/amounts'
import { person } from '../sync/sync'
import { AgentUse } from './AgentUse'
import { BudgetBars } from './BudgetBars'
import { BudgetButton } from './BudgetButton'
import { BudgetStrip } from './BudgetStrip'
import { spentByAgent, spentByCrew } from './spent'
import { UsagePicture } from './UsagePicture'
import { budgetOf, useBudgets } from './use-budgets'
import './usage.css'

interface UsageViewProps {
  readonly state: CrewState
  readonly live: Readonly<Record<string, LiveAgent>>
  readonly agents: readonly AgentRecord[]
}

/** What the crew and its agents used, over time and of their budgets; budgets are set here. */
export function UsageView({ state, live, agents }: UsageViewProps) {
  const budgets = useBudgets(state)
  const isReader = useStore(person, (all) => all.isReader)
  const usage = crewUsage(
    // One that has reported nothing may have used something.
    agents.map(({ id }) => ({ usage: live[id]?.usage, hasWorked: true })),
  )
  const own = budgetOf(budgets, null)
  const spent = spentByCrew(usage)
  const most = Math.max(0, ...agents.map(({ id }) => spentByAgent(live[id]?.usage).tokens ?? 0))
  const used = agents.toSorted((a, b) => tokensOf(live, b) - tokensOf(live, a))
  return (
    <>
      <BudgetStrip budget={own} isEstimate={spent.isEstimate} />
      <div className="use">
        <section className="use-crew" aria-label="The crew">
          <p className="use-sum">
            <b>{sumWords(usage)}</b>
            <span>{own ? 'used by the crew' : 'used by the crew, which has no budget'}</span>
          </p>
          {own && <BudgetBars budget={own} spent={spent} name="the crew" />}
          {!isReader && (
            <BudgetButton
              state={state}
              agentId={null}
              budgets={budgets}
              spent={spent}
              name="the crew"
            />
          )}
        </section>
        <UsagePicture state={state} />
        <section aria-labelledby="use-agents-title">
          <div className="use-head">
            <h2 id="use-agents-title">Agents</h2>
          </div>
          <ul className="use-agents">
            {used.map((agent) => (
              <AgentUse
                key={agent.id}
                state={state}
                agent={agent}
                budgets={budgets}
                spent={spentByAgent(live[agent.id]?.usage)}
                most={most}
                isReader={isReader}
              />
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

function tokensOf(live: UsageViewProps['live'], { id }: AgentRecord): number {
  return spentByAgent(live[id]?.usage).tokens ?? 0
}

/** `about $3.18, 412k tokens`; what no program reported is left out. */
function sumWords({ cost, tokens, isEstimate, isMoreCost, isMoreTokens }: CrewUsage): string {
  const parts = [
    ...(cost === null ? [] : [atLeast(about(money(cost), isEstimate === true), isMoreCost)]),
    ...(tokens === null ? [] : [`${atLeast(tokenWords(tokens), isMoreTokens)} tokens`]),
  ]
  return parts.length === 0 ? 'Nothing reported' : parts.join(', ')
}
