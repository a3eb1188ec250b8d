import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'

/** Arrow keys among cards: down a column, and across to the card that is at the same height. */
export function useBoardKeys(board: RefObject<HTMLElement | null>) {
  const [stop, setStop] = useState<string | null>(null)
  const kept = useRef<string | null>(null)
  const last = useRef<Element | null>(null)

  // A card that goes to another column is another element there. Whoever was in it stays in it.
  useEffect(() => {
    if (kept.current === null || last.current?.isConnected) return
    if (document.activeElement !== document.body) return
    titleIn(cardOf(board.current, kept.current))?.focus()
  })

  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(CARD)) kept.current = null
    }
    addEventListener('pointerdown', leave)
    addEventListener('focusin', leave)
    return () => {
      removeEventListener('pointerdown', leave)
      removeEventListener('focusin', leave)
    }
  }, [])

  const keep = (taskId: string, element: Element | null) => {
    kept.current = taskId
    last.current = element
    setStop(taskId)
  }

  return {
    stop,
    /** Whoever moved a task goes on with this one. */
    follow: useCallback((taskId: string) => keep(taskId, null), []),
    onFocus: ({ target }: FocusEvent<Element>, taskId: string) => keep(taskId, target),
    onKeyDown: (event: KeyboardEvent, taskId: string) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const to = cardBeside(event.key, board.current, taskId)
      if (!to) return
      event.preventDefault()
      titleIn(to)?.focus()
      to.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
  }
}

const CARD = '[data-task]'
const cardOf = (board: HTMLElement | null, id: string) =>
  board?.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"]`) ?? null
const titleIn = (card: Element | null) => card?.querySelector<HTMLElement>('h3 a')

function cardBeside(key: string, board: HTMLElement | null, id: string): Element | null {
  const card = cardOf(board, id)
  const column = card?.closest('section')
  if (!board || !card || !column) return null
  const own = [...column.querySelectorAll(CARD)]
  const at = own.indexOf(card)
  switch (key) {
    case 'ArrowDown':
      return own[at + 1] ?? null
    case 'ArrowUp':
      return own[at - 1] ?? null
    case 'Home':
      return own[0] ?? null
    case 'End':
      return own.at(-1) ?? null
    case 'ArrowLeft':
    case 'ArrowRight': {
      const all = [...board.querySelectorAll('section')].filter((one) => one.querySelector(CARD))
      const next = all[all.indexOf(column) + (key === 'ArrowLeft' ? -1 : 1)]
      const { y } = card.getBoundingClientRect()
      const off = (one: Element) => Math.abs(one.getBoundingClientRect().y - y)
      return (
        [...(next?.querySelectorAll(CARD) ?? [])].toSorted((a, b) => off(a) - off(b))[0] ?? null
      )
    }
    default:
      return null
  }
}
