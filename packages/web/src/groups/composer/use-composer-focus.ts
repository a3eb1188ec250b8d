import { type RefObject, useEffect } from 'react'
import { useKey } from '../../shell/use-key'

/** Where the focus opens no keyboard over half of the screen. */
const HAS_KEYBOARD = '(hover: hover) and (pointer: fine)'
const MOST_FRAMES = 120

/** Opening a chat puts the focus in its message box, and a letter that is not a shortcut starts a message there. */
export function useComposerFocus(
  box: RefObject<HTMLTextAreaElement | null>,
  /** False where one came for something else: a message, what lies over the chat. */
  isWanted: boolean,
): void {
  useKey('write', () => {
    if (box.current && !box.current.closest('[inert]')) toEnd(box.current)
  })
  useEffect(() => {
    if (!isWanted) return
    let frames = 0
    let frame = 0
    const look = () => {
      // What is open over the page has the focus, and gives it to its own opener when it closes.
      const isOver = document.querySelector('dialog[open], [role="menu"]') !== null
      if (isOver && ++frames < MOST_FRAMES) frame = requestAnimationFrame(look)
      else if (!isOver && isFree(document.activeElement) && box.current) {
        if (matchMedia(HAS_KEYBOARD).matches) toEnd(box.current)
        else box.current.closest('main')?.focus({ preventScroll: true })
      }
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
    // Once for each chat that is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}

/** Nobody does anything there by now: the page itself, or what one came from. */
function isFree(element: Element | null): boolean {
  return (
    element === null || element.matches('body, main, h1, h2, [data-group], [data-conversation]')
  )
}

function toEnd(box: HTMLTextAreaElement): void {
  box.focus({ preventScroll: true })
  box.setSelectionRange(box.value.length, box.value.length)
}
