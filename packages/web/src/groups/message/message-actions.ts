import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
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
  /** Only for what the person wrote in a group. */
  readonly edit: (() => void) | null
  readonly remove: (() => void) | null
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
  open: (menu: 'all' | 'edit' | 'delete') => void,
): MessageActions {
  const { leadId, group, sessionId, id } = message
  const session = sessionId === MAIN_SESSION ? null : sessionId
  const canChange =
    message.from === HUMAN_ID && session === null && !isReadOnly && message.deletedAt === undefined
  return {
    message,
    isReadOnly,
    react: (emoji) => toggleReaction(message, emoji),
    openAll: () => open('all'),
    copyLink: () =>
      void copyText(`${location.origin}${paths.message(leadId, group, id, session)}`, 'The link'),
    copyWords: () => void copyText(message.content, 'The text'),
    reply: onReply ? () => onReply(message) : null,
    // Parts are written by programs.
    edit: canChange && !message.parts ? () => open('edit') : null,
    remove: canChange ? () => open('delete') : null,
    markUnread: onMarkUnread ? () => onMarkUnread(message) : null,
  }
}
