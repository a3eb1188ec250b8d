import path from 'node:path'
import { createAgent, createLead } from '../src/agents/create-agent'
import { createGroup } from '../src/groups/create-group'
import { openForWriting, type Sqlite } from '../src/storage/database'
import { benchFolder, benchStore, BY } from './bench-crew'

/** A crew whose groups have so many messages each. */
export interface ManyMessages {
  readonly folder: string
  readonly leadId: string
  readonly groups: readonly string[]
}

const MEMBERS = 4
/** Short texts: a million of them, with journal and index, must fit into a gigabyte. */
const WORDS_EACH = 6
const HALF_OF_THE_BACKLOG = 1_000
const VOCABULARY = 20_000
const FIRST_DAY = Date.parse('2026-01-01T00:00:00Z')
const ROLE = 'Developer'

/**
 * A database as the product leaves it, without the hours: crew and groups by its verbs, messages and their journal
 * rows by SQL into its tables. Everybody has been handed everything. With `indexed` the full-text index is said to
 * have read them; else the writer builds it when it is asked.
 */
export async function manyMessages(
  sizes: Readonly<Record<string, number>>,
  indexed: boolean,
): Promise<ManyMessages> {
  const folder = benchFolder()
  const groups = Object.keys(sizes)
  const store = await benchStore(folder)
  const { shard, journal } = store.core
  const { crew } = createLead(shard, BY, { name: 'many' })
  const agents = Array.from(
    { length: MEMBERS },
    (_, n) => createAgent(shard, crew, BY, { role: 'developer', name: `Dev ${n}` }).agent.id,
  )
  for (const name of groups) {
    createGroup(shard, crew, BY, { name, members: agents })
    if (journal.backlog.envelopes > HALF_OF_THE_BACKLOG) await journal.flush()
  }
  const leadId = crew.state.lead.id
  await store.close('keep')
  const db = openForWriting(path.join(folder, 'crewroom.sqlite'))
  // Only for filling: a machine that crashes now leaves nothing worth keeping.
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -200000')
  db.transaction(() => {
    fill(db, leadId, agents, sizes)
    const head = 'select max(seq) from journal where lead_id = ?'
    db.prepare(`update chat_group_memberships set handed_seq = (${head}) where lead_id = ?`).run(
      leadId,
      leadId,
    )
    db.prepare("update deliveries set turn_id = 'bench' where lead_id = ?").run(leadId)
    if (!indexed) return
    db.prepare(`insert or replace into search_progress (lead_id, seq) select ?, (${head})`).run(
      leadId,
      leadId,
    )
  })()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  return { folder, leadId, groups }
}

/** Groups take turns as long as they have messages left, as those of a crew at work do. */
function fill(
  db: Sqlite,
  leadId: string,
  agents: readonly string[],
  sizes: Readonly<Record<string, number>>,
): void {
  const message = db.prepare(
    `insert into chat_group_messages (id, group_name, lead_id, from_agent_id, from_role, content, timestamp, seq, n,
       session_id, kind, mentions) values (?, ?, ?, ?, '${ROLE}', ?, ?, ?, ?, 'main', 'message', '[]')`,
  )
  const journal = db.prepare(
    `insert into journal (lead_id, seq, type, v, at, actor, cause, data, batch_id)
     values (?, ?, 'group:message', 1, ?, '{}', '{}', ?, ?)`,
  )
  const { position } = db.prepare('select position from shard').get() as { position: number }
  const words = wordsFrom(1)
  let seq = db
    .prepare('select max(seq) from journal where lead_id = ?')
    .pluck()
    .get(leadId) as number
  let left = Object.entries(sizes)
  for (let n = 1; left.length > 0; n++) {
    for (const [group] of left) {
      seq++
      const id = `019b7000-0000-7000-8000-${seq.toString(16).padStart(12, '0')}`
      const at = new Date(FIRST_DAY + seq * 10).toISOString()
      const who = seq % agents.length
      message.run(id, group, leadId, agents[who], words(WORDS_EACH), at, seq, n)
      journal.run(leadId, seq, at, `{"groupName":"${group}","messageId":"${id}"}`, position)
    }
    left = left.filter(([, size]) => size > n)
  }
}

/** The n-th commonest word: four to seven letters. */
export function wordOf(rank: number): string {
  const letters = 'aeiourstlnmdbk'
  let text = ''
  for (let rest = rank * 7919 + 2744; rest > 0; rest = Math.floor(rest / letters.length)) {
    text += letters[rest % letters.length]
  }
  return text
}

/** Always the same words for the same seed; few of them are common, as in any language. */
function wordsFrom(seed: number): (count: number) => string {
  let state = seed
  const vocabulary = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank))
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return (count) => {
    let text = ''
    for (let n = 0; n < count; n++) {
      text += `${n === 0 ? '' : ' '}${vocabulary[Math.floor(VOCABULARY * next() ** 3)]}`
    }
    return text
  }
}
