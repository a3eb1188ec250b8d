import type { Message } from '@crewroom/shared/model/message'
import type { Sqlite } from './database'
import { type Place, roundOf, saidWith } from './message-rows'
import { NO_REACTIONS, reactionRows } from './reaction-rows'
import { seenBy } from './seen-by'

/** What differs from message to message, in the order of the columns below. */
type Row = readonly [
  id: string,
  seq: number,
  n: number,
  kind: string,
  from: string,
  fromRole: string,
  content: string,
  timestamp: string,
  mentions: string,
  clientId: string | null,
  hop: number,
  runId: string | null,
  roundN: number | null,
  roundAs: string | null,
  parts: string | null,
  replyTo: string | null,
  editedAt: string | null,
  deletedAt: string | null,
]

const COLUMNS =
  'id, seq, n, kind, from_agent_id, from_role, content, timestamp, mentions, client_id, hop, run_id, round_n, round_as, parts, reply_to, edited_at, deleted_at'

const VISIBLE = seenBy({
  leadId: 'message.lead_id',
  groupName: 'message.group_name',
  seq: 'message.seq',
  message: { sessionId: 'message.session_id', n: 'message.n' },
})

/**
 * Messages next to a position of a place, ascending: what is read most. Rows come as they are in the table, because a
 * page has hundreds of values and each step between costs as much as reading them.
 */
export function messagePageRows(sqlite: Sqlite) {
  const read = (side: 'before' | 'after') =>
    sqlite
      .prepare(
        `select ${COLUMNS} from chat_group_messages message
         where lead_id = :leadId and group_name = :groupName and session_id = :sessionId
           and seq ${side === 'before' ? '<' : '>'} :seq and ${VISIBLE}
         order by seq ${side === 'before' ? 'desc' : 'asc'} limit :limit`,
      )
      .raw()
  const sides = { before: read('before'), after: read('after') }
  const reactionsOf = reactionRows(sqlite)

  return (
    side: 'before' | 'after',
    { leadId, groupName, sessionId }: Place,
    seq: number,
    viewer: string | null,
    limit: number,
  ): Message[] => {
    const rows = sides[side].all({ leadId, groupName, sessionId, seq, viewer, limit }) as Row[]
    const reactions = reactionsOf(rows.map(([id]) => id))
    const messages = rows.map((row): Message => {
      const [id, at, n, kind, from, fromRole, content, timestamp] = row
      const [, , , , , , , , mentions, clientId, hop, runId, roundN, roundAs, parts, replyTo] = row
      const [editedAt, deletedAt] = row.slice(-2) as [string | null, string | null]
      return {
        id,
        seq: at,
        n,
        group: groupName,
        leadId,
        sessionId,
        kind: kind === 'system' ? 'system' : 'message',
        from,
        fromRole,
        content,
        timestamp,
        mentions: mentions === '[]' ? [] : (JSON.parse(mentions) as string[]),
        ...(clientId === null ? {} : { clientId }),
        hop,
        reactions: reactions.get(id) ?? NO_REACTIONS,
        ...saidWith(parts, replyTo),
        ...roundOf(runId, roundN, roundAs),
        ...(editedAt === null ? {} : { editedAt }),
        ...(deletedAt === null ? {} : { deletedAt }),
      }
    })
    return side === 'before' ? messages.reverse() : messages
  }
}
