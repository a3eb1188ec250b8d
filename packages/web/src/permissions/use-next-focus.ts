import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Once a request has ended, its buttons are gone and the focus with them: it moves to the next request that waits, or
 * stays in this one's place. It moves to the request and never to a button, so that pressing the same key again answers
 * nothing.
 */
export function useNextFocus<T extends HTMLElement>(hasEnded: boolean): RefObject<T | null> {
  const item = useRef<T>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      hadFocus.current = target instanceof Node && (item.current?.contains(target) ?? false)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    if (!hasEnded || !hadFocus.current || document.activeElement !== document.body) return
    const own = item.current
    const waiting = [
      ...document.querySelectorAll<HTMLElement>('[data-ask]:not([data-settled], [data-held])'),
    ]
    const isAfter = (other: HTMLElement) =>
      own !== null && (own.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    const next = waiting.find(isAfter) ?? waiting[0] ?? own
    next?.focus()
  }, [hasEnded])
  return item
}
