import { useEffect, useSyncExternalStore } from 'react'

/** Something that is loaded when it is first needed: null until then, and if it is not available. */
export function fetchedLater<T>(load: () => Promise<T>): (isNeeded: boolean) => T | null {
  let here: T | null = null
  let isAsked = false
  const waiting = new Set<() => void>()
  const ask = () => {
    if (isAsked) return
    isAsked = true
    load().then(
      (own) => {
        here = own
        for (const tell of waiting) tell()
      },
      // Whoever needs it next asks again.
      () => (isAsked = false),
    )
  }
  const subscribe = (tell: () => void) => {
    waiting.add(tell)
    return () => waiting.delete(tell)
  }
  return (isNeeded) => {
    useEffect(() => {
      if (isNeeded) ask()
    }, [isNeeded])
    return useSyncExternalStore(subscribe, () => here)
  }
}
