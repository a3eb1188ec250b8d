import { HUMAN_ID, shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { StatusLook } from '../../crew/agent-status'
import { participantOf } from '../../crew/participant'
import { roleLook } from '../../crew/role-look'
import { StatusDot } from '../../crew/StatusDot'
import { groupNameIn } from '../../groups/group-name'
import { paths } from '../../shell/paths'
import { person } from '../../sync/sync'
import { Avatar } from '../../ui/Avatar'
import { Link } from '../../ui/Link'
import type { Cluster } from './lane-clusters'
import type { Row } from './lane-rows'
import { type ItemActions, LaneItem } from './LaneItem'
import { LaneTrack, type TrackProps } from './LaneTrack'
import type { Names } from '../sentence'

export interface LaneRowProps extends Omit<TrackProps, 'lane'> {
  readonly state: CrewState
  readonly row: Exclude<Row, { kind: 'quiet' }>
  readonly clusters: readonly Cluster[]
  readonly sideOf: (cluster: Cluster) => 'top' | 'bottom'
  readonly look: StatusLook | null
  /** Which of its items Tab stops at: -1 is its name; null when Tab stops at another lane. */
  readonly stop: number | null
  readonly isTold: boolean
  /** The event that is pointed at, by its number. */
  readonly hot: number | null
  readonly names: Names
  readonly actions: ItemActions
}

/** One lane: its name, what it had in hand, and its signs. */
export function LaneRow(props: LaneRowProps) {
  const { state, row, clusters, stop, isTold, hot, isDense, actions } = props
  const { name } = useStore(person)
  const own = row.kind === 'group' ? null : participantOf(state, row.lane.id, name)
  const { className, style } =
    own === null ? { className: '', style: undefined } : roleLook(own.role, own.color)
  const classes = ['l-lane', row.kind, className, isDense ? 'dense' : '', isTold ? 'is-told' : '']
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      data-row={row.key}
      style={{ ...style, height: row.height, transform: `translateY(${row.top}px)` }}
    >
      <Name {...props} />
      <div className="l-track" style={{ width: props.width }}>
        <LaneTrack {...props} />
        {clusters.map((cluster, item) => (
          <LaneItem
            key={cluster.key}
            state={state}
            rowKey={row.key}
            cluster={cluster}
            item={item}
            side={row.kind === 'group' ? 'middle' : isDense ? 'bottom' : props.sideOf(cluster)}
            room={(clusters[item + 1]?.x ?? props.width) - cluster.x}
            isStop={stop === item}
            isHot={hot !== null && cluster.marks.some(({ event }) => event.seq === hot)}
            names={props.names}
            actions={actions}
          />
        ))}
      </div>
    </div>
  )
}

function Name({ state, row, stop, look, isDense, actions }: LaneRowProps) {
  const { name } = useStore(person)
  const focus = {
    'data-item': -1,
    tabIndex: stop === -1 ? 0 : -1,
    onFocus: () => actions.onFocus(row.key, -1),
  }
  if (row.kind === 'group') {
    return (
      <Link className="l-who" to={paths.group(state.lead.id, row.lane.name)} {...focus}>
        <MessagesSquare size={16} aria-hidden="true" />
        <span className="l-name" title={row.lane.name}>
          <b>{groupNameIn(state, row.lane.name)}</b>
        </span>
      </Link>
    )
  }
  const { id } = row.lane
  const who = participantOf(state, id, name)
  const agent = state.agents[id]
  const under = who.label === who.roleName ? (who.isLead ? 'Lead' : shortId(id)) : who.roleName
  const label: ReactNode = (
    <>
      <Avatar who={who} size={isDense ? 'sm' : 'md'} />
      <span className="l-name">
        <b>{who.label}</b>
        {id !== HUMAN_ID && !isDense && <small>{under}</small>}
      </span>
      {look && <StatusDot look={look} />}
    </>
  )
  return agent ? (
    <Link className="l-who" to={paths.agent(state.lead.id, id)} {...focus}>
      {label}
    </Link>
  ) : (
    <span className="l-who" {...focus}>
      {label}
    </span>
  )
}
