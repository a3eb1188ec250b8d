import { useEffect, useLayoutEffect, useRef } from 'react'
import { isInOpened } from '../ui/opened'
import { prefs } from '../ui/prefs'
import { ANY_OTHER, KEYMAP, type KeyId } from './keymap'

/** `false`: not now; the key is then as if nobody listened for it. */
type Run = (event: KeyboardEvent) => unknown

/** What is listening, the newest last: of two with the same key the inner one wins. */
const listeners: { readonly id: KeyId; readonly run: Run }[] = []
const SEQUENCE_MS = 1_200
let prefix: { readonly key: string; readonly at: number } | null = null

/** Runs when one of the key's combinations is pressed, while this is shown and `isOn`. */
export function useKey(id: KeyId, run: Run, isOn = true): void {
  const latest = useRef(run)
  // With what is drawn: a key that is pressed then does what the page shows.
  useLayoutEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!isOn) return
    const listener = { id, run: (event: KeyboardEvent) => latest.current(event) }
    listeners.push(listener)
    return () => {
      listeners.splice(listeners.indexOf(listener), 1)
    }
  }, [id, isOn])
}

/** `mod+k`, `alt+shift+ArrowUp`, `?`: the way KEYMAP writes what was pressed. */
function combination(event: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(event.key)
  const parts = [
    ...(event.metaKey || event.ctrlKey ? ['mod'] : []),
    ...(event.altKey ? ['alt'] : []),
    // A shifted sign is its own key: `?` and `+` sit elsewhere on every keyboard.
    ...(event.shiftKey && (isLetter || event.key.length > 1) ? ['shift'] : []),
    isLetter ? event.key.toLowerCase() : (digitOf(event) ?? event.key),
  ]
  return parts.join('+')
}

/** Some keyboards write signs where Alt is held with a digit. */
function digitOf({ altKey, code }: KeyboardEvent): string | null {
  return altKey && /^Digit\d$/.test(code) ? code.slice(-1) : null
}

/** Whether what has the focus takes letters as text. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null
}

/** Listens for the page's keys. Called once. */
export function startKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const isModal = isInOpened()
    const pressed = combination(event)
    const isPlain = !pressed.startsWith('mod+') && !pressed.startsWith('alt+')
    // Keys that may be text are text where text is written, and can be turned off.
    if (isPlain && (isTyping(event.target) || isModal)) return
    if (isModal && pressed !== 'mod+k') return
    const isCharacter = isPlain && event.key.length === 1
    if (isCharacter && !prefs.getState().letterKeys) return startWriting(event)
    const now = Date.now()
    const before = prefix !== null && now - prefix.at < SEQUENCE_MS ? prefix.key : null
    prefix = null
    if (before !== null && run(`${before} ${pressed}`, event)) return
    if (pressed === 'g') {
      prefix = { key: 'g', at: now }
      return
    }
    if (!run(pressed, event) && isCharacter) startWriting(event)
  })
}

function run(keys: string, event: KeyboardEvent): boolean {
  const listener = listeners.findLast(({ id }) => (KEYMAP[id] as readonly string[]).includes(keys))
  if (!listener || listener.run(event) === false) return false
  event.preventDefault()
  return true
}

/** The browser itself puts the sign into the box that has the focus by then. A space scrolls and presses buttons. */
function startWriting(event: KeyboardEvent): void {
  if (event.key === ' ') return
  listeners.findLast(({ id }) => KEYMAP[id][0] === ANY_OTHER)?.run(event)
}

/** Whether this event is one of the key's combinations; for parts that handle their keys themselves. */
export function isKey(id: KeyId, event: KeyboardEvent): boolean {
  const pressed = combination(event)
  const isCharacter = pressed.length === 1
  if (isCharacter && !prefs.getState().letterKeys) return false
  return (KEYMAP[id] as readonly string[]).includes(pressed)
}
