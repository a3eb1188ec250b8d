import { type KeyboardEvent, type RefObject, useState } from 'react'
import { isKey } from '../shell/use-key'
import type { Card } from './cards'

/** Moves among cards by what is where on the screen: rows have as many cards as fit. */
export function useGridKeys(
  grid: RefObject<HTMLElement | null>,
  cards: readonly Card[],
  peek: (id: string) => void,
) {
  const [focused, setFocused] = useState<string | null>(null)
  const stop = cards.find(({ id }) => id === focused)?.id ?? cards[0]?.id ?? null
  return {
    stop,
    focused,
    onFocus: setFocused,
    onKeyDown: (event: KeyboardEvent, { id }: Card) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (isKey('peek', event.nativeEvent)) {
        event.preventDefault()
        peek(id)
        return
      }
      const all = [...(grid.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
      const from = all.findIndex((element) => element.dataset['card'] === id)
      const to = from < 0 ? undefined : targetOf(event.key, all, from)
      if (!to) return
      event.preventDefault()
      to.focus()
      to.scrollIntoView({ block: 'nearest' })
    },
  }
}

function targetOf(key: string, all: readonly HTMLElement[], from: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowLeft':
      return all[from - 1]
    case 'ArrowRight':
      return all[from + 1]
    case 'ArrowUp':
    case 'ArrowDown':
      return inNextRow(all, from, key === 'ArrowDown' ? 1 : -1)
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
    default:
      return undefined
  }
}

/** The card of the next row that is nearest to this one from side to side. */
function inNextRow(all: readonly HTMLElement[], from: number, way: 1 | -1) {
  const own = all[from]?.getBoundingClientRect()
  if (!own) return undefined
  let found: { readonly element: HTMLElement; readonly y: number; readonly off: number } | undefined
  for (let at = from + way; at >= 0 && at < all.length; at += way) {
    const element = all[at]
    if (!element) break
    const { x, y } = element.getBoundingClientRect()
    if (Math.abs(y - own.y) < 4) continue
    if (found && Math.abs(y - found.y) > 4) break
    const off = Math.abs(x - own.x)
    if (!found || off < found.off) found = { element, y, off }
  }
  return found?.element
}
