import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { askedAt, type RoundResponse } from '@crewroom/shared/model/round'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { SessionEvent } from '@crewroom/shared/protocol/session-frames'
import type { MemberNames } from './member-names'
import { isThinkingAgent, lineOfMember, lineOfMessage, lineOfThinking } from './ui-lines'

/** A session of a group chat, by its id; `main` is the free talk of the group. */
export interface FollowedSession {
  readonly group: Pick<GroupRecord, 'name'>
  readonly session: string
  /** The time that what happened between messages has there. */
  readonly timeOf: (event: { readonly seq: number; readonly at: string }) => string
}

/** What an event of the crew is for those who follow a session: nothing, if it is about something else. */
export function sessionEventsOf(
  event: CrewEvent,
  { group, session, timeOf }: FollowedSession,
  names: MemberNames,
): readonly SessionEvent[] {
  const isMain = session === MAIN_SESSION
  switch (event.type) {
    case 'group:message':
      return isMain && event.groupName === group.name ? [spoken(event.message, names)] : []
    case 'session:message':
      return event.sessionId === session ? [spoken(event.message, names)] : []
    case 'round:opened': {
      const { round, at } = event
      if (round.sessionId !== session) return []
      // It is opened once more when one agent is asked again: the others were announced before.
      return round.responses
        .filter((one) => isThinkingAgent(one) && askedAt(round, one) === at)
        .map((one) => lineOfThinking(one, 'thinking', at, names))
    }
    case 'round:responded':
      return event.sessionId === session ? ended(event.response, event.at, names) : []
    case 'group:member_added':
    case 'group:member_removed': {
      if (event.group !== group.name) return []
      const change = event.type === 'group:member_added' ? 'member_joined' : 'member_left'
      const at = timeOf(event)
      return [lineOfMember({ ...event, at, memberId: event.agentId, change }, names)]
    }
    default:
      return []
  }
}

function spoken(message: Message, names: MemberNames): SessionEvent {
  const line = lineOfMessage(message, names)
  if (line.type !== 'agent_response' || !message.round) return line
  return { ...line, round: message.round.n }
}

/** How a question ended, where no message says it. */
function ended(response: RoundResponse, at: string, names: MemberNames): readonly SessionEvent[] {
  const { agentId, status, error, late } = response
  const failed = (why: string): SessionEvent => ({
    type: 'agent_error',
    agent_id: names.idOf(agentId),
    agent_name: names.nameOf(agentId),
    error: why,
    timestamp: at,
  })
  // Something more was said of a question that had ended before.
  if (late || agentId === HUMAN_ID) return []
  switch (status) {
    case 'done':
      // What it chose is posted nowhere.
      return response.messageId === null ? [lineOfThinking(response, 'done', at, names)] : []
    // An event that opens the round says that.
    case 'thinking':
    // It answers when the discussion that it started has ended.
    case 'nested':
      return []
    case 'error':
      return [failed(error ?? 'failed')]
    case 'interrupted':
      return [failed('interrupted')]
    case 'passed':
    case 'skipped':
      return error === null ? [lineOfThinking(response, 'done', at, names)] : [failed(error)]
    default:
      status satisfies never
      throw new Error('an end of a question that nobody knows')
  }
}
