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

/** Prepared reads of what was said outside of groups, newest first. */
export function commsRows(sqlite: Sqlite) {
  const newest = (where: string) => `select ${COLUMNS} from direct_messages m
    where m.lead_id = :leadId and m.seq < :before and ${where} order by m.seq desc limit :limit`
  const all = sqlite.prepare(newest('true'))
  // Three short reads, each by its index: what others wrote to each other is not looked at.
  const second = `(:viewer is null or ${concerns(':viewer')})`
  const ofOne = sqlite.prepare(
    `select * from (select * from (${newest(`m.from_id = :who and ${second}`)})
       union select * from (${newest(`m.to_id = :who and ${second}`)})
       union select * from (${newest(`m.to_id is null and ${delivered(':who')} and ${second}`)}))
     order by seq desc limit :limit`,
  )

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
    const { rows, more } = readRows<Row>(
      {
        next: (last, limit) => {
          const before = last?.seq ?? query.before
          return (
            who === null
              ? all.all({ leadId, before, limit })
              : ofOne.all({ leadId, before, limit, who, viewer: viewer === who ? null : viewer })
          ) as Row[]
        },
        bytes: ({ content }) => rowBytes(content),
      },
      query.limit,
    )
    return { messages: rows.reverse().map(toMessage), hasMore: more }
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

function toMessage({ clientId, ...row }: Row): DirectMessage {
  return clientId === null ? row : { ...row, clientId }
}
