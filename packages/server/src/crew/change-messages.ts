import { deletedMessage, editedMessage } from '@crewroom/shared/model/message'
import { placeOfSession } from '@crewroom/shared/model/session'
import type { Envelope } from '../journal/facts'
import type { MessageWindow } from './message-window'

/** What a fact changes in messages that are in memory, and what of an imported group's history comes there. */
export function changeMessages(
  crew: { window(place: string): MessageWindow },
  { type, seq, at, data }: Envelope,
): void {
  switch (type) {
    case 'session:reaction':
      crew
        .window(placeOfSession(data.sessionId))
        .react(data.messageId, data.emoji, data.agentId, data.action, seq)
      return
    case 'group:reaction':
      crew.window(data.groupName).react(data.messageId, data.emoji, data.agentId, data.action, seq)
      return
    case 'group:message_edited':
      crew
        .window(data.groupName)
        .change(data.messageId, seq, (message) => editedMessage(message, data, at))
      return
    case 'group:message_deleted':
      crew
        .window(data.groupName)
        .change(data.messageId, seq, (message) => deletedMessage(message, at))
      crew.window(data.groupName).unquote(data.messageId, seq)
      return
    case 'group:history': {
      const { groupName, item } = data
      const window = crew.window(groupName)
      if (item.kind === 'message') window.push(item.message)
      if (item.kind === 'reaction') {
        window.react(item.messageId, item.emoji, item.from, item.action, seq)
      }
      if (item.kind === 'edit') {
        // It calls nobody here.
        const change = { ...item, mentions: [] }
        window.change(item.messageId, seq, (message) => editedMessage(message, change, item.at))
      }
      if (item.kind === 'deletion') {
        window.change(item.messageId, seq, (message) => deletedMessage(message, item.at))
        window.unquote(item.messageId, seq)
      }
      return
    }
    default:
  }
}
