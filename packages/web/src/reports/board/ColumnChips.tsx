import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Columns } from './Board'
import { type Column, COLUMN_WORDS } from './columns'

interface ColumnChipsProps {
  readonly columns: Columns
  readonly grid: RefObject<HTMLElement | null>
}

/** On a phone: which columns have something, and a way to each. */
export function ColumnChips({ columns, grid }: ColumnChipsProps) {
  const [first, setFirst] = useState<Column | null>(null)
  // It begins where something is; then it stays where the person left it.
  const hasBegun = useRef(false)
  const begin = columns.find(([, own]) => own.length > 0)?.[0]
  useEffect(() => {
    const board = grid.current
    if (hasBegun.current || begin === undefined || !board) return
    hasBegun.current = true
    const column = board.querySelector<HTMLElement>(`[data-column="${begin}"]`)
    const start = board.querySelector<HTMLElement>('[data-column]')
    if (column && start) board.scrollTo({ left: column.offsetLeft - start.offsetLeft })
  }, [begin, grid])
  useEffect(() => {
    const board = grid.current
    if (!board) return
    const look = () => {
      const { left } = board.getBoundingClientRect()
      const seen = [...board.querySelectorAll<HTMLElement>('section')].find(
        (one) => one.getBoundingClientRect().right > left + 40,
      )
      setFirst((seen?.dataset['column'] as Column | undefined) ?? null)
    }
    look()
    board.addEventListener('scroll', look, { passive: true })
    return () => board.removeEventListener('scroll', look)
  }, [grid])
  return (
    <nav className="bd-chips" aria-label="Columns">
      {columns
        .filter(([, own]) => own.length > 0)
        .map(([column, own]) => (
          <button
            key={column}
            type="button"
            className="bd-chip"
            aria-current={column === first}
            onClick={() =>
              grid.current
                ?.querySelector(`[data-column="${column}"]`)
                ?.scrollIntoView({ block: 'nearest', inline: 'start' })
            }
          >
            {COLUMN_WORDS[column]} <span className="cnt">{own.length}</span>
          </button>
        ))}
    </nav>
  )
}
