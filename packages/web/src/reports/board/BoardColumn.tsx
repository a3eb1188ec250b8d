import { Plus } from 'lucide-react'
import { type HTMLAttributes, useId, useState } from 'react'
import { LOOKS } from '../../crew/agent-status'
import { BoardCard, type CardProps } from './BoardCard'
import { type BoardTask, type Column, COLUMN_WORDS, DONE_SHOWN } from './columns'

/** More are drawn when they are asked for. */
const SHOWN = 30

/** The dots of the states of agents: one vocabulary for both. */
const DOTS: Readonly<Record<Column, string>> = {
  open: LOOKS.idle.dot,
  working: LOOKS.working.dot,
  waits: LOOKS.waits.dot,
  done: LOOKS.done.dot,
  failed: LOOKS.failed.dot,
}

interface BoardColumnProps {
  readonly column: Column
  readonly items: readonly BoardTask[]
  readonly place: HTMLAttributes<HTMLElement>
  readonly isOver: boolean
  readonly newTask: (() => void) | null
  /** Shows those of this column that are not here. */
  readonly showRest: (() => void) | null
  readonly card: (item: BoardTask) => CardProps
}

/** One column: its head with how many there are, and its cards. */
export function BoardColumn(props: BoardColumnProps) {
  const { column, items, place, isOver, newTask, showRest, card } = props
  const [most, setMost] = useState(SHOWN)
  const title = useId()
  const shown = items.slice(0, column === 'done' ? DONE_SHOWN : most)
  const rest = items.length - shown.length
  return (
    <section
      className="bd-column"
      data-column={column}
      data-over={isOver ? '' : undefined}
      aria-labelledby={title}
      {...place}
    >
      <h2 id={title}>
        <i className={`dot ${DOTS[column]}`} />
        {COLUMN_WORDS[column]} <span className="cnt">{items.length}</span>
      </h2>
      {shown.length > 0 && (
        <ul>
          {shown.map((item) => (
            <li key={item.task.id}>
              <BoardCard {...card(item)} />
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <button
          type="button"
          className="bd-rest"
          onClick={showRest ?? (() => setMost(most + SHOWN))}
        >
          {showRest ? `${rest} more in the list` : `Show ${Math.min(SHOWN, rest)} more`}
        </button>
      )}
      {newTask && (
        <button type="button" className="bd-rest" onClick={newTask}>
          <Plus size={15} /> New task
        </button>
      )}
    </section>
  )
}
