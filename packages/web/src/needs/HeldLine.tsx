import { CircleCheck, Undo2 } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useNow } from '../ui/use-now'
import { undoAnswer, wordsOf } from './held-answers'
import type { HeldAnswer } from './holding'

/** What was answered, in one line, for as long as it can be taken back. */
export function HeldLine({ held }: { readonly held: HeldAnswer }) {
  const now = useNow(500)
  const { needId, isSending, until } = held
  return (
    <p className="need-held">
      <CircleCheck size={16} strokeWidth={1.8} aria-hidden="true" />
      <span>{wordsOf(held)}.</span>
      {isSending ? (
        <span>Sending…</span>
      ) : (
        <button
          type="button"
          className="btn"
          aria-keyshortcuts="z"
          onClick={() => undoAnswer(needId)}
        >
          <Undo2 size={14} /> Undo
          <small aria-hidden="true"> ({Math.max(1, Math.ceil((until - now) / 1_000))} s)</small>
        </button>
      )}
    </p>
  )
}

interface HeldCardProps {
  readonly held: HeldAnswer
  readonly kind: string
}

/** The same in place of the card that was answered. */
export function HeldCard({ held, kind }: HeldCardProps) {
  const card = useRef<HTMLElement>(null)
  useNextCard(card)
  return (
    <article
      ref={card}
      className="need held"
      data-need={kind}
      data-held=""
      tabIndex={-1}
      aria-label={wordsOf(held)}
    >
      <HeldLine held={held} />
    </article>
  )
}

/** The field or button that answered is gone, and the focus goes to the next card: to none of its buttons. */
function useNextCard(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || !card.current) return
    const all = [...document.querySelectorAll<HTMLElement>('.need:not([data-held])')]
    const isAfter = (other: HTMLElement) =>
      card.current !== null &&
      (card.current.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    const next = all.find(isAfter) ?? all[0] ?? card.current
    next.focus()
  }, [card])
}
