import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Card, inPlaces } from './cards'

const REST_MS = 2_000
const MOVE_MS = 180

/**
 * Cards in the order that a person sees. It becomes the wanted one when neither pointer nor focus is among them and
 * nothing has changed for a moment: a card must not move away from under a hand.
 */
export function useRestedOrder(
  wanted: readonly Card[],
  grid: RefObject<HTMLElement | null>,
): readonly Card[] {
  const [places, setPlaces] = useState<readonly string[]>([])
  const order = wanted.map(({ id }) => id)
  const key = order.join()
  const isFirst = places.length === 0
  const latest = useRef(order)
  useEffect(() => {
    latest.current = order
  })

  useEffect(() => {
    if (isFirst) {
      if (latest.current.length > 0) setPlaces(latest.current)
      return
    }
    // Asked again until nobody is there: leaving is seen at the next rest.
    const timer = setInterval(() => {
      const { current } = grid
      const isBusy =
        current?.matches(':hover') === true || current?.contains(document.activeElement) === true
      if (isBusy) return
      clearInterval(timer)
      setPlaces(latest.current)
    }, REST_MS)
    return () => clearInterval(timer)
  }, [key, isFirst, grid])

  useMoves(places, grid)
  return isFirst ? wanted : inPlaces(wanted, places)
}

/** Shows whose place is another one now on its way there. */
function useMoves(places: readonly string[], grid: RefObject<HTMLElement | null>): void {
  const before = useRef(new Map<string, DOMRect>())
  useLayoutEffect(() => {
    const isSilenced = matchMedia('(prefers-reduced-motion: reduce)').matches
    const now = new Map<string, DOMRect>()
    for (const link of grid.current?.querySelectorAll<HTMLElement>('[data-card]') ?? []) {
      const id = link.dataset['card'] ?? ''
      const element = link.closest('li') ?? link
      const rect = element.getBoundingClientRect()
      now.set(id, rect)
      const from = before.current.get(id)
      if (isSilenced || !from || (from.x === rect.x && from.y === rect.y)) continue
      element.animate(
        [{ transform: `translate(${from.x - rect.x}px, ${from.y - rect.y}px)` }, {}],
        { duration: MOVE_MS, easing: 'ease-out' },
      )
    }
    before.current = now
  }, [places, grid])
}
