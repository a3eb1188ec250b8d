import type { CrewState } from '@crewroom/shared/state/crew-state'
import { participantOf } from '../../crew/participant'
import { roleLook } from '../../crew/role-look'
import { shownCount } from '../../ui/Badge'
import type { Cluster } from './lane-clusters'
import { endWords, spoken } from './lane-words'
import { EndIcon, MarkIcon } from './MarkIcon'
import type { Names } from '../sentence'

/** What the board does with its signs. */
export interface ItemActions {
  readonly onPoint: (rowKey: string, cluster: Cluster) => void
  readonly onLeave: () => void
  readonly onFocus: (rowKey: string, item: number) => void
  readonly onOpen: (rowKey: string, cluster: Cluster) => void
}

interface LaneItemProps {
  readonly state: CrewState
  readonly rowKey: string
  readonly cluster: Cluster
  readonly item: number
  readonly side: 'top' | 'bottom' | 'middle'
  /** Room to the right of it, in pixels: how it ended is written where it fits. */
  readonly room: number
  readonly isStop: boolean
  readonly isHot: boolean
  readonly names: Names
  readonly actions: ItemActions
}

const WORDS_PX = 92
const BESIDE_PX = 14

/** One sign on a lane, or several that would touch. */
export function LaneItem(props: LaneItemProps) {
  const { rowKey, cluster, item, side, room, isStop, isHot, names, actions } = props
  const words = cluster.isEnd && room > WORDS_PX ? endWords(cluster) : null
  return (
    <>
      <button
        type="button"
        className={`l-item ${cluster.isEnd ? 'middle' : side}${isHot ? ' hot' : ''}`}
        data-item={item}
        tabIndex={isStop ? 0 : -1}
        aria-label={spoken(cluster, names)}
        style={{ left: cluster.x }}
        onPointerEnter={() => actions.onPoint(rowKey, cluster)}
        onPointerLeave={actions.onLeave}
        onFocus={() => actions.onFocus(rowKey, item)}
        onDoubleClick={() => actions.onOpen(rowKey, cluster)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          actions.onOpen(rowKey, cluster)
        }}
      >
        <Sign {...props} />
      </button>
      {words !== null && (
        <span className="l-endword" aria-hidden="true" style={{ left: cluster.x + BESIDE_PX }}>
          {words}
        </span>
      )}
    </>
  )
}

const GRAVEST = [
  'failed',
  'held',
  'interrupt',
  'done',
  'task',
  'ended',
  'direct',
  'message',
  'cancelled',
  'returned',
] as const

/** The gravest of what happened together, and how much it was. */
function Sign({ state, cluster, rowKey }: LaneItemProps) {
  const { marks, isEnd } = cluster
  const end = isEnd ? marks.at(-1)?.end : null
  if (end) return <EndIcon end={end} />
  if (rowKey.startsWith('group ')) return <GroupDots state={state} cluster={cluster} />
  const kind = GRAVEST.find((own) => marks.some((mark) => mark.kind === own)) ?? 'message'
  return (
    <>
      <MarkIcon kind={kind} />
      {marks.length > 1 && <small aria-hidden="true">{shownCount(marks.length)}</small>}
    </>
  )
}

const DOTS = 3

/** Who wrote in a group, in their colours; more than three are counted. */
function GroupDots({ state, cluster }: Pick<LaneItemProps, 'state' | 'cluster'>) {
  const { marks } = cluster
  return (
    <>
      {marks.slice(0, marks.length > DOTS ? 1 : DOTS).map(({ event }) => {
        if (event.type !== 'group:message') return null
        const who = participantOf(state, event.message.from, '', event.message.fromRole)
        const { className, style } = roleLook(who.role, who.color)
        return <i key={event.seq} className={`l-gdot ${className}`} style={style} />
      })}
      {marks.length > DOTS && <small aria-hidden="true">{shownCount(marks.length)}</small>}
    </>
  )
}
