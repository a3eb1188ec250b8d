import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Coins, Users } from 'lucide-react'
import { Suspense } from 'react'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { useBudgets } from '../usage/use-budgets'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'
import { CrewControls } from './CrewControls'
import { CrewEffect } from './CrewEffect'
import { CrewList, type RoleGroup } from './CrewList'
import { countStandings, crewLine, STANDINGS, standingOf, standingWord } from './standing'
import { FindField } from '../ui/FindField'
import { Pills } from '../ui/Pills'
import { crewOrder, useCurrentCrew, useLive, useUnreadTotal } from './use-crew'
import { openedLater } from '../ui/opened-later'
import { drawnLater } from '../ui/drawn-later'

const UsageView = drawnLater(() => import('../usage/UsageView').then((own) => own.UsageView))

const AddAgentDialog = openedLater(() =>
  import('./AddAgentDialog').then((own) => own.AddAgentDialog),
)

/** Everyone in the crew, by role: who works, who waits, and who needs somebody. */
export function CrewPage() {
  const state = useCurrentCrew()
  const live = useLive(state.lead.id)
  // Rows show what is known of budgets.
  useBudgets(state)
  const [params, changeParams] = useAddressParams()
  usePageTitle(useUnreadTotal(state), 'Crew', state.lead.name)
  const lead = state.agents[state.lead.id]
  const agents = [...(lead ? [lead] : []), ...crewOrder(state, live)]
  const standing = STANDINGS.find((own) => own === params.get('status')) ?? null
  const text = params.get('q') ?? ''
  const set = (name: string, value: string | null) =>
    changeParams((next) => setOrDelete(next, name, value))
  const counts = countStandings(state, agents, live)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = agents.filter((agent) => {
    if (standing !== null && standingOf(state, agent, live[agent.id]) !== standing) return false
    const all = `${agent.name} ${agent.roleName} ${agent.task ?? ''}`.toLowerCase()
    return words.every((word) => all.includes(word) || agent.id.startsWith(word))
  })
  const isUsage = params.get('view') === 'usage'
  const close = () => changeParams((next) => next.delete('new'), 'push')
  return (
    <Page
      title="Crew"
      actions={
        <>
          <span className="cnt c-line">{crewLine(counts)}</span>
          <div className="view-switch" role="group" aria-label="View">
            <button type="button" aria-pressed={!isUsage} onClick={() => set('view', null)}>
              <Users size={15} aria-hidden="true" /> Agents
            </button>
            <button type="button" aria-pressed={isUsage} onClick={() => set('view', 'usage')}>
              <Coins size={15} aria-hidden="true" /> Usage
            </button>
          </div>
          <button
            type="button"
            className="btn p"
            onClick={() => changeParams((next) => next.set('new', 'agent'), 'push')}
          >
            Add agent
          </button>
        </>
      }
      tools={
        isUsage ? undefined : (
          <>
            <CrewControls state={state} />
            <div className="f-filters" role="search" aria-label="Filter the crew">
              <FindField
                label="Filter by name, role, task or id"
                value={text}
                onChange={(typed) => set('q', typed)}
              />
              <Pills label="Status">
                <button
                  type="button"
                  aria-pressed={standing === null}
                  onClick={() => set('status', null)}
                >
                  All <span className="cnt">{agents.length}</span>
                </button>
                {STANDINGS.filter((own) => counts[own] > 0 || own === standing).map((own) => (
                  <button
                    key={own}
                    type="button"
                    aria-pressed={standing === own}
                    onClick={() => set('status', own)}
                  >
                    {standingWord(own)} <span className="cnt">{counts[own]}</span>
                  </button>
                ))}
              </Pills>
            </div>
          </>
        )
      }
    >
      {isUsage ? (
        <Suspense fallback={<div className="f-wait" aria-busy="true" />}>
          <UsageView state={state} live={live} agents={agents} />
        </Suspense>
      ) : shown.length === 0 ? (
        <div className="panel">
          <h2>No matches</h2>
          <p>No agent of this crew matches the filter.</p>
        </div>
      ) : (
        <CrewList
          key={`${standing} ${text}`}
          state={state}
          live={live}
          groups={byRole(state, shown)}
        />
      )}
      {!isUsage && <CrewEffect leadId={state.lead.id} />}
      {params.get('new') === 'agent' && <AddAgentDialog state={state} onClose={close} />}
    </Page>
  )
}

/** The lead first; the others in the order in which their roles came into the crew. */
function byRole(state: CrewState, agents: readonly CrewState['agents'][string][]) {
  const groups = new Map<string, RoleGroup['agents'][number][]>()
  for (const agent of agents) {
    const name = agent.id === state.lead.id ? 'Lead' : agent.roleName
    const own = groups.get(name)
    if (own) own.push(agent)
    else groups.set(name, [agent])
  }
  return [...groups].map(([roleName, own]): RoleGroup => ({ roleName, agents: own }))
}
