import { and, asc, count, desc, eq, gt, gte, isNotNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { Message, Reactions } from '@crewroom/shared/model/message'
import type { Part } from '@crewroom/shared/model/part'
import type { ReplyTo } from '@crewroom/shared/model/reply'
import type { InRound } from '@crewroom/shared/model/round'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import type { OwedQuery } from '../journal/ports/reader-port'
import type { Orm } from './database'
import { ID_BYTES, rowBytes } from './page-bytes'
import { NO_REACTIONS, reactionRows } from './reaction-rows'
import { chatGroupMessages as messages, ownMessage, repliedId } from './schema'
import { versionRows } from './version-rows'

const p = sql.placeholder
const NOTHING_OWED = { count: 0, fromN: 0, toN: 0, hop: 0, seq: 0 }

/** One of a group's sessions: `main`, or one that was opened. */
export interface Place {
  readonly leadId: string
  readonly groupName: string
  readonly sessionId: string
}

type Row = typeof messages.$inferSelect

/** Prepared reads of messages. Keyset only: never OFFSET, never ORDER BY a timestamp. */
export function messageRows(orm: Orm) {
  const inPlace = and(
    eq(messages.leadId, p('leadId')),
    eq(messages.groupName, p('groupName')),
    eq(messages.sessionId, p('sessionId')),
  )
  const select = () => orm.select().from(messages)

  const byId = select()
    .where(and(inPlace, eq(messages.id, p('id'))))
    .prepare()
  const byN = select()
    .where(and(inPlace, eq(messages.n, p('n'))))
    .prepare()
  const replies = orm
    .select({
      group: messages.groupName,
      sessionId: messages.sessionId,
      seq: messages.seq,
      n: messages.n,
    })
    .from(messages)
    .where(and(inPlace, isNotNull(messages.replyTo), eq(repliedId(messages.replyTo), p('id'))))
    .orderBy(desc(messages.seq))
    .limit(p('limit'))
    .prepare()
  const byClient = select()
    .where(and(inPlace, eq(messages.clientId, p('clientId')), eq(messages.fromAgentId, p('from'))))
    .prepare()
  const owed = select()
    .where(
      and(
        inPlace,
        gt(messages.seq, p('after')),
        lte(messages.seq, p('to')),
        ne(messages.fromAgentId, p('notFrom')),
      ),
    )
    .orderBy(asc(messages.seq))
    .limit(p('limit'))
    .prepare()
  const owedRange = orm
    .select({
      count: count(),
      fromN: sql<number>`coalesce(min(${messages.n}), 0)`,
      toN: sql<number>`coalesce(max(${messages.n}), 0)`,
      hop: sql<number>`coalesce(max(${messages.hop}), 0)`,
      seq: sql<number>`coalesce(max(${messages.seq}), 0)`,
    })
    .from(messages)
    .where(
      and(
        inPlace,
        gt(messages.seq, p('after')),
        lte(messages.seq, p('to')),
        ne(messages.fromAgentId, p('notFrom')),
      ),
    )
    .prepare()
  // Times never run backwards within a conversation: from the newest on until one is from before.
  const before = orm
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(inPlace, lt(messages.timestamp, p('time'))))
    .orderBy(desc(messages.seq))
    .limit(1)
    .prepare()
  const next = orm
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(inPlace, gt(messages.seq, p('after'))))
    .orderBy(asc(messages.seq))
    .limit(1)
    .prepare()
  const said = orm
    .select({ at: messages.timestamp })
    .from(messages)
    .where(and(inPlace, lt(messages.seq, p('seq'))))
    .orderBy(desc(messages.seq))
    .limit(1)
    .prepare()
  const rangeByN = select()
    .where(and(inPlace, gte(messages.n, p('fromN')), lte(messages.n, p('toN'))))
    .orderBy(asc(messages.n))
    .prepare()
  const own = orm
    .select({ count: count() })
    .from(messages)
    .where(
      and(
        inPlace,
        ownMessage(messages.fromAgentId),
        gt(messages.n, p('afterN')),
        lt(messages.n, p('beforeN')),
      ),
    )
    .prepare()
  const ordinal = orm
    .select({ n: messages.n })
    .from(messages)
    .where(and(inPlace, lte(messages.seq, p('seq'))))
    .orderBy(desc(messages.seq))
    .limit(1)
    .prepare()
  const bySeq = orm
    .select()
    .from(messages)
    .where(sql`${messages.id} in (select value from json_each(${p('ids')}))`)
    .prepare()
  const reactionsOf = reactionRows(orm.$client)
  const versions = versionRows(orm.$client)
  function withReactions(rows: readonly Row[]): Message[] {
    const found = reactionsOf(rows.map(({ id }) => id))
    return rows.map((row) => toMessage(row, found.get(row.id)))
  }
  const one = (row: Row | undefined) => (row ? (withReactions([row])[0] ?? null) : null)

  return {
    byId: (place: Place, id: string) => one(byId.get({ ...place, id })),
    byN: (place: Place, n: number) => one(byN.get({ ...place, n })),
    /** The newest that reply to a message. */
    repliesTo: (place: Place, id: string, limit: number) => replies.all({ ...place, id, limit }),
    byClient: (place: Place, from: string, clientId: string) =>
      one(byClient.get({ ...place, from, clientId })),
    /** Without reactions: what agents are handed does not show them. */
    owed: (query: OwedQuery) =>
      owed.all({ sessionId: MAIN_SESSION, ...query }).map((row) => toMessage(row, undefined)),
    owedRange: (query: Omit<OwedQuery, 'limit'>) =>
      owedRange.get({ sessionId: MAIN_SESSION, ...query }) ?? NOTHING_OWED,
    rangeByN: (place: Place, fromN: number, toN: number) =>
      rangeByN.all({ ...place, fromN, toN }).map((row) => toMessage(row, undefined)),
    ownBetween: (place: Place, afterN: number, beforeN: number) =>
      own.get({ ...place, afterN, beforeN })?.count ?? 0,
    /** Number of the first message at or after a time; null when there is none. */
    seqFrom: (place: Place, time: string): number | null =>
      next.get({ ...place, after: before.get({ ...place, time })?.seq ?? 0 })?.seq ?? null,
    /** Time of the last message before a number; null when there is none. */
    saidBefore: (place: Place, seq: number): string | null =>
      said.get({ ...place, seq })?.at ?? null,
    ordinalAt: (place: Place, seq: number) => ordinal.get({ ...place, seq })?.n ?? 0,
    /** With their reactions, in the order of the ids. */
    inOrder: (ids: readonly string[]): Message[] => {
      const rows = new Map(bySeq.all({ ids: JSON.stringify(ids) }).map((row) => [row.id, row]))
      return withReactions(ids.flatMap((id) => rows.get(id) ?? []))
    },
    /** As they were posted: events report reactions and changes separately. */
    byIds: (ids: readonly string[]) =>
      new Map(
        versions
          .asPosted(bySeq.all({ ids: JSON.stringify(ids) }).map((row) => toMessage(row, undefined)))
          .map((message) => [message.id, message]),
      ),
    changes: versions.changes,
    versionsOf: versions.ofMessage,
  }
}

/** Roughly how long a message is as JSON. */
export function messageBytes({ content, mentions, reactions, parts, replyTo }: Message): number {
  let ids = mentions.length
  for (const reactors of Object.values(reactions)) ids += 1 + reactors.length
  const beside = parts ? JSON.stringify(parts) : ''
  return rowBytes(content + beside + (replyTo?.text ?? '')) + ids * ID_BYTES
}

/** How a message belongs to a round, as part of it; nothing for most. */
export function roundOf(
  runId: string | null,
  n: number | null,
  as: string | null,
): Pick<Message, 'round'> {
  return runId === null || n === null ? {} : { round: { runId, n, as: as as InRound['as'] } }
}

/** What a message consists of beside its text, and what it replies to; nothing for most. */
export function saidWith(
  parts: string | null,
  replyTo: string | null,
): Pick<Message, 'parts' | 'replyTo'> {
  return {
    ...(parts === null ? {} : { parts: JSON.parse(parts) as Part[] }),
    ...(replyTo === null ? {} : { replyTo: JSON.parse(replyTo) as ReplyTo }),
  }
}

function toMessage(row: Row, found: Reactions | undefined): Message {
  return {
    id: row.id,
    seq: row.seq,
    n: row.n,
    group: row.groupName,
    leadId: row.leadId,
    sessionId: row.sessionId,
    kind: row.kind === 'system' ? 'system' : 'message',
    from: row.fromAgentId,
    fromRole: row.fromRole,
    content: row.content,
    timestamp: row.timestamp,
    mentions: JSON.parse(row.mentions) as string[],
    ...(row.clientId === null ? {} : { clientId: row.clientId }),
    hop: row.hop,
    reactions: found ?? NO_REACTIONS,
    ...saidWith(row.parts, row.replyTo),
    ...roundOf(row.runId, row.roundN, row.roundAs),
    ...(row.editedAt === null ? {} : { editedAt: row.editedAt }),
    ...(row.deletedAt === null ? {} : { deletedAt: row.deletedAt }),
  }
}
