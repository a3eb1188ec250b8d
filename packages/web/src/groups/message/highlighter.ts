import { type ReactNode, useSyncExternalStore } from 'react'

type Highlight = (text: string, language: string) => ReactNode

/** Colours cost time; beyond this code is plain. */
const MOST = 20_000

/** The colours are fetched when the first code needs them, and code is plain until then and where they fail. */
let highlight: Highlight | null = null
let isAsked = false
const waiting = new Set<() => void>()

function load(): void {
  if (isAsked) return
  isAsked = true
  import('./highlight').then(
    (own) => {
      highlight = own.highlight
      for (const tell of waiting) tell()
    },
    () => (isAsked = false),
  )
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell)
  return () => waiting.delete(tell)
}

/** The code with its words marked; null while, or where, it is plain. */
export function useHighlighted(text: string, language: string): ReactNode {
  const now = useSyncExternalStore(subscribe, () => highlight)
  if (language === '' || text.length > MOST) return null
  if (now === null) {
    load()
    return null
  }
  return now(text, language.toLowerCase())
}
