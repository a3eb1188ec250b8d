import type { Message } from '@crewroom/shared/model/message'
import { useReplies } from './replies-later'

interface QuoteOfProps {
  readonly message: Pick<Message, 'leadId' | 'group' | 'replyTo'> & { readonly sessionId?: string }
}

/** The message that this one replies to, in a line above it. Its place is kept while what draws it is fetched. */
export function QuoteOf({ message }: QuoteOfProps) {
  const { replyTo } = message
  const replies = useReplies(replyTo !== undefined)
  if (!replyTo) return null
  return replies ? <replies.Quote {...message} replyTo={replyTo} /> : <div className="quote" />
}
