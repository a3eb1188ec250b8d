import { type Quotable, replyTo, type ReplyTo } from '@crewroom/shared/model/reply'
import { useCallback } from 'react'
import { keepReply } from '../../sync/drafts'

type Take = (reply: ReplyTo) => void

const open = new Map<string, Take>()
const keyOf = (leadId: string, place: string) => `${leadId} ${place}`

/** Makes what is written to a place next a reply: its box takes the focus; without a box it is kept for one. */
export function useReplyIn(leadId: string, place: string): (message: Quotable) => void {
  return useCallback(
    (message) => {
      const reply = replyTo(message)
      const take = open.get(keyOf(leadId, place))
      if (take) take(reply)
      else keepReply(leadId, place, reply)
    },
    [leadId, place],
  )
}

/** The box of a place is there; the returned function takes it away. */
export function boxOpened(leadId: string, place: string, take: Take): () => void {
  const key = keyOf(leadId, place)
  open.set(key, take)
  return () => {
    if (open.get(key) === take) open.delete(key)
  }
}
