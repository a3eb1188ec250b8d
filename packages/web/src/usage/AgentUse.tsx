import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { knownAs, participantOf } from '../crew/participant'
import { inRole } from '../crew/role-look'
import { about, money, tokenWords } from '../overview/amounts'
import { paths } from '../shell/paths'
import { Avatar } from '../ui/Avatar'
import { Link } from '../ui/Link'
import { BudgetBars } from './BudgetBars'
import { BudgetButton } from './BudgetButton'
import type { Spent } from './budget-words'
import { budgetOf, type Budgets } from './use-budgets'

interface AgentUseProps {
  readonly state: CrewState
  readonly agent: AgentRecord
  readonly budgets: Budgets
  readonly spent: Spent
  /** Tokens of the agent that used most. */
  readonly most: number
  readonly isReader: boolean
}

/** What an agent used: of its budget or, if it has none, compared with the others. */
export function AgentUse({ state, agent, budgets, spent, most, isReader }: AgentUseProps) {
  const who = participantOf(state, agent.id, '')
  const budget = budgetOf(budgets, agent.id)
  const { cost, tokens, isEstimate } = spent
  const words = [
    ...(cost === null ? [] : [about(money(cost), isEstimate)]),
    ...(tokens === null ? [] : [`${tokenWords(tokens)} tokens`]),
  ].join(', ')
  const name = knownAs(state, agent.id)
  return (
    <li data-use={agent.id}>
      <Avatar who={who} />
      <Link className="use-who" to={paths.agent(state.lead.id, agent.id)}>
        <b>{who.label}</b>
        <small>{words || 'Not reported'}</small>
      </Link>
      {budget ? (
        <div className="use-bud">
          <BudgetBars budget={budget} spent={spent} name={name} />
        </div>
      ) : (
        <span {...inRole('use-share', who.role, who.color)}>
          {most > 0 && tokens !== null && <i style={{ width: `${(100 * tokens) / most}%` }} />}
        </span>
      )}
      {!isReader && (
        <BudgetButton
          state={state}
          agentId={agent.id}
          budgets={budgets}
          spent={spent}
          name={name}
        />
      )}
    </li>
  )
}
