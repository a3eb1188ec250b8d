import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { CommsPage, CommsQuery, SentDirect } from '../journal/ports/reader-port'
import type { Sqlite } from './database'
import { readRows, rowBytes } from './page-bytes'

/** A broadcast was for whom it was delivered to: the first one delivered behind its fact is it, or it is not. */
const delivered = (who: string) => `m.id = (select json_extract(d.content, '$.messageId')
  from deliveries d where d.agent_id = ${who} and d.lead_id = m.lead_id and d.kind = 'broadcast'
    and d.seq > m.seq order by d.seq limit 1)`
const concerns = (who: string) =>
  `(m.from_id = ${who} or m.to_id = ${who} or (m.to_id is null and ${delivered(who)}))`

const COLUMNS = `m.id, m.seq, m.lead_id as leadId, m.kind, m.from_id as "from",
  m.from_role as fromRole, m.to_id as "to", m.content, m.timestamp, m.hop,
  m.client_id as clientId`

type Row = Omit<DirectMessage, 'clientId'> & { readonly clientId: string | null }

/** Prepared reads of what was said outside of groups, from one of its ends. */
export function commsRows(sqlite: Sqlite) {
  const newest = readsFrom(sqlite, 'desc')
  const oldest = readsFrom(sqlite, 'asc')
  const byClient = sqlite.prepare(
    `select ${COLUMNS} from direct_messages m
     where m.lead_id = :leadId and m.client_id = :clientId and m.from_id = :from`,
  )
  // The deliveries of a message are the facts behind its own, one for each agent at most.
  const deliveries = sqlite.prepare(
    `select d.id, d.agent_id as agentId from journal j
       join deliveries d on d.id = json_extract(j.data, '$.deliveryId')
     where j.lead_id = :leadId and j.seq > :seq
       and j.seq <= :seq + (select count(*) from agents a where a.lead_id = :leadId)
       and j.type = 'delivery:created' and json_extract(d.content, '$.messageId') = :id
     order by j.seq`,
  )

  const page = (leadId: string, query: CommsQuery): Omit<CommsPage, 'asOf'> => {
    const { agentId, viewer } = query
    const who = agentId ?? viewer
    const { all, ofOne } = query.after === undefined ? newest : oldest
    const { rows, more } = readRows<Row>(
      {
        next: (last, limit) => {
          const isOnwards = query.after !== undefined
          const before = isOnwards ? query.before : (last?.seq ?? query.before)
          const after = isOnwards ? (last?.seq ?? query.after) : 0
          const from = { leadId, before, after, limit }
          return (
            who === null
              ? all.all(from)
              : ofOne.all({ ...from, who, viewer: viewer === who ? null : viewer })
          ) as Row[]
        },
        bytes: ({ content }) => rowBytes(content),
      },
      query.limit,
    )
    const ascending = query.after === undefined ? rows.reverse() : rows
    return { messages: ascending.map(toMessage), hasMore: more }
  }

  return {
    page,
    byClient: (leadId: string, from: string, clientId: string): SentDirect | null => {
      const row = byClient.get({ leadId, from, clientId }) as Row | undefined
      if (!row) return null
      const found = deliveries.all({ leadId, seq: row.seq, id: row.id })
      return { message: toMessage(row), deliveries: found as SentDirect['deliveries'] }
    },
  }
}

function readsFrom(sqlite: Sqlite, order: 'asc' | 'desc') {
  const some = (where: string) => `select ${COLUMNS} from direct_messages m
    where m.lead_id = :leadId and m.seq < :before and m.seq > :after and ${where}
    order by m.seq ${order} limit :limit`
  // Three short reads, each by its index: what others wrote to each other is not looked at.
  const second = `(:viewer is null or ${concerns(':viewer')})`
  return {
    all: sqlite.prepare(some('true')),
    ofOne: sqlite.prepare(
      `select * from (select * from (${some(`m.from_id = :who and ${second}`)})
         union select * from (${some(`m.to_id = :who and ${second}`)})
         union select * from (${some(`m.to_id is null and ${delivered(':who')} and ${second}`)}))
       order by seq ${order} limit :limit`,
    ),
  }
}

function toMessage({ clientId, ...row }: Row): DirectMessage {
  return clientId === null ? row : { ...row, clientId }
}
