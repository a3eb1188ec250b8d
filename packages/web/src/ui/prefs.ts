import { createStore } from 'zustand/vanilla'

/** How this browser likes the page. `theme.js` reads the theme before the first paint. */
export interface Prefs {
  readonly theme: 'system' | 'light' | 'dark'
  readonly density: 'comfortable' | 'compact'
  readonly clock: '24h' | '12h'
  /** What sends in a composer; the other one makes a new line. */
  readonly sendKey: 'enter' | 'mod-enter'
  /** Single-letter keys; people who dictate turn them off. */
  readonly letterKeys: boolean
  /** Whether the details panel is beside a chat if there is room for it. */
  readonly details: boolean
  /** Whether the operating system tells what needs a person while the page is out of sight. */
  readonly notify: boolean
}

const KEY = 'crewroom:prefs'
const DEFAULTS: Prefs = {
  theme: 'system',
  density: 'comfortable',
  clock: '24h',
  sendKey: 'enter',
  letterKeys: true,
  details: true,
  notify: false,
}

export const prefs = createStore<Prefs>(() => ({ ...DEFAULTS, ...kept() }))

export function setPrefs(change: Partial<Prefs>): void {
  prefs.setState(change)
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs.getState()))
  } catch {
    // Storage may be denied; the choice then lasts as long as the tab.
  }
}

/** Keeps the document and other tabs in step with the preferences. Called once. */
export function startPrefs(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    const { theme, density } = prefs.getState()
    const isDark = theme === 'dark' || (theme === 'system' && dark.matches)
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
    document.documentElement.dataset['density'] = density
  }
  show()
  prefs.subscribe(show)
  dark.addEventListener('change', show)
  addEventListener('storage', ({ key }) => {
    if (key === KEY) prefs.setState({ ...DEFAULTS, ...kept() })
  })
}

function kept(): Partial<Prefs> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Partial<Prefs>) : {}
  } catch {
    return {}
  }
}
