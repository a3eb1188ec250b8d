import { type RefObject, useEffect, useState } from 'react'
import type { Dependency } from '../task-order'
import { lineBetween } from './line-between'
import './lines.css'

/** More than these are drawn only from the card that is pointed at or has the focus. */
const FEW = 12
/** Half of what is between the heads of columns and their cards. */
const ABOVE = 4

interface BoardLinesProps {
  readonly grid: RefObject<HTMLElement | null>
  readonly dependencies: readonly Dependency[]
}

interface Line extends Dependency {
  readonly path: string
}

/** Thin lines from tasks to those that wait for them, below the cards; what they say is on the cards in words. */
export function BoardLines({ grid, dependencies }: BoardLinesProps) {
  const [lines, setLines] = useState<readonly Line[]>([])
  const near = useNearCard(grid, dependencies.length > 0)

  // Cards move with every change of the board, and are as high as they are only once they are seen.
  useEffect(() => {
    const board = grid.current
    if (!board) return
    const measure = () => {
      const first = board.querySelector('.bd-card')
      const roof = first ? placeOf(board, first).y - ABOVE : 0
      const next = dependencies.flatMap((one) => {
        const [from, to] = [one.from, one.to].map((id) =>
          board.querySelector(`[data-task="${CSS.escape(id)}"]`),
        )
        if (!from || !to) return []
        const path = lineBetween(placeOf(board, from), placeOf(board, to), roof)
        return [{ ...one, path }]
      })
      setLines((last) => (isSame(last, next) ? last : next))
    }
    measure()
    if (dependencies.length === 0) return
    const sizes = new ResizeObserver(measure)
    sizes.observe(board)
    for (const item of board.querySelectorAll('li')) sizes.observe(item)
    return () => sizes.disconnect()
  })

  const isAll = dependencies.length <= FEW
  const shown = lines.filter(({ from, to }) => isAll || near === from || near === to)
  if (shown.length === 0) return null
  return (
    <svg className="bd-lines" aria-hidden="true">
      {shown.map(({ from, to, isLost, path }) => (
        <path
          key={`${from} ${to}`}
          d={path}
          data-lost={isLost ? '' : undefined}
          data-near={near === from || near === to ? '' : undefined}
        />
      ))}
    </svg>
  )
}

/** Where a card is on the board, however that is scrolled. */
function placeOf(board: HTMLElement, card: Element) {
  const { left, top, width, height } = card.getBoundingClientRect()
  const frame = board.getBoundingClientRect()
  return {
    x: Math.round(left - frame.left + board.scrollLeft),
    y: Math.round(top - frame.top + board.scrollTop),
    width: Math.round(width),
    height: Math.round(height),
  }
}

function isSame(one: readonly Line[], other: readonly Line[]): boolean {
  return (
    one.length === other.length &&
    one.every((line, index) => {
      const own = other[index]
      return own?.path === line.path && own.to === line.to && own.isLost === line.isLost
    })
  )
}

/** The task whose card is pointed at, or has the focus. */
function useNearCard(grid: RefObject<HTMLElement | null>, isOn: boolean): string | null {
  const [near, setNear] = useState<string | null>(null)
  useEffect(() => {
    const board = grid.current
    if (!board || !isOn) return
    const look = ({ target }: Event) => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-task]') : null
      setNear(card?.dataset['task'] ?? null)
    }
    const leave = () => {
      const card = document.activeElement?.closest<HTMLElement>('[data-task]')
      setNear(card?.dataset['task'] ?? null)
    }
    board.addEventListener('pointerover', look)
    board.addEventListener('focusin', look)
    board.addEventListener('pointerleave', leave)
    board.addEventListener('focusout', leave)
    return () => {
      board.removeEventListener('pointerover', look)
      board.removeEventListener('focusin', look)
      board.removeEventListener('pointerleave', leave)
      board.removeEventListener('focusout', leave)
    }
  }, [grid, isOn])
  return near
}
