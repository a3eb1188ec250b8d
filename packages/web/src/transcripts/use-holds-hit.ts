import { useTabUI } from './use-tab-ui'

/** Shorter words stand everywhere. */
const LEAST = 2

/** Whether what is searched for in this tab is in a text: then nothing of it is folded. */
export function useHoldsHit(text: string): boolean {
  const words = useTabUI().search?.trim().toLowerCase() ?? ''
  return words.length >= LEAST && text.toLowerCase().includes(words)
}
