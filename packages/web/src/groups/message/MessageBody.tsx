import type { Message } from '@crewroom/shared/model/message'
import { MessageText } from './MessageText'
import { useReplies } from './replies-later'

/** What a message says: its text, or its parts. Without what draws parts it is the text with their links. */
export function MessageBody({ message }: { readonly message: Message }) {
  const { id, content, parts, deletedAt } = message
  const replies = useReplies(parts !== undefined)
  if (deletedAt !== undefined) return <p className="deleted">This message was deleted.</p>
  return parts && replies ? (
    <replies.MessageParts messageId={id} parts={parts} />
  ) : (
    <MessageText content={content} messageId={id} />
  )
}
