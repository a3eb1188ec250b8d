import path from 'node:path'
import { expect, test } from 'vitest'
import { SYSTEM } from '@crewroom/shared/model/participant'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import type { Envelope } from '../../src/journal/facts'
import { JournalRetention } from '../../src/journal/journal-retention'
import type { Trimmed } from '../../src/journal/ports/retention-port'
import { type Sqlite } from '../../src/storage/database'
import { WorkerAppender } from '../../src/storage/worker-appender'
import { Writer } from '../../src/storage/writer'
import {
  numbersOf,
  upTo,
  positionsOf,
  replayed,
  STREAMS,
  trimJournal,
} from '../harness/aged-journal'
import { FakeClock } from '../harness/fake-clock'
import { DAY_MS } from '../harness/old-records'
import { batchesOf } from '../harness/recorded-batches'
import { tempFolder } from '../harness/temp-folder'
import { testCrew } from '../harness/test-crew'
import { WRITER_SCRIPT } from '../harness/test-server'

const FIRST = { shard: 'main', firstEpoch: 'epoch-1' }

/** Writes of a slice, counted; the n-th fails when that is set. */
function countedWriter(sqlite: Sqlite) {
  const writes = { count: 0, failing: Infinity }
  const beforeStatement = () => {
    if (++writes.count !== writes.failing) return
    sqlite.exec('ROLLBACK')
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }
  return { writes, writer: new Writer({ sqlite, ...FIRST, beforeStatement }) }
}

/** Tables with a crew whose programs wrote for a while; the file has nothing else. */
async function oldCrew(facts: number, from: number) {
  await using crew = testCrew({ agents: { ada: 'developer' } })
  const { leadId } = crew
  const sqlite = replayed(crew.published)
  sqlite.prepare('update journal set at = ?').run(new Date(from).toISOString())
  const head = crew.crew.state.seq
  const later = positionsOf(leadId, { count: facts, from }).map(
    (fact, at) => ({ ...fact, seq: head + 1 + at }) as Envelope,
  )
  const { writer, writes } = countedWriter(sqlite)
  expect(writer.write(batchesOf(later, 500, writer.position))).toEqual({ ok: true })
  const own = crew.published.filter((fact) => fact.leadId === leadId)
  return { sqlite, writer, writes, leadId, head, facts: [...own, ...later] }
}

/** The fact behind these, by which their crew is deleted. */
function deletionOf(facts: readonly Envelope[]): Envelope {
  const last = facts.at(-1)
  return { ...last, seq: facts.length + 1, type: 'lead:deleted', data: {} } as unknown as Envelope
}

test('KP11 facts are removed in small transactions, one that fails leaves all of its facts, and no fact is examined twice', async () => {
  const from = Date.parse('2026-01-01T00:00:00.000Z')
  const { sqlite, writer, writes, leadId, head } = await oldCrew(2_000, from)
  const before = new Date(from + 1_500 * 60_000).toISOString()
  const all = numbersOf(sqlite, leadId)
  for (const failing of [1, 30, 250]) {
    writer.beginJournalTrim(before)
    Object.assign(writes, { count: 0, failing })
    let slice = writer.trimJournalSlice()
    while (!slice.isDone) slice = writer.trimJournalSlice()
    expect(slice).toMatchObject({ failure: { code: 'SQLITE_FULL' }, entries: 0 })
    expect(numbersOf(sqlite, leadId)).toEqual(all)
  }
  const round = () => {
    Object.assign(writes, { count: 0, failing: Infinity })
    const slices: number[] = []
    writer.beginJournalTrim(before)
    for (let isDone = false; !isDone;) {
      const slice = writer.trimJournalSlice()
      expect(slice.failure).toBeNull()
      isDone = slice.isDone
      slices.push(slice.entries)
    }
    return { slices, removed: slices.reduce((sum, one) => sum + one), writes: writes.count }
  }
  const first = round()
  expect(first.removed).toBe(1_500 - STREAMS)
  expect(Math.max(...first.slices)).toBeLessThanOrEqual(200)
  // The crew's own facts, the last of each stream behind the horizon, and all before it.
  const aged = upTo(head + 1_500 - STREAMS + 1, head + 1_500)
  const kept = [...upTo(1, head), ...aged, ...upTo(head + 1_501, head + 2_000)]
  expect(numbersOf(sqlite, leadId)).toEqual(kept)
  const noted = sqlite.prepare('select seq from journal_latest order by seq').pluck()
  expect(noted.all()).toEqual(aged)
  // Asks for the next fact, and for the next crew.
  expect(round()).toEqual({ slices: [0], removed: 0, writes: 0 })
  const [next] = positionsOf(leadId, { count: 1, from: from + 1_200 * 60_000 })
  expect(next?.data).toMatchObject({ position: { stream: 'stream-0' } })
  sqlite.prepare('update journal set at = ? where seq = ?').run(next?.at, head + 1_501)
  // It replaces one that an earlier round kept.
  const second = round()
  expect(second.removed).toBe(1)
  expect(second.slices.length).toBeLessThanOrEqual(4)
  expect(numbersOf(sqlite, leadId)).not.toContain(aged[0])
  sqlite.close()
})

test('KP11 facts about many members are examined fewer at a time, and none is left out', async () => {
  const from = Date.parse('2026-01-01T00:00:00.000Z')
  const { sqlite, writer, leadId, head } = await oldCrew(0, from)
  const place = { leadId, v: 1, at: new Date(from).toISOString() }
  const by = { actor: SYSTEM, cause: { kind: 'system' }, type: 'inbox:confirmed' }
  const others = { addressed: [], chains: [], attached: [], detached: [] }
  const [facts, about] = [60, 100]
  // Each about a hundred stays of its own, and then each again.
  const confirmed = upTo(head + 1, head + 2 * facts).map((seq, at) => {
    const stays = upTo(1, about).map((n) => {
      const group = `group-${at % facts}-${n}`
      return { group, joined: 1, seq, count: 1, agents: [0] }
    })
    return { ...place, ...by, seq, data: { stays, ...others } } as unknown as Envelope
  })
  const removed: number[] = []
  for (const half of [confirmed.slice(0, facts), confirmed.slice(facts)]) {
    expect(writer.write(batchesOf(half, 20, writer.position))).toEqual({ ok: true })
    writer.beginJournalTrim('9')
    for (let isDone = false; !isDone;) {
      const slice = writer.trimJournalSlice()
      expect(slice.failure).toBeNull()
      isDone = slice.isDone
      removed.push(slice.entries)
    }
  }
  expect(removed.reduce((sum, one) => sum + one)).toBe(facts)
  // About 4,000 of them, and one fact more.
  expect(Math.max(...removed)).toBeLessThanOrEqual(4_000 / about + 1)
  expect(numbersOf(sqlite, leadId)).toEqual([
    ...upTo(1, head),
    ...upTo(head + facts + 1, head + 2 * facts),
  ])
  sqlite.close()
})

test('KP11 a crew in which nothing was replaced keeps every fact, and one that is deleted meanwhile is gone', async () => {
  const from = Date.parse('2026-01-01T00:00:00.000Z')
  await using quiet = testCrew({ agents: { ada: 'developer' } })
  createGroup(quiet.shard, quiet.crew, quiet.by('lead'), { name: 'plan', members: ['ada'] })
  for (let n = 0; n < 300; n++) {
    sendMessage(quiet.shard, quiet.crew, quiet.by('lead'), { group: 'plan', content: `${n}` })
  }
  const all = numbersOf(quiet.database, quiet.leadId)
  expect(await trimJournal(quiet.database, '9')).toMatchObject({ entries: 0, failure: null })
  expect(numbersOf(quiet.database, quiet.leadId)).toEqual(all)

  for (const text of ['one\n', 'two\n']) await quiet.says('ada', text)
  all.push(quiet.crew.state.seq)
  // More crews than are asked at once: each of them has its turn.
  const other = quiet.database.prepare(
    `insert into leads (id, name, created_at) values (?, '', '')`,
  )
  for (let n = 0; n < 450; n++) other.run(`!${n}`)
  expect(await trimJournal(quiet.database, '9')).toMatchObject({ entries: 1, failure: null })
  expect(numbersOf(quiet.database, quiet.leadId)).toEqual(all)

  const { sqlite, writer, leadId, facts } = await oldCrew(600, from)
  writer.beginJournalTrim('9')
  for (let slices = 0; slices < 3; slices++) writer.trimJournalSlice()
  expect(writer.write(batchesOf([deletionOf(facts)], 1, writer.position))).toEqual({ ok: true })
  let slice = writer.trimJournalSlice()
  while (!slice.isDone) slice = writer.trimJournalSlice()
  expect(slice.failure).toBeNull()
  for (const table of ['journal', 'journal_trims', 'journal_latest']) {
    const rows = sqlite.prepare(`select count(*) from ${table} where lead_id = ?`).pluck()
    expect(rows.get(leadId), table).toBe(0)
  }
  sqlite.close()
})

test('KP11 a crew that is deleted and imported again while its facts are removed is examined from its beginning', async () => {
  const { sqlite, writer, leadId, head, facts } = await oldCrew(600, Date.parse('2026-01-01'))
  writer.beginJournalTrim('9')
  // The crew is found, nothing of it was kept, and 400 facts are looked at.
  for (let slices = 0; slices < 4; slices++) writer.trimJournalSlice()
  const place = sqlite.prepare('select seq from journal_trims').pluck().get()
  expect(place).toBe(400)
  const again = facts.slice(0, 400)
  const stored = writer.write(batchesOf([deletionOf(facts), ...again], 1_000, writer.position))
  expect(stored).toEqual({ ok: true })
  for (let isDone = false; !isDone;) ({ isDone } = writer.trimJournalSlice())
  writer.beginJournalTrim('9')
  for (let isDone = false; !isDone;) ({ isDone } = writer.trimJournalSlice())
  expect(numbersOf(sqlite, leadId)).toEqual([...upTo(1, head), ...upTo(391, 400)])
  sqlite.close()
})

test('KP16 the rows that stay of two crews are put side by side, so that pages become free; each row is as it was, whatever fails', async () => {
  const from = Date.parse('2026-01-01T00:00:00.000Z')
  const { sqlite, writer, writes, leadId, head, facts } = await oldCrew(0, from)
  const other = leadId.replace(/^0/, 'f')
  const place = { v: 1, at: new Date(from).toISOString(), actor: SYSTEM, cause: { kind: 'system' } }
  // One in three is replaced: that empties no page.
  const seen = { type: 'turn:seen', data: { turnId: 'turn-1', agentId: leadId } }
  const later = positionsOf(leadId, { count: 3_000, from }).map((fact, at) => {
    const { type, data } = at % 6 < 2 ? fact : seen
    return { ...place, type, data, leadId: at % 2 === 0 ? leadId : other, seq: 0 }
  })
  const next = new Map([leadId, other].map((id) => [id, head]))
  const numbered = later.map((fact) => {
    const seq = (next.get(fact.leadId) ?? 0) + 1
    next.set(fact.leadId, seq)
    return { ...fact, seq } as Envelope
  })
  const founded = facts.map((fact) => JSON.parse(JSON.stringify(fact).replaceAll(leadId, other)))
  const own = founded.filter(
    ({ type }: Envelope) => type !== 'token:created' && type !== 'agent:created',
  )
  for (const batch of batchesOf([...own, ...numbered], 500, writer.position)) {
    expect(writer.write([batch])).toEqual({ ok: true })
  }
  const rows = () => sqlite.prepare('select rowid as row, * from journal order by rowid').all()
  const pages = () =>
    sqlite.prepare("select count(*) from dbstat where name = 'journal'").pluck().get() as number
  const round = () => {
    writer.beginJournalTrim('9')
    let [entries, failure]: [number, unknown] = [0, null]
    for (let isDone = false; !isDone;) {
      const slice = writer.trimJournalSlice()
      ;({ isDone, failure } = slice)
      entries += slice.entries
    }
    return { entries, failure }
  }
  const [whole, before] = [rows(), pages()]
  const { entries } = round()
  expect(entries).toBeGreaterThan(900)
  const kept = rows()
  const stays = new Set(kept.map((row) => (row as { row: number }).row))
  expect(kept).toEqual(whole.filter((row) => stays.has((row as { row: number }).row)))
  const after = pages()
  console.log(
    `${entries} of ${whole.length} rows removed: ${before} pages of the journal, then ${after}`,
  )
  expect(after).toBeLessThan(before * 0.8)
  expect(sqlite.pragma('freelist_count', { simple: true })).toBeGreaterThan((before - after) / 2)
  // Once is enough; after VACUUM rows have other numbers, and are looked at again.
  Object.assign(writes, { count: 0 })
  expect([round(), writes.count]).toEqual([{ entries: 0, failure: null }, 0])
  sqlite.exec('delete from journal where rowid % 4 = 0 and rowid > 20')
  sqlite.exec('update shard set journal_packed = 1000000')
  const left = rows()
  for (const failing of [1, 2, 100, 152]) {
    Object.assign(writes, { count: 0, failing })
    expect(round()).toMatchObject({ failure: { code: 'SQLITE_FULL' } })
    expect(rows()).toEqual(left)
  }
  Object.assign(writes, { failing: Infinity })
  expect(round()).toEqual({ entries: 0, failure: null })
  expect(rows()).toEqual(left)
  expect(pages()).toBeLessThan(after * 0.9)
  sqlite.close()
})

test('KP11 the thread stores batches while it removes facts', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.sqlite')
  const from = Date.parse('2026-01-01T00:00:00.000Z')
  const { sqlite, leadId, head } = await oldCrew(3_000, from)
  await sqlite.backup(file)
  sqlite.close()
  const { port, position } = await WorkerAppender.open(WRITER_SCRIPT, { file, ...FIRST })
  const order: string[] = []
  const round = port
    .trimJournal(new Date(from + 90 * DAY_MS).toISOString())
    .then((trimmed) => order.push(`${trimmed.entries} removed`))
  const young = positionsOf(leadId, { count: 40, from: from + 100 * DAY_MS }).map(
    (fact, at) => ({ ...fact, seq: head + 3_001 + at }) as Envelope,
  )
  for (const batch of batchesOf(young, 2, position)) {
    await new Promise<void>((resolve) =>
      port.append(batch, (outcome) => {
        order.push(outcome)
        resolve()
      }),
    )
  }
  await round
  expect(order.indexOf(`${3_000 - STREAMS} removed`), 'between two of its slices').toBeGreaterThan(
    0,
  )
  expect(order.filter((one) => one === 'durable')).toHaveLength(20)
  const late = port.trimJournal('9')
  await port.kill()
  expect(await late).toMatchObject({ failure: { code: 'WRITER_EXITED' } })
})

test('KP15 the journal is checked when the server starts and every ten minutes, and not without a setting', async () => {
  const clock = new FakeClock()
  const asked: string[] = []
  const told: Trimmed[] = []
  const done: Trimmed = { entries: 3, bytes: 30, failure: null }
  const port = {
    trimJournal: (before: string) => {
      asked.push(before)
      return Promise.resolve(done)
    },
  }
  const trimmed = (round: Trimmed) => void told.push(round)
  new JournalRetention({ clock, port, days: 0, trimmed }).start()
  expect([asked, clock.nextDue()]).toEqual([[], null])
  const retention = new JournalRetention({ clock, port, days: 2, trimmed })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  retention.start()
  await turn()
  clock.advance(10 * 60_000)
  await turn()
  const first = Date.parse('2026-01-02T03:04:05.000Z') - 2 * DAY_MS
  expect(asked).toEqual([first, first + 600_000].map((at) => new Date(at).toISOString()))
  expect(told).toEqual([done, done])
  retention.stop()
  clock.advance(DAY_MS)
  await turn()
  expect(asked).toHaveLength(2)
})
