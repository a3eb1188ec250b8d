import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord } from '@crewroom/shared/model/round'
import {
  MAIN_SESSION,
  placeOfSession,
  type SessionRecord,
  usualAgents,
} from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { SessionView } from '@crewroom/shared/protocol/views'
import { unreadCount } from '@crewroom/shared/state/crew-state'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { groupOf } from '../groups/lookup'
import { type ReadInput, readMessages } from '../groups/read-history'
import type { Page } from '../journal/ports/reader-port'
import { findSessionMessage, noMessage } from './find-session-message'
import { ownRunOf } from './own-round'
import { sessionOf, sessionsOf } from './session-of'

/** Which sessions of a group are listed. */
export type SessionsListed = 'active' | 'archived' | 'all'

interface OfSession {
  readonly group: string
  /** Its id or title; `main` too. */
  readonly session: string
}

export interface ListSessionsInput {
  readonly group: string
  readonly status?: SessionsListed | undefined
  /** The id of a session: those that were opened before it. */
  readonly before?: string | undefined
  readonly limit?: number | undefined
}

/** A page of a group's sessions that the actor may read, newest first. Main has no record and is not among them. */
export function listSessions(
  crew: Crew,
  by: By,
  input: ListSessionsInput,
): { readonly sessions: SessionView[]; readonly hasMore: boolean } {
  const group = readableGroup(crew, by, input.group)
  // As many as there can be in use: a list of these is never cut off.
  const { status = 'active', before, limit = LIMITS.sessionsPerGroup } = input
  const all = sessionsOf(crew, group, by)
  const end = before === undefined ? all.length : all.findIndex(({ id }) => id === before)
  if (end < 0) {
    throw new CrewError(
      'validation',
      `before: group "${group.name}" has no such session. Read the list from its beginning.`,
      { fields: { before: 'is not a session of the group' } },
    )
  }
  const listed = all
    .slice(0, end)
    .filter((session) => status === 'all' || session.status === status)
    .toReversed()
  const sessions = listed.slice(0, limit).map((session) => sessionView(crew, by, session))
  return { sessions, hasMore: listed.length > limit }
}

/** A session, its newest round and older ones in which somebody still thinks. */
export function readSession(
  crew: Crew,
  by: By,
  input: OfSession,
): { readonly session: SessionView; readonly rounds: readonly RoundRecord[] } {
  const group = readableGroup(crew, by, input.group)
  if (input.session === MAIN_SESSION) return { session: mainSession(crew, by, group), rounds: [] }
  const session = sessionOf(crew, group, input.session, by)
  return {
    session: sessionView(crew, by, session),
    rounds: crew.state.rounds[ownRunOf(session)] ?? [],
  }
}

/** A page of a session's messages. Waits until the tables hold what memory holds. */
export async function readSessionMessages(
  shard: Shard,
  crew: Crew,
  by: By,
  input: ReadInput & OfSession,
): Promise<Page> {
  if (input.session === MAIN_SESSION) return readMessages(shard, crew, by, input)
  const session = readableSession(crew, by, input)
  await shard.journal.durable(crew.state.lead.id)
  const { around } = input
  const page = pageOf(shard, crew, session, input)
  if (around !== undefined && page.messages.length === 0) throw noMessage(session, around)
  return page
}

/** The newest messages of a session, or those before one of them, without waiting. */
export function readNewestInSession(
  shard: Shard,
  crew: Crew,
  by: By,
  input: OfSession & {
    readonly limit: number
    /** A message: its id, `#n` or its ordinal. */
    readonly before?: string | number | undefined
  },
): { session: SessionRecord; messages: readonly Message[]; hasMore: boolean } {
  const session = readableSession(crew, by, input)
  const { limit } = input
  const before =
    input.before === undefined
      ? undefined
      : findSessionMessage(shard, crew, session, input.before).seq
  const page = pageOf(shard, crew, session, { limit, before })
  // The tables may be a moment behind memory: what is newer is added from there.
  const shown = new Map(page.messages.map((message) => [message.id, message]))
  for (const message of crew.window(placeOfSession(session.id)).messages) {
    if (before === undefined || message.seq < before) shown.set(message.id, message)
  }
  const messages = [...shown.values()].sort((a, b) => a.seq - b.seq).slice(-limit)
  return { session, messages, hasMore: page.hasBefore || shown.size > messages.length }
}

function pageOf(
  shard: Shard,
  crew: Crew,
  { groupName, id }: SessionRecord,
  { limit, before, after, around }: Omit<ReadInput, 'group'>,
): Page {
  return shard.ports.reader.page(crew.state.lead.id, {
    groupName,
    sessionId: id,
    limit,
    viewer: null,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(around === undefined ? {} : { around }),
  })
}

/** Rounds of a session before a number, ascending. Waits until the tables hold what memory holds. */
export async function readRounds(
  shard: Shard,
  crew: Crew,
  by: By,
  input: OfSession & { readonly before?: number | undefined; readonly limit: number },
): Promise<{ rounds: readonly RoundRecord[]; hasMore: boolean; asOf: number }> {
  const leadId = crew.state.lead.id
  if (input.session === MAIN_SESSION) {
    readableGroup(crew, by, input.group)
    return { rounds: [], hasMore: false, asOf: crew.durableSeq }
  }
  const session = readableSession(crew, by, input)
  await shard.journal.durable(leadId)
  const before = input.before ?? Number.MAX_SAFE_INTEGER
  return shard.ports.reader.rounds(leadId, session.id, before, input.limit)
}

/** A session as the actor has it. Only the person has read marks and mentions there. */
export function sessionView(
  crew: Crew,
  { actor }: Pick<By, 'actor'>,
  session: SessionRecord,
): SessionView {
  const place = placeOfSession(session.id)
  if (actor.id !== HUMAN_ID) return { ...session, unread: 0, mentions: 0 }
  return {
    ...session,
    unread: unreadCount(crew.state, { name: place, messageCount: session.messageCount }, HUMAN_ID),
    mentions: crew.state.mentions[HUMAN_ID]?.[place]?.length ?? 0,
  }
}

/** The free talk of a group, in the form of a session. */
function mainSession(crew: Crew, { actor }: By, group: GroupRecord): SessionView {
  const { name, leadId, displayName, createdAt, createdBy, messageCount, lastMessage } = group
  return {
    id: MAIN_SESSION,
    leadId,
    groupName: name,
    title: displayName,
    status: group.archived ? 'archived' : 'active',
    activeAgents: usualAgents(group),
    chosen: null,
    createdAt,
    createdBy,
    updatedAt: lastMessage?.timestamp ?? createdAt,
    messageCount,
    rounds: 0,
    lastMessage,
    unread: unreadCount(crew.state, group, actor.id),
    mentions: crew.state.mentions[actor.id]?.[name]?.length ?? 0,
  }
}

/** A group whose sessions the actor may read. */
export function readableGroup(crew: Crew, by: By, reference: string): GroupRecord {
  const group = groupOf(crew, reference, by.actor)
  assertMayInGroup('readSession', crew, group, by)
  return group
}

/** A session that the actor may read. */
export function readableSession(crew: Crew, by: By, { group, session }: OfSession): SessionRecord {
  return sessionOf(crew, readableGroup(crew, by, group), session, by)
}
