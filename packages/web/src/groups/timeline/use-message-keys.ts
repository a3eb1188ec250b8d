import type { RefObject } from 'react'
import type { KeyId } from '../../shell/keymap'
import { useKey } from '../../shell/use-key'

/** These have a meaning of their own on a button, a link or what scrolls. */
const BARE_ONLY: readonly string[] = ['ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter']

/**
 * The keys of messages, wherever in the page the focus is: the message that they are about takes the focus and does
 * what it does with them there.
 */
export function useMessageKeys(scroller: RefObject<HTMLElement | null>): void {
  const hand = (event: KeyboardEvent, entersOnly = false): boolean => {
    const log = scroller.current
    const { activeElement } = document
    if (!log || log.closest('[inert]') || log.contains(activeElement)) return false
    if (BARE_ONLY.includes(event.key) && !isBare(activeElement)) return false
    const row = messageMeant(log)
    if (!row) return false
    row.focus({ preventScroll: true })
    if (!entersOnly) row.dispatchEvent(new KeyboardEvent('keydown', copyOf(event)))
    return true
  }
  const useHanded = (id: KeyId) => useKey(id, (event) => hand(event))
  useKey('nextMessage', (event) => hand(event, true))
  useKey('previousMessage', (event) => hand(event, true))
  useHanded('openMessage')
  useHanded('firstMessage')
  useHanded('latestMessage')
  useHanded('react')
  useHanded('quickReact')
  useHanded('reply')
  useHanded('markUnread')
  useHanded('copyLink')
}

/** Nothing has the focus, or only a part of the page that does nothing with keys. */
function isBare(element: Element | null): boolean {
  return element === null || element === document.body || element.matches('main, h1')
}

/** The message that had the focus, while it is in view; otherwise the newest one that is. */
function messageMeant(log: HTMLElement): HTMLElement | null {
  const view = log.getBoundingClientRect()
  const isInView = (row: HTMLElement) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > view.top && top < view.bottom
  }
  const rows = [...log.querySelectorAll<HTMLElement>('article[data-message]')].filter(isInView)
  const place = (row: HTMLElement) => row.getBoundingClientRect().top
  return (
    rows.find((row) => row.tabIndex === 0) ??
    rows.toSorted((a, b) => place(a) - place(b)).at(-1) ??
    log.querySelector<HTMLElement>('article[tabindex="0"]')
  )
}

function copyOf({ key, code, shiftKey }: KeyboardEvent): KeyboardEventInit {
  return { key, code, shiftKey, bubbles: true, cancelable: true }
}
