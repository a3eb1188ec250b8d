import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { participantOf } from '../../crew/participant'
import { shownHidden } from '../../groups/message/text-pieces'
import { paths } from '../../shell/paths'
import { person } from '../../sync/sync'
import { Avatar } from '../../ui/Avatar'
import { Link } from '../../ui/Link'
import { sentence } from '../feed-rows'
import { SentenceText } from '../SentenceText'
import { cardPlace } from './card-place'
import { type Mark, toldBy } from './lane-model'
import type { Row } from './lane-rows'
import { exactTime } from './lane-words'
import { MarkIcon } from './MarkIcon'

const LISTED = 4
const QUOTED = 280
const NAMED = 4

interface LaneCardProps {
  readonly state: CrewState
  readonly marks: readonly Mark[]
  readonly x: number
  readonly row: Row | undefined
  readonly rows: readonly Row[]
  readonly told: ReadonlySet<string>
  readonly seen: {
    readonly top: number
    readonly height: number
    readonly left: number
    readonly width: number
  }
  readonly contentHeight: number
  /** It follows a replay: nobody points at it. */
  readonly isFollowing: boolean
  readonly onEnter: () => void
  readonly onLeave: () => void
}

/** The meaning of a mark in words, with its recipients and a link to the place. */
export function LaneCard(props: LaneCardProps) {
  const { state, marks, onEnter, onLeave } = props
  const own = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 340, height: 100 })
  useLayoutEffect(() => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = own.current ?? {}
    if (width !== size.width || height !== size.height) setSize({ width, height })
  }, [marks, size])
  const { left, top } = cardPlace(
    props.x,
    props.row,
    props.rows,
    props.told,
    props.seen,
    props.contentHeight,
    size,
  )
  const [first] = marks
  return (
    <div
      ref={own}
      className="l-card"
      data-testid="lane-card"
      role="group"
      aria-label="What happened"
      style={{ left, top }}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      {marks.length === 1 && first ? (
        <One state={state} mark={first} />
      ) : (
        <ul>
          {marks.slice(0, LISTED).map(({ event, kind }) => (
            <li key={event.seq}>
              <MarkIcon kind={kind} />
              <span>
                <time>{exactTime(Date.parse(event.at))}</time>{' '}
                <SentenceText state={state} parts={sentence(event).parts} />{' '}
                <q>{shownHidden(sentence(event).quote?.slice(0, 100) ?? '')}</q>{' '}
                <Open state={state} event={event} />
              </span>
            </li>
          ))}
          {marks.length > LISTED && <li className="l-more">and {marks.length - LISTED} more</li>}
        </ul>
      )}
    </div>
  )
}

function One({ state, mark: { event } }: { readonly state: CrewState; readonly mark: Mark }) {
  const { name } = useStore(person)
  const { parts, quote, who } = sentence(event)
  const told = toldBy(state, event)
  return (
    <>
      <p className="l-said">
        <Avatar who={participantOf(state, who, name)} size="sm" />
        <span>
          <SentenceText state={state} parts={parts} />
        </span>
        <time>{exactTime(Date.parse(event.at))}</time>
      </p>
      {quote !== null && <q>{shownHidden(quote.slice(0, QUOTED))}</q>}
      <p className="l-toldto">
        {told.length > 0 && <span>Told</span>}
        {told.slice(0, NAMED).map((id) => {
          const other = participantOf(state, id, name)
          return (
            <span key={id} className="l-toldone">
              <Avatar who={other} size="sm" /> {other.label}
            </span>
          )
        })}
        {told.length > NAMED && <span>and {told.length - NAMED} more</span>}
        <span className="sp" />
        <Open state={state} event={event} />
      </p>
    </>
  )
}

/** The way to where it was said. */
function Open({ state, event }: { readonly state: CrewState; readonly event: CrewEvent }) {
  const { messageId, group, sessionId } = sentence(event)
  const to =
    messageId !== null && group !== null
      ? paths.message(state.lead.id, group, messageId, sessionId)
      : event.type === 'direct:message'
        ? paths.comms(state.lead.id, event.message.from)
        : null
  return (
    to !== null && (
      <Link className="s-link" to={to}>
        Open
      </Link>
    )
  )
}
