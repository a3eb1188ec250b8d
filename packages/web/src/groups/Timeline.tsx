import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { shownCount } from '../ui/Badge'
import type { TimelineRow } from './timeline-rows'

/** Closer to the end than this is at the end. */
const END_PX = 80
/** Earlier messages are asked for this many screens before they are needed. */
const AHEAD_SCREENS = 1.5

const ESTIMATE: Readonly<Record<TimelineRow['kind'], number>> = {
  start: 40,
  day: 38,
  new: 32,
  system: 30,
  message: 64,
  pending: 64,
}

export type Distance = 'end' | 'near' | 'far'

interface TimelineProps {
  readonly label: string
  readonly rows: readonly TimelineRow[]
  readonly renderRow: (row: TimelineRow) => ReactNode
  /** Asks for earlier messages; null when there is nothing to ask for now. */
  readonly loadEarlier: (() => void) | null
  readonly onDistance: (distance: Distance) => void
  /** Goes to the end whenever this changes. */
  readonly jumpKey: string
  readonly newBelow: number
}

/** A long list that is read from its end: it follows there, and stays where it is everywhere else. */
export function Timeline(props: TimelineProps) {
  const { label, rows, renderRow, loadEarlier, onDistance, jumpKey, newBelow } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [distance, setDistance] = useState<Distance>('end')
  const isAtEnd = useRef(true)
  // The compiler is not in use; the rule warns of what it would skip.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE[rows[index]?.kind ?? 'message'],
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_PX,
    overscan: 10,
    paddingStart: 8,
    paddingEnd: 8,
  })

  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    isAtEnd.current = below <= END_PX
    const now = isAtEnd.current ? 'end' : below <= element.clientHeight ? 'near' : 'far'
    setDistance(now)
    onDistance(now)
    if (element.scrollTop < AHEAD_SCREENS * element.clientHeight) loadEarlier?.()
  }, [loadEarlier, onDistance])

  // Rows are measured after they are drawn; only then is it known how far away the end is.
  useEffect(() => {
    const request = requestAnimationFrame(look)
    return () => cancelAnimationFrame(request)
  }, [look, rows.length])

  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer, jumpKey])

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

  return (
    <div className="log-wrap">
      <div
        ref={scroller}
        id="messages"
        className="log"
        role="log"
        aria-live="off"
        aria-label={label}
        tabIndex={0}
        onScroll={look}
      >
        <div className="log-end">
          <div className="log-rows" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index]
              return row ? (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className="log-row"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {renderRow(row)}
                </div>
              ) : null
            })}
          </div>
        </div>
      </div>
      {(newBelow > 0 ? distance !== 'end' : distance === 'far') && (
        <button
          type="button"
          className={newBelow > 0 ? 'jumpb' : 'jumpb plain'}
          onClick={() => virtualizer.scrollToEnd()}
        >
          <ArrowDown size={16} />
          {newBelow > 0
            ? `${shownCount(newBelow)} new ${newBelow === 1 ? 'message' : 'messages'}`
            : 'Latest'}
        </button>
      )}
    </div>
  )
}
