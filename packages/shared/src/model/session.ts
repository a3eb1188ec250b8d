import { laterOf } from './later-of'
import type { RunParent } from './run'
import { lastMessageOf, type LastMessage, type Message } from './message'

/** Every group has one session that is there from the beginning, for free talk. It has no record. */
export const MAIN_SESSION = 'main'

export type SessionStatus = 'active' | 'archived' | 'deleted'

/**
 * A conversation of its own in a group: a person writes, the agents that take part answer in parallel, in rounds. What is
 * said in it is in no count of the group, and no member is owed it for being a member.
 */
export interface SessionRecord {
  readonly id: string
  readonly leadId: string
  readonly groupName: string
  readonly title: string
  readonly status: SessionStatus
  /** Ids of the agents that take part, in the order in which they were named. */
  readonly activeAgents: readonly string[]
  readonly createdAt: string
  readonly createdBy: string
  /** When the newest fact about it was decided. */
  readonly updatedAt: string
  readonly messageCount: number
  /** Rounds that were opened so far. */
  readonly rounds: number
  readonly lastMessage: LastMessage | null
  /** Its newest discussion, under way or over. */
  readonly runId?: string | undefined
  /** The answer in which its first discussion was started, if one was. */
  readonly parent?: RunParent | undefined
}

/** Key of what is kept per conversation: messages in memory, read marks, mentions. No group can have such a name. */
export function placeOf(groupName: string, sessionId: string): string {
  return sessionId === MAIN_SESSION ? groupName : placeOfSession(sessionId)
}

const OF_SESSION = 's:'

export function placeOfSession(sessionId: string): string {
  return `${OF_SESSION}${sessionId}`
}

/** The session that a place is; null: it is a group. */
export function sessionOfPlace(place: string): string | null {
  return place.startsWith(OF_SESSION) ? place.slice(OF_SESSION.length) : null
}

/** The session with one more message. */
export function withSessionMessage(
  session: SessionRecord,
  message: Message,
  at: string,
): SessionRecord {
  return {
    ...session,
    messageCount: message.n,
    lastMessage: lastMessageOf(message),
    updatedAt: laterOf(session.updatedAt, at),
  }
}
