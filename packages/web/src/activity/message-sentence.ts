import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { type Sentence, told } from './sentence'

type MessageEvent = Extract<
  CrewEvent,
  {
    type:
      | 'group:message'
      | 'group:message_edited'
      | 'group:message_deleted'
      | 'group:reaction'
      | 'group:read'
      | 'direct:message'
  }
>

/** What was written, answered with an emoji or read. */
export function messageSentence(event: MessageEvent): Sentence {
  switch (event.type) {
    case 'group:message': {
      const { message, groupName: group } = event
      const more = { group, quote: message.content, messageId: message.id }
      return message.kind === 'system'
        ? told('messages', message.from, ['Notice in ', { group }], more)
        : told('messages', message.from, [{ who: message.from }, ' wrote in ', { group }], more)
    }
    case 'group:message_edited': {
      const { by, n, groupName: group, messageId, content } = event
      const link = { message: messageId, group, text: `#${n}` }
      return told('messages', by, [{ who: by }, ' changed ', link, ' in ', { group }], {
        group,
        quote: content,
        messageId,
      })
    }
    case 'group:message_deleted': {
      const { by, n, groupName: group, messageId } = event
      const link = { message: messageId, group, text: `#${n}` }
      return told('messages', by, [{ who: by }, ' deleted ', link, ' in ', { group }], {
        group,
        messageId,
      })
    }
    case 'group:reaction': {
      const { agentId, emoji, messageId, groupName: group, action } = event
      const verb = action === 'add' ? ` reacted ${emoji} to ` : ` removed ${emoji} from `
      const link = { message: messageId, group, text: 'a message' }
      return told('messages', agentId, [{ who: agentId }, verb, link, ' in ', { group }], {
        group,
        messageId,
      })
    }
    case 'group:read': {
      const { readerId, groupName: group, n } = event
      return told('reads', readerId, [{ who: readerId }, ' read ', { group }, ` up to #${n}`], {
        group,
      })
    }
    case 'direct:message': {
      const { from, to, kind, content } = event.message
      const about = to === null ? [] : [to]
      const more = { quote: content, about }
      if (to === null) return told('direct', from, [{ who: from }, ' told everyone:'], more)
      const verb = kind === 'interrupt' ? ' interrupted ' : ' wrote to '
      return told('direct', from, [{ who: from }, verb, { who: to }, ':'], {
        ...more,
        tone: kind === 'interrupt' ? 'wait' : 'plain',
      })
    }
    default:
      return event satisfies never
  }
}
