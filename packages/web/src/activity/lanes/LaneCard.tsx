import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { participantOf } from '../../crew/participant'
import { paths } from '../../shell/paths'
import { person } from '../../sync/sync'
import { Avatar } from '../../ui/Avatar'
import { clockTime } from '../../ui/times'
import { sentence } from '../feed-rows'
import { type Bar, type Cluster, toldBy } from './lane-model'
import { barText } from './LaneTable'
import { MarkIcon } from './MarkIcon'
import { SentenceText } from '../SentenceText'
import { shownHidden } from '../../groups/message/text-pieces'

const LISTED = 4

export type Pointed =
  | { readonly laneId: string; readonly cluster: Cluster }
  | { readonly laneId: string; readonly bar: Bar }

/** What is pointed at, in words, with the ways to it. It stays until something else is pointed at. */
export function LaneCard({
  state,
  pointed,
}: {
  readonly state: CrewState
  readonly pointed: Pointed | null
}) {
  const { name } = useStore(person)
  if (!pointed) {
    return (
      <div className="l-card calm">
        Point at a sign to see what happened and who was told. With the keyboard: arrow keys.
      </div>
    )
  }
  const who = participantOf(state, pointed.laneId, name)
  if ('bar' in pointed) {
    return (
      <div className="l-card">
        <Avatar who={who} size="md" />
        <p>
          <Link className="s-who" to={paths.agent(state.lead.id, pointed.laneId)}>
            {who.label}
          </Link>
          <br />
          {barText(pointed.bar)}
        </p>
      </div>
    )
  }
  const { marks } = pointed.cluster
  return (
    <div className="l-card">
      <Avatar who={who} size="md" />
      <ul>
        {marks.slice(0, LISTED).map(({ event, kind }) => {
          const told = sentence(event)
          const count = toldBy(state, event).length
          return (
            <li key={event.seq}>
              <time>{clockTime(event.at)}</time>
              <MarkIcon kind={kind} />
              <span>
                <SentenceText state={state} parts={told.parts} />
                {told.quote !== null && <q>{shownHidden(told.quote.slice(0, 140))}</q>}
                {told.messageId !== null && told.group !== null && (
                  <Link
                    className="s-link"
                    to={paths.message(state.lead.id, told.group, told.messageId)}
                  >
                    {count > 0 ? `Open, told ${count}` : 'Open'}
                  </Link>
                )}
                {event.type === 'direct:message' && (
                  <Link className="s-link" to={paths.comms(state.lead.id, event.message.from)}>
                    Open in Comms
                  </Link>
                )}
              </span>
            </li>
          )
        })}
        {marks.length > LISTED && <li>and {marks.length - LISTED} more at the same time</li>}
      </ul>
    </div>
  )
}
