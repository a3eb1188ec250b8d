/**
 * Keys between an action and what it opens. What is typed from the action on belongs to the field that gets the focus:
 * no key of the page runs meanwhile, and the field has what was typed, in order. Without a field nothing is done with it.
 */

/** What was pressed; `text` is what it writes. */
interface Key {
  readonly event: KeyboardEvent
  readonly text: string
}

interface Keeping {
  /** Had the focus before: it is not what was opened. */
  readonly from: Element | null
  readonly keys: Key[]
  /** Takes back what is being opened. */
  cancel: (() => void) | null
  /** What is typed from now on belongs to nothing. */
  isFull: boolean
  isGiving: boolean
  /** It could not be opened, and the last key since was pressed then: whoever types on does not look yet. */
  lostAt: number | null
}

/** After so long without a key, a person has seen that it could not be opened. */
const SEEN_MS = 1_000

let keeping: Keeping | null = null
/** How often it was asked whether all that follows from an action is drawn. */
let asks = 0
/** Answers with `drawn`. */
let ask: (n: number) => void = (n) => drawn(n)

/** A field that takes letters as text. */
function isField(element: Element | null): element is HTMLElement {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !NO_TEXT.has(element.type))
  )
}

const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color'])

function begin(): Keeping {
  if (keeping?.lostAt !== null) keeping = null
  keeping ??= {
    from: document.activeElement,
    keys: [],
    cancel: null,
    isFull: false,
    isGiving: false,
    lostAt: null,
  }
  return keeping
}

/** Something was pressed: keys wait until what follows from it is drawn. */
export function keepKeys(): void {
  if (keeping) return
  begin()
  // When all that listens to this event has said what changes, and before it is drawn.
  void nextTask().then(() => ask(++asks))
}

/** All that followed from the actions up to this one is drawn. */
export function drawn(n: number): void {
  const own = keeping
  // Not while it is being drawn: fields would lose what is written to them.
  void nextTask().then(() => {
    if (n === asks && own !== null && keeping === own && own.cancel === null) void give(own)
  })
}

/** Tells from then on when that is. */
export function tellsDrawn(asked: (n: number) => void): void {
  ask = asked
}

/** Something is being fetched that was opened; `cancel` takes it back. The returned function says what became of it. */
export function keepKeysFor(cancel: () => void): (end: 'here' | 'gone' | 'failed') => void {
  const own = begin()
  own.cancel = cancel
  return (end) => {
    if (keeping !== own || own.cancel !== cancel) return
    if (end === 'gone') {
      keeping = null
      return
    }
    if (end === 'failed') {
      own.cancel = () => {}
      own.keys.length = 0
      own.isFull = true
      own.lostAt = new Event('failed').timeStamp
      return
    }
    // Menus take the focus a moment after they are drawn.
    own.cancel = null
    ask(++asks)
  }
}

/** Gives what was typed to the field that has the focus by now, or else to the page if nothing was opened. */
async function give(own: Keeping): Promise<void> {
  if (own.isGiving) return
  own.isGiving = true
  while (keeping === own) {
    const key = own.keys.shift()
    if (!key) break
    const { activeElement } = document
    if (isField(activeElement) && key.text !== '') {
      // At once: a field that is drawn from a state would otherwise have only the last sign.
      let text = key.text
      while (own.keys[0] && own.keys[0].text !== '') text += own.keys.shift()?.text ?? ''
      insert(text)
    } else if (isField(activeElement)) write(activeElement, key)
    else if (own.cancel === null && !isInDialog(activeElement)) press(activeElement, key)
    // What a key does is drawn before the next one.
    await nextTask()
  }
  if (keeping === own) keeping = null
}

/** Whoever owns the timers. */
function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((next) => {
    port1.onmessage = next
    port2.postMessage(null)
  })
}

function isInDialog(element: Element | null): boolean {
  return Boolean(element?.closest('dialog, [role="dialog"], [role="menu"]'))
}

/** As if it was pressed now. */
function repeated({ event }: Key): KeyboardEvent {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const pressed = { key, code, ctrlKey, metaKey, altKey, shiftKey }
  return new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true })
}

function press(element: Element | null, key: Key): void {
  const isTaken = !(element ?? document.body).dispatchEvent(repeated(key))
  const isButton = element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement
  if (isTaken) return
  if (key.event.key === 'Enter' && isButton) element.click()
  // A letter that goes to the box of the chat.
  else if (key.text !== '' && isField(document.activeElement)) insert(key.text)
}

function write(field: HTMLElement, key: Key): void {
  if (!field.dispatchEvent(repeated(key))) return
  const { key: name, ctrlKey, metaKey } = key.event
  if (name === 'Backspace') document.execCommand('delete')
  else if (name === 'Delete') document.execCommand('forwardDelete')
  else if (name === 'Enter' && !ctrlKey && !metaKey) {
    if (field instanceof HTMLTextAreaElement) insert('\n')
    else if (field instanceof HTMLInputElement) sendForm(field)
  }
}

/** The only way to write that the field's own undo and its listeners know of. */
function insert(text: string): void {
  document.execCommand('insertText', false, text)
}

/** Enter in a field sends its form, by the button that does. */
function sendForm({ form }: HTMLInputElement): void {
  form?.querySelector<HTMLElement>('[type="submit"], button:not([type])')?.click()
}

/** What a key writes; null for one that is left to the page and the browser. */
function textOf(event: KeyboardEvent): string | null {
  const { key, ctrlKey, metaKey, altKey } = event
  if (/^(Enter|Backspace|Delete|Home|End|Page\w+|Arrow\w+)$/.test(key)) return altKey ? null : ''
  const isSign = event.getModifierState('AltGraph') || !(ctrlKey || metaKey)
  return isSign && /^.$/su.test(key) ? key : null
}

function onKey(event: KeyboardEvent): void {
  // What is repeated here is for whoever has the focus.
  if (!keeping || !event.isTrusted || event.isComposing) return
  if (keeping.lostAt !== null) {
    if (event.timeStamp - keeping.lostAt > SEEN_MS) {
      keeping = null
      return
    }
    keeping.lostAt = event.timeStamp
  }
  const text = textOf(event)
  if (event.key === 'Escape') {
    const { cancel } = keeping
    keeping = null
    if (!cancel) return
    cancel()
  } else if (event.key === 'Tab') keeping.isFull = true
  else if (text === null) return
  else if (!keeping.isFull) keeping.keys.push({ event, text })
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** A field has the focus that did not have it when this began. */
function onFocus(): void {
  // A dialog that opens gives the focus to its first button, and then to its field.
  queueMicrotask(() => {
    const { activeElement } = document
    if (!keeping || !isField(activeElement) || activeElement === keeping.from) return
    // What is still being fetched is not what has it.
    if (keeping.cancel === null) void give(keeping)
  })
}

/** Starts to keep keys. Called once, before other parts listen for keys. */
export function startKeysKept(): void {
  addEventListener('keydown', onKey, true)
  // Releasing a space presses the button that has the focus.
  addEventListener('keyup', (event) => keeping && event.key === ' ' && event.preventDefault(), true)
  addEventListener('focusin', onFocus, true)
  addEventListener('pointerdown', () => (keeping = null), true)
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button, a, [role^="menuitem"]')) keepKeys()
  }, true) // prettier-ignore
}
