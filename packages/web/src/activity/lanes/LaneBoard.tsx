import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { clockTime } from '../../ui/times'
import { clusters, type Lane, ticks, toldBy } from './lane-model'
import { LaneCard, type Pointed } from './LaneCard'
import { LaneTrack, LANE_PX } from './LaneTrack'
import { useNames } from '../SentenceText'
import { usePan } from './use-pan'

/** A time at the right end that would be cut is not written. */
const LABEL_PX = 58
/** Signs closer together than this are one. */
const APART_PX = 17

export interface LaneRange {
  readonly from: number
  readonly to: number
  readonly now: number
  /** What is before is not loaded; null when all of the range is known. */
  readonly knownFrom: number | null
}

interface LaneBoardProps {
  readonly state: CrewState
  readonly lanes: readonly Lane[]
  readonly range: LaneRange
  readonly onPan: (ms: number) => void
  /** An item got the focus: it must not move away under it. */
  readonly onFocusItem: () => void
}

/** The lanes themselves: names on the left, time to the right. One stop for Tab, arrow keys inside. */
export function LaneBoard({ state, lanes, range, onPan, onFocusItem }: LaneBoardProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const [current, setCurrent] = useState({ lane: 0, item: -1 })
  const mustFocus = useRef(false)
  const nameOf = useNames(state)
  const { from, to, now, knownFrom } = range

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const names = element.querySelector<HTMLElement>('.l-corner')?.offsetWidth ?? 0
      setWidth(Math.max(0, element.clientWidth - names))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])

  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: lanes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LANE_PX,
    getItemKey: (index) => lanes[index]?.id ?? index,
    overscan: 4,
    paddingStart: 0,
  })

  const drawn = useMemo(
    () =>
      lanes.map(({ marks }) => (width === 0 ? [] : clusters(marks, { from, to, width }, APART_PX))),
    [lanes, from, to, width],
  )
  const at = (time: number) => ((time - from) / (to - from)) * width
  const pan = usePan((px) => onPan((px / Math.max(1, width)) * (from - to)))

  useEffect(() => {
    if (!mustFocus.current) return
    mustFocus.current = false
    const find = () =>
      scroller.current?.querySelector<HTMLElement>(
        `[data-lane="${current.lane}"] [data-item="${current.item}"]`,
      )
    const element = find()
    if (element) element.focus()
    // A lane that was not drawn yet is, in the next frame.
    else requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
  }, [current])

  const go = (lane: number, item: number) => {
    mustFocus.current = true
    virtualizer.scrollToIndex(lane)
    setCurrent({ lane, item })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { lane, item } = current
    const size = drawn[lane]?.length ?? 0
    const moves: Readonly<Record<string, () => void>> = {
      ArrowRight: () => go(lane, Math.min(item + 1, size - 1)),
      ArrowLeft: () => go(lane, Math.max(item - 1, -1)),
      ArrowDown: () => go(Math.min(lane + 1, lanes.length - 1), nearest(lane + 1)),
      ArrowUp: () => go(Math.max(lane - 1, 0), nearest(lane - 1)),
      Home: () => go(lane, -1),
      End: () => go(lane, size - 1),
    }
    /** The item of another lane that is closest in time to this one. */
    function nearest(other: number): number {
      const x = drawn[lane]?.[item]?.x
      const candidates = drawn[Math.max(0, Math.min(other, lanes.length - 1))] ?? []
      if (x === undefined) return -1
      let best = -1
      for (const [index, own] of candidates.entries()) {
        if (best < 0 || Math.abs(own.x - x) < Math.abs((candidates[best]?.x ?? 0) - x)) best = index
      }
      return best
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  const scale = ticks(from, to, width)
  const top = (id: string) => lanes.findIndex((lane) => lane.id === id)
  const links = useMemo(() => {
    if (!pointed || !('cluster' in pointed)) return []
    return [...new Set(pointed.cluster.marks.flatMap(({ event }) => toldBy(state, event)))]
  }, [pointed, state])
  const marked = tellOfTime(pointed, at)
  return (
    <>
      <div className="l-board" ref={scroller} data-testid="lanes">
        <div className="l-head">
          <span className="l-corner">
            {lanes.length === 1 ? '1 lane' : `${lanes.length} lanes`}
          </span>
          <span className="l-scale" aria-hidden="true">
            {scale
              .filter((tick) => at(tick) < width - LABEL_PX)
              .map((tick) => (
                <span key={tick} style={{ left: at(tick) }}>
                  {clockTime(new Date(tick).toISOString())}
                  {to - from < 600_000 && <small>:{seconds(tick)}</small>}
                </span>
              ))}
          </span>
        </div>
        <div
          className="l-lanes"
          role="group"
          aria-label="Lanes of agents over time"
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
          {...pan}
        >
          <div className="l-grid" aria-hidden="true" style={{ width }}>
            {scale.map((tick) => (
              <i key={tick} style={{ left: at(tick) }} />
            ))}
            {knownFrom !== null && (
              <i className="unknown" style={{ left: 0, width: Math.max(0, at(knownFrom)) }} />
            )}
            {now <= to && <i className="now" style={{ left: at(now) }} />}
            {marked !== null && pointed && links.length > 0 && (
              <Stems
                x={marked}
                from={top(pointed.laneId)}
                to={links.map(top).filter((index) => index >= 0)}
              />
            )}
          </div>
          {virtualizer.getVirtualItems().map((item) => {
            const lane = lanes[item.index]
            return lane ? (
              <LaneTrack
                key={lane.id}
                state={state}
                lane={lane}
                index={item.index}
                top={item.start}
                clusters={drawn[item.index] ?? []}
                bars={lane.bars}
                at={at}
                width={width}
                now={now}
                nameOf={nameOf}
                stop={current.lane === item.index ? current.item : null}
                isTold={links.includes(lane.id)}
                onPoint={setPointed}
                onFocus={(stop) => {
                  if (stop >= 0) onFocusItem()
                  if (stop !== current.item || item.index !== current.lane) {
                    setCurrent({ lane: item.index, item: stop })
                  }
                }}
              />
            ) : null
          })}
        </div>
      </div>
      <LaneCard state={state} pointed={pointed} />
    </>
  )
}

function tellOfTime(pointed: Pointed | null, at: (time: number) => number): number | null {
  return pointed && 'cluster' in pointed ? at(pointed.cluster.at) : null
}

function seconds(at: number): string {
  return String(new Date(at).getSeconds()).padStart(2, '0')
}

/** From who wrote to everyone who was told. */
function Stems({
  x,
  from,
  to,
}: {
  readonly x: number
  readonly from: number
  readonly to: readonly number[]
}) {
  const middle = (index: number) => index * LANE_PX + LANE_PX / 2
  const all = [from, ...to]
  const top = middle(Math.min(...all))
  const height = middle(Math.max(...all)) - top
  return (
    <>
      <i className="stem" style={{ left: x, top, height }} />
      {to.map((index) => (
        <i key={index} className="told" style={{ left: x, top: middle(index) }} />
      ))}
    </>
  )
}
