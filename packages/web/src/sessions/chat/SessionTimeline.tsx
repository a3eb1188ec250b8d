import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { JumpPill } from '../../groups/timeline/JumpPill'
import type { KeptPlace } from '../../groups/timeline/kept-place'
import { UnreadAbove, type UnreadAboveInput } from '../../groups/timeline/UnreadAbove'
import { type Distance, useDistance } from '../../groups/timeline/use-distance'
import { useDrawnRows } from '../../groups/timeline/use-drawn-rows'
import { useFollowEnd } from '../../groups/timeline/use-follow-end'
import { useMessageKeys } from '../../groups/timeline/use-message-keys'
import { useLeftPlace } from '../../groups/timeline/use-scroll-place'
import type { SessionRow } from '../session-rows'
import { type SessionPlace, useSessionPlace } from './use-session-place'
import { useArticleStops } from './use-article-stops'
import { useRoundKeys } from './use-round-keys'

/** Heights before a row is drawn. */
const ESTIMATE: Readonly<Record<SessionRow['kind'], number>> = {
  start: 40,
  later: 30,
  day: 38,
  system: 30,
  message: 64,
  round: 250,
  step: 160,
  goal: 110,
  ended: 150,
  late: 44,
  pending: 100,
}

interface SessionTimelineProps {
  readonly label: string
  readonly rows: readonly SessionRow[]
  readonly renderRow: (row: SessionRow) => ReactNode
  /** Asks for more; null when there is nothing to ask for now. */
  readonly loadEarlier: (() => void) | null
  readonly loadLater: (() => void) | null
  readonly isLive: boolean
  readonly place: SessionPlace | null
  readonly onDistance: (distance: Distance, log: HTMLElement) => void
  /** Unread messages above what was seen, and the ways to them and past them. */
  readonly above: UnreadAboveInput
  /** Goes to the end whenever this changes. */
  readonly jumpKey: string
  readonly newBelow: number
  readonly toLatest: () => void
  /** Takes the function that gives the focus to the newest message. */
  readonly onFocusLast: (run: () => void) => void
  readonly onLeave: (place: KeptPlace | null) => void
}

/** The chat of a session: it is read from its end and follows there, and what is read elsewhere stays where it is. */
export function SessionTimeline(props: SessionTimelineProps) {
  const { label, rows, renderRow, loadEarlier, loadLater, isLive, place } = props
  const { above, onDistance, jumpKey, newBelow, toLatest, onFocusLast, onLeave } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { virtualizer, pin } = useDrawnRows({ scroller, rows, isLive, estimate: ESTIMATE })
  const toEnd = useCallback(() => {
    // A person who goes to the end lets go of what is above it.
    above.onMarkRead()
    if (isLive) virtualizer.scrollToEnd()
    else toLatest()
  }, [isLive, toLatest, virtualizer, above])
  const toRow = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'start' }),
    [virtualizer],
  )
  // The first of them may be above all that is loaded: earlier ones follow.
  const toFirstUnread = () => toRow(0)
  const stops = useArticleStops({ scroller, pin, toEnd, toFirst: () => toRow(0) })
  useMessageKeys(scroller)
  useRoundKeys({ scroller, rows, toRow })
  useEffect(() => onFocusLast(stops.focusLast))
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
  useSessionPlace({ scroller, rows, virtualizer, place })
  useLeftPlace(scroller, isAtEnd, onLeave)
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
        tabIndex={stops.hasStop ? -1 : 0}
        onScroll={look}
        onKeyDown={stops.onKeyDown}
        onFocus={stops.onFocus}
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
                  data-key={row.key}
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
      <UnreadAbove {...above} onShow={toFirstUnread} />
      <JumpPill isLive={isLive} distance={distance} newBelow={newBelow} onJump={toEnd} />
    </div>
  )
}
