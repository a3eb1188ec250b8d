import { type ReactNode, useSyncExternalStore } from 'react'
import { hasMarkdown, isHarmless } from './rich-need'

type Render = (content: string) => ReactNode

/** The renderer of markdown is fetched when the first message needs it; text is shown as it was written until then. */
let render: Render | null = null
let isAsked = false
const waiting = new Set<() => void>()

function load(): void {
  if (isAsked) return
  isAsked = true
  import('./rich-text').then(
    (own) => {
      render = own.richText
      for (const tell of waiting) tell()
    },
    () => (isAsked = false),
  )
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell)
  return () => waiting.delete(tell)
}

/** The text as markdown means it; null while, or where, it is shown as it was written. */
export function useRichText(content: string): ReactNode {
  const now = useSyncExternalStore(subscribe, () => render)
  if (!hasMarkdown(content) || !isHarmless(content)) return null
  if (now === null) {
    load()
    return null
  }
  return now(content)
}
