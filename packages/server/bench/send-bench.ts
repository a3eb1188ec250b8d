import { rmSync } from 'node:fs'
import path from 'node:path'
import { sendMessage } from '../src/groups/send-message'
import { openForWriting, orm } from '../src/storage/database'
import { migrate } from '../src/storage/migrate'
import { benchCrew, benchFolder } from './bench-crew'
import { type BenchResult, median, round } from './measure'

const MESSAGES = 20_000
/** Sent before the clock starts, on both sides: a thread that has just begun runs slow code for a while. */
const WARM_UP = 10_000
const IN_FLIGHT = 256
const ROUNDS = 5
/** Words, as agents write them: what one has to look through is part of the work. */
const CONTENT =
  'The parser keeps its place between two reads, so a command that is cut in the middle is found whole when the rest of it has come. I have looked at the tests and they say the same; please look, too, Ada.'

/** Durable messages per second through the verb, with 256 in flight. */
async function ours(): Promise<number> {
  const bench = await benchCrew()
  const { core, crew, sender, groupName } = bench
  let left = 0
  const client = async () => {
    while (left > 0) {
      left--
      sendMessage(
        core.shard,
        crew,
        { ...sender, cause: { kind: 'request' } },
        { group: groupName, content: CONTENT },
      )
      await core.journal.durable(crew.state.lead.id)
    }
  }
  const send = async (count: number) => {
    left = count
    await Promise.all(Array.from({ length: IN_FLIGHT }, client))
  }
  await send(WARM_UP)
  const began = performance.now()
  await send(MESSAGES)
  const seconds = (performance.now() - began) / 1000
  await bench.close()
  return MESSAGES / seconds
}

/** The same rows (message, journal, position) by raw prepared statements, 256 messages per fsynced transaction. */
function raw(): number {
  const folder = benchFolder()
  const db = openForWriting(path.join(folder, 'raw.sqlite'))
  migrate(orm(db))
  db.exec("insert into shard (id, name, epoch, position) values (1, 'main', 'raw', 0)")
  const message = db.prepare(
    'insert into chat_group_messages (id, group_name, lead_id, from_agent_id, from_role, content, timestamp, seq, n, session_id, kind, mentions, client_id) values (?,?,?,?,?,?,?,?,?,?,?,?,?)',
  )
  const journal = db.prepare(
    'insert into journal (lead_id, seq, type, v, at, actor, cause, data, batch_id) values (?,?,?,?,?,?,?,?,?)',
  )
  const position = db.prepare('update shard set position = ? where id = 1')
  const lead = '01234567-89ab-4def-8123-456789abcdef'
  const at = new Date().toISOString()
  const began = performance.now()
  for (let n = 1; n <= MESSAGES;) {
    db.exec('BEGIN IMMEDIATE')
    const batch = Math.ceil(n / IN_FLIGHT)
    for (let i = 0; i < IN_FLIGHT && n <= WARM_UP + MESSAGES; i++, n++) {
      const id = `01234567-89ab-7def-8123-${String(n).padStart(12, '0')}`
      message.run(
        id,
        'bench',
        lead,
        lead,
        'Developer',
        CONTENT,
        at,
        n,
        n,
        'main',
        'message',
        '[]',
        null,
      )
      journal.run(
        lead,
        n,
        'group:message',
        1,
        at,
        `{"kind":"agent","id":"${lead}"}`,
        '{"kind":"request"}',
        `{"groupName":"bench","messageId":"${id}"}`,
        batch,
      )
    }
    position.run(batch)
    db.exec('COMMIT')
  }
  const seconds = (performance.now() - began) / 1000
  db.close()
  rmSync(folder, { recursive: true, force: true })
  return MESSAGES / seconds
}

export async function sendBench(): Promise<BenchResult[]> {
  const a: number[] = []
  const b: number[] = []
  await ours()
  raw()
  for (let i = 0; i < ROUNDS; i++) {
    a.push(await ours())
    b.push(raw())
  }
  const ratio = median(a) / median(b)
  return [
    {
      name: 'sendMessage durable, 256 in flight / raw group commit of the same rows',
      ratio: round(ratio),
      bound: '>= 0.5',
      ok: ratio >= 0.5,
      detail: { 'messages/s': Math.round(median(a)), 'raw messages/s': Math.round(median(b)) },
    },
  ]
}
