import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const MOST_FRAMES = 300

/**
 * After going somewhere by a key the focus is in what is there: its list of groups, or else its heading. What a page
 * gives the focus to is left alone.
 */
export function useFocusContent(): void {
  const { key } = useLocation()
  const before = useRef(key)
  useEffect(() => {
    // A page that was just loaded begins at its top, as any page.
    if (before.current === key) return
    before.current = key
    let frames = 0
    let frame = 0
    const look = () => {
      if (isHeld()) return
      const first = firstOfContent()
      if (first) {
        if (!first.hasAttribute('tabindex')) first.tabIndex = -1
        first.focus({ preventScroll: true })
      } else if (++frames < MOST_FRAMES) frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [key])
}

/** Goes somewhere by a key: what has the focus now is left behind. */
export function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

function isHeld(): boolean {
  const { activeElement } = document
  return activeElement !== null && !activeElement.matches('body, main, dialog, dialog *')
}

function firstOfContent(): HTMLElement | null {
  if (document.querySelector('dialog[open]')) return null
  return (
    document.querySelector<HTMLElement>('[data-pane="list"] [data-group][tabindex="0"]') ??
    // The page may be on its way still.
    document.querySelector<HTMLElement>('main:not([aria-busy]) :is(h1, h2)')
  )
}
