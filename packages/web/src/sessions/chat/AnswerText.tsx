import type { Message } from '@crewroom/shared/model/message'
import { useRef } from 'react'
import { foldOf } from '../../groups/message/fold'
import { MessageText } from '../../groups/message/MessageText'
import { useReplies } from '../../groups/message/replies-later'
import { useOverflows } from '../../ui/use-overflows'

interface AnswerTextProps {
  readonly message: Message
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** An answer's text. After twelve lines it is folded. */
export function AnswerText({ message, isOpen, onOpen }: AnswerTextProps) {
  const { content, parts } = message
  const replies = useReplies(parts !== undefined)
  const clip = useRef<HTMLDivElement>(null)
  const fold = foldOf(content)
  const isOver = useOverflows(clip) || fold !== null
  return (
    <>
      <div ref={clip} className={isOpen ? 'sn-text' : 'sn-text sn-clip'} data-over={isOver}>
        <div>
          {parts && replies ? (
            <replies.MessageParts messageId={null} parts={parts} isWhole />
          ) : (
            <MessageText content={isOpen ? content : (fold?.head ?? content)} isWhole />
          )}
        </div>
      </div>
      {(isOver || isOpen) && (
        <button
          type="button"
          className="sn-do"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}
