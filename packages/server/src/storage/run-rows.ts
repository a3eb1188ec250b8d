import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { RunProgress, RunRecord, RunStatus } from '@crewroom/shared/model/run'
import type { ListedRun, RunQuery } from '../journal/ports/run-port'
import type { Orm } from './database'
import { readRows, rowBytes } from './page-bytes'
import { leads, liveRun, runs, sessions } from './schema'

const p = sql.placeholder
type Row = typeof runs.$inferSelect
type Rest = Omit<
  RunRecord,
  'id' | 'leadId' | 'groupName' | 'sessionId' | 'status' | 'progress' | 'startedAt' | 'endedAt'
>

/** What is under way in a crew, in the order in which it was started. */
export function liveRunLoader(db: Orm): (leadId: string) => RunRecord[] {
  const live = db
    .select()
    .from(runs)
    .where(and(eq(runs.leadId, p('leadId')), liveRun(runs.status)))
    .orderBy(asc(runs.seq))
    .prepare()
  return (leadId) => live.all({ leadId }).map(runRecord)
}

/** Prepared reads of discussions, under way or over. */
export function runRows(db: Orm) {
  const one = db
    .select()
    .from(runs)
    .where(eq(runs.id, p('id')))
    .prepare()
  const of: Readonly<Record<RunQuery['status'], SQL | undefined>> = {
    live: liveRun(runs.status),
    ended: sql`${runs.status} = 'ended'`,
    all: undefined,
  }
  const said = sql`${sessions.title} || ' ' || json_extract(${runs.data}, '$.goal') || ' ' || coalesce(json_extract(${runs.data}, '$.summary'), '')`
  const list = (...where: readonly (SQL | undefined)[]) =>
    db
      .select({ run: runs, leadName: leads.name, title: sessions.title })
      .from(runs)
      .innerJoin(leads, eq(leads.id, runs.leadId))
      .innerJoin(sessions, eq(sessions.id, runs.sessionId))
      .where(
        and(
          ...where,
          ne(sessions.status, 'deleted'),
          sql`(${p('who')} is null or exists (select 1 from json_each(${runs.data}, '$.participants') a where a.value in (select value from json_each(${p('who')}))))`,
          sql`(${p('words')} is null or not exists (select 1 from json_each(${p('words')}) w where instr(lower(${said}), lower(w.value)) = 0))`,
          sql`(${runs.startedAt}, ${runs.id}) < (${p('startedAt')}, ${p('beforeId')})`,
        ),
      )
      .orderBy(desc(runs.startedAt), desc(runs.id))
      .limit(p('limit'))
      .prepare()
  const lists = (status: RunQuery['status']) => ({
    ofAll: list(of[status]),
    ofOne: list(of[status], eq(runs.leadId, p('leadId'))),
  })
  const by = { live: lists('live'), ended: lists('ended'), all: lists('all') }

  return {
    run: (id: string): RunRecord | null => {
      const row = one.get({ id })
      return row ? runRecord(row) : null
    },
    runSeq: (id: string): number | null => one.get({ id })?.seq ?? null,
    /** Newest first: at most `limit`, and as many as fit into a page. */
    page: ({ leadId, status, before, limit, participants, words }: RunQuery) => {
      const who = participants ? JSON.stringify(participants) : null
      const sought = words ? JSON.stringify(words) : null
      const rows = leadId === null ? by[status].ofAll : by[status].ofOne
      const next = (last: ListedRun | null, count: number) => {
        const { startedAt, id } = last ?? before ?? FIRST
        return rows
          .all({ leadId, startedAt, beforeId: id, limit: count, who, words: sought })
          .map(({ run, leadName, title }): ListedRun => ({ ...runRecord(run), leadName, title }))
      }
      const { rows: listed, more } = readRows<ListedRun>({ next, bytes: runBytes }, limit)
      return { runs: listed, hasMore: more }
    },
  }
}

/** Behind every time: a list begins at its newest row. */
const FIRST = { startedAt: '\u{10ffff}', id: '' }

function runBytes(run: ListedRun): number {
  return rowBytes(JSON.stringify(run))
}

function runRecord(row: Row): RunRecord {
  const { id, leadId, groupName, sessionId, startedAt, endedAt } = row
  return {
    id,
    leadId,
    groupName,
    sessionId,
    ...(JSON.parse(row.data) as Rest),
    status: row.status as RunStatus,
    progress: JSON.parse(row.progress) as RunProgress,
    startedAt,
    endedAt,
  }
}
