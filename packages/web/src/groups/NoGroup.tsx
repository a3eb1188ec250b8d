import type { CrewState } from '@crewroom/shared/state/crew-state'
import { MessagesSquare } from 'lucide-react'
import { Suspense } from 'react'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { NotFoundPanel } from '../shell/NotFoundPanel'
import { paths } from '../shell/paths'
import { drawnLater } from '../ui/drawn-later'

const LeadNow = drawnLater(() => import('./LeadNow').then((own) => own.LeadNow))

interface NoGroupProps {
  readonly state: CrewState
  readonly name: string | undefined
  /** Creates a group, under the name if one is given; null while the server cannot be reached. */
  readonly onCreate: ((name?: string) => void) | null
}

/** In place of the chat while no group is open. */
export function NoGroup({ state, name, onCreate }: NoGroupProps) {
  return (
    <main className="chat">
      <ConnectionStrip />
      {name !== undefined ? (
        <NotFoundPanel
          title="There is no such group"
          text={`This crew has no group called “${name}”.`}
          to={paths.section(state.lead.id, 'groups')}
          action="Show all groups"
        >
          {onCreate && (
            <button type="button" className="btn p" onClick={() => onCreate(name)}>
              Create group “{name}”
            </button>
          )}
        </NotFoundPanel>
      ) : Object.keys(state.groups).length === 0 ? (
        <Suspense>
          <LeadNow state={state} onCreate={onCreate && (() => onCreate())} />
        </Suspense>
      ) : (
        <div className="panel">
          <MessagesSquare size={28} strokeWidth={1.6} />
          <h1>Open a group</h1>
          <p>Pick one on the left to follow it and write to its members.</p>
        </div>
      )}
    </main>
  )
}
