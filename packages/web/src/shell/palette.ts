import { createStore } from 'zustand/vanilla'

/** Which of the page's own overlays is open. */
export const overlay = createStore<{ readonly open: 'palette' | 'keys' | null }>(() => ({
  open: null,
}))

export function openPalette(): void {
  overlay.setState({ open: 'palette' })
}

export function openKeys(): void {
  overlay.setState({ open: 'keys' })
}

export function closeOverlay(): void {
  overlay.setState({ open: null })
}
