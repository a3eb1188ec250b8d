import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { JumpPill } from './JumpPill'
import type { KeptPlace } from './kept-place'
import { goTo, type ScrollPlace } from './scroll-place'
import type { ChatRow } from './timeline-rows'
import { UnreadAbove, type UnreadAboveInput } from './UnreadAbove'
import { type Distance, useDistance } from './use-distance'
import { ESTIMATE, useDrawnRows } from './use-drawn-rows'
import { useFollowEnd } from './use-follow-end'
import { useMessageKeys } from './use-message-keys'
import { useRowStops } from './use-row-stops'
import { useLeftPlace, useScrollPlace } from './use-scroll-place'

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
  readonly onDistance: (distance: Distance, log: HTMLElement) => void
  /** Unread messages above what was seen, and the ways to them and past them. */
  readonly above: UnreadAboveInput
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
  const { above, onDistance, jumpKey, newBelow, toLatest, onFocusLast, onLeave } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { virtualizer, pin } = useDrawnRows({ scroller, rows, isLive, estimate: ESTIMATE })
  const toIndex = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    [virtualizer],
  )
  const toEnd = useCallback(() => {
    // A person who goes to the end lets go of what is above it.
    above.onMarkRead()
    if (isLive) virtualizer.scrollToEnd()
    else toLatest()
  }, [isLive, toLatest, virtualizer, above])
  const focus = useRowStops({ scroller, rows, toIndex, toEnd })
  const { focusKey, take } = focus
  useMessageKeys(scroller)
  useEffect(() => onFocusLast(focus.focusLast))
  useEffect(() => pin(focusKey), [pin, focusKey])
  const { distance, isAtEnd, look } = useDistance({
    scroller,
    rowCount: rows.length,
    isLive,
    beginsAtEnd: place === null,
    loadEarlier,
    loadLater,
    onDistance,
  })
  useFollowEnd({ scroller, virtualizer, isAtEnd, jumpKey, hasPlace: place !== null })
  const flashing = useScrollPlace({ scroller, rows, virtualizer, place, take })
  useLeftPlace(scroller, isAtEnd, onLeave)

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
  const toFirstUnread = () => {
    const index = rows.findIndex((row) => 'message' in row && row.message.n >= above.firstUnread)
    const row = rows[Math.max(0, index)]
    if (!row) return
    const place = { id: 'unread', key: row.key, flash: false, top: null, ifLong: false }
    goTo(scroller.current, place, (align) =>
      virtualizer.scrollToIndex(Math.max(0, index), { align }),
    )
  }
  const items = virtualizer.getVirtualItems()
  const shownKeys = items.flatMap(({ index }) => {
    const row = rows[index]
    return row?.kind === 'message' || row?.kind === 'system' ? [row.key] : []
  })
  const stopKey = shownKeys.find((key) => key === focusKey) ?? shownKeys.at(-1)
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
      <UnreadAbove {...above} onShow={toFirstUnread} />
      <JumpPill isLive={isLive} distance={distance} newBelow={newBelow} onJump={jump} />
    </div>
  )
}
