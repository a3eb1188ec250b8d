import { useEffect, useRef } from 'react'
import { toast } from '../../ui/toasts'
import { copyText } from '../message/copy-text'
import { shownHidden } from '../message/text-pieces'

interface HugeTextProps {
  readonly text: string
  readonly onDiscard: () => void
  readonly onUndo: (text: string) => void
}

const SHOWN = 300

/** A text that is too long for the box: it is kept, can be taken elsewhere, and is not sent. */
export function HugeText({ text, onDiscard, onUndo }: HugeTextProps) {
  const first = useRef<HTMLButtonElement>(null)
  // The box that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) first.current?.focus()
  }, [])
  return (
    <div className="huge" id="composer" tabIndex={-1}>
      <p dir="auto">{shownHidden(text.slice(0, SHOWN))}…</p>
      <div>
        <span>{text.length.toLocaleString()} characters</span>
        <button ref={first} type="button" onClick={() => void copyText(text, 'The text')}>
          Copy
        </button>
        <button
          type="button"
          onClick={() => {
            onDiscard()
            toast.news('The text was discarded.', {
              action: { label: 'Undo', run: () => onUndo(text) },
            })
            requestAnimationFrame(() => document.getElementById('composer')?.focus())
          }}
        >
          Discard
        </button>
      </div>
    </div>
  )
}
