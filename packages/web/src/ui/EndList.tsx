import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useHeldPlace } from './use-held-place'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Closer to the end than this is at the end. */
const END_PX = 80
/** What is earlier is asked for this many screens before it is needed. */
const AHEAD_SCREENS = 1.5

interface EndListProps<Row> {
  readonly label: string
  readonly id?: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly heightOf: (row: Row) => number
  readonly children: (row: Row) => ReactNode
  /** Asks for what is earlier; null when there is nothing to ask for now. */
  readonly loadEarlier: (() => void) | null
  /** Goes to the end whenever this changes. */
  readonly jumpKey: string
  /** What the way back to the end is called when so many rows came meanwhile. */
  readonly pill: (count: number) => string
  /** Stands before the first row and is not one. */
  readonly head?: ReactNode
  /** Comes at the end and is not a row. */
  readonly foot?: ReactNode
  readonly onEnd?: ((isAtEnd: boolean) => void) | undefined
  /** Changes when something was loaded that may have brought no row. */
  readonly loaded?: number
}

/** A long list with the newest at its end: it follows there, and everywhere else nothing moves. */
export function EndList<Row>(props: EndListProps<Row>) {
  const { label, id, rows, keyOf, heightOf, children, loadEarlier, jumpKey, pill } = props
  const { head, foot, onEnd, loaded } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [place, setPlace] = useState<'end' | 'near' | 'far'>('end')
  /** The newest row when the end was left: what is behind it is new. */
  const [seen, setSeen] = useState<string | null>(null)
  // The compiler is not in use; the rule warns of what it would skip.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index]
      return row === undefined ? 40 : heightOf(row)
    },
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_PX,
    overscan: 8,
    paddingStart: 8,
    paddingEnd: 8,
  })
  useHeldPlace(virtualizer)

  const newest = rows.at(-1)
  const newestKey = newest === undefined ? null : keyOf(newest)
  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    const wasAtEnd = isAtEnd.current
    isAtEnd.current = below <= END_PX
    setPlace(isAtEnd.current ? 'end' : below <= element.clientHeight ? 'near' : 'far')
    if (isAtEnd.current !== wasAtEnd) {
      setSeen(isAtEnd.current ? null : newestKey)
      onEnd?.(isAtEnd.current)
    }
    if (element.scrollTop < AHEAD_SCREENS * element.clientHeight) loadEarlier?.()
  }, [loadEarlier, onEnd, newestKey])

  // Rows are measured after they are drawn; only then is it known how far away the end is.
  useEffect(() => {
    const request = requestAnimationFrame(look)
    return () => cancelAnimationFrame(request)
  }, [look, rows.length, loaded])

  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer, jumpKey])

  // The list follows what grows inside it; this is for the view that shrinks around it, and for content below.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])

  const count = place === 'end' ? 0 : newerThan(rows, keyOf, seen)
  return (
    <div className="log-wrap">
      <div
        ref={scroller}
        className="log"
        id={id}
        role="log"
        aria-live="off"
        aria-label={label}
        tabIndex={0}
        onScroll={look}
      >
        <div className="log-end">
          {head}
          <div className="log-rows" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index]
              return row === undefined ? null : (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className="log-row"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {children(row)}
                </div>
              )
            })}
          </div>
          {foot}
        </div>
      </div>
      {(count > 0 || place === 'far') && (
        <button
          type="button"
          className={count > 0 ? 'jumpb' : 'jumpb plain'}
          onClick={() => {
            virtualizer.scrollToEnd()
            scroller.current?.focus()
          }}
        >
          <ArrowDown size={16} />
          {count > 0 ? pill(count) : 'Latest'}
        </button>
      )}
    </div>
  )
}

function newerThan<Row>(rows: readonly Row[], keyOf: (row: Row) => string, seen: string | null) {
  if (seen === null) return 0
  const index = rows.findLastIndex((row) => keyOf(row) === seen)
  return index < 0 ? 0 : rows.length - 1 - index
}
