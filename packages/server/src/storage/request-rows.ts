import type { AnsweredRequest } from '../journal/facts'
import type { RequestReader } from '../journal/ports/request-port'
import type { Sqlite } from './database'
import { onFirstUse } from './on-first-use'

/** The type is a literal: only then the index over these facts alone is used. */
const ANSWERED = `from journal where type = 'request:answered'`

/** Reads of what requests with a key were answered, from the journal itself. */
export function requestReader(sqlite: Sqlite): RequestReader {
  const rows = onFirstUse(() => ({
    // Two have the same key where a file brought one of them: what was here first counts.
    byKey: sqlite
      .prepare<{ key: string; since: string }, string>(
        `select data ${ANSWERED} and json_extract(data, '$.request.key') = :key and at > :since
         order by batch_id limit 1`,
      )
      .pluck(),
    // By the index, because a crew's facts are many, and those who send a key few.
    founded: sqlite
      .prepare<{ leadId: string; since: string }, string>(
        `select data from journal indexed by idx_journal_answered where type = 'request:answered'
           and lead_id = :leadId and at > :since and json_extract(data, '$.request.founds')`,
      )
      .pluck(),
    any: sqlite
      .prepare<{ leadId: string; to: number }, number>(
        `select 1 from journal indexed by idx_journal_answered where type = 'request:answered'
           and lead_id = :leadId and seq <= :to limit 1`,
      )
      .pluck(),
  }))
  const requestIn = (data: string) =>
    (JSON.parse(data) as { readonly request: AnsweredRequest }).request
  return {
    answered: (key, since) => {
      const data = rows().byKey.get({ key, since })
      return data === undefined ? null : requestIn(data)
    },
    founded: (leadId, since) => rows().founded.all({ leadId, since }).map(requestIn),
    hasAny: (leadId, to) => rows().any.get({ leadId, to }) === 1,
  }
}
