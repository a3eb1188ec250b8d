import { MessagesSquare } from 'lucide-react'
import { useParams } from 'react-router'
import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { NotFoundPanel } from '../shell/NotFoundPanel'
import { usePageTitle } from '../shell/page-title'
import { GroupChat } from './GroupChat'
import { GroupList } from './GroupList'

/** The groups of a crew, and one of them open. */
export function GroupsPage() {
  const { name } = useParams()
  const state = useCurrentCrew()
  const group =
    name !== undefined && Object.hasOwn(state.groups, name) ? state.groups[name] : undefined
  usePageTitle(useUnreadTotal(state), name ?? 'Groups', state.lead.name)
  return (
    <div className="card split" data-pane={name === undefined ? 'list' : 'chat'}>
      <GroupList state={state} openName={name} />
      {group ? (
        <GroupChat key={group.name} group={group} />
      ) : (
        <main className="chat">
          <ConnectionStrip />
          {name === undefined ? (
            <div className="panel">
              <MessagesSquare size={28} strokeWidth={1.6} />
              <h1>Open a group</h1>
              <p>Pick one on the left to read along and to write to its members.</p>
            </div>
          ) : (
            <NotFoundPanel
              title="There is no such group"
              text={`This crew has no group called “${name}”.`}
              to={`/leads/${encodeURIComponent(state.lead.id)}/groups`}
              action="Show all groups"
            />
          )}
        </main>
      )}
    </div>
  )
}
