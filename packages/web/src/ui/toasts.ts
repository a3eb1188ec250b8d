import { createStore } from 'zustand/vanilla'

export interface Toast {
  readonly id: number
  readonly kind: 'news' | 'problem'
  readonly text: string
  readonly action: { readonly label: string; readonly run: () => void } | null
}

interface ToastOptions {
  readonly action?: { readonly label: string; readonly run: () => void }
  /** How long it stays; long enough to be read twice. */
  readonly ms?: number
}

/** The name of the button that takes back what was done; a key does the same. */
export const UNDO = 'Undo'

const MS = 5_000
const MOST = 3

/** Short sentences at the bottom of the page, newest last. */
export const toasts = createStore<readonly Toast[]>(() => [])

let ids = 0

/** Takes back what the newest toast offers to; false: none does. */
export function undoNewest(): boolean {
  const own = toasts.getState().findLast(({ action }) => action?.label === UNDO)
  own?.action?.run()
  return own !== undefined
}

/** Says something for a moment. The returned function takes it away earlier. */
function say(kind: Toast['kind'], text: string, { action, ms = MS }: ToastOptions): () => void {
  const id = ++ids
  const dismiss = () => toasts.setState((all) => all.filter((own) => own.id !== id), true)
  const run = action && {
    label: action.label,
    run: () => {
      dismiss()
      action.run()
    },
  }
  toasts.setState((all) => [...all, { id, kind, text, action: run ?? null }].slice(-MOST), true)
  setTimeout(dismiss, ms)
  return dismiss
}

export const toast = {
  news: (text: string, options: ToastOptions = {}) => say('news', text, options),
  problem: (text: string, options: ToastOptions = {}) => say('problem', text, options),
  /** An error of a request, in the server's words. */
  failed: (what: string, error: unknown) =>
    say('problem', `${what} ${error instanceof Error ? error.message : String(error)}`, {}),
}
