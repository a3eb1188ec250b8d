import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { shownCount } from '../../ui/Badge'
import { useHeldPlace } from '../../ui/use-held-place'
import type { KeptPlace } from './kept-place'
import type { ChatRow } from './timeline-rows'
import { useMessageKeys } from './use-message-keys'
import { useRowStops } from './use-row-stops'

/** Closer to the end than this is at the end. */
const END_PX = 80
/** Rows beyond the loaded ones are asked for this many screens before they are needed. */
const AHEAD_SCREENS = 1.5
/** Where a message that one comes to stands: this part of the height above it. */
const ABOVE = 0.25

const ESTIMATE: Readonly<Record<ChatRow['kind'], number>> = {
  start: 40,
  later: 30,
  day: 38,
  new: 32,
  system: 30,
  event: 30,
  message: 64,
  pending: 64,
  composing: 52,
}

export type Distance = 'end' | 'near' | 'far'

/** A row to go to, once per `id`. */
export interface ScrollPlace {
  readonly id: string
  readonly key: string
  readonly flash: boolean
  /** Pixels from the top of the view; null: a quarter of its height. */
  readonly top: number | null
  /** Only when the rows after it fill more than the view; otherwise the end shows it anyway. */
  readonly ifLong: boolean
}

interface TimelineProps {
  readonly label: string
  readonly rows: readonly ChatRow[]
  /** Draws a row; one of them is the stop of the Tab key. */
  readonly renderRow: (row: ChatRow, tabIndex: 0 | -1) => ReactNode
  /** Asks for more; null when there is nothing to ask for now. */
  readonly loadEarlier: (() => void) | null
  readonly loadLater: (() => void) | null
  /** Whether the rows reach to what happens now. */
  readonly isLive: boolean
  readonly place: ScrollPlace | null
  readonly onDistance: (distance: Distance) => void
  /** Goes to the end whenever this changes. */
  readonly jumpKey: string
  readonly newBelow: number
  /** Leaves a part of the history for the present. */
  readonly toLatest: () => void
  /** Takes the function that gives the focus to the newest message. */
  readonly onFocusLast: (run: () => void) => void
  /** The row at the top of the view when the timeline goes away; null when that was at the end. */
  readonly onLeave: (place: KeptPlace | null) => void
}

/** A long list that is read from its end: it follows there, and stays where it is everywhere else. */
export function Timeline(props: TimelineProps) {
  const { label, rows, renderRow, loadEarlier, loadLater, isLive, place } = props
  const { onDistance, jumpKey, newBelow, toLatest, onFocusLast, onLeave } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [distance, setDistance] = useState<Distance>('end')
  const [flashing, setFlashing] = useState<string | null>(null)
  const isAtEnd = useRef(place === null)
  const pinned = useRef<string | null>(null)
  // The compiler is not in use; the rule warns of what it would skip.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE[rows[index]?.kind ?? 'message'],
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: isLive,
    scrollEndThreshold: END_PX,
    overscan: 10,
    paddingStart: 8,
    paddingEnd: 8,
    // The row with the focus stays: a focus that falls to the page is lost to a keyboard.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      // Asked by its key: earlier messages may have been put before it in this very render.
      const index = rows.findIndex(({ key }) => key === pinned.current)
      if (index < 0 || index >= range.count || shown.includes(index)) return shown
      return [...shown, index].toSorted((a, b) => a - b)
    },
  })
  useHeldPlace(virtualizer)
  const toIndex = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    [virtualizer],
  )
  const toEnd = useCallback(() => {
    if (isLive) virtualizer.scrollToEnd()
    else toLatest()
  }, [isLive, toLatest, virtualizer])
  const focus = useRowStops({ scroller, rows, toIndex, toEnd })
  const { take } = focus
  useMessageKeys(scroller)
  useEffect(() => onFocusLast(focus.focusLast))
  useEffect(() => {
    pinned.current = focus.focusKey
  }, [focus.focusKey])

  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    isAtEnd.current = isLive && below <= END_PX
    const now = isAtEnd.current ? 'end' : isLive && below <= element.clientHeight ? 'near' : 'far'
    setDistance(now)
    onDistance(now)
    const ahead = AHEAD_SCREENS * element.clientHeight
    if (element.scrollTop < ahead) loadEarlier?.()
    if (below < ahead) loadLater?.()
  }, [isLive, loadEarlier, loadLater, onDistance])

  // Rows are measured after they are drawn; only then is it known how far away the end is.
  useEffect(() => {
    const request = requestAnimationFrame(look)
    return () => cancelAnimationFrame(request)
  }, [look, rows.length])

  const firstJump = useRef(place === null ? null : jumpKey)
  useLayoutEffect(() => {
    if (firstJump.current === jumpKey) return
    firstJump.current = null
    virtualizer.scrollToEnd()
  }, [virtualizer, jumpKey])

  const placed = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!place || placed.current === place.id) return
    const index = rows.findIndex(({ key }) => key === place.key)
    if (index === -1) return
    placed.current = place.id
    if (place.flash) {
      setFlashing(place.key)
      // Who comes to a message goes on from there.
      take(place.key)
    }
    goTo(scroller.current, place, (align) => virtualizer.scrollToIndex(index, { align }))
  }, [place, rows, virtualizer, take])
  useEffect(() => {
    if (flashing === null) return
    const timer = setTimeout(() => setFlashing(null), 1_700)
    return () => clearTimeout(timer)
  }, [flashing])

  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    const log = scroller.current
    return () => leave.current(isAtEnd.current ? null : placeIn(log))
  }, [])

  // The list follows what grows inside it, not a view that shrinks around it: composer, keyboard, window.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) virtualizer.scrollToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [virtualizer])

  const jump = () => {
    const index = rows.findIndex(({ kind }) => kind === 'new')
    const log = scroller.current
    const start = virtualizer.measurementsCache[index]?.start ?? 0
    const isBelow = index !== -1 && log !== null && start > log.scrollTop + log.clientHeight
    if (!isLive || !isBelow) return toEnd()
    // What one has not seen begins at the line, not at the end.
    const line = { id: 'jump', key: 'new', flash: false, top: null, ifLong: false }
    goTo(log, line, (align) => virtualizer.scrollToIndex(index, { align }))
  }
  const items = virtualizer.getVirtualItems()
  const shownKeys = items.flatMap(({ index }) => {
    const row = rows[index]
    return row?.kind === 'message' || row?.kind === 'system' ? [row.key] : []
  })
  const stopKey = shownKeys.find((key) => key === focus.focusKey) ?? shownKeys.at(-1)
  const pill = !isLive
    ? 'Back to latest'
    : newBelow > 0 && distance !== 'end'
      ? `${shownCount(newBelow)} new ${newBelow === 1 ? 'message' : 'messages'}`
      : distance === 'far'
        ? 'Latest'
        : null
  return (
    <div className="log-wrap">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the rows inside */}
      <div
        ref={scroller}
        id="messages"
        className="log"
        role="log"
        aria-live="off"
        aria-label={label}
        tabIndex={stopKey === undefined ? 0 : -1}
        onScroll={look}
        onKeyDown={focus.onKeyDown}
        onFocus={(event) => focus.onFocus(event.target)}
      >
        <div className="log-end">
          <div className="log-rows" style={{ height: virtualizer.getTotalSize() }}>
            {items.map((item) => {
              const row = rows[item.index]
              return row ? (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  data-key={row.key}
                  className={row.key === flashing ? 'log-row flash' : 'log-row'}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {renderRow(row, row.key === stopKey ? 0 : -1)}
                </div>
              ) : null
            })}
          </div>
        </div>
      </div>
      {pill !== null && (
        <button
          type="button"
          className={isLive && newBelow > 0 ? 'jumpb' : 'jumpb plain'}
          onClick={jump}
        >
          <ArrowDown size={16} />
          {pill}
        </button>
      )}
    </div>
  )
}

/** The first row that begins in the view. */
function placeIn(log: HTMLElement | null): KeptPlace | null {
  const edge = log?.getBoundingClientRect().top ?? 0
  const rows = [...(log?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
    .map((row) => ({ key: row.dataset['key'] ?? '', top: row.getBoundingClientRect().top - edge }))
    .filter(({ top }) => top >= 0)
    .toSorted((a, b) => a.top - b.top)
  return rows[0] ?? null
}

const MOST_FRAMES = 30

/** Brings a row to its place and keeps it there while the rows around it are measured for the first time. */
function goTo(
  log: HTMLElement | null,
  { key, top: wanted, ifLong }: ScrollPlace,
  scroll: (align: 'start' | 'end') => void,
): void {
  if (!log) return
  scroll('start')
  let still = 0
  let frames = 0
  const step = () => {
    const row = log.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
    frames += 1
    if (!row) scroll('start')
    else {
      const top = row.getBoundingClientRect().top - log.getBoundingClientRect().top
      const before = log.scrollTop
      if (ifLong && log.scrollHeight - (before + top) < log.clientHeight) {
        log.scrollTop = log.scrollHeight
      } else log.scrollTop += top - (wanted ?? log.clientHeight * ABOVE)
      still = Math.abs(log.scrollTop - before) <= 1 ? still + 1 : 0
    }
    if (still < 3 && frames < MOST_FRAMES) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
