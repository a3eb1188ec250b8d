import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Message } from '@crewroom/shared/model/message'
import {
  askedAt,
  isAwaited,
  type RoundRecord,
  type RoundResponse,
} from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { TimelineEvent, TimelineRow } from '@crewroom/shared/model/timeline'
import type { UILine } from '@crewroom/shared/protocol/reply-shapes/group-chats'
import type { MemberNames } from './member-names'
import { labelOf } from './sender-label'

type ThinkingLine = Extract<UILine, { type: 'agent_thinking' }>
type SystemLine = Extract<UILine, { type: 'system' }>

/** A line with its place among the others: the number of its fact. */
export interface PlacedLine {
  readonly seq: number
  readonly line: UILine
}

/** What people see of a row of a session: what was said, and who came and left meanwhile. */
export function linesOfRow(row: TimelineRow, names: MemberNames): readonly PlacedLine[] {
  if (row.kind === 'event') return linesOfEvent(row, names)
  return [{ seq: row.seq, line: lineOfMessage(row.message, names) }]
}

export function lineOfMessage(message: Message, names: MemberNames): UILine {
  const { id, from, content, timestamp, kind } = message
  if (kind === 'system') return { id, type: 'system', content, timestamp }
  const label = labelOf(message)
  const [who, name] = [label?.id ?? names.idOf(from), label?.displayName ?? names.nameOf(from)]
  return from === HUMAN_ID
    ? { id, type: 'user', sender_id: who, sender_name: name, content, timestamp }
    : { id, type: 'agent_response', agent_id: who, agent_name: name, content, timestamp }
}

/** The line of a message as its writer is answered: that of the person without who that is. */
export function postedLine(message: Message, names: MemberNames) {
  const line = lineOfMessage(message, names)
  if (line.type !== 'user') return line
  const { id, type, content, timestamp } = line
  return { id, type, content, timestamp }
}

function linesOfEvent(event: TimelineEvent, names: MemberNames): readonly PlacedLine[] {
  const { seq, at, memberIds } = event
  const change =
    event.event === 'joined'
      ? 'member_joined'
      : event.event === 'left' || event.event === 'removed'
        ? 'member_left'
        : null
  if (change === null) return []
  return memberIds.map((memberId, index) => ({
    seq,
    line: lineOfMember({ seq, at, memberId, change, index }, names),
  }))
}

/** Somebody came or left. `index`: of several with one fact. */
export function lineOfMember(
  {
    seq,
    at,
    memberId,
    change,
    index = 0,
  }: {
    readonly seq: number
    readonly at: string
    readonly memberId: string
    readonly change: 'member_joined' | 'member_left'
    readonly index?: number
  },
  names: MemberNames,
): SystemLine {
  return {
    id: `event-${seq}${index === 0 ? '' : `-${index + 1}`}`,
    type: 'system',
    event: change,
    data: { member_id: names.idOf(memberId), display_name: names.nameOf(memberId) },
    timestamp: at,
  }
}

export const startId = (sessionId: string) => `session-${sessionId}`

/** The first line of every session. */
export function lineOfStart(session: SessionRecord, names: MemberNames): PlacedLine {
  return {
    seq: 0,
    line: {
      id: startId(session.id),
      type: 'system',
      event: 'session_created',
      data: {
        session_id: session.id,
        title: session.title,
        created_by: names.idOf(session.createdBy),
      },
      timestamp: session.createdAt,
    },
  }
}

/** A line for each agent that thinks now. They follow everything that was said. */
export function linesOfThinking(
  rounds: readonly RoundRecord[],
  names: MemberNames,
): ThinkingLine[] {
  return rounds.flatMap((round) =>
    round.responses
      .filter(isThinkingAgent)
      .map((response) => lineOfThinking(response, 'thinking', askedAt(round, response), names)),
  )
}

/** Whether an agent thinks, or waits for a discussion that it has started; not the person, whose turn it may be. */
export function isThinkingAgent(response: RoundResponse): boolean {
  return response.agentId !== HUMAN_ID && isAwaited(response)
}

export function lineOfThinking(
  { agentId, deliveryId }: RoundResponse,
  status: ThinkingLine['status'],
  timestamp: string,
  names: MemberNames,
): ThinkingLine {
  return {
    id: `thinking-${deliveryId}`,
    type: 'agent_thinking',
    agent_id: names.idOf(agentId),
    agent_name: names.nameOf(agentId),
    status,
    timestamp,
  }
}
