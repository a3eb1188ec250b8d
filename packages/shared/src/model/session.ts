import { type GroupRecord, listedIds } from './group'
import { laterOf } from './later-of'
import { HUMAN_ID } from './participant'
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
  /** Ids of the agents that take part now: kept equal to what `chosen` and the group say by `withTakingPart`. */
  readonly activeAgents: readonly string[]
  /**
   * Ids of those whom somebody chose, also of ones that are not in the group now. Null: nobody chose, so all agents of the
   * group take part but the lead, whenever they joined. Not there: a fact of an earlier version.
   */
  readonly chosen?: readonly string[] | null | undefined
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

/** Agents of a group that take part in a session when nobody chooses: all but the lead of the crew. */
export function usualAgents(group: GroupRecord): readonly string[] {
  return listedIds(group).filter((id) => id !== HUMAN_ID && id !== group.leadId)
}

/** The session with the agents that take part in it while the group has these members. */
export function withTakingPart(session: SessionRecord, group: GroupRecord): SessionRecord {
  const { chosen } = session
  if (chosen === undefined) return session
  const there = (id: string) => group.memberIds.includes(id)
  const usual = usualAgents(group)
  // A discussion may have brought in the lead, or another one that only reads along.
  const brought = session.activeAgents.filter((id) => there(id) && !usual.includes(id))
  const activeAgents = chosen?.filter(there) ?? [...usual, ...brought]
  const isSame = activeAgents.join() === session.activeAgents.join()
  return isSame ? session : { ...session, activeAgents }
}

/** The session with more agents that take part: chosen ones too, where somebody chose. */
export function withBrought(session: SessionRecord, ids: readonly string[]): SessionRecord {
  const { activeAgents, chosen } = session
  const others = (there: readonly string[]) => ids.filter((id) => !there.includes(id))
  return {
    ...session,
    activeAgents: [...activeAgents, ...others(activeAgents)],
    ...(chosen ? { chosen: [...chosen, ...others(chosen)] } : {}),
  }
}
