import { and, asc, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AdmissionRecord, Admitted } from '@crewroom/shared/model/admission'
import type { InviteRecord } from '@crewroom/shared/model/invite'
import type { AdmissionPlace, AdmissionReader } from '../journal/ports/admission-port'
import type { Orm } from './database'
import { onFirstUse } from './on-first-use'
import { readRows, rowBytes } from './page-bytes'
import { activeAdmission, admissions, invites } from './schema'

const p = sql.placeholder
type Row = typeof admissions.$inferSelect

/** Admissions of a crew that are not closed, in the order in which they were created. */
export function admissionLoader(db: Orm): (leadId: string) => AdmissionRecord[] {
  const active = db
    .select()
    .from(admissions)
    .where(and(eq(admissions.leadId, p('leadId')), activeAdmission(admissions.status)))
    .orderBy(asc(admissions.seq))
    .prepare()
  return (leadId) => active.all({ leadId }).map(admissionRecord)
}

/** Admissions of a crew, also closed ones. */
export function admissionReader(db: Orm): AdmissionReader {
  const own = eq(admissions.leadId, p('leadId'))
  const one = onFirstUse(() =>
    db
      .select()
      .from(admissions)
      .where(and(own, eq(admissions.id, p('id'))))
      .prepare(),
  )
  // One list after the other: with `or` SQLite would sort all of them.
  const listed = (place: SQL) =>
    db
      .select()
      .from(admissions)
      .where(
        and(
          own,
          place,
          sql`(${p('viewer')} is null or ${admissions.manager} = ${p('viewer')} or exists
            (select 1 from json_each(${admissions.admitted}) where json_extract(value, '$.id') = ${p('viewer')}))`,
        ),
      )
      .orderBy(desc(admissions.createdAt), asc(admissions.id))
      .limit(p('limit'))
      .prepare()
  const sameTime = onFirstUse(() =>
    listed(sql`${admissions.createdAt} = ${p('createdAt')} and ${admissions.id} > ${p('after')}`),
  )
  const earlier = onFirstUse(() => listed(sql`${admissions.createdAt} < ${p('createdAt')}`))
  return {
    one: (leadId, id) => {
      const row = one().get({ leadId, id })
      return row ? admissionRecord(row) : null
    },
    page: ({ leadId, viewer, after, limit }) => {
      const behind = (last: AdmissionPlace | null, most: number) => {
        // No time is later than `~`.
        const of = { leadId, viewer, createdAt: last?.createdAt ?? '~', after: last?.id ?? '' }
        const same = last ? sameTime().all({ ...of, limit: most }) : []
        return [...same, ...earlier().all({ ...of, limit: most - same.length })]
      }
      const { rows, more } = readRows(
        {
          next: (last: Row | null, most) => behind(last ?? after, most),
          bytes: ({ admitted }) => rowBytes(admitted),
        },
        limit,
      )
      return { admissions: rows.map(admissionRecord), hasMore: more }
    },
  }
}

/** The codes of a crew that are not used up or withdrawn, oldest first. */
export function inviteLoader(db: Orm): (leadId: string) => InviteRecord[] {
  const all = db
    .select()
    .from(invites)
    .where(
      and(
        eq(invites.leadId, p('leadId')),
        isNull(invites.revokedAt),
        lt(invites.used, invites.uses),
      ),
    )
    .orderBy(sql`rowid`)
    .prepare()
  return (leadId) =>
    all
      .all({ leadId })
      .map(({ instructions, ...row }) => (instructions === null ? row : { ...row, instructions }))
}

function admissionRecord({ seq: _, ...row }: typeof admissions.$inferSelect): AdmissionRecord {
  return {
    ...row,
    status: row.status === 'closed' ? 'closed' : 'active',
    admitted: JSON.parse(row.admitted) as Admitted[],
  }
}
