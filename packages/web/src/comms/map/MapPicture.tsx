import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CSSProperties } from 'react'
import { inRole } from '../../crew/role-look'
import { groupName } from '../../groups/group-name'
import { type HeldPair, heldWords } from './held'
import {
  HEIGHT,
  hullPath,
  labelPlace,
  lineMiddle,
  linePath,
  lineWidth,
  onCircle,
  RADIUS,
  type Placed,
  WIDTH,
} from './map-layout'
import type { Node } from './nodes'
import { type Pair, pairKey } from './talk-totals'

/** More names than this would overlap; the table has all groups. */
const MOST_HULLS = 8
/** With more in the picture there is no room for numbers and names of groups. */
const MOST_NAMED = 14
/** Colours of roles, which are told apart in both themes. */
const TINTS = [
  'architect',
  'developer',
  'code-reviewer',
  'technical-writer',
  'designer',
  'researcher',
]

interface MapPictureProps {
  readonly label: string
  readonly nodes: readonly Node[]
  readonly places: readonly Placed[]
  readonly pairs: readonly Pair[]
  readonly wrote: Readonly<Record<string, number>>
  readonly groups: readonly GroupRecord[]
  readonly held: readonly HeldPair[]
  readonly nodeOf: (id: string) => string
  readonly selected: string | null
  readonly pointed: string | null
  /** Pairs between which something was written just now. */
  readonly fresh: ReadonlySet<string>
  readonly onSelect: (pair: string) => void
  readonly onPoint: (node: string | null) => void
  readonly onOpen: (node: Node) => void
}

/** Who writes to whom, on a circle. What it shows is in the table, too. */
export function MapPicture(props: MapPictureProps) {
  const { label, nodes, places, pairs, wrote, held, nodeOf, selected, pointed, fresh } = props
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const heldKeys = new Set(held.map(({ a, b }) => pairKey(nodeOf(a), nodeOf(b))))
  const isDense = places.length > MOST_NAMED
  // Where many are close together the groups of one of them are enough.
  const isPointedIn = ({ memberIds }: GroupRecord) =>
    pointed !== null && memberIds.some((id) => nodeOf(id) === pointed)
  const isFaded = ({ a, b }: Pair) => pointed !== null && a !== pointed && b !== pointed
  return (
    <svg className="tm-svg" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={label}>
      <Hulls
        groups={isDense ? props.groups.filter((group) => isPointedIn(group)) : props.groups}
        isNamed={!isDense}
        {...{ placeOf, nodeOf }}
        all={places.length}
      />
      <g aria-hidden="true">
        {pairs.toReversed().map((pair) => {
          const [a, b] = [placeOf.get(pair.a), placeOf.get(pair.b)]
          if (!a || !b) return null
          const path = linePath(a, b)
          const state = [
            pair.key === selected && 'sel',
            heldKeys.has(pair.key) && 'held',
            isFaded(pair) && 'faded',
          ]
          const style = { '--w': lineWidth(pair.total) } as CSSProperties
          return (
            <g key={pair.key} data-pair={pair.key} onClick={() => props.onSelect(pair.key)}>
              <path
                d={path}
                className={`tm-line ${state.filter(Boolean).join(' ')}`}
                style={style}
              />
              {fresh.has(pair.key) && (
                <path key={pair.total} d={path} className="tm-fresh" style={style} />
              )}
              <path d={path} className="tm-hit" />
            </g>
          )
        })}
        {held.map((own) => {
          const { group, a, b } = own
          const [from, to] = [placeOf.get(nodeOf(a)), placeOf.get(nodeOf(b))]
          if (!from || !to || from === to) return null
          const { x, y } = lineMiddle(from, to)
          const words = `Held: ${heldWords(own)}`
          const width = words.length * 6.6 + 22
          return (
            <g key={group.name}>
              <path d={linePath(from, to)} className="tm-held" />
              <rect
                className="tm-pill"
                x={x - width / 2}
                y={y - 13}
                width={width}
                height={26}
                rx={13}
              />
              <text className="tm-pill-text" x={x} y={y + 4.5} textAnchor="middle">
                {words}
              </text>
            </g>
          )
        })}
      </g>
      {nodes.map((node) => {
        const place = placeOf.get(node.id)
        return (
          place && (
            <MapNode
              key={node.id}
              {...{ node, place, pointed }}
              messages={sumOf(node, wrote)}
              isHeld={held.some(({ a, b }) => nodeOf(a) === node.id || nodeOf(b) === node.id)}
              isDense={isDense}
              onPoint={props.onPoint}
              onOpen={props.onOpen}
            />
          )
        )
      })}
    </svg>
  )
}

/** How many messages those behind a node wrote. */
function sumOf({ id, agentIds }: Node, wrote: Readonly<Record<string, number>>): number {
  return (agentIds ?? [id]).reduce((sum, own) => sum + (wrote[own] ?? 0), 0)
}

interface HullsProps {
  readonly groups: readonly GroupRecord[]
  readonly isNamed: boolean
  readonly placeOf: ReadonlyMap<string, Placed>
  readonly nodeOf: (id: string) => string
  readonly all: number
}

function Hulls({ groups, isNamed, placeOf, nodeOf, all }: HullsProps) {
  const taken = new Set<number>()
  const drawn = groups.slice(0, MOST_HULLS).flatMap((group, index) => {
    const ids = [...new Set(group.memberIds.map(nodeOf))]
    const members = ids.flatMap((id) => placeOf.get(id) ?? [])
    if (members.length < 2) return []
    const style = { '--hull': `var(--rt-${TINTS[index % TINTS.length]})` } as CSSProperties
    return [{ group, members, style, label: isNamed ? labelPlace(members, all, taken) : null }]
  })
  return (
    <g aria-hidden="true">
      {drawn.map(({ group, members, style }) => (
        <path key={group.name} className="tm-hull" d={hullPath(members, all)} style={style} />
      ))}
      {drawn.map(
        ({ group, label }) =>
          label && (
            <text
              key={group.name}
              className="tm-group"
              x={label.x}
              y={label.y}
              textAnchor={label.anchor}
            >
              {short(groupName(group))}
            </text>
          ),
      )}
    </g>
  )
}

interface MapNodeProps {
  readonly node: Node
  readonly place: Placed
  readonly messages: number
  readonly isHeld: boolean
  readonly isDense: boolean
  readonly pointed: string | null
  readonly onPoint: (node: string | null) => void
  readonly onOpen: (node: Node) => void
}

function MapNode({
  node,
  place,
  messages,
  isHeld,
  isDense,
  pointed,
  onPoint,
  onOpen,
}: MapNodeProps) {
  const { who, agentIds } = node
  const isPerson = who.kind === 'human'
  const size = isDense ? 32 : 46
  const label = onCircle(place.angle, RADIUS + size / 2 + 14)
  const aside = size / 2 - Math.abs(label.x - place.x)
  const sine = Math.sin(place.angle)
  const isAbove = Math.cos(place.angle) > 0.95
  const anchor = sine > 0.25 ? 'start' : sine < -0.25 ? 'end' : 'middle'
  const words = `${messages.toLocaleString('en')} ${messages === 1 ? 'message' : 'messages'}`
  const more = agentIds === null ? '' : `, ${agentIds.length} agents, opens them`
  // Beside the corner of the box, not on it.
  const x = label.x + Math.sign(sine) * (anchor === 'middle' ? 0 : Math.max(0, aside + 8))
  const y = anchor === 'middle' ? label.y + (isAbove ? -16 : 12) : label.y
  return (
    <g
      {...inRole(`tm-node${isPerson ? ' you' : ''}${isHeld ? ' held' : ''}`, who.role, who.color)}
      role="button"
      tabIndex={0}
      // Where all of it can be read, what can be read is its name.
      aria-label={isDense || more !== '' ? `${node.label}, ${words}${more}` : undefined}
      aria-pressed={agentIds === null ? pointed === node.id : undefined}
      data-node={node.id}
      onMouseEnter={() => onPoint(node.id)}
      onMouseLeave={() => onPoint(null)}
      onFocus={() => onPoint(node.id)}
      onBlur={() => onPoint(null)}
      onClick={() => onOpen(node)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onOpen(node)
      }}
    >
      <rect
        className="tm-box"
        x={place.x - size / 2}
        y={place.y - size / 2}
        width={size}
        height={size}
        rx={isPerson ? size / 2 : size / 4 + 2}
      />
      <text
        className="tm-initials"
        x={place.x}
        y={place.y + 5}
        textAnchor="middle"
        aria-hidden="true"
      >
        {node.initials}
      </text>
      <text className="tm-name" x={x} y={y} textAnchor={anchor}>
        {short(node.label)}
        {agentIds !== null && ` × ${agentIds.length}`}
      </text>
      {!isDense && (
        <text className="tm-sum" x={x} y={y + 17} textAnchor={anchor}>
          {words}
        </text>
      )}
    </g>
  )
}

function short(name: string): string {
  return name.length > 18 ? `${name.slice(0, 17)}…` : name
}
