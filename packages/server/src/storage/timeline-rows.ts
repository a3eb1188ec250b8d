import type { Actor } from '@crewroom/shared/model/participant'
import type { Message } from '@crewroom/shared/model/message'
import type { TimelineEvent, TimelineRow } from '@crewroom/shared/model/timeline'
import { TIMELINE_TYPES, timelineEvent } from '../journal/timeline-event'
import type { Sqlite } from './database'
import type { KeysetSource } from './keyset-page'
import { messageBytes } from './message-rows'
import { ID_BYTES, rowBytes } from './page-bytes'
import { seenBy } from './seen-by'

/** In the words of the index over these facts (see the migration): otherwise SQLite would not take it. */
const GROUP_OF = `coalesce(json_extract(data, '$.group.name'), json_extract(data, '$.group'),
  json_extract(data, '$.groupName'))`
const IN_INDEX = `type >= 'group:' and type < 'group;'
  and type not in ('group:message', 'group:reaction', 'group:read')`

/** The events of an imported group elsewhere; its messages are rows like others. */
const HISTORY = `(type = 'group:history' and json_extract(data, '$.item.kind') = 'event')`

/** A wake level is how a member works, not what happened to the group (see `isOfTimeline`). */
const NOT_WAKE = `json_extract(data, '$.wakeOf') is null`

const VISIBLE = seenBy({
  leadId: 'journal.lead_id',
  groupName: ':groupName',
  seq: 'journal.seq',
})

const TYPES = TIMELINE_TYPES.map((type) => `'${type}'`).join(', ')

interface Row {
  readonly seq: number
  readonly type: string
  readonly at: string
  readonly actor: string
  readonly data: string
}

/** Prepared reads of what happened to a group, from the journal. The same visibility as its messages. */
export function timelineRows(sqlite: Sqlite) {
  const read = (side: 'before' | 'after') =>
    sqlite.prepare(
      `select seq, type, at, actor, data from journal
       where lead_id = :leadId and ${GROUP_OF} = :groupName and ${IN_INDEX} and ((type in (${TYPES}) and ${NOT_WAKE}) or ${HISTORY})
         and seq ${side === 'before' ? '<' : '>'} :seq
         and ${VISIBLE}
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

/** A group's messages with what happened to it, in one order. */
export function withMessages(
  messages: KeysetSource<Message>,
  events: (side: 'before' | 'after', seq: number, limit: number) => readonly TimelineEvent[],
): KeysetSource<TimelineRow> {
  const merged =
    (side: 'before' | 'after') =>
    (seq: number, limit: number): TimelineRow[] => {
      const rows = [
        ...messages[side](seq, limit).map((message) => ({
          kind: message.kind,
          seq: message.seq,
          message,
        })),
        ...events(side, seq, limit),
      ].sort((a, b) => a.seq - b.seq)
      return side === 'before' ? rows.slice(-limit) : rows.slice(0, limit)
    }
  return {
    before: merged('before'),
    after: merged('after'),
    find: (id) => messages.find(id),
    bytes: (row) => (row.kind === 'event' ? eventBytes(row) : messageBytes(row.message)),
  }
}

/** Roughly how long an event is as JSON. */
function eventBytes({ memberIds, displayName, purpose }: TimelineEvent): number {
  return rowBytes(displayName, purpose) + memberIds.length * ID_BYTES
}

function toEvent({ actor, data, ...row }: Row): TimelineEvent {
  return timelineEvent({
    ...row,
    actor: JSON.parse(actor) as Actor,
    data: JSON.parse(data) as unknown,
  })
}
