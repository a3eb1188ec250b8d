import { Mail } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { NotFoundPanel } from '../shell/NotFoundPanel'
import { usePageTitle } from '../shell/page-title'
import { paths } from '../shell/paths'
import { knownAs } from '../crew/participant'
import '../shell/section.css'
import './comms.css'
import { ConversationList } from './ConversationList'
import { ConversationView } from './ConversationView'
import { viewOf } from './ViewSwitch'
import { addressOf, type ConversationKey, conversationAt, idsIn } from './conversations'
import { drawnLater } from '../ui/drawn-later'

const TalkMap = drawnLater(() => import('./map/TalkMap').then((own) => own.TalkMap))

/** Who talks to whom: conversations outside of groups one by one, or everybody at a glance. */
export function CommsPage() {
  const state = useCurrentCrew()
  const [search] = useSearchParams()
  const view = viewOf(search)
  usePageTitle(useUnreadTotal(state), ...(view === 'list' ? [] : ['Map']), 'Comms', state.lead.name)
  if (view === 'list') return <Conversations />
  return (
    <Suspense fallback={<div className="card one" aria-busy="true" />}>
      <TalkMap state={state} view={view} />
    </Suspense>
  )
}

/** Conversations on the left, one of them on the right. */
function Conversations() {
  const state = useCurrentCrew()
  const [search] = useSearchParams()
  const address = search.get('with')
  const key = address === null ? null : conversationAt(address)
  const isKnown = key !== null && idsIn(key).every((id) => Object.hasOwn(state.agents, id))
  const name = isKnown ? nameOf(key, (id) => knownAs(state, id)) : null
  usePageTitle(useUnreadTotal(state), ...(name === null ? [] : [name]), 'Comms', state.lead.name)
  return (
    <div className="card split" data-pane={key === null ? 'list' : 'chat'}>
      <ConversationList state={state} openAddress={key === null ? null : addressOf(key)} />
      {key !== null && isKnown ? (
        <ConversationView key={addressOf(key)} conversation={key} state={state} />
      ) : (
        <main className="chat" aria-label="Comms">
          <ConnectionStrip />
          {key === null ? (
            <div className="panel">
              <Mail size={28} strokeWidth={1.6} />
              <h1>Open a conversation</h1>
              <p>
                Pick an agent to write only to it, or Everyone to write to the whole crew. What
                agents say to each other outside groups is here too.
              </p>
            </div>
          ) : (
            <NotFoundPanel
              title="There is no such agent"
              text="No agent of this crew has that id."
              to={paths.section(state.lead.id, 'comms')}
              action="Show all conversations"
            />
          )}
        </main>
      )}
    </div>
  )
}

function nameOf(key: ConversationKey, name: (id: string) => string): string {
  return key.kind === 'everyone' ? 'Everyone' : idsIn(key).map(name).join(' and ')
}
