import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Message } from '@crewroom/shared/model/message'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import { useCallback, useEffect, useRef } from 'react'
import { paths } from '../shell/paths'
import { setReaction } from '../sync/reactions'
import { changeWindow } from '../sync/sync'
import { withReactions } from '../sync/timeline-window'
import { toast } from '../ui/toasts'
import type { MessageAct } from './use-row-focus'

/** The six reactions that are one click or one key away. */
export const QUICK = ['👍', '👎', '🎉', '❤️', '🤔', '👀'] as const

/** What keys and buttons do with a message. */
export function useMessageActs(
  group: GroupRecord,
  rows: readonly TimelineRow[],
  markUnread: (message: Message) => void,
): (messageId: string, act: MessageAct) => void {
  const latest = useRef({ group, rows, markUnread })
  useEffect(() => {
    latest.current = { group, rows, markUnread }
  })
  return useCallback((messageId, act) => {
    const now = latest.current
    const row = now.rows.find((own) => own.kind !== 'event' && own.message.id === messageId)
    if (!row || row.kind === 'event') return
    const { message } = row
    switch (act.kind) {
      case 'react': {
        const emoji = act.quick === null ? undefined : QUICK[act.quick]
        if (emoji === undefined || now.group.archived) return
        const isMine = message.reactions[emoji]?.includes(HUMAN_ID) ?? false
        toggleReaction(message, emoji, !isMine)
        return
      }
      case 'link':
        copyLink(message)
        return
      case 'unread':
        now.markUnread(message)
        return
      case 'reply':
        return
      default:
        act satisfies never
    }
  }, [])
}

export function toggleReaction(message: Message, emoji: string, wanted: boolean): void {
  const { leadId, group, id } = message
  void setReaction({ leadId, group, messageId: id }, emoji, wanted, (reactions) =>
    changeWindow(leadId, group, (window) => withReactions(window, id, () => reactions)),
  )
}

export function copyLink({ leadId, group, id }: Message): void {
  navigator.clipboard.writeText(location.origin + paths.message(leadId, group, id)).then(
    () => toast.news('Link copied.'),
    () => toast.problem("The browser didn't allow copying."),
  )
}
