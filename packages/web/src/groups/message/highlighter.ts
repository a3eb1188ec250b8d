import type { ReactNode } from 'react'
import { fetchedLater } from '../../ui/fetched-later'

/** Colours cost time; beyond this code is plain. */
const MOST = 20_000

/** The colours are fetched with the first code, which is plain until then. */
const useHighlight = fetchedLater(() => import('./highlight').then((own) => own.highlight))

/** The code with its words marked; null while, or where, it is plain. */
export function useHighlighted(text: string, language: string): ReactNode {
  const isMeant = language !== '' && text.length <= MOST
  const highlight = useHighlight(isMeant)
  return isMeant ? (highlight?.(text, language.toLowerCase()) ?? null) : null
}
