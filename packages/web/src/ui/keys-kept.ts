/**
 * Keys between an action and the field of what it opens. While that is on its way, the browser writes them into a field
 * that nobody sees: no key of the page runs. The field that takes the focus then is given what was typed; without one,
 * nothing is done with it.
 */

/** Something that was opened and is being fetched. */
interface Way {
  /** Had the focus before: this is not what was opened. */
  readonly from: Element | null
  readonly cancel: () => void
}

/** After so long without a key, a person has seen that something could not be opened. */
const SEEN_MS = 1_000
const EDITS = /^(Enter|Backspace|Delete|Home|End|Arrow(Left|Right|Up|Down))$/
/** Keys that do something to a text, among its signs. */
const AS_SIGN: Readonly<Record<string, string>> = { Enter: '\n', Backspace: '\b' }
const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color'])

const ways = new Set<Way>()
/** Has what was typed. */
let unseen: HTMLTextAreaElement
/** Had the focus when the first key was kept. */
let before: Element | null = null
/** The address whose page is drawn. */
let drawnKey = 'default'
/** A key was pressed when it could not be opened, or shortly after it: whoever types on does not look yet. */
let lostAt: number | null = null
/** What is typed while a field is given what was kept. */
let meanwhile: string | null = null

/** A field that takes letters as text. */
function isField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  if (element === unseen) return false
  const isInput = element instanceof HTMLInputElement && !NO_TEXT.has(element.type)
  return isInput || element instanceof HTMLTextAreaElement
}

/** The address is another one at once; its page is drawn when it is here. */
function isPageOnItsWay(): boolean {
  const { key } = (history.state ?? {}) as { readonly key?: string }
  return (key ?? 'default') !== drawnKey
}

/** The page of this address is drawn. Called before what it opens takes the focus. */
export function pageDrawn(key: string): void {
  drawnKey = key
  if (ways.size === 0) giveFocusBack()
}

/** Keeps keys for something that is being fetched. The returned function says what became of it. */
export function keepKeysFor(cancel: () => void): (end: 'here' | 'gone' | 'failed') => void {
  const way = { from: document.activeElement, cancel }
  ways.add(way)
  return (end) => {
    if (!ways.delete(way) || ways.size > 0) return
    giveFocusBack()
    if (end === 'here') return
    unseen.value = ''
    if (end === 'failed') lostAt = new Event('failed').timeStamp
  }
}

/** What is opened next remembers where the focus came from. */
function giveFocusBack(): void {
  const hadFocus = document.activeElement === unseen
  // Nothing can give the focus back to it, and readers of the page find nothing of it.
  unseen.remove()
  if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true })
}

/** Before the browser writes the key. */
function takeFocus(): void {
  if (document.activeElement === unseen) return
  before = document.activeElement
  // What is behind an open dialog takes no focus.
  const home = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  if (unseen.parentElement !== home) home.append(unseen)
  unseen.focus({ preventScroll: true })
}

function onKey(event: KeyboardEvent): void {
  if (!event.isTrusted || event.isComposing) return
  const { key, ctrlKey, metaKey, altKey } = event
  const isSign = /^.$/su.test(key) && (event.getModifierState('AltGraph') || !(ctrlKey || metaKey))
  const isText = isSign || (EDITS.test(key) && !(ctrlKey || metaKey || altKey))
  const stop = (isWritten: boolean) => {
    event.stopImmediatePropagation()
    if (!isWritten) event.preventDefault()
  }
  if (lostAt !== null) {
    const isUnseen = isText && event.timeStamp - lostAt <= SEEN_MS
    lostAt = isUnseen ? event.timeStamp : null
    if (isUnseen) return stop(false)
  }
  if (meanwhile !== null && isText) {
    meanwhile += isSign ? key : (AS_SIGN[key] ?? '')
    return stop(false)
  }
  const { activeElement } = document
  const isOpening = ways.size > 0
  const hasField = isField(activeElement) && [...ways].every(({ from }) => from !== activeElement)
  if (!(isOpening || isPageOnItsWay()) || hasField) {
    // Nothing took what was typed.
    if (meanwhile === null) unseen.value = ''
  } else if (key === 'Escape' && isOpening) {
    unseen.value = ''
    for (const { cancel } of ways) cancel()
    stop(false)
  } else if (key === 'Tab' && isOpening) stop(false)
  else if (isText) {
    takeFocus()
    // Whoever still holds the Enter that opened this has not pressed it again.
    stop(document.activeElement === unseen && !(key === 'Enter' && event.repeat))
  }
}

/** Gives what was typed to the field that took the focus. */
async function give(): Promise<void> {
  const field = document.activeElement
  if (meanwhile !== null || ways.size > 0 || unseen.value === '' || !isField(field)) return
  let text = unseen.value
  unseen.value = ''
  while (text !== '') {
    meanwhile = ''
    // Not while it is being drawn: a field would lose what is written to it, and Enter depends on the text.
    await nextTask()
    for (const part of text.split(/([\n\b])/)) {
      if (part === '\n') enter(field)
      else if (part === '\b') document.execCommand('delete')
      else if (part !== '') insert(part)
      await nextTask()
    }
    text = meanwhile
  }
  meanwhile = null
}

/** Whoever owns the timers. */
function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((next) => {
    port1.onmessage = next
    port2.postMessage(null)
  })
}

function enter(field: HTMLInputElement | HTMLTextAreaElement): void {
  const pressed = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }
  if (!field.dispatchEvent(new KeyboardEvent('keydown', pressed))) return
  if (field instanceof HTMLTextAreaElement) insert('\n')
  // By the button that does, as the browser does it.
  else field.form?.querySelector<HTMLElement>('[type="submit"], button:not([type])')?.click()
}

/** The only way to write that the field's own undo and its listeners know of. */
function insert(text: string): void {
  document.execCommand('insertText', false, text)
}

/** Starts to keep keys. Called once, before other parts listen for keys. */
export function startKeysKept(): void {
  unseen = document.createElement('textarea')
  unseen.className = 'sr'
  // The browser scrolls to what is written into.
  Object.assign(unseen.style, { position: 'fixed', top: '0' })
  unseen.tabIndex = -1
  // A phone shows no keyboard for it.
  unseen.inputMode = 'none'
  unseen.setAttribute('aria-label', 'Opening')
  addEventListener('keydown', onKey, true)
  addEventListener('focusin', () => queueMicrotask(() => void give()), true)
  addEventListener(
    'pointerdown',
    () => {
      unseen.value = ''
      lostAt = null
    },
    true,
  )
}
