import { useParams } from 'react-router'
import { Page } from '../shell/Page'
import { NotFoundPanel } from '../shell/NotFoundPanel'
import { usePageTitle } from '../shell/page-title'
import { paths } from '../shell/paths'
import { useCurrentCrew, useUnreadTotal } from './use-crew'

/** One agent: what it does, what it is owed, and what it said. */
export function AgentPage() {
  const { agentId = '' } = useParams()
  const state = useCurrentCrew()
  const agent = Object.hasOwn(state.agents, agentId) ? state.agents[agentId] : undefined
  usePageTitle(useUnreadTotal(state), agent?.name ?? 'Crew', state.lead.name)
  return (
    <Page title={agent?.name ?? 'Crew'}>
      {!agent && (
        <NotFoundPanel
          title="There is no such agent"
          text="No agent of this crew has that id."
          to={paths.section(state.lead.id, 'crew')}
          action="Show the crew"
        />
      )}
    </Page>
  )
}
