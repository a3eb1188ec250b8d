import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft } from '../../sync/drafts'
import { useGrowingBox } from '../../ui/use-growing-box'
import { composerOpened } from './insert'
import type { Caret } from './use-mention-menu'

export interface Writing {
  readonly box: RefObject<HTMLTextAreaElement | null>
  /** The text, and where the caret is in it. */
  readonly caret: Caret
  readonly setCaret: (change: Caret | ((now: Caret) => Caret)) => void
  /** Puts a text in the place of another. */
  readonly replace: (from: number, to: number, by: string) => void
}

/** What the person writes to a group: it is kept while it is written, and others may put something into it. */
export function useWriting(leadId: string, group: string): Writing {
  const [caret, setCaret] = useState<Caret>(() => ({ text: readDraft(leadId, group), at: 0 }))
  const { text } = caret
  const box = useRef<HTMLTextAreaElement>(null)
  useGrowingBox(box, text)

  // At once: nothing says when a page is closed. Only what changed here: another tab may have written more.
  const kept = useRef(text)
  useEffect(() => {
    if (text === kept.current) return
    kept.current = text
    keepDraft(leadId, group, text)
  }, [leadId, group, text])

  /** As the person would: the browser's own undo takes it back. */
  const replace = (from: number, to: number, by: string) => {
    const element = box.current
    if (!element) return
    element.focus()
    element.setSelectionRange(from, to)
    if (!document.execCommand('insertText', false, by)) element.setRangeText(by, from, to, 'end')
    setCaret({ text: element.value, at: element.selectionEnd })
  }
  useEffect(
    () =>
      composerOpened(leadId, group, (words) => {
        const at = box.current?.value.length ?? 0
        replace(at, at, words)
      }),
    [leadId, group],
  )
  return { box, caret, setCaret, replace }
}
