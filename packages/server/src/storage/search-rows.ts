import type { Message } from '@crewroom/shared/model/message'
import type { IndexPlace, SearchHits, SearchQuery } from '../journal/ports/search-port'
import type { Sqlite } from './database'
import { messageBytes } from './message-rows'
import { readRows } from './page-bytes'
import { seenBy } from './seen-by'
import { featureFacet, fromFacet, groupFacet, leadFacet } from './search-facets'

/** A session's messages are found as long as it is there, all of them by those who read it. */
const OF_SESSION = `exists (select 1 from sessions s
  where s.id = m.session_id and s.lead_id = m.lead_id and s.status <> 'deleted'
    and (:sessions is null or s.id in (select value from json_each(:sessions))))`

const VISIBLE = seenBy({
  leadId: 'm.lead_id',
  groupName: 'm.group_name',
  seq: 'm.seq',
  message: { sessionId: 'm.session_id', n: 'm.n' },
})

/** Prepared reads of the full-text index. A later message of a crew has a higher row: keyset, newest first. */
export function searchRows(
  sqlite: Sqlite,
  messages: (ids: readonly string[]) => readonly Message[],
) {
  const hits = sqlite
    .prepare(
      `select d.message_id from search_text
       cross join search_documents d on d.docid = search_text.rowid
       cross join chat_group_messages m on m.id = d.message_id
       where search_text match :match and search_text.rowid <= :newest
         and (:earlier is null or m.timestamp < :earlier)
         and case when m.session_id = 'main' then ${VISIBLE} else ${OF_SESSION} end
       order by search_text.rowid desc limit :limit`,
    )
    .pluck()
  const newestDocid = sqlite
    .prepare(
      `select docid from search_documents where lead_id = :leadId and seq < :before
       order by seq desc limit 1`,
    )
    .pluck()
  const progress = sqlite.prepare('select seq from search_progress where lead_id = :leadId').pluck()
  const numbers = sqlite.prepare(
    // Each by the index: both in one SELECT would read the whole journal.
    `select (select min(seq) from journal where lead_id = :leadId) as oldest,
       (select max(seq) from journal where lead_id = :leadId) as newest`,
  )
  // A journal may have lost numbers.
  const factFrom = sqlite.prepare<{ leadId: string; seq: number }, { seq: number; at: string }>(
    `select seq, at from journal where lead_id = :leadId and seq >= :seq order by seq limit 1`,
  )

  /** The first number of the crew's journal that is not earlier: by halves, because time goes forward in it. */
  function firstNotEarlier(leadId: string, time: string): number {
    const { oldest, newest } = numbers.get({ leadId }) as {
      oldest: number | null
      newest: number | null
    }
    let [low, high] = [oldest ?? 0, (newest ?? 0) + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const fact = factFrom.get({ leadId, seq: middle })
      if (fact && fact.at < time) low = fact.seq + 1
      else high = middle
    }
    return low
  }

  const upTo = sqlite
    .prepare(
      'select at from journal where lead_id = :leadId and seq <= :seq order by seq desc limit 1',
    )
    .pluck()
  const read = (leadId: string): number => (progress.get({ leadId }) as number | undefined) ?? 0

  return {
    progress: read,

    place(leadId: string): IndexPlace {
      const indexed = read(leadId)
      const at = upTo.get({ leadId, seq: indexed }) as string | undefined
      return { indexed, indexedAt: at ?? null }
    },

    search(leadId: string, query: SearchQuery): SearchHits | null {
      const { before, earlier, limit, viewer } = query
      const sessions = query.sessions && JSON.stringify(query.sessions)
      const match = matchOf(leadId, query)
      const newest =
        match === null
          ? undefined
          : newestDocid.get({
              leadId,
              before:
                earlier === null ? before : Math.min(before, firstNotEarlier(leadId, earlier)),
            })
      if (newest === undefined) return { messages: [], hasMore: false }
      let ids: string[]
      try {
        ids = hits.all({ match, newest, earlier, viewer, sessions, limit: limit + 1 }) as string[]
      } catch (error) {
        if (isDamage(error)) return null
        throw error
      }
      let at = 0
      const { rows, more } = readRows<Message>(
        {
          next: (_last, count) => messages(ids.slice(at, (at += count))),
          bytes: messageBytes,
        },
        limit,
      )
      return { messages: rows, hasMore: more }
    },
  }
}

/** The query in the language of FTS5; null when nothing can fit. Every word is quoted and holds no quote. */
function matchOf(leadId: string, query: SearchQuery): string | null {
  const { phrases, from, groups, has } = query
  if (from?.length === 0 || groups?.length === 0) return null
  const facets = [
    quoted(leadFacet(leadId)),
    ...(from ? [anyOf(from.map(fromFacet))] : []),
    ...(groups ? [anyOf(groups.map(groupFacet))] : []),
    ...has.map((feature) => quoted(featureFacet(feature))),
  ]
  const words = phrases.map(
    ({ words, prefix }) => `content : ${quoted(words.join(' '))}${prefix ? ' *' : ''}`,
  )
  return [...facets.map((facet) => `facets : ${facet}`), ...words].join(' AND ')
}

function anyOf(facets: readonly string[]): string {
  return `(${facets.map(quoted).join(' OR ')})`
}

function quoted(words: string): string {
  return `"${words.replaceAll('"', '""')}"`
}

/** The index alone contradicts itself; other damage to the file has other codes. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_CORRUPT_VTAB'
}
