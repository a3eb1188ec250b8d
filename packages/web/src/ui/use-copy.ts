import { useEffect, useState } from 'react'

const THANKS_MS = 2_000

/** Copies a text and says for a moment how that went. */
export function useCopy(text: string) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), THANKS_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    // Without a secure context there is no clipboard; the text can still be selected.
    if (!navigator.clipboard) return setState('refused')
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  }
  return { state, copy }
}
