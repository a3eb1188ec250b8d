import { useCopy } from '../../ui/use-copy'

const WORD = { ready: 'Copy', copied: 'Copied', refused: 'Select it' } as const

/** A quiet word that copies. */
export function CopyText({ text, what }: { readonly text: string; readonly what: string }) {
  const { state, copy } = useCopy(text)
  return (
    <button type="button" className="link" onClick={copy} aria-label={`Copy ${what}`}>
      <span aria-live="polite">{WORD[state]}</span>
    </button>
  )
}
