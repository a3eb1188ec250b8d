import { cut } from '@crewroom/shared/model/cut'
import { TALK_TEXT, type TalkWords } from '@crewroom/shared/model/talk'
import type { TalkQuery, TalkReader, WrittenFor } from '../journal/ports/talk-port'
import type { Sqlite } from './database'
import { onFirstUse } from './on-first-use'

interface Written {
  readonly messageId: string
  readonly seq: number
  readonly at: string
  readonly from: string
}
interface InGroup extends Written {
  readonly group: string
  readonly sessionId: string
  readonly mentions: string
  /** Who wrote what it replies to. */
  readonly repliedTo: string | null
}
interface Outside extends Written {
  readonly to: string | null
}
interface Stay {
  readonly group: string
  readonly agentId: string
  readonly joined: number
  readonly left: number | null
}

/** Reads of who wrote for whom, each by an index and from the newest message backwards. */
export function talkReader(sqlite: Sqlite): TalkReader {
  const rows = onFirstUse(() => talkRows(sqlite))
  return {
    newest: (leadId, query) => rows().newest(leadId, query),
    words: (written) => rows().words(written),
  }
}

function talkRows(sqlite: Sqlite) {
  const bounds = sqlite.prepare<{ leadId: string }, { oldest: number; newest: number }>(
    // What was removed for its age is not looked at: between what stays of it nothing says how much is missing.
    `select coalesce((select max(seq) + 1 from journal_trims where lead_id = :leadId), 1) as oldest,
       coalesce(max(seq), 0) as newest from journal where lead_id = :leadId`,
  )
  // What was said is found in the journal, from its end: a look at each group would cost more the more there are.
  const said = sqlite
    .prepare<{ leadId: string; from: number; limit: number }, string>(
      `select json_extract(data, '$.messageId') from journal where lead_id = :leadId and seq >= :from
         and type in ('group:message', 'session:message', 'group:history', 'direct:message')
       order by seq desc limit :limit`,
    )
    .pluck()
  const stays = sqlite.prepare<{ leadId: string }, Stay>(
    `select group_name as "group", agent_id as agentId, joined_seq as joined, left_seq as "left"
     from chat_group_memberships where lead_id = :leadId order by joined_seq, agent_id`,
  )
  const inGroups = sqlite.prepare<[string], InGroup>(
    `select id as messageId, seq, timestamp as at, from_agent_id as "from", group_name as "group",
       session_id as sessionId, mentions, json_extract(reply_to, '$.from') as repliedTo
     from chat_group_messages where id in (select value from json_each(?)) and kind = 'message'`,
  )
  const outside = sqlite.prepare<[string], Outside>(
    `select id as messageId, seq, timestamp as at, from_id as "from", to_id as "to"
     from direct_messages where id in (select value from json_each(?))`,
  )
  // The deliveries of a broadcast are the facts behind its own, one for each agent at most.
  const reached = sqlite
    .prepare<{ leadId: string; seq: number; id: string }, string>(
      `select d.agent_id from journal j join deliveries d on d.id = json_extract(j.data, '$.deliveryId')
       where j.lead_id = :leadId and j.seq > :seq
         and j.seq <= :seq + (select count(*) from agents a where a.lead_id = :leadId)
         and j.type = 'delivery:created' and json_extract(d.content, '$.messageId') = :id
       order by j.seq`,
    )
    .pluck()
  const texts = sqlite.prepare<[string, string], { id: string; content: string }>(
    `select id, content from chat_group_messages where id in (select value from json_each(?))
     union all select id, content from direct_messages where id in (select value from json_each(?))`,
  )

  const read = (leadId: string, { since, most, facts }: TalkQuery) => {
    const { oldest, newest } = bounds.get({ leadId }) ?? { oldest: 1, newest: 0 }
    const from = Math.max(oldest, newest - facts + 1)
    const ids = said.all({ leadId, from, limit: most + 1 })
    const known = JSON.stringify(ids.slice(0, most))
    const looked = { inGroups: inGroups.all(known), outside: outside.all(known) }
    const isWithin = ({ at }: Written) => since === null || at >= since
    const members = membersAt(stays.all({ leadId }))
    const written: WrittenFor[] = []
    for (const row of looked.inGroups.filter(isWithin)) {
      const { messageId, seq, at, from, group, sessionId } = row
      const to = addressees(row) ?? members(group, seq).filter((id) => id !== from)
      written.push({ messageId, seq, at, from, to, group, sessionId })
    }
    for (const row of looked.outside.filter(isWithin)) {
      const to =
        row.to === null ? reached.all({ leadId, seq: row.seq, id: row.messageId }) : [row.to]
      written.push({ ...row, to: to.filter((id) => id !== row.from), group: null, sessionId: null })
    }
    written.sort((a, b) => a.seq - b.seq)
    const isCut = ids.length > most || from > 1
    const isOlderKnown = written.length < looked.inGroups.length + looked.outside.length
    return {
      written,
      // If anything older than the time was looked at, everything in the time was.
      isPart: isCut && !isOlderKnown,
      asOf: newest,
    }
  }

  const words = (written: readonly WrittenFor[]): readonly TalkWords[] => {
    const ids = JSON.stringify(written.map(({ messageId }) => messageId))
    const byId = new Map(texts.all(ids, ids).map(({ id, content }) => [id, content]))
    return written.flatMap(({ messageId, from, at, group, sessionId }) => {
      const content = byId.get(messageId)
      if (content === undefined) return []
      return [{ messageId, from, at, group, sessionId, text: cut(content, TALK_TEXT) }]
    })
  }

  // One moment for all of the reads.
  return { newest: sqlite.transaction(read), words }
}

/** Whom a message in a group names; null if it is for everybody there. */
function addressees({ from, mentions, repliedTo }: InGroup): string[] | null {
  if (repliedTo !== null && repliedTo !== from) return [repliedTo]
  if (mentions === '[]') return null
  const named = (JSON.parse(mentions) as string[]).filter((id) => id !== from)
  return named.length === 0 ? null : named
}

/** The members that a group had at a journal number. */
function membersAt(stays: readonly Stay[]) {
  const byGroup = new Map<string, Stay[]>()
  for (const stay of stays) {
    const own = byGroup.get(stay.group)
    if (own) own.push(stay)
    else byGroup.set(stay.group, [stay])
  }
  return (group: string, seq: number): string[] => [
    ...new Set(
      (byGroup.get(group) ?? []).flatMap(({ agentId, joined, left }) =>
        joined <= seq && (left === null || left > seq) ? [agentId] : [],
      ),
    ),
  ]
}
