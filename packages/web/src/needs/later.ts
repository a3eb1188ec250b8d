import { createContext } from 'react'
import { createStore } from 'zustand/vanilla'

const KEY = 'crewroom:later'
const MINUTE = 60_000
export const LATER_MS = { soon: 10 * MINUTE, hour: 60 * MINUTE } as const

/** Until when what waits was put off in this browser, in ms, by its key. It goes on waiting: its agent is told nothing. */
export const later = createStore<Readonly<Record<string, number>>>(() => kept())

function kept(): Record<string, number> {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const entries = Object.entries(typeof all === 'object' && all !== null ? all : {})
    return Object.fromEntries(
      entries.flatMap(([key, until]) =>
        typeof until === 'number' && until > Date.now() ? [[key, until]] : [],
      ),
    )
  } catch {
    return {}
  }
}

/** `until` null: now. */
export function putOff(key: string, until: number | null): void {
  const { [key]: _, ...others } = later.getState()
  later.setState(until === null ? others : { ...others, [key]: until }, true)
  try {
    localStorage.setItem(KEY, JSON.stringify(later.getState()))
  } catch {
    // Storage may be denied; it is put off for as long as the page is open.
  }
}

/** Puts off what a card is about; null where it cannot be. */
export const PutOff = createContext<((ms: number) => void) | null>(null)
