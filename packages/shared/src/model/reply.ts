import { cut } from './cut'

/** The message that another one replies to, as a reader is shown it: what it said when it was replied to. */
export interface ReplyTo {
  readonly id: string
  /** Its number in its group or session. */
  readonly n: number
  readonly from: string
  readonly fromRole: string
  /** Its text, cut at 200 characters. */
  readonly text: string
}

export const QUOTE_LENGTH = 200

/** What of a message is needed to reply to it. */
export type Quotable = Omit<ReplyTo, 'text'> & { readonly content: string }

export function replyTo(message: Quotable): ReplyTo {
  const { id, n, from, fromRole, content } = message
  return { id, n, from, fromRole, text: cut(content, QUOTE_LENGTH) }
}
