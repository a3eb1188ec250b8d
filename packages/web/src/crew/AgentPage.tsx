import type { AgentRecord as Agent } from '@crewroom/shared/model/agent'
import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronLeft, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { NotFoundPanel } from '../shell/NotFoundPanel'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'
import { paths } from '../shell/paths'
import { connection } from '../sync/connection'
import { Avatar } from '../ui/Avatar'
import { CopyButton } from '../ui/CopyButton'
import { Link } from '../ui/Link'
import { statusLook, whyLine } from './agent-status'
import { owedWords, waitLine } from './agent-words'
import { AgentActions } from './AgentActions'
import { AgentComposer } from './AgentComposer'
import { AgentRecord } from './AgentRecord'
import { AgentFacts } from './AgentFacts'
import { AgentBudgetNeed } from '../needs/AgentBudgetNeed'
import { AgentAsked } from '../permissions/AgentAsked'
import { participantOf, plainName } from './participant'
import { StatusDot } from './StatusDot'
import { WhyText } from './WhyText'
import { useCurrentCrew, useLive, useUnreadTotal } from './use-crew'
import { useHasRecord } from './use-has-record'
import { useStartingLine } from './use-starting-line'
import { shownHidden } from '../groups/message/text-pieces'
import { openedLater } from '../ui/opened-later'

const EditAgentDialog = openedLater(() =>
  import('./EditAgentDialog').then((own) => own.EditAgentDialog),
)

/** One agent: what it does, what it is owed, what it said, and what a person can do about it. */
export function AgentPage() {
  const { agentId = '' } = useParams()
  const state = useCurrentCrew()
  const agent = Object.hasOwn(state.agents, agentId) ? state.agents[agentId] : undefined
  usePageTitle(useUnreadTotal(state), agent ? plainName(agent) : 'Crew', state.lead.name)
  if (agent) return <KnownAgent key={agent.id} state={state} agent={agent} />
  return (
    <Page title="Crew">
      <NotFoundPanel
        title="There is no such agent"
        text="No agent of this crew has that id."
        to={paths.section(state.lead.id, 'crew')}
        action="Show the crew"
      />
    </Page>
  )
}

function KnownAgent({ state, agent }: { readonly state: CrewState; readonly agent: Agent }) {
  const live = useLive(state.lead.id)[agent.id]
  // This holds while a question of it waits for an answer, too.
  const works = agent.ended === null && live?.why.code === 'working'
  // And when the connection returns: a whole turn may have passed meanwhile.
  const lostAt = useStore(connection, (all) => all.lostAt)
  const pulse = `${live?.status} ${live?.connection} ${live?.owed.count} ${agent.ended} ${lostAt}`
  const [pane, setPane] = useState<'rollout' | 'about'>('rollout')
  const who = participantOf(state, agent.id, '')
  const [params, setParams] = useSearchParams()
  const stopEditing = () =>
    setParams(
      (before) => {
        before.delete('edit')
        return before
      },
      { replace: true },
    )
  const starting = useStartingLine(agent, live)
  const why = agent.ended === null ? waitLine(starting ?? whyLine(live), owedWords(live)) : null
  return (
    <main className="card one agent" aria-label={plainName(agent)} data-pane={pane}>
      <header className="a-head">
        <Link
          className="ib a-back"
          to={paths.section(state.lead.id, 'crew')}
          aria-label="Back to the crew"
        >
          <ChevronLeft size={20} />
        </Link>
        <Avatar who={who} />
        <div className="a-who">
          <h1>
            {who.label}
            {agent.name !== agent.roleName && <small>{agent.roleName}</small>}
          </h1>
          <p>
            <StatusDot look={statusLook(state, agent, live)} isWordShown />
            {why !== null && (
              <span className="a-why">
                <WhyText text={why} />
              </span>
            )}
          </p>
        </div>
        <span className="a-id">
          <span className="mono">{shortId(agent.id)}</span>
          <CopyButton text={agent.id} what="the agent’s id" />
        </span>
      </header>
      <ConnectionStrip />
      <AgentActions state={state} agent={agent} />
      {agent.ended === 'failed' && <Failed state={state} agent={agent} />}
      {agent.ended !== null && agent.ended !== 'failed' && agent.endedReason && (
        <p className="a-strip">
          {agent.ended === 'completed' ? 'Done' : 'Ended'}: {shownHidden(agent.endedReason)}
        </p>
      )}
      <AgentAsked state={state} agentId={agent.id} />
      <AgentBudgetNeed state={state} agentId={agent.id} />
      <div className="a-panes view-switch" role="group" aria-label="Show">
        {(['rollout', 'about'] as const).map((own) => (
          <button key={own} type="button" aria-pressed={pane === own} onClick={() => setPane(own)}>
            {own === 'rollout' ? 'Record' : 'About'}
          </button>
        ))}
      </div>
      <div className="a-body">
        <section className="a-rollout" aria-label="Record">
          <AgentRecord state={state} agent={agent} isWorking={works} pulse={pulse} />
          <AgentComposer state={state} agent={agent} live={live} />
        </section>
        <AgentFacts state={state} agent={agent} live={live} />
      </div>
      {params.has('edit') && <EditAgentDialog state={state} agent={agent} onClose={stopEditing} />}
    </main>
  )
}

/** Why it failed, and what to do next. */
function Failed({ state, agent }: { readonly state: CrewState; readonly agent: Agent }) {
  const hasRecord = useHasRecord(agent.id)
  return (
    <div className="a-strip bad" role="status">
      <b>Failed.</b> {shownHidden(agent.endedReason ?? 'Its program gave no reason.')}
      <small>
        {agent.driver.kind === 'remote'
          ? 'Resume it so that its program can continue, or give its task to somebody else.'
          : `${hasRecord ? 'Its last output is at the end of the record. ' : ''}Resume restarts its program`}
        {agent.driver.kind !== 'remote' && state.lead.paused && ', when the crew is resumed'}
        {agent.driver.kind !== 'remote' && '.'}
      </small>
      {agent.driver.kind !== 'remote' && (
        <Link className="btn" to="?edit=1" replace>
          <Pencil size={14} /> Edit command
        </Link>
      )}
    </div>
  )
}
