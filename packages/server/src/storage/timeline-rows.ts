import type { Actor } from '@crewroom/shared/model/participant'
import type { TimelineEvent, TimelineEventName } from '@crewroom/shared/model/timeline'
import type { Sqlite } from './database'

const NAMES: Readonly<Record<string, TimelineEventName>> = {
  'group:created': 'created',
  'group:member_added': 'joined',
  'group:member_removed': 'removed',
  'group:updated': 'updated',
  'group:archived': 'archived',
  'group:unarchived': 'unarchived',
  'group:paused': 'paused',
  'group:resumed': 'resumed',
  'group:held': 'held',
}

/** In the words of the index over these facts (see the migration): otherwise SQLite would not take it. */
const GROUP_OF = `coalesce(json_extract(data, '$.group.name'), json_extract(data, '$.group'),
  json_extract(data, '$.groupName'))`
const IN_INDEX = `type >= 'group:' and type < 'group;'
  and type not in ('group:message', 'group:reaction', 'group:read')`

const TYPES = Object.keys(NAMES)
  .map((type) => `'${type}'`)
  .join(', ')

interface Row {
  readonly seq: number
  readonly type: string
  readonly at: string
  readonly actor: string
  readonly data: string
}

interface Data {
  readonly agentId?: string
  readonly reason?: 'left' | 'removed'
  readonly group:
    | string
    | {
        readonly displayName: string
        readonly purpose: string | null
        readonly memberIds: readonly string[]
      }
}

/** Prepared reads of what happened to a group, from the journal. The same visibility as its messages. */
export function timelineRows(sqlite: Sqlite) {
  const read = (side: 'before' | 'after') =>
    sqlite.prepare(
      `select seq, type, at, actor, data from journal
       where lead_id = :leadId and ${GROUP_OF} = :groupName and ${IN_INDEX} and type in (${TYPES})
         and seq ${side === 'before' ? '<' : '>'} :seq
         and (:viewer is null or exists (
           select 1 from chat_group_memberships stay
           where stay.lead_id = journal.lead_id and stay.group_name = :groupName
             and stay.agent_id = :viewer and stay.joined_seq <= journal.seq
             and (stay.left_seq is null or stay.left_seq >= journal.seq)))
       order by seq ${side === 'before' ? 'desc' : 'asc'} limit :limit`,
    )
  const sides = { before: read('before'), after: read('after') }

  /** Ascending, like messages. */
  return (
    side: 'before' | 'after',
    leadId: string,
    groupName: string,
    seq: number,
    viewer: string | null,
    limit: number,
  ): TimelineEvent[] => {
    const rows = sides[side].all({ leadId, groupName, seq, viewer, limit }) as Row[]
    return (side === 'before' ? rows.reverse() : rows).map(toEvent)
  }
}

function toEvent({ seq, type, at, actor, data }: Row): TimelineEvent {
  const { group, agentId, reason } = JSON.parse(data) as Data
  const event = reason ?? NAMES[type] ?? 'updated'
  const named = typeof group !== 'string' && (event === 'created' || event === 'updated')
  return {
    kind: 'event',
    seq,
    at,
    event,
    by: (JSON.parse(actor) as Actor).id,
    memberIds:
      agentId === undefined
        ? event === 'created' && typeof group !== 'string'
          ? group.memberIds
          : []
        : [agentId],
    displayName: named ? group.displayName : null,
    purpose: named ? group.purpose : null,
  }
}
