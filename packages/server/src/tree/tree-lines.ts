import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { askedAt, type RoundResponse } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { MemberNames } from '../group-chats/member-names'
import {
  isThinkingAgent,
  lineOfMember,
  lineOfMessage,
  lineOfStart,
  lineOfThinking,
} from '../group-chats/ui-lines'

/** Files of a session that grow line by line. */
export const UI_FILE = 'messages.ui.jsonl'
export const RESPONSES_FILE = 'responses.jsonl'
/** What an agent was given and did, in its folder. */
export const RECORD_FILE = 'messages.rollout.jsonl'
export type LineFile = typeof UI_FILE | typeof RESPONSES_FILE

/** What an event changes in the files of one session. */
export type SessionChange =
  | { readonly kind: 'line'; readonly file: LineFile; readonly line: object }
  /** A new round: the answers to the one before are given to the agents now. */
  | { readonly kind: 'emptied'; readonly file: typeof RESPONSES_FILE }

export interface ChangeOf {
  readonly sessionId: string
  readonly change: SessionChange
}

/**
 * What an event adds to the files of sessions, in its order. Names are those of the moment: `state` is the crew as it was right
 * after the event, so that files that are made again say the same.
 */
export function changesOf(
  event: CrewEvent,
  state: CrewState,
  namesIn: (groupName: string) => MemberNames | null,
): readonly ChangeOf[] {
  switch (event.type) {
    case 'session:created': {
      const { session } = event
      const names = namesIn(session.groupName)
      return names ? [{ sessionId: session.id, change: uiLine(lineOfStart(session, names).line) }] : [] // prettier-ignore
    }
    case 'session:message': {
      const names = namesIn(event.groupName)
      if (!names) return []
      const { sessionId, message } = event
      const said = [uiLine(lineOfMessage(message, names)), ...answerLine(state, message, names)]
      return said.map((change) => ({ sessionId, change }))
    }
    case 'round:opened': {
      const { round, at, seq } = event
      const names = namesIn(round.groupName)
      if (!names) return []
      const asked = round.responses.filter(
        (one) => isThinkingAgent(one) && askedAt(round, one) === at,
      )
      const from = notBefore(at, state.sessions[round.sessionId])
      const thinking = asked.map((one) => uiLine(lineOfThinking(one, 'thinking', from, names)))
      // It is opened once more when one agent is asked again: what the others answered stays.
      const isNew = round.openedSeq === seq
      const changes = [
        ...(isNew ? [{ kind: 'emptied', file: RESPONSES_FILE } as const] : []),
        ...thinking,
      ]
      return changes.map((change) => ({ sessionId: round.sessionId, change }))
    }
    case 'round:responded': {
      const { sessionId, response, at } = event
      const names = namesIn(state.sessions[sessionId]?.groupName ?? '')
      if (!names) return []
      const from = notBefore(at, state.sessions[sessionId])
      return endLine(response, from, names).map((change) => ({ sessionId, change }))
    }
    case 'group:member_added':
    case 'group:member_removed': {
      const names = namesIn(event.group)
      if (!names) return []
      const change = event.type === 'group:member_added' ? 'member_joined' : 'member_left'
      const of = { ...event, memberId: event.agentId, change } as const
      return Object.values(state.sessions)
        .filter(({ groupName }) => groupName === event.group)
        .map((session) => {
          const line = lineOfMember({ ...of, at: notBefore(event.at, session) }, names)
          return { sessionId: session.id, change: uiLine(line) }
        })
    }
    default:
      return []
  }
}

/** Messages in a row have times of their own, which may be later than the moment: the times of lines never go back. */
function notBefore(at: string, session: SessionRecord | undefined): string {
  const { timestamp = '' } = session?.lastMessage ?? {}
  return at < timestamp ? timestamp : at
}

function uiLine(line: object): SessionChange {
  return { kind: 'line', file: UI_FILE, line }
}

/** An answer to the newest round, as the next message gives it to the other agents. */
function answerLine(
  state: CrewState,
  { from, content, timestamp, round, sessionId }: Message,
  names: MemberNames,
): SessionChange[] {
  // The person writes as one who asks, in a turn of theirs too.
  if (from === HUMAN_ID || round?.as !== 'answer') return []
  if (round.n !== state.sessions[sessionId]?.rounds) return []
  const line = {
    agent_id: names.idOf(from),
    agent_name: names.nameOf(from),
    content,
    timestamp,
  }
  return [{ kind: 'line', file: RESPONSES_FILE, line }]
}

/** How a question ended that no message answers. */
function endLine(response: RoundResponse, at: string, names: MemberNames): SessionChange[] {
  const ended = (status: 'done' | 'error') => [uiLine(lineOfThinking(response, status, at, names))]
  // It had ended before.
  if (response.late || response.agentId === HUMAN_ID) return []
  switch (response.status) {
    case 'thinking':
    case 'nested':
      return []
    case 'done':
      // What it chose is posted nowhere.
      return response.messageId === null ? ended('done') : []
    case 'passed':
    case 'skipped':
      return ended(response.error === null ? 'done' : 'error')
    case 'error':
    case 'interrupted':
      return ended('error')
    default:
      response.status satisfies never
      throw new Error('an end of a question that nobody knows')
  }
}
