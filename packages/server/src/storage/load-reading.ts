import { eq, sql } from 'drizzle-orm'
import { MAIN_SESSION, placeOf } from '@crewroom/shared/model/session'
import {
  type CrewState,
  emptyRecord,
  MENTIONS_KEPT,
  withMention,
} from '@crewroom/shared/state/crew-state'
import type { Orm, Sqlite } from './database'
import { readMarks, SETTLED_UP_TO } from './schema'

/** Puts into a state, whose groups and sessions are there, what readers have read of them and what is left. */
export function readingLoader(sqlite: Sqlite, db: Orm): (state: CrewState, leadId: string) => void {
  const marks = db
    .select()
    .from(readMarks)
    .where(eq(readMarks.leadId, sql.placeholder('leadId')))
    .prepare()
  const unreadMentions = mentionLoader(sqlite)
  const ownUnread = ownLoader(sqlite)
  const asked = askedLoader(sqlite)
  return (state, leadId) => {
    // Rows of a deleted session stay, and count for nothing.
    const isThere = ({ sessionId }: InPlace) =>
      sessionId === MAIN_SESSION || state.sessions[sessionId] !== undefined
    for (const row of marks.all({ leadId }).filter(isThere)) {
      if (row.readerId === SETTLED_UP_TO) continue
      const ofReader = (state.readMarks[row.readerId] ??= emptyRecord())
      const place = placeOf(row.groupName, row.sessionId)
      ofReader[place] = { seq: row.seq, n: row.n, lastSeen: row.lastSeen }
    }
    for (const { groupName, sessionId, count } of ownUnread(leadId).filter(isThere)) {
      state.ownUnread[placeOf(groupName, sessionId)] = count
    }
    for (const { reader, groupName, sessionId, n } of unreadMentions(leadId).filter(isThere)) {
      const places = (state.mentions[reader] ??= emptyRecord())
      const place = placeOf(groupName, sessionId)
      places[place] = withMention(places[place] ?? [], n)
    }
    for (const { groupName, sessionId, id, n, reactions } of asked(leadId).filter(isThere)) {
      const place = placeOf(groupName, sessionId)
      state.asked[place] = [
        ...(state.asked[place] ?? []),
        { id, n, ...(reactions > 0 && { reactions }) },
      ].slice(-MENTIONS_KEPT)
    }
  }
}

interface InPlace {
  readonly groupName: string
  readonly sessionId: string
}

/** Messages that mention a reader beyond its mark, in their order. In sessions only the person is a reader. */
function mentionLoader(
  sqlite: Sqlite,
): (leadId: string) => readonly (InPlace & { reader: string; n: number })[] {
  const find = sqlite.prepare<
    { leadId: string },
    InPlace & { reader: string; n: number }
  >(`select called.value as reader, m.group_name as groupName, m.session_id as sessionId, m.n as n
    from chat_group_messages m, json_each(m.mentions) called
    left join read_marks mark on mark.lead_id = m.lead_id and mark.group_name = m.group_name
      and mark.session_id = m.session_id and mark.reader_id = called.value
    where m.lead_id = :leadId and m.mentions <> '[]' and m.n > coalesce(mark.n, 0)
      and (m.session_id = 'main' or called.value = 'human')
    order by m.seq`)
  return (leadId) => find.all({ leadId })
}

/** How many messages of the person are beyond their mark, in each place that has any. */
function ownLoader(sqlite: Sqlite): (leadId: string) => readonly (InPlace & { count: number })[] {
  const find = sqlite.prepare<{ leadId: string }, InPlace & { count: number }>(
    `select m.group_name as groupName, m.session_id as sessionId, count(*) as count
    from chat_group_messages m
    left join read_marks mark on mark.lead_id = m.lead_id and mark.group_name = m.group_name
      and mark.session_id = m.session_id and mark.reader_id = 'human'
    where m.lead_id = :leadId and m.from_agent_id = 'human' and m.n > coalesce(mark.n, 0)
    group by m.group_name, m.session_id`,
  )
  return (leadId) => find.all({ leadId })
}

interface AskedRow extends InPlace {
  readonly id: string
  readonly n: number
  /** How many the person has there. */
  readonly reactions: number
}

/**
 * Messages that wait for the person's answer, in their order: they wrote nothing below it in its place, and did not settle it.
 * Versions that took reading for an answer left no mark of how far that was: up to there nothing waits.
 */
function askedLoader(sqlite: Sqlite): (leadId: string) => readonly AskedRow[] {
  const find = sqlite.prepare<
    { leadId: string },
    AskedRow
  >(`select m.group_name as groupName, m.session_id as sessionId, m.id as id, m.n as n,
      (select count(*) from chat_group_reactions own
        where own.message_id = m.id and own.agent_id = 'human') as reactions
    from chat_group_messages m
    left join read_marks settled on settled.lead_id = m.lead_id and settled.group_name = m.group_name
      and settled.session_id = m.session_id and settled.reader_id = '${SETTLED_UP_TO}'
    left join read_marks mark on mark.lead_id = m.lead_id and mark.group_name = m.group_name
      and mark.session_id = m.session_id and mark.reader_id = 'human'
    where m.lead_id = :leadId and m.mentions <> '[]' and m.from_agent_id <> 'human'
      and exists (select 1 from json_each(m.mentions) where value = 'human')
      and m.n > coalesce(settled.n, mark.n, 0)
      and not exists (select 1 from chat_group_messages own
        where own.lead_id = m.lead_id and own.group_name = m.group_name
          and own.session_id = m.session_id and own.n > m.n and own.from_agent_id = 'human')
      and m.id not in (select id from needs where lead_id = :leadId and kind = 'mention')
    order by m.seq`)
  return (leadId) => find.all({ leadId })
}
