import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useHeldPlace } from '../ui/use-held-place'
import type { Row } from './rows'

/** Closer to the end than this is at the end. */
const END_PX = 60
/** Where there is room below, somebody is at the end who sees all of it. */
const SUBPIXEL = 2
/** As long as it takes at most to come to a place. */
const ARRIVAL_MS = 700
/** What is earlier is asked for this many screens before it is needed. */
const AHEAD_SCREENS = 1.5
const OVERSCAN = 6

const ESTIMATE: Readonly<Record<Row['kind'], number>> = {
  user: 90,
  system: 70,
  compact: 44,
  header: 48,
  'last-output': 110,
  'display-item': 30,
  'trace-head': 34,
  'trace-more': 30,
  'trace-end': 60,
  loading: 120,
}

/** A row of the list: a part of an item, which is what counts as new. */
export interface ListRow {
  readonly key: string
  readonly item: { readonly id: string }
}

interface HistoryListInput<Own extends ListRow> {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly Own[]
  /** Height of a row before it is drawn. */
  readonly estimate: (row: Own) => number
  readonly loadBefore: (() => void) | null
  /** Where one comes to is not the end. */
  readonly hasPlace: boolean
  /** Pixels that the scroller leaves free below the last row: its end is above them. */
  readonly below?: number
}

export const estimateOf = ({ kind }: Pick<Row, 'kind'>): number => ESTIMATE[kind]

export type HistoryList = ReturnType<typeof useHistoryList>

/** Which rows are in the document; the list stays at its end, and everywhere else nothing moves. */
export function useHistoryList<Own extends ListRow>(input: HistoryListInput<Own>) {
  const { scroller, rows, estimate, loadBefore, hasPlace, below = 0 } = input
  const isAtEnd = useRef(!hasPlace)
  const focused = useRef<string | null>(null)
  /** The last item when the end was in view. */
  const lastInView = useRef<string | null>(null)
  /** Until then the list itself scrolls to a place. */
  const arrivesUntil = useRef(0)
  const [distance, setDistance] = useState<'end' | 'near' | 'far'>(hasPlace ? 'near' : 'end')
  /** The last item when the end was left: what is behind it is new. */
  const [seen, setSeen] = useState<string | null>(null)
  // The compiler is not in use; the rule warns of what it would skip.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index]
      return row ? estimate(row) : ESTIMATE['display-item']
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    // With room below, every row that is measured while the end is in view would move the view.
    scrollEndThreshold: below === 0 ? 0 : -Infinity,
    overscan: OVERSCAN,
    paddingStart: 6,
    paddingEnd: 12,
    // The row with the focus stays: a focus that falls to the page is lost to a keyboard.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      const index = rows.findIndex(({ key }) => key === focused.current)
      if (index < 0 || index >= range.count || shown.includes(index)) return shown
      return [...shown, index].toSorted((a, b) => a - b)
    },
  })
  useHeldPlace(virtualizer)

  const lastItem = rows.at(-1)?.item.id ?? null
  const look = useCallback(
    (isScrolled = false) => {
      const log = scroller.current
      if (!log) return
      const toGo = endOf(log, below) - log.scrollTop
      const isInView = toGo <= END_PX
      const wasAtEnd = isAtEnd.current
      if (below === 0) isAtEnd.current = isInView
      else if (!isInView) isAtEnd.current = false
      // With room below, the end may be in view from the beginning: it is followed once somebody has gone there.
      else if (isScrolled && toGo <= SUBPIXEL && performance.now() > arrivesUntil.current) {
        isAtEnd.current = true
      }
      setDistance(isInView ? 'end' : toGo <= log.clientHeight ? 'near' : 'far')
      if (below > 0) {
        if (isInView) lastInView.current = lastItem
        setSeen(isInView ? null : lastInView.current)
      } else if (isAtEnd.current !== wasAtEnd) setSeen(isAtEnd.current ? null : lastItem)
      if (log.scrollTop < AHEAD_SCREENS * log.clientHeight) loadBefore?.()
    },
    [scroller, loadBefore, lastItem, below],
  )
  const onScroll = useCallback(() => look(true), [look])

  // Rows are measured after they are drawn; only then is it known how far away the end is.
  useEffect(() => {
    const request = requestAnimationFrame(() => look())
    return () => cancelAnimationFrame(request)
  }, [look, rows.length])

  const follow = useCallback(() => {
    const log = scroller.current
    if (below === 0) virtualizer.scrollToEnd()
    // Further down is as good: the end is in view.
    else if (log && log.scrollTop < endOf(log, below)) log.scrollTop = endOf(log, below)
  }, [scroller, virtualizer, below])

  const toEnd = useCallback(() => {
    isAtEnd.current = true
    follow()
    scroller.current?.focus({ preventScroll: true })
  }, [scroller, follow])

  useLayoutEffect(() => {
    if (isAtEnd.current) follow()
  }, [follow, rows])

  // What grows inside it, and a view that shrinks around it.
  useEffect(() => {
    const log = scroller.current
    if (!log) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) log.scrollTop = Math.max(log.scrollTop, endOf(log, below))
    })
    observer.observe(log)
    if (log.firstElementChild) observer.observe(log.firstElementChild)
    return () => observer.disconnect()
  }, [scroller, below])

  /** From now on the view stays where it is. */
  const leaveEnd = useCallback(() => {
    if (isAtEnd.current) setSeen(lastItem)
    isAtEnd.current = false
    arrivesUntil.current = performance.now() + ARRIVAL_MS
  }, [lastItem])

  const onFocus = useCallback(({ target }: FocusEvent<HTMLElement>) => {
    focused.current = target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null
  }, [])

  return {
    virtualizer,
    onScroll,
    toEnd,
    leaveEnd,
    isAtEnd,
    onFocus,
    isFar: distance === 'far',
    newBelow: distance === 'end' ? 0 : newerThan(rows, seen),
  }
}

/** Where the view is at the end, as far as it is scrolled. */
const endOf = (log: HTMLElement, below: number): number =>
  log.scrollHeight - log.clientHeight - below

/** How many items came behind one. */
function newerThan(rows: readonly ListRow[], seen: string | null): number {
  if (seen === null) return 0
  const newer = new Set<string>()
  for (const { item } of rows.toReversed()) {
    if (item.id === seen) return newer.size
    newer.add(item.id)
  }
  return 0
}
