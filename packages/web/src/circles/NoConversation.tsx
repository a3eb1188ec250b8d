import { Orbit } from 'lucide-react'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { NotFoundPanel } from '../shell/NotFoundPanel'
import { paths } from '../shell/paths'
import type { Circle } from './circles'

interface NoConversationProps {
  readonly leadId: string
  readonly circle: Circle | undefined
  /** The address names a circle or a conversation that is not there. */
  readonly isUnknown: boolean
  /** It may be a closed one, which is on its way. */
  readonly isLooking: boolean
}

/** In place of the chat while no conversation is open: what this page is for. */
export function NoConversation({ leadId, circle, isUnknown, isLooking }: NoConversationProps) {
  if (isUnknown && isLooking) return <main className="chat ci-none" aria-busy="true" />
  return (
    <main className="chat ci-none" aria-label="Circles">
      <ConnectionStrip />
      {isUnknown ? (
        <NotFoundPanel
          title={circle ? 'There is no such conversation' : 'There is no such circle'}
          text={
            circle
              ? 'This circle has no conversation of that id.'
              : 'No circle of this crew has that id.'
          }
          to={circle ? paths.circle(leadId, circle.id) : paths.section(leadId, 'circles')}
          action={circle ? 'Show its conversations' : 'Show all circles'}
        />
      ) : (
        <div className="panel">
          <Orbit size={28} strokeWidth={1.6} />
          <h1>{circle ? 'Open a conversation' : 'Open a circle'}</h1>
          <p>
            {circle
              ? 'Pick one to follow it and write to those who take part.'
              : 'A circle is a set of agents that may talk together. Make one when some of the crew should keep their talk among themselves: whoever is not admitted cannot be added to its conversations.'}
          </p>
        </div>
      )}
    </main>
  )
}
