import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Link, useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { statusLook } from '../../crew/agent-status'
import { participantOf } from '../../crew/participant'
import { roleClass } from '../../crew/role-look'
import { StatusDot } from '../../crew/StatusDot'
import { useLive } from '../../crew/use-crew'
import { paths } from '../../shell/paths'
import { person } from '../../sync/sync'
import { Avatar } from '../../ui/Avatar'
import { shownCount } from '../../ui/Badge'
import { clockTime } from '../../ui/times'
import { plainText } from '../event-sentence'
import { sentence } from '../feed-rows'
import type { Bar, Cluster, Lane } from './lane-model'
import type { Pointed } from './LaneCard'
import { barText } from './LaneTable'
import { MarkIcon } from './MarkIcon'

export const LANE_PX = 46
/** A hand-over that was over at once is still to be seen. */
const THINNEST_PX = 4

interface LaneTrackProps {
  readonly state: CrewState
  readonly lane: Lane
  readonly index: number
  readonly top: number
  readonly clusters: readonly Cluster[]
  readonly bars: readonly Bar[]
  readonly at: (time: number) => number
  readonly width: number
  readonly now: number
  readonly nameOf: (id: string) => string
  /** Which of its items Tab stops at: -1 is its name; null when Tab stops at another lane. */
  readonly stop: number | null
  readonly isTold: boolean
  readonly onPoint: (pointed: Pointed) => void
  readonly onFocus: (item: number) => void
}

export function LaneTrack(props: LaneTrackProps) {
  const {
    state,
    lane,
    index,
    top,
    clusters,
    bars,
    at,
    width,
    now,
    stop,
    isTold,
    onPoint,
    onFocus,
  } = props
  const { name } = useStore(person)
  const live = useLive(state.lead.id)
  const navigate = useNavigate()
  const who = participantOf(state, lane.id, name)
  const agent = state.agents[lane.id]
  const word = agent ? statusLook(state, agent, live[lane.id]) : null
  const label = (
    <>
      <Avatar who={who} size="md" />
      <span className="l-name">
        <b>{who.label}</b>
        {agent && <span className="mono">{shortId(lane.id)}</span>}
      </span>
      {word && <StatusDot look={word} />}
    </>
  )
  const born = lane.born === null ? 0 : Math.max(0, Math.min(width, at(lane.born)))
  return (
    <div
      className={`l-lane ${roleClass(who.role)}${isTold ? ' is-told' : ''}`}
      data-lane={index}
      style={{ transform: `translateY(${top}px)` }}
    >
      {agent ? (
        <Link
          className="l-who"
          to={paths.agent(state.lead.id, lane.id)}
          data-item={-1}
          tabIndex={stop === -1 ? 0 : -1}
          onFocus={() => onFocus(-1)}
        >
          {label}
        </Link>
      ) : (
        <span className="l-who" data-item={-1} tabIndex={stop === -1 ? 0 : -1}>
          {label}
        </span>
      )}
      <div className="l-track">
        <i className="life" style={{ left: born }} />
        {bars.map((bar) => {
          const left = Math.max(0, at(bar.from))
          const end = Math.min(width, at(bar.to ?? now))
          if (end < 0 || left > width) return null
          return (
            <i
              key={bar.key}
              className={bar.isWork ? 'l-bar' : 'l-bar open'}
              data-bar={bar.to === null ? 'open' : 'over'}
              title={barText(bar)}
              style={{ left, width: Math.max(THINNEST_PX, end - left) }}
              onPointerEnter={() => onPoint({ laneId: lane.id, bar })}
            />
          )
        })}
        {clusters.map((cluster, item) => (
          <button
            key={cluster.key}
            type="button"
            className="l-item"
            data-item={item}
            tabIndex={stop === item ? 0 : -1}
            aria-label={spoken(cluster, props.nameOf)}
            style={{ left: cluster.x }}
            onPointerEnter={() => onPoint({ laneId: lane.id, cluster })}
            onFocus={() => {
              onPoint({ laneId: lane.id, cluster })
              onFocus(item)
            }}
            onDoubleClick={() => open(cluster)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              open(cluster)
            }}
          >
            <Sign cluster={cluster} />
          </button>
        ))}
      </div>
    </div>
  )

  function open({ marks }: Cluster) {
    const told = marks.map(({ event }) => sentence(event)).find(({ messageId }) => messageId)
    if (told?.messageId && told.group) {
      void navigate(paths.message(state.lead.id, told.group, told.messageId))
    } else if (agent) void navigate(paths.agent(state.lead.id, lane.id))
  }
}

/** The gravest of what happened together, and how much it was. */
function Sign({ cluster: { marks } }: { readonly cluster: Cluster }) {
  const order = ['failed', 'held', 'done', 'task', 'ended', 'direct', 'message', 'joined'] as const
  const kind = order.find((own) => marks.some((mark) => mark.kind === own)) ?? 'cancelled'
  return (
    <>
      <MarkIcon kind={kind} />
      {marks.length > 1 && <small aria-hidden="true">{shownCount(marks.length)}</small>}
    </>
  )
}

const READ_OUT = 3

function spoken({ marks }: Cluster, nameOf: (id: string) => string): string {
  const lines = marks
    .slice(0, READ_OUT)
    .map(
      ({ event }) =>
        `${clockTime(event.at)} ${plainText(sentence(event).parts, nameOf).replace(/:$/, '')}`,
    )
  const more = marks.length - lines.length
  const many = marks.length > 1 ? `${shownCount(marks.length)} things: ` : ''
  return `${many}${lines.join('. ')}${more > 0 ? `, and ${more} more` : ''}`
}
