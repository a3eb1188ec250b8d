import { useEffect, useState } from 'react'

const THANKS_MS = 2_000

/** A quiet word that copies. */
export function CopyText({ text, what }: { readonly text: string; readonly what: string }) {
  const [state, setState] = useState<'Copy' | 'Copied' | 'Select it'>('Copy')
  useEffect(() => {
    if (state === 'Copy') return
    const timer = setTimeout(() => setState('Copy'), THANKS_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    // Without a secure context there is no clipboard; the text can still be selected.
    if (!navigator.clipboard) return setState('Select it')
    navigator.clipboard.writeText(text).then(
      () => setState('Copied'),
      () => setState('Select it'),
    )
  }
  return (
    <button type="button" className="link" onClick={copy} aria-label={`Copy ${what}`}>
      <span aria-live="polite">{state}</span>
    </button>
  )
}
