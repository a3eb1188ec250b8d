import { Check, Copy } from 'lucide-react'
import { useCopy } from './use-copy'

interface CopyButtonProps {
  readonly text: string
  readonly what: string
  readonly label?: string
}

export function CopyButton({ text, what, label = 'Copy' }: CopyButtonProps) {
  const { state, copy } = useCopy(text)
  return (
    <button type="button" className="btn" onClick={copy} aria-label={`Copy ${what}`}>
      {state === 'copied' ? <Check size={15} /> : <Copy size={15} />}
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'refused' ? 'Select it' : label}
      </span>
    </button>
  )
}
