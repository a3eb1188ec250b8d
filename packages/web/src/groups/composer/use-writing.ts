import type { ReplyTo } from '@crewroom/shared/model/reply'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepDraft, keepReply, readDraft, readReply } from '../../sync/drafts'
import { useGrowingBox } from '../../ui/use-growing-box'
import { boxOpened } from './reply-in'
import type { Caret } from './use-mention-menu'

export interface Writing {
  readonly box: RefObject<HTMLTextAreaElement | null>
  /** The text, and where the caret is in it. */
  readonly caret: Caret
  readonly setCaret: (change: Caret | ((now: Caret) => Caret)) => void
  /** Puts a text in the place of another. */
  readonly replace: (from: number, to: number, by: string) => void
  /** The message that it replies to. */
  readonly reply: ReplyTo | null
  readonly setReply: (reply: ReplyTo | null) => void
  /** It is on its way. */
  readonly clear: () => void
}

/** What the person writes to a place, and what it replies to: both are kept while it is written. */
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
  const [reply, showReply] = useState(() => readReply(leadId, group))
  const setReply = (next: ReplyTo | null) => {
    showReply(next)
    keepReply(leadId, group, next)
  }
  useEffect(
    () =>
      boxOpened(leadId, group, (next) => {
        showReply(next)
        keepReply(leadId, group, next)
        box.current?.focus()
      }),
    [leadId, group],
  )
  const clear = () => {
    setCaret({ text: '', at: 0 })
    if (reply) setReply(null)
  }
  return { box, caret, setCaret, replace, reply, setReply, clear }
}
