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

interface HistoryListInput {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly Row[]
  readonly loadBefore: (() => void) | null
  /** Where one comes to is not the end. */
  readonly hasPlace: boolean
}

export type HistoryList = ReturnType<typeof useHistoryList>

/** Which rows are in the document; the list stays at its end, and everywhere else nothing moves. */
export function useHistoryList({ scroller, rows, loadBefore, hasPlace }: HistoryListInput) {
  const isAtEnd = useRef(!hasPlace)
  const focused = useRef<string | null>(null)
  const [distance, setDistance] = useState<'end' | 'near' | 'far'>(hasPlace ? 'near' : 'end')
  /** The last item when the end was left: what is behind it is new. */
  const [seen, setSeen] = useState<string | null>(null)
  // The compiler is not in use; the rule warns of what it would skip.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE[rows[index]?.kind ?? 'display-item'],
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    scrollEndThreshold: 0,
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
  const look = useCallback(() => {
    const log = scroller.current
    if (!log) return
    const below = log.scrollHeight - log.scrollTop - log.clientHeight
    const wasAtEnd = isAtEnd.current
    isAtEnd.current = below <= END_PX
    setDistance(isAtEnd.current ? 'end' : below <= log.clientHeight ? 'near' : 'far')
    if (isAtEnd.current !== wasAtEnd) setSeen(isAtEnd.current ? null : lastItem)
    if (log.scrollTop < AHEAD_SCREENS * log.clientHeight) loadBefore?.()
  }, [scroller, loadBefore, lastItem])

  // Rows are measured after they are drawn; only then is it known how far away the end is.
  useEffect(() => {
    const request = requestAnimationFrame(look)
    return () => cancelAnimationFrame(request)
  }, [look, rows.length])

  const toEnd = useCallback(() => {
    isAtEnd.current = true
    virtualizer.scrollToEnd()
    scroller.current?.focus({ preventScroll: true })
  }, [scroller, virtualizer])

  useLayoutEffect(() => {
    if (isAtEnd.current) virtualizer.scrollToEnd()
  }, [virtualizer, rows])

  // What grows inside it, and a view that shrinks around it.
  useEffect(() => {
    const log = scroller.current
    if (!log) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) log.scrollTop = log.scrollHeight
    })
    observer.observe(log)
    if (log.firstElementChild) observer.observe(log.firstElementChild)
    return () => observer.disconnect()
  }, [scroller])

  /** From now on the view stays where it is. */
  const leaveEnd = useCallback(() => {
    if (isAtEnd.current) setSeen(lastItem)
    isAtEnd.current = false
  }, [lastItem])

  const onFocus = useCallback(({ target }: FocusEvent<HTMLElement>) => {
    focused.current = target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null
  }, [])

  return {
    virtualizer,
    look,
    toEnd,
    leaveEnd,
    isAtEnd,
    onFocus,
    isFar: distance === 'far',
    newBelow: distance === 'end' ? 0 : newerThan(rows, seen),
  }
}

/** How many items came behind one. */
function newerThan(rows: readonly Row[], seen: string | null): number {
  if (seen === null) return 0
  const newer = new Set<string>()
  for (const { item } of rows.toReversed()) {
    if (item.id === seen) return newer.size
    newer.add(item.id)
  }
  return 0
}
