import { useState } from 'react'
import { keepDraft, readDraft } from './drafts'

/** A text that is being written. It is kept at once: nothing says when a page is closed. */
export function useDraft(leadId: string, name: string): [string, (next: string) => void] {
  const [text, setText] = useState(() => readDraft(leadId, name))
  const change = (next: string) => {
    setText(next)
    keepDraft(leadId, name, next)
  }
  return [text, change]
}
