import type { AgentRecord } from '@crewroom/shared/model/agent'
import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { BudgetBars } from '../usage/BudgetBars'
import { spentByAgent } from '../usage/spent'
import { budgetOf, useKnownBudgets } from '../usage/use-budgets'
import { Avatar } from '../ui/Avatar'
import { statusLook, whyLine } from './agent-status'
import { contextShare, owedWords, usageWords, waitLine } from './agent-words'
import { participantOf } from './participant'
import { StatusDot } from './StatusDot'
import { WhyText } from './WhyText'
import { useStartingLine } from './use-starting-line'

interface CrewRowProps {
  readonly state: CrewState
  readonly agent: AgentRecord
  readonly live: LiveAgent | undefined
}

/** One agent in a line or three: who it is, what it does, and why nothing is happening. */
export function CrewRow({ state, agent, live }: CrewRowProps) {
  const who = participantOf(state, agent.id, '')
  const owed = owedWords(live)
  const used = usageWords(live?.usage)
  const budget = budgetOf(useKnownBudgets(state.lead.id), agent.id)
  const starting = useStartingLine(agent, live)
  const why = agent.ended === null ? waitLine(starting ?? whyLine(live), owed) : agent.endedReason
  return (
    <Link
      className={agent.ended === null ? 'c-row' : 'c-row ended'}
      to={paths.agent(state.lead.id, agent.id)}
      data-agent={agent.id}
    >
      <Avatar who={who} />
      <span className="c-main">
        <span className="c-name">
          <b>{who.label}</b> <span className="mono">{shortId(agent.id)}</span>
          {agent.name !== agent.roleName && !who.isLead && <small> {agent.roleName}</small>}
        </span>
        <span className="c-task">{agent.task ?? (who.isLead ? state.lead.name : 'No task')}</span>
        {why && (
          <span className="c-why">
            <WhyText text={why} />
          </span>
        )}
      </span>
      <span className="c-side">
        <StatusDot look={statusLook(state, agent, live)} isWordShown />
        {used && !budget && <small>{used}</small>}
        {budget && (
          <span className="c-bud">
            <BudgetBars budget={budget} spent={spentByAgent(live?.usage)} name={who.label} />
          </span>
        )}
        <ContextBar share={contextShare(live?.usage)} />
      </span>
    </Link>
  )
}

/** How full a model's context is. */
export function ContextBar({ share }: { readonly share: number | null }) {
  if (share === null) return null
  const percent = Math.round(share * 100)
  return (
    <span
      className={share > 0.85 ? 'ctx full' : 'ctx'}
      role="img"
      aria-label={`${percent} % of its context is used`}
      title={`${percent} % of its context is used`}
    >
      <i style={{ width: `${percent}%` }} />
    </span>
  )
}
