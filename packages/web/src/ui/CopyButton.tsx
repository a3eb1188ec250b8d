import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

const THANKS_MS = 2_000

interface CopyButtonProps {
  readonly text: string
  readonly what: string
  readonly label?: string
}

export function CopyButton({ text, what, label = 'Copy' }: CopyButtonProps) {
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
  return (
    <button type="button" className="btn" onClick={copy} aria-label={`Copy ${what}`}>
      {state === 'copied' ? <Check size={15} /> : <Copy size={15} />}
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'refused' ? 'Select it' : label}
      </span>
    </button>
  )
}
