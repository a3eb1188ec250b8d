import { ArrowDown } from 'lucide-react'
import { type CSSProperties, type ReactNode, type RefObject } from 'react'
import { ChatHistoryItem } from './ChatHistoryItem'
import type { Row } from './rows'
import type { HistoryList } from './use-history-list'

interface ChatHistoryProps {
  readonly label: string
  readonly rows: readonly Row[]
  readonly list: HistoryList
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly flashing: string | null
  readonly head: ReactNode
}

/** All items of a transcript, of which those in the view are drawn. */
export function ChatHistory(props: ChatHistoryProps) {
  const { label, rows, list, scroller, flashing, head } = props
  const { virtualizer, onScroll, newBelow, isFar, toEnd } = list
  return (
    <div className="log-wrap">
      <div
        ref={scroller}
        id="transcript"
        className="log tv-log"
        role="log"
        aria-live="off"
        aria-label={label}
        tabIndex={0}
        onScroll={onScroll}
        onFocus={list.onFocus}
      >
        <div className="tv-rows">
          {head}
          <div className="log-rows" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ key, index, start }) => {
              const row = rows[index]
              if (!row) return null
              const style: CSSProperties = { transform: `translateY(${start}px)` }
              return (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  data-key={row.key}
                  data-item={row.item.id}
                  className={rowClass(row, rows[index + 1], row.key === flashing)}
                  style={{ ...style, ...depthOf(row) }}
                >
                  <ChatHistoryItem row={row} />
                </div>
              )
            })}
          </div>
        </div>
      </div>
      {(newBelow > 0 || isFar) && (
        <button type="button" className={newBelow > 0 ? 'jumpb' : 'jumpb plain'} onClick={toEnd}>
          <ArrowDown size={16} />
          {newBelow > 0 ? `${newBelow} new` : 'Latest'}
        </button>
      )}
    </div>
  )
}

/** The frame of a group is drawn by its rows: the first has its top, the last its bottom. */
function rowClass(row: Row, next: Row | undefined, isFlashing: boolean): string {
  const isGroup = row.item.type === 'ai'
  const ends = isGroup && next?.item.id !== row.item.id
  return [
    'log-row tv-row',
    row.kind,
    isGroup ? 'in-group' : '',
    row.kind === 'header' && row.isOpen ? 'open' : '',
    ends ? 'ends' : '',
    isFlashing ? 'tv-flashing' : '',
  ]
    .filter((name) => name !== '')
    .join(' ')
}

const depthOf = (row: Row): CSSProperties =>
  'depth' in row && row.depth > 0 ? ({ '--depth': row.depth } as CSSProperties) : {}
