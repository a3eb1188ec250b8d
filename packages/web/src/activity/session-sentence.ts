import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { type Sentence, told } from './sentence'

type SessionEvent = Extract<CrewEvent, { type: `session:${string}` | `round:${string}` }>

/** What happened in a group's sessions. */
export function sessionSentence(event: SessionEvent): Sentence {
  switch (event.type) {
    case 'session:created': {
      const { createdBy, groupName: group, title } = event.session
      return told('groups', createdBy, [{ who: createdBy }, ' opened a session in ', { group }], {
        group,
        quote: title,
      })
    }
    case 'session:updated': {
      const { groupName: group, title, status } = event.session
      const what = {
        active: 'A session was changed in ',
        archived: 'A session was archived in ',
        deleted: 'A session was deleted in ',
      }[status]
      return told('groups', 'human', [what, { group }], { group, quote: title })
    }
    case 'session:message': {
      const { message, groupName: group } = event
      const verb =
        message.round?.as === 'late' ? ' answered late in ' : SAID[message.round?.as ?? 'start']
      return told('messages', message.from, [{ who: message.from }, verb, { group }], {
        group,
        quote: message.content,
        messageId: message.id,
      })
    }
    case 'session:reaction': {
      const { agentId, emoji, messageId, groupName: group, action } = event
      const verb = action === 'add' ? ` reacted ${emoji} in ` : ` removed ${emoji} in `
      return told('messages', agentId, [{ who: agentId }, verb, { group }], { group, messageId })
    }
    case 'session:read':
      return told('reads', event.readerId, [{ who: event.readerId }, ' read a session'], {
        group: event.groupName,
      })
    case 'round:opened': {
      const { responses, groupName: group, n } = event.round
      const many = responses.map(({ agentId }) => agentId)
      return told('messages', 'human', [`Round ${n} asks `, { many }, ' in ', { group }], {
        group,
        about: many,
      })
    }
    case 'round:responded':
    case 'round:closed':
      return told('reads', 'system', ['A round changed'])
    default:
      return event satisfies never
  }
}

const SAID = {
  start: ' asked in a session of ',
  answer: ' answered in a session of ',
  interjection: ' wrote in a session of ',
  late: ' answered late in ',
} as const
