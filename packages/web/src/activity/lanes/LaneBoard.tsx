import type { CrewState } from '@crewroom/shared/state/crew-state'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { StatusLook } from '../../crew/agent-status'
import { paths } from '../../shell/paths'
import { sentence } from '../feed-rows'
import { sideOf } from './connections'
import { type Cluster, clusters } from './lane-clusters'
import { type Mark, toldBy } from './lane-model'
import { barPlace, type Picture, type Row, type Rows } from './lane-rows'
import { LaneCard } from './LaneCard'
import { type Link, LaneLinks } from './LaneLinks'
import { LaneRow } from './LaneRow'
import { LaneScale, TimeGrid } from './LaneScale'
import { QuietLane } from './QuietLane'
import { areLinksDrawn, marksIn } from './signs'
import type { Range } from './time-range'
import { useBoardSize } from './use-board-size'
import { type Moves, usePan } from './use-pan'
import { type Pointed, usePointed } from './use-pointed'
import { type Stop, useStops } from './use-stops'

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
  /** What is told of while nothing is pointed at. */
  readonly told: Pointed | null
  readonly hasLinks: boolean
  readonly caption: string
  readonly lookOf: (id: string) => StatusLook | null
  readonly nameOf: (id: string) => string
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
  const { state, picture, range, now, replay, hasLinks, nameOf } = props
  const { rows, height, isDense } = props.rows
  const { from, to } = range
  const scroller = useRef<HTMLDivElement>(null)
  const { width, height: seen, names } = useBoardSize(scroller)
  const [scrolled, setScrolled] = useState(0)
  const { pointed, point, leave, focus, close } = usePointed(props.onPointing)
  const navigate = useNavigate()
  const at = (time: number) => ((time - from) / (to - from)) * width

  const [stop, setStop] = useState<Stop>({ key: '', seq: null })
  const stopIndex = Math.max(
    0,
    rows.findIndex(({ key }) => key === stop.key),
  )
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    // What has the focus stays in the page when it scrolls out of sight.
    rangeExtractor: (own) => [...new Set([...defaultRangeExtractor(own), stopIndex])],
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows.length, isDense])

  const drawn = useMemo(() => {
    const made = new Map<string, readonly Cluster[]>()
    if (width === 0) return made
    for (const row of rows) {
      if (row.kind === 'quiet') continue
      const bars = row.kind === 'agent' ? (picture.bars.get(row.lane.id) ?? []) : []
      const barEnd = (time: number) => {
        const bar = bars.findLast((own) => own.from <= time && (own.to ?? 0) >= time - 1_000)
        return bar?.to ? ((bar.to - from) / (to - from)) * width : null
      }
      made.set(row.key, clusters(row.lane.marks, { from, to, width }, barEnd))
    }
    return made
  }, [rows, picture, from, to, width])
  const byKey = useMemo(() => new Map(rows.map((row) => [row.key, row])), [rows])

  const linkOf = (row: Row, mark: Mark): Link | null => {
    const cluster = drawn.get(row.key)?.find(({ marks }) => marks.includes(mark))
    const others = toldBy(state, mark.event).flatMap((id) => byKey.get(`agent ${id}`) ?? [])
    if (!cluster || others.length === 0) return null
    return {
      key: String(mark.event.seq),
      x: cluster.x,
      from: barPlace(row, isDense),
      to: others.filter((other) => other !== row).map((other) => barPlace(other, isDense)),
    }
  }
  const all = hasLinks ? marksIn(props.rows, range) : []
  const links = areLinksDrawn(all.length)
    ? all.flatMap(({ row, mark }) => linkOf(row, mark) ?? [])
    : []

  const shown = pointed ?? props.told
  const hotCluster = shown
    ? drawn.get(shown.key)?.find(({ marks }) => marks.some(({ event }) => event.seq === shown.seq))
    : undefined
  const hotMarks = hotCluster?.marks ?? []
  // What was written in a group comes from who wrote it.
  const hotLinks = hotMarks.flatMap((mark) => {
    const { event } = mark
    const writer = event.type === 'group:message' ? byKey.get(`agent ${event.message.from}`) : null
    const row = writer ?? byKey.get(shown?.key ?? '')
    if (!row || row.kind === 'quiet') return []
    const own = row.lane.marks.find((other) => other.event.seq === event.seq)
    return (own && linkOf(row, own)) ?? []
  })
  const told = new Set(hotMarks.flatMap(({ event }) => toldBy(state, event)))

  const onPlot = (clientX: number) => {
    const left = scroller.current?.querySelector('.l-scale')?.getBoundingClientRect().left ?? 0
    return from + ((clientX - left) / width) * (to - from)
  }
  const moves: Moves = {
    onPan: (px) => props.onPan((px / Math.max(1, width)) * (from - to)),
    onZoom: (factor, clientX) => props.onZoom(factor, onPlot(clientX)),
  }
  const isPlot = (target: EventTarget | null) =>
    target instanceof Element && !target.closest('.l-who, .l-card, .l-quiet')
  const pan = usePan(scroller, isPlot, moves)
  const stops = useStops({
    stop,
    setStop,
    lane: stopIndex,
    scroller,
    rows,
    drawn,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    onShow: props.onShow,
  })
  const open = (key: string, { marks }: Cluster) => {
    const [id] = [key.replace(/^agent /, '')]
    const found = marks.map(({ event }) => sentence(event)).find(({ messageId }) => messageId)
    if (found?.messageId && found.group) {
      void navigate(paths.message(state.lead.id, found.group, found.messageId))
    } else if (state.agents[id]) void navigate(paths.agent(state.lead.id, id))
  }
  const actions = {
    onPoint: (key: string, cluster: Cluster) => point(key, cluster),
    onLeave: leave,
    onFocus: (key: string, item: number) => {
      stops.focused(key, item)
      const cluster = drawn.get(key)?.[item]
      focus(cluster ? { key, seq: cluster.marks[0]?.event.seq ?? 0 } : null)
      if (item >= 0) props.onHold()
    },
    onOpen: open,
  }
  const toggleQuiet = () => {
    props.onAllQuiet()
    // The button goes to the end of a longer or shorter list: the focus stays on the board.
    scroller.current?.querySelector<HTMLElement>('[data-item][tabindex="0"]')?.focus()
  }
  const cursor = replay === null ? null : at(replay)
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
        {hasLinks && <LaneLinks links={links} {...paper} />}
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
              isTold={told.has(id)}
              hot={shown?.seq ?? null}
              nameOf={nameOf}
              actions={actions}
            />
          )
        })}
        {hotLinks.length > 0 && <LaneLinks links={hotLinks} {...paper} isHot />}
        {cursor !== null && cursor < width && (
          <div
            className="l-veil"
            data-testid="veil"
            style={{ left: names + Math.max(0, cursor), width: width - Math.max(0, cursor) }}
          />
        )}
        {cursor !== null && cursor >= 0 && cursor <= width && (
          <i className="l-cursor" style={{ left: names + cursor }} />
        )}
        {hotCluster && shown && (
          <LaneCard
            state={state}
            marks={hotMarks}
            x={names + hotCluster.x}
            isFollowing={pointed === null}
            row={byKey.get(shown.key)}
            rows={rows}
            told={told}
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
