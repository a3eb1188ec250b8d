import type { ReactNode } from 'react'
import { fetchedLater } from '../../ui/fetched-later'
import { hasMarkdown, isHarmless } from './rich-need'

const useRender = fetchedLater(() => import('./rich-text').then((own) => own.richText))

/** The text as markdown means it; null while, or where, it is shown as it was written. */
export function useRichText(content: string): ReactNode {
  const isMeant = hasMarkdown(content) && isHarmless(content)
  const render = useRender(isMeant)
  return isMeant ? (render?.(content) ?? null) : null
}
