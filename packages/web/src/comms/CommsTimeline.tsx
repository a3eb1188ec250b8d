import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { knownAs } from '../crew/participant'
import { dayLabel } from '../ui/times'
import { useNow } from '../ui/use-now'
import type { CommsRow } from './comms-rows'
import { DirectRow, PendingDirectRow } from './DirectRow'

/** Closer to the end than this is at the end. */
const END_PX = 80
/** Earlier messages are asked for this many screens before they are needed. */
const AHEAD_SCREENS = 1.5

interface CommsTimelineProps {
  readonly rows: readonly CommsRow[]
  readonly state: CrewState
  readonly personName: string
  /** Asks for earlier messages; null when there is nothing to ask for now. */
  readonly loadEarlier: (() => void) | null
  /** After it failed. */
  readonly retry: (() => void) | null
  readonly pages: number
  /** Goes to the end whenever this changes. */
  readonly jumpKey: string
}

/** A conversation, read from its end: it follows there, and stays where it is everywhere else. */
export function CommsTimeline(props: CommsTimelineProps) {
  const { rows, state, personName, loadEarlier, retry, pages, jumpKey } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const isPinned = useRef(true)
  const { agents, lead } = state
  const crew = useMemo(() => ({ lead, agents }), [lead, agents])
  const now = useNow(60_000)
  // The compiler is not in use; the rule warns of what it would skip.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'day' ? 38 : 64),
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
    isPinned.current = below <= END_PX
    setAtEnd(isPinned.current)
    if (element.scrollTop < AHEAD_SCREENS * element.clientHeight) loadEarlier?.()
  }, [loadEarlier])

  // Rows are measured after they are drawn; and a page may have brought nothing of this conversation.
  useEffect(() => {
    const request = requestAnimationFrame(look)
    return () => cancelAnimationFrame(request)
  }, [look, rows.length, pages])
  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer, jumpKey])
  // The list follows what grows inside it, not a view that shrinks around it: composer, keyboard, window.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (isPinned.current) virtualizer.scrollToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [virtualizer])

  const rendered = (row: CommsRow) => {
    switch (row.kind) {
      case 'day':
        return <div className="day">{dayLabel(row.at, now)}</div>
      case 'message':
        return (
          <DirectRow {...{ crew, personName }} message={row.message} isCompact={row.isCompact} />
        )
      case 'pending':
        return (
          <PendingDirectRow
            {...row}
            personName={personName}
            toName={row.pending.to === null ? 'everyone' : knownAs(crew, row.pending.to)}
          />
        )
      default:
        row satisfies never
        return null
    }
  }
  return (
    <div className="log-wrap">
      <div
        ref={scroller}
        id="messages"
        className="log"
        role="log"
        aria-live="off"
        aria-label="Messages"
        tabIndex={0}
        onScroll={look}
      >
        <div className="log-end">
          {retry && (
            <p className="sys" role="alert">
              Earlier messages could not be loaded.{' '}
              <button type="button" onClick={retry}>
                Retry
              </button>
            </p>
          )}
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
                  {rendered(row)}
                </div>
              ) : null
            })}
          </div>
        </div>
      </div>
      {!isAtEnd && (
        <button type="button" className="jumpb plain" onClick={() => virtualizer.scrollToEnd()}>
          <ArrowDown size={16} />
          Latest
        </button>
      )}
    </div>
  )
}
