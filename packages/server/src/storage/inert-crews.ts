import { desc, sql } from 'drizzle-orm'
import { SHARD_SCOPE } from '../journal/facts'
import type { Orm } from './database'
import { journal } from './schema'

/** Tells whether a crew was imported and nobody has resumed it since: `facts` came with the file. */
export function inertCrews(db: Orm): (leadId: string) => boolean {
  const p = sql.placeholder
  const newest = db
    .select({ data: journal.data })
    .from(journal)
    .where(
      sql`${journal.leadId} = ${SHARD_SCOPE} and ${journal.type} = 'crew:imported'
        and json_extract(${journal.data}, '$.leadId') = ${p('leadId')}`,
    )
    .orderBy(desc(journal.seq))
    .limit(1)
    .prepare()
  const resumed = db
    .select({ seq: journal.seq })
    .from(journal)
    .where(
      sql`${journal.leadId} = ${p('leadId')} and ${journal.seq} > ${p('facts')}
        and ${journal.type} = 'lead:resumed'`,
    )
    .limit(1)
    .prepare()
  return (leadId) => {
    const last = newest.get({ leadId })
    if (!last) return false
    const { facts } = JSON.parse(last.data) as { facts: number }
    return resumed.get({ leadId, facts }) === undefined
  }
}
