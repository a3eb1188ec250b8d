import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef, useState } from 'react'
import { SessionRow } from './SessionRow'
import type { SessionRow as Row } from './session-rows'

const HEIGHT = { head: 32, session: 55, found: 74 } as const

interface SessionRowsProps {
  readonly rows: readonly Row[]
  readonly shownId: string | null
  readonly pathOf: (id: string) => string
  readonly now: number
  readonly isBusy: boolean
}

/** Thousands of session files, of which those near the view are in the document. */
export function SessionRows({ rows, shownId, pathOf, now, isBusy }: SessionRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const stop = rows.findIndex(({ key }) => key === focused)
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => heightOf(rows[index]),
    overscan: 8,
    // What has the focus stays in the document, or the keyboard would be nowhere.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return stop < 0 || shown.includes(stop) ? shown : [...shown, stop].toSorted((a, b) => a - b)
      },
      [stop],
    ),
  })
  return (
    <div ref={scroller} className="rows" aria-busy={isBusy}>
      <ul className="ts-rows" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="at"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'head' ? (
                <h3 className="sec" title={row.path}>
                  {row.words}
                </h3>
              ) : (
                <SessionRow
                  session={row.session}
                  hit={row.hit}
                  isShown={row.session.id === shownId}
                  to={pathOf(row.session.id)}
                  now={now}
                  onFocus={() => setFocused(row.key)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function heightOf(row: Row | undefined): number {
  if (row?.kind !== 'session') return HEIGHT.head
  return row.hit ? HEIGHT.found : HEIGHT.session
}
