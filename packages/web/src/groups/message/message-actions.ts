import type { Message } from '@crewroom/shared/model/message'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { paths } from '../../shell/paths'
import { copyText } from './copy-text'
import { toggleReaction } from './toggle-reaction'

/** What a person can do with a message, however it is asked for: strip, sheet or key. */
export interface MessageActions {
  readonly message: Message
  readonly react: (emoji: string) => void
  readonly openAll: () => void
  readonly copyLink: () => void
  readonly copyWords: () => void
  readonly reply: (() => void) | null
  readonly markUnread: (() => void) | null
  readonly isReadOnly: boolean
}

interface Asked {
  readonly message: Message
  readonly isReadOnly: boolean
  readonly onReply?: ((message: Message) => void) | undefined
  readonly onMarkUnread?: ((message: Message) => void) | undefined
}

export function messageActions(
  { message, isReadOnly, onReply, onMarkUnread }: Asked,
  openAll: () => void,
): MessageActions {
  const { leadId, group, sessionId, id } = message
  const session = sessionId === MAIN_SESSION ? null : sessionId
  return {
    message,
    isReadOnly,
    react: (emoji) => toggleReaction(message, emoji),
    openAll,
    copyLink: () =>
      void copyText(`${location.origin}${paths.message(leadId, group, id, session)}`, 'The link'),
    copyWords: () => void copyText(message.content, 'The text'),
    reply: onReply ? () => onReply(message) : null,
    markUnread: onMarkUnread ? () => onMarkUnread(message) : null,
  }
}
