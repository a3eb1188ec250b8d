import { useSyncExternalStore } from 'react'
import { connection } from '../sync/connection'
import { serverNow } from '../sync/sync'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
let now = 0

/** The page is current until the connection is lost: times stand still from then on. */
function read(): number {
  const { lostAt } = connection.getState()
  return lostAt === null ? serverNow() : serverNow() - (Date.now() - lostAt)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = read()
    for (const own of listeners) own()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

function current(): number {
  if (timer === null || now === 0) now = read()
  return now
}

/** The server's time in ms, once a second: one clock for everything on the page that counts. */
export function useSeconds(): number {
  return useSyncExternalStore(subscribe, current)
}

/** The same, in steps of so many seconds: what is shown in minutes need not be drawn each second. */
export function useSteps(seconds: number): number {
  const step = seconds * 1_000
  return useSyncExternalStore(subscribe, () => Math.floor(current() / step) * step)
}
