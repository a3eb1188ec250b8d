/** How far back the map looks. */
export const WINDOWS = ['15m', '1h', 'today', 'all'] as const
export type Window = (typeof WINDOWS)[number]

export const WINDOW_WORDS: Readonly<
  Record<Window, { readonly label: string; readonly of: string }>
> = {
  '15m': { label: '15 min', of: 'in the last 15 minutes' },
  '1h': { label: '1 hour', of: 'in the last hour' },
  today: { label: 'Today', of: 'today' },
  all: { label: 'Whole story', of: 'in the whole story' },
}

const MINUTE = 60_000

export function windowOf(value: string | null): Window {
  return WINDOWS.find((own) => own === value) ?? '1h'
}

/** Where a window begins; null for the whole story. */
export function beginOfWindow(window: Window, now: number): string | null {
  switch (window) {
    case '15m':
      return new Date(now - 15 * MINUTE).toISOString()
    case '1h':
      return new Date(now - 60 * MINUTE).toISOString()
    case 'today':
      return new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString()
    case 'all':
      return null
    default:
      return window satisfies never
  }
}

/** The same when a request leaves: the window moves on with time. */
export function beginOfWindowNow(window: Window): string | null {
  return beginOfWindow(window, Date.now())
}
