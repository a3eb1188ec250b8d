import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { StatusLook } from '../../crew/agent-status'
import { sideOf } from './connections'
import type { Cluster } from './lane-clusters'
import { toldBy } from './lane-model'
import type { Picture, Rows } from './lane-rows'
import { LaneCard } from './LaneCard'
import { LaneLinks } from './LaneLinks'
import { LaneRow } from './LaneRow'
import { LaneScale, TimeGrid } from './LaneScale'
import { hotOf, linksIn } from './links-of'
import { QuietLane } from './QuietLane'
import { ReplayVeil } from './ReplayVeil'
import type { Range } from './time-range'
import { useBoardPan } from './use-board-pan'
import { useBoardSize } from './use-board-size'
import { useDrawn } from './use-drawn'
import { useLaneList } from './use-lane-list'
import { useOpenSign } from './use-open-sign'
import { type Pointed, usePointed } from './use-pointed'
import { useStops } from './use-stops'
import type { Names } from '../sentence'

interface LaneBoardProps {
  readonly state: CrewState
  readonly rows: Rows
  readonly picture: Picture
  readonly range: Range
  /** What is before is not loaded; null when everything is. */
  readonly knownFrom: number | null
  readonly now: number
  /** The moment that a replay shows; null: now. */
  readonly replay: number | null
  /** The text that is shown while nothing is pointed at. */
  readonly told: Pointed | null
  readonly hasLinks: boolean
  readonly caption: string
  readonly lookOf: (id: string) => StatusLook | null
  readonly names: Names
  readonly onPan: (ms: number) => void
  readonly onZoom: (factor: number, pivot: number) => void
  readonly onShow: (moment: number) => void
  /** A pointer is on a sign, or has left it. */
  readonly onPointing: (isPointing: boolean) => void
  /** A sign got the focus: it must not move away under it. */
  readonly onHold: () => void
  readonly onAllQuiet: () => void
  /** What is said where nothing is in the window. */
  readonly children?: ReactNode
}

/** The lanes themselves: names on the left, time to the right. */
export function LaneBoard(props: LaneBoardProps) {
  const { state, picture, range, now, replay, hasLinks } = props
  const { rows, height, isDense } = props.rows
  const { from, to } = range
  const scroller = useRef<HTMLDivElement>(null)
  const { width, height: seen, names } = useBoardSize(scroller)
  const [scrolled, setScrolled] = useState(0)
  const { pointed, point, leave, focus, close } = usePointed(props.onPointing)
  const openSign = useOpenSign(state)
  const at = (time: number) => ((time - from) / (to - from)) * width

  const { virtualizer, stop, setStop, lane } = useLaneList(scroller, props.rows)
  const drawn = useDrawn(rows, picture, range, width)
  const byKey = useMemo(() => new Map(rows.map((row) => [row.key, row])), [rows])
  const board = { state, rows: props.rows, drawn, byKey }
  const shown = pointed ?? props.told
  const hot = hotOf(board, shown)
  const hotCluster = hot.cluster

  const { onPan, onZoom } = props
  const pan = useBoardPan({ scroller, range, width, onPan, onZoom })
  const stops = useStops({
    stop,
    setStop,
    lane,
    scroller,
    rows,
    drawn,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    onShow: props.onShow,
  })
  const actions = {
    onPoint: (key: string, cluster: Cluster) => point(key, cluster),
    onLeave: leave,
    onFocus: (key: string, item: number) => {
      stops.focused(key, item)
      const cluster = drawn.get(key)?.[item]
      focus(cluster ? { key, seq: cluster.marks[0]?.event.seq ?? 0 } : null)
      if (item >= 0) props.onHold()
    },
    onOpen: openSign,
  }
  const toggleQuiet = () => {
    props.onAllQuiet()
    // The button goes to the end of a longer or shorter list: the focus stays on the board.
    scroller.current?.querySelector<HTMLElement>('[data-item][tabindex="0"]')?.focus()
  }
  const paper = { width, height, most: Math.min(at(now), width) }
  return (
    <div
      className={isDense ? 'l-board dense' : 'l-board'}
      ref={scroller}
      data-testid="lanes"
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
    >
      <LaneScale range={range} now={now} replay={replay} width={width} caption={props.caption} />
      <div
        className="l-lanes"
        role="group"
        aria-label="Lanes of agents and groups over time"
        style={{ height, width: names + width }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && shown) close()
          else stops.onKeyDown(event)
        }}
        {...pan}
      >
        <TimeGrid range={range} now={now} width={width} knownFrom={props.knownFrom} />
        {hasLinks && <LaneLinks links={linksIn(board, range)} {...paper} />}
        {virtualizer.getVirtualItems().map(({ index }) => {
          const row = rows[index]
          if (!row) return null
          if (row.kind === 'quiet') {
            return <QuietLane key="quiet" row={row} onToggle={toggleQuiet} />
          }
          const id = row.kind === 'agent' ? row.lane.id : ''
          return (
            <LaneRow
              key={row.key}
              state={state}
              row={row}
              clusters={drawn.get(row.key) ?? []}
              sideOf={({ marks: [mark] }) => {
                const others = mark ? toldBy(state, mark.event) : []
                const tops = others.flatMap((other) => byKey.get(`agent ${other}`)?.top ?? [])
                return sideOf(row.top, tops)
              }}
              bars={picture.bars.get(id) ?? []}
              waits={picture.waits.get(id) ?? []}
              at={at}
              width={width}
              now={now}
              isDense={isDense}
              look={id === '' ? null : props.lookOf(id)}
              stop={stops.stopOf(row.key)}
              isTold={hot.told.has(id)}
              hot={shown?.seq ?? null}
              names={props.names}
              actions={actions}
            />
          )
        })}
        {hot.links.length > 0 && <LaneLinks links={hot.links} {...paper} isHot />}
        {replay !== null && <ReplayVeil cursor={at(replay)} width={width} names={names} />}
        {hotCluster && shown && (
          <LaneCard
            state={state}
            marks={hot.marks}
            x={names + hotCluster.x}
            isFollowing={pointed === null}
            row={byKey.get(shown.key)}
            rows={rows}
            told={hot.told}
            seen={{ top: scrolled, height: seen, left: names, width }}
            contentHeight={height}
            onEnter={() => point(shown.key, hotCluster)}
            onLeave={leave}
          />
        )}
      </div>
      {props.children}
    </div>
  )
}
