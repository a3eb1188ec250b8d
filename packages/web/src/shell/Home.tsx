import type { AgentRecord } from '@crewroom/shared/model/agent'
import { Link, Navigate, useLocation } from 'react-router'
import { useStore } from 'zustand'
import { isWorking } from '../crew/agent-status'
import { participantOf } from '../crew/participant'
import { useCrewState, useLive, useUnreadTotal } from '../crew/use-crew'
import { crews } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { UnreadBadge } from '../ui/Badge'
import { usePageTitle } from './page-title'
import { paths } from './paths'

/** All crews of the server; with one, straight to it. */
export function Home() {
  const ids = useStore(crews, (all) => all.ids) ?? []
  const views = useStore(crews, (all) => all.views)
  usePageTitle(0)
  const { search } = useLocation()
  const [only] = ids
  // Whoever asks for all crews by name is shown all, also the only one.
  if (only !== undefined && ids.length === 1 && search === '') {
    return <Navigate replace to={paths.crewHome(only)} />
  }
  return (
    <div className="page">
      <main>
        <h1>Crews</h1>
        <div className="leads-cards">
          {ids
            .filter((id) => views[id])
            .map((id) => (
              <LeadCard key={id} leadId={id} />
            ))}
        </div>
      </main>
    </div>
  )
}

function LeadCard({ leadId }: { readonly leadId: string }) {
  const state = useCrewState(leadId)
  const live = useLive(leadId)
  const agents: readonly AgentRecord[] = Object.values(state.agents)
  const working = agents.filter((agent) => isWorking(agent, live[agent.id])).length
  const groups = Object.values(state.groups).filter((group) => !group.archived).length
  return (
    <Link to={paths.crewHome(leadId)}>
      <Avatar who={participantOf(state, leadId, '', 'Project Lead')} />
      <b>{state.lead.name}</b>
      <UnreadBadge count={useUnreadTotal(state)} />
      <small>
        {counted(agents.length, 'agent')}, {working} working · {counted(groups, 'group')}
      </small>
    </Link>
  )
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
