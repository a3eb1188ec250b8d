import { HISTORY_LIMIT } from '@crewroom/shared/model/group'
import { MAIN_SESSION, type SessionRecord } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { UILine } from '@crewroom/shared/protocol/reply-shapes/group-chats'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { sees, viewerIn } from '../groups/sight'
import { ownRunOf } from '../sessions/own-round'
import { readableSession, readSession } from '../sessions/read-session'
import type { GroupChatAt } from './chat-of'
import { type MemberNames, memberNames } from './member-names'
import { timeOf } from './page-bound'
import { timeInPlace } from './time-in-place'
import { linesOfRow, linesOfThinking, lineOfStart, type PlacedLine, startId } from './ui-lines'

export interface ChatMessagesQuery {
  readonly session: string
  readonly limit?: number | undefined
  /** A time, or the id of a line. */
  readonly before?: string | undefined
  /** As it was at this number of the crew; without it, as it is. */
  readonly asOf?: number | undefined
}

export interface ChatMessages {
  readonly messages: readonly UILine[]
  readonly has_more: boolean
  readonly next_before: string | null
}

/** Up to here a page holds its lines; a bound beyond every number. */
interface Bound {
  readonly seq: number
  /** Nothing from then on. */
  readonly time: string | null
}

/**
 * A page of what people see of a session, ascending: its last lines, or those before one. Lines with the same time are on the
 * same page, which may then exceed its limit. Waits until the tables hold what memory holds.
 */
export async function readChatMessages(
  shard: Shard,
  { crew, group }: GroupChatAt,
  by: By,
  query: ChatMessagesQuery,
): Promise<ChatMessages> {
  const { personName } = shard.ports
  const names = memberNames(crew, group, personName)
  const { limit = group.chat?.historyLimit ?? HISTORY_LIMIT } = query
  const isMain = query.session === MAIN_SESSION
  const of = { group: group.name, session: query.session }
  const { session: view } = readSession(crew, by, of)
  const session = isMain ? null : readableSession(crew, by, of)
  const { asOf = crew.state.seq, before } = query
  const rounds = session && before === undefined ? (crew.state.rounds[ownRunOf(session)] ?? []) : []
  const asked = rounds.filter(({ openedSeq }) => openedSeq <= asOf)
  const thinking = linesOfThinking(asked, names)
  await shard.journal.durable(crew.state.lead.id)
  const all = { seq: asOf + 1, time: null }
  const bound = before === undefined ? all : boundOf(shard, group, view.id, before)
  const source = { shard, crew, by, groupName: group.name, session, names }
  const { lines, hasMore } = newestLines(source, bound, limit)
  const [first] = lines
  const last = lines.at(-1)?.line.timestamp ?? ''
  return {
    messages: [
      ...lines.map(({ line }) => line),
      // The question may bear a later time than the moment at which it was asked.
      ...thinking.map((line) => (line.timestamp < last ? { ...line, timestamp: last } : line)),
    ],
    has_more: hasMore,
    next_before: hasMore && first ? first.line.id : null,
  }
}

interface Source {
  readonly shard: Shard
  readonly crew: Crew
  readonly by: By
  readonly groupName: string
  /** Null: the free talk of the group. */
  readonly session: SessionRecord | null
  readonly names: MemberNames
}

/** The newest lines within a bound. Rows without a line are passed over. */
function newestLines(
  source: Source,
  bound: Bound,
  limit: number,
): { lines: readonly PlacedLine[]; hasMore: boolean } {
  const { shard, crew, by, groupName, session, names } = source
  const place = {
    leadId: crew.state.lead.id,
    groupName,
    sessionId: session?.id ?? MAIN_SESSION,
  }
  const start = session ? lineOfStart(session, names) : null
  const found: PlacedLine[] = []
  let before = bound.seq
  for (;;) {
    const page = shard.ports.reader.timeline(place.leadId, {
      groupName,
      sessionId: place.sessionId,
      limit: LIMITS.page,
      // Whoever takes part in a session reads all that was said in it.
      viewer: session ? null : viewerIn(crew, by),
      before,
    })
    const rows = page.rows.filter(
      (row) => row.kind !== 'event' || session === null || row.at >= session.createdAt,
    )
    const lines = rows
      .filter((row) => row.kind !== 'event' || sees(crew, by, groupName, row.seq))
      .map((row) =>
        row.kind === 'event' ? { ...row, at: timeInPlace(shard.ports.reader, place, row) } : row,
      )
      .flatMap((row) => linesOfRow(row, names))
      .filter(({ line }) => bound.time === null || line.timestamp < bound.time)
    found.unshift(...lines)
    const isBegin = !page.hasBefore || rows.length < page.rows.length
    if (isBegin && start && bound.seq > 0 && isWithin(start, bound)) found.unshift(start)
    const from = firstOfPage(found, limit)
    // Older lines of the same time may be on the page before.
    if (isBegin || from > 0) return { lines: found.slice(from), hasMore: from > 0 }
    before = page.rows[0]?.seq ?? 0
  }
}

function isWithin({ line }: PlacedLine, { time }: Bound): boolean {
  return time === null || line.timestamp < time
}

/** Index of the first of the last `limit` lines, or of the first line of its time. */
function firstOfPage(lines: readonly PlacedLine[], limit: number): number {
  let from = Math.max(0, lines.length - limit)
  const time = lines[from]?.line.timestamp
  while (from > 0 && lines[from - 1]?.line.timestamp === time) from--
  return from
}

/** Where a page ends that comes before a line, by its id, or before a time. */
function boundOf(
  shard: Shard,
  { leadId, name }: { readonly leadId: string; readonly name: string },
  sessionId: string,
  before: string,
): Bound {
  const { reader } = shard.ports
  if (before === startId(sessionId)) return { seq: 0, time: null }
  const event = /^event-(\d{1,15})(?:-\d+)?$/.exec(before)
  if (event) return { seq: Number(event[1]), time: null }
  const message = reader.message(leadId, name, before, sessionId)
  if (message) return { seq: message.seq, time: null }
  const at = timeOf(before)
  if (at === null) {
    throw new CrewError(
      'validation',
      'before: neither a time such as 2026-02-10T12:05:00.000Z nor the id of a line of this session.',
      { fields: { before: 'not a time, and no line of this session' } },
    )
  }
  const seq = reader.seqFrom(leadId, name, sessionId, at)
  return { seq: seq ?? Number.MAX_SAFE_INTEGER, time: at }
}
