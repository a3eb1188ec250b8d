import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { isAwaited, type RoundAsk, type RoundRecord } from '@crewroom/shared/model/round'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { type Part, type Sentence, told } from './sentence'

type Of<T extends CrewEvent['type']> = Extract<CrewEvent, { type: T }>
type SessionEvent = Extract<CrewEvent, { type: `session:${string}` }>
type RoundEvent = Extract<CrewEvent, { type: `round:${string}` }>

/** What happened in a group's sessions. */
export function sessionSentence(event: SessionEvent): Sentence {
  switch (event.type) {
    case 'session:created':
    case 'session:updated':
      return recordSentence(event)
    case 'session:message': {
      const { message, groupName: group, sessionId } = event
      const more = { group, sessionId, quote: message.content, messageId: message.id }
      const place: Part[] = [{ session: sessionId, group }, ' of ', { group }]
      return message.kind === 'system'
        ? told('messages', message.from, ['Notice in ', ...place], more)
        : told('messages', message.from, [{ who: message.from }, saidAs(event), ...place], more)
    }
    case 'session:reaction': {
      const { agentId, emoji, messageId, groupName: group, action, sessionId } = event
      const verb = action === 'add' ? ` reacted ${emoji} to ` : ` removed ${emoji} from `
      const link = { message: messageId, group, session: sessionId, text: 'a message' }
      return told(
        'messages',
        agentId,
        [{ who: agentId }, verb, link, ' in ', { session: sessionId, group }, ' of ', { group }],
        { group, messageId, sessionId },
      )
    }
    case 'session:read': {
      const { readerId, groupName: group, sessionId, n } = event
      const place: Part[] = [{ session: sessionId, group }, ' of ', { group }]
      return told('reads', readerId, [{ who: readerId }, ' read ', ...place, ` up to #${n}`], {
        group,
        sessionId,
      })
    }
    default:
      return event satisfies never
  }
}

const CHANGED = {
  active: ' was changed',
  archived: ' was archived',
  deleted: ' was deleted',
} as const

function recordSentence({ type, session }: Of<'session:created' | 'session:updated'>): Sentence {
  const { id: sessionId, groupName: group, title: text, createdBy, status } = session
  const place: Part[] = [{ session: sessionId, group, text }, ' in ', { group }]
  return type === 'session:created'
    ? told('groups', createdBy, [{ who: createdBy }, ' started the session ', ...place], {
        group,
        sessionId,
      })
    : told('groups', SYSTEM_ID, ['The session ', ...place, CHANGED[status]], { group, sessionId })
}

function saidAs({ message }: Of<'session:message'>): string {
  const as = message.round?.as
  switch (as) {
    case 'answer':
      return ' answered in '
    case 'late':
      return ' answered late in '
    case 'start':
    case 'interjection':
    case undefined:
      return ' wrote in '
    default:
      return as satisfies never
  }
}

/** A round asks agents, and some do not answer. An answer is a message, which is a sentence of its own. */
export function roundSentence(event: RoundEvent): Sentence {
  switch (event.type) {
    case 'round:opened': {
      const { responses, groupName: group, sessionId, n } = event.round
      if (event.round.run) return askedInDiscussion(event.round)
      const asked = responses.filter(({ status }) => status === 'thinking')
      const many = asked.map(({ agentId }) => agentId)
      const again = asked.length < responses.length ? ' again' : ''
      const place: Part[] = [{ session: sessionId, group }, ' of ', { group }]
      return told(
        'messages',
        HUMAN_ID,
        [{ who: HUMAN_ID }, ' asked ', { many }, `${again} in round ${n} of `, ...place],
        { group, sessionId, about: many },
      )
    }
    case 'round:responded':
      return responseSentence(event)
    case 'round:closed': {
      const { sessionId, n, why } = event
      const round: Part[] = [`Round ${n} of `, { session: sessionId, group: null }]
      return why === 'stopped'
        ? told('messages', SYSTEM_ID, [...round, ' was stopped'], { sessionId })
        : told('reads', SYSTEM_ID, [...round, CLOSED[why]], { sessionId })
    }
    default:
      return event satisfies never
  }
}

/** What a round asks for, behind those who are asked. */
const ASKED: Readonly<Record<RoundAsk, string>> = {
  answer: '',
  select: ' who speaks next',
  aggregate: ' to sum up',
  manage: ' whom to ask next',
  human: '',
}

/** Nobody asks in a discussion but the discussion itself. */
function askedInDiscussion(round: RoundRecord): Sentence {
  const { responses, groupName: group, sessionId, n, ask } = round
  const many = responses.filter(isAwaited).map(({ agentId }) => agentId)
  const place: Part[] = [{ session: sessionId, group }, ' of ', { group }]
  return told(
    'messages',
    SYSTEM_ID,
    ['The discussion in ', ...place, ' asked ', { many }, `${ASKED[ask]} in round ${n}`],
    { group, sessionId, about: many },
  )
}

const CLOSED = {
  answered: ' is complete',
  superseded: ' was followed by the next before all had answered',
} as const

function responseSentence({ sessionId, n, response }: Of<'round:responded'>): Sentence {
  const { agentId, status, error, stoppedBy } = response
  const who: Part = { who: agentId }
  const place: Part[] = [`round ${n} of `, { session: sessionId, group: null }]
  switch (status) {
    case 'thinking':
      return told('reads', agentId, [who, ' was asked in ', ...place], { sessionId })
    case 'nested':
      return told(
        'messages',
        agentId,
        [who, ' started a discussion before it answers in ', ...place],
        { sessionId },
      )
    case 'done':
      return told('reads', agentId, [who, ' answered in ', ...place], { sessionId })
    case 'skipped':
      return error === null
        ? told('reads', agentId, [who, ' was asked again before it got ', ...place], { sessionId })
        : told('messages', agentId, [who, ' did not get ', ...place, ':'], {
            sessionId,
            quote: error,
          })
    case 'passed':
      return told('messages', agentId, [who, ' had nothing to add in ', ...place], { sessionId })
    case 'interrupted': {
      const more = { sessionId, quote: error, about: [agentId] }
      if (stoppedBy !== undefined) {
        const by: Part = { who: stoppedBy }
        return told(
          'messages',
          stoppedBy,
          [by, ' stopped the answer of ', who, ' in ', ...place],
          more,
        )
      }
      const stopped = error === null ? ' was stopped' : ' was stopped:'
      return told('messages', agentId, ['The answer of ', who, ' in ', ...place, stopped], more)
    }
    case 'error':
      return told(
        'messages',
        agentId,
        [who, ' did not answer in ', ...place, ...(error ? [':'] : [])],
        { sessionId, quote: error, tone: 'bad' },
      )
    default:
      return status satisfies never
  }
}
