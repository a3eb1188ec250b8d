import { useReplies } from '../message/replies-later'
import type { Writing } from './use-writing'

interface ReplyStripProps {
  readonly leadId: string
  readonly writing: Pick<Writing, 'box' | 'reply' | 'setReply'>
}

/** Above the box: the message that is replied to, and the way to reply to none. */
export function ReplyStrip({ leadId, writing: { box, reply, setReply } }: ReplyStripProps) {
  const replies = useReplies(reply !== null)
  if (!reply || !replies) return null
  return (
    <replies.ReplyingTo
      leadId={leadId}
      reply={reply}
      onCancel={() => {
        setReply(null)
        box.current?.focus()
      }}
    />
  )
}
