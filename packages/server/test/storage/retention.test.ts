import path from 'node:path'
import { expect, test } from 'vitest'
import type { RecordLimits, RetentionPort, Trimmed } from '../../src/journal/ports/retention-port'
import { RecordRetention } from '../../src/rollouts/record-retention'
import { openForReading, openForWriting, type Sqlite } from '../../src/storage/database'
import { InProcessAppender } from '../../src/storage/in-process-appender'
import { RECORD_BYTES } from '../../src/storage/record-bytes'
import { WorkerAppender } from '../../src/storage/worker-appender'
import { Writer } from '../../src/storage/writer'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { FakeClock } from '../harness/fake-clock'
import { DAY_MS, oldRecords } from '../harness/old-records'
import { batchesOf, dumpOf, recordedFacts } from '../harness/recorded-batches'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer, WRITER_SCRIPT } from '../harness/test-server'
import { migratedDatabase } from '../harness/migrated-database'
import { isLong, often } from '../harness/long'

const FIRST = { shard: 'main', firstEpoch: 'epoch-1' }
const NOW = Date.parse('2026-06-01T00:00:00.000Z')
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

/** The numbers of an agent's entries that are there. */
const numbers = (sqlite: Sqlite, agentId: string) =>
  sqlite
    .prepare('select n from rollout_entries where agent_id = ? order by n')
    .pluck()
    .all(agentId) as number[]
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const bytesOf = (sqlite: Sqlite) =>
  sqlite.prepare(`select sum(${RECORD_BYTES}) from rollout_entries own`).pluck().get() as number

/** A crew that did a little of everything, and two agents with long records. */
async function tables(beforeStatement = () => {}) {
  const sqlite = migratedDatabase()
  const writer = new Writer({ sqlite, ...FIRST, beforeStatement })
  expect(writer.write(batchesOf(await recordedFacts(), 100))).toEqual({ ok: true })
  return { sqlite, writer, port: new InProcessAppender(writer) }
}

/** Everything but records. */
function others(sqlite: Sqlite): Record<string, unknown[]> {
  const { rollout_entries: _, ...rest } = dumpOf(sqlite)
  return rest
}

test('KP2 entries that are too old are removed, and nothing else; the newest of each agent stays', async () => {
  const { sqlite, writer, port } = await tables()
  writer.writeRollouts(oldRecords(['ada', 'ben'], { count: 500, from: NOW - 40 * DAY_MS }))
  writer.writeRollouts(oldRecords(['cleo'], { count: 3, from: NOW - 39 * DAY_MS }))
  writer.writeRollouts(oldRecords(['ben'], { count: 2, n: 501, from: NOW - DAY_MS }))
  const before = others(sqlite)
  expect(await port.trimRecords({ since: ago(50), bytes: null })).toMatchObject({ entries: 0 })
  const trimmed = await port.trimRecords({ since: ago(30), bytes: null })
  expect(trimmed).toMatchObject({ entries: 499 + 500 + 2, failure: null })
  expect(numbers(sqlite, 'ada')).toEqual([500])
  expect(numbers(sqlite, 'ben')).toEqual([501, 502])
  expect(numbers(sqlite, 'cleo')).toEqual([3])
  expect(others(sqlite)).toEqual(before)
  sqlite.close()
})

test('KP3 when records take too much, the oldest entries of all agents go first, and no more than that', async () => {
  const { sqlite, writer, port } = await tables()
  const text = 'x'.repeat(3_000)
  for (let at = 0; at < 10; at++) {
    const from = NOW + at * DAY_MS
    writer.writeRollouts(oldRecords(['ada', 'ben'], { count: 60, n: 1 + at * 60, from, text }))
  }
  const most = Math.floor(bytesOf(sqlite) / 3)
  const trimmed = await port.trimRecords({ since: null, bytes: most })
  const left = bytesOf(sqlite)
  expect(left).toBeLessThanOrEqual(most)
  expect(left).toBeGreaterThan(most - 2 * 3_500)
  expect(trimmed.entries).toBe(
    1_200 - numbers(sqlite, 'ada').length - numbers(sqlite, 'ben').length,
  )
  const [first = 0] = numbers(sqlite, 'ada')
  expect(numbers(sqlite, 'ada')).toEqual(upTo(first, 600))
  expect(Math.abs((numbers(sqlite, 'ben')[0] ?? 0) - first)).toBeLessThanOrEqual(1)
  // What comes later counts, and so does a second round.
  writer.writeRollouts(oldRecords(['cleo'], { count: 300, from: NOW + 20 * DAY_MS, text }))
  await port.trimRecords({ since: null, bytes: most })
  expect(bytesOf(sqlite)).toBeLessThanOrEqual(most)
  expect(numbers(sqlite, 'cleo').at(-1)).toBe(300)
  sqlite.close()
})

test('KP3 a deleted crew no longer counts', async () => {
  const { sqlite, writer, port } = await tables()
  const facts = await recordedFacts()
  const leadId = facts[0]?.leadId ?? ''
  const text = 'x'.repeat(3_000)
  writer.writeRollouts(oldRecords([leadId], { leadId, count: 300, from: NOW, text }))
  writer.writeRollouts(oldRecords(['other'], { count: 300, from: NOW, text }))
  const most = bytesOf(sqlite) + 10_000
  expect(await port.trimRecords({ since: null, bytes: most })).toMatchObject({ entries: 0 })
  const [batch] = batchesOf(facts.slice(0, 1), 1, 1)
  if (!batch?.entries[0]) throw new Error('no facts')
  const seq = facts.length + 1
  const gone = { ...batch.entries[0], seq, type: 'lead:deleted' as const, data: {} }
  expect(writer.write([{ ...batch, entries: [gone as never] }])).toEqual({ ok: true })
  expect(numbers(sqlite, leadId)).toEqual([])
  writer.writeRollouts(oldRecords(['other'], { count: 250, n: 301, from: NOW, text }))
  expect(await port.trimRecords({ since: null, bytes: most })).toMatchObject({ entries: 0 })
  sqlite.close()
})

test('KP4 entries are removed in small transactions; one that fails leaves all of its entries', async () => {
  let left = Infinity
  const { sqlite, writer } = await tables(() => {
    if (--left > 0) return
    left = Infinity
    sqlite.exec('ROLLBACK')
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  })
  const text = 'x'.repeat(60_000)
  writer.writeRollouts(oldRecords(['ada'], { count: 450, from: NOW - 40 * DAY_MS }))
  writer.writeRollouts(oldRecords(['ben'], { count: 60, from: NOW - 39 * DAY_MS, text }))
  const begin = () => writer.beginTrim({ since: ago(30), bytes: null })
  for (const failing of [1, 77, 200]) {
    begin()
    left = failing
    expect(writer.trimSlice()).toMatchObject({ failure: { code: 'SQLITE_FULL' }, entries: 0 })
    expect(numbers(sqlite, 'ada')).toEqual(upTo(1, 450))
  }
  begin()
  const slices: number[] = []
  for (let isDone = false; !isDone;) {
    const slice = writer.trimSlice()
    isDone = slice.isDone
    slices.push(slice.entries)
    expect(slice.bytes).toBeLessThan(1024 * 1024 + 61_000)
  }
  expect(Math.max(...slices)).toBeLessThanOrEqual(200)
  expect(slices.reduce((sum, one) => sum + one)).toBe(449 + 59)
  expect(slices.filter((one) => one > 0).length).toBeGreaterThan(5)
  sqlite.close()
})

test.skipIf(!isLong)('KP4 the thread stores batches while it removes entries', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.sqlite')
  const { port } = await WorkerAppender.open(WRITER_SCRIPT, { file, ...FIRST })
  const rows = oldRecords(['ada'], { count: 4_000, from: NOW - 40 * DAY_MS })
  await new Promise((resolve) => port.appendRollouts(rows, resolve))
  const order: string[] = []
  const round = port
    .trimRecords({ since: ago(30), bytes: null })
    .then((trimmed) => order.push(`${trimmed.entries} removed`))
  for (const batch of batchesOf(await recordedFacts(), 3)) {
    await new Promise<void>((resolve) =>
      port.append(batch, (outcome) => {
        order.push(outcome)
        resolve()
      }),
    )
  }
  await round
  expect(order.at(-1)).toBe('3999 removed')
  expect(new Set(order.slice(0, -1))).toEqual(new Set(['durable']))
  const late = port.trimRecords({ since: ago(30), bytes: null })
  await port.kill()
  expect(await late).toMatchObject({ failure: { code: 'WRITER_EXITED' } })
})

test.skipIf(!isLong)('KP4 freed pages are used again: the file does not grow', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.sqlite')
  const sqlite = openForWriting(file)
  const writer = new Writer({ sqlite, ...FIRST })
  const port = new InProcessAppender(writer)
  const text = 'x'.repeat(5_000)
  const pages: number[] = []
  for (let at = 0; at < 6; at++) {
    const from = NOW + at * DAY_MS
    writer.writeRollouts(oldRecords(['ada'], { count: 300, n: 1 + at * 300, from, text }))
    await port.trimRecords({ since: new Date(from).toISOString(), bytes: null })
    pages.push(sqlite.pragma('page_count', { simple: true }) as number)
  }
  console.log(`pages after each round: ${pages.join(', ')}`)
  expect(pages.at(-1)).toBeLessThan((pages[1] ?? 0) * 1.1)
  sqlite.close()
})

test('KP5 a server killed while it removes entries leaves records without gaps, and the next start continues', async () => {
  using folder = tempFolder()
  const [from, count] = [Date.now() - 40 * DAY_MS, often(3_000, 5_000)]
  const file = path.join(folder.path, 'crewroom.sqlite')
  let leadId = ''
  {
    await using server = await ChildServer.start({ data: folder.path, port: 0 })
    const token = ownerToken(folder.path)
    const lead = await request(`${server.url}/api/lead`, token, 'POST', { name: 'atlas' })
    leadId = lead?.body['lead'].id as string
    await server.end('SIGTERM')
  }
  const sqlite = openForWriting(file)
  const writer = new Writer({ sqlite, ...FIRST })
  writer.writeRollouts(oldRecords([leadId, 'ben'], { leadId, count, from }))
  sqlite.close()
  const environment = { CREWROOM_RECORD_DAYS: '30' }
  const left = () => {
    using tables = openForReadingOnce(file)
    return [numbers(tables.sqlite, leadId), numbers(tables.sqlite, 'ben')]
  }
  const starts: number[] = []
  for (let kills = 0; kills < often(1, 2); kills++) {
    await using server = await ChildServer.start({ data: folder.path, port: 0, environment })
    const before = left()[0]?.length ?? 0
    await eventually('some are removed', () => (left()[0]?.length ?? 0) < before - 150)
    await server.end('SIGKILL')
    const after = left()
    for (const one of after) expect(one).toEqual(upTo(one[0] ?? 0, count))
    starts.push(after[0]?.length ?? 0)
  }
  expect(starts.at(-1), 'killed before it was done').toBeGreaterThan(1)
  await using server = await ChildServer.start({ data: folder.path, port: 0, environment })
  await eventually('all are removed', () => left().every((one) => one.length === 1))
  const token = ownerToken(folder.path)
  const page = await request(`${server.url}/api/agents/${leadId}/rollout`, token, 'GET')
  expect(page?.body).toMatchObject({ removed: count - 1, hasBefore: false })
})

function openForReadingOnce(file: string): { sqlite: Sqlite } & Disposable {
  const sqlite = openForReading(file)
  return { sqlite, [Symbol.dispose]: () => sqlite.close() }
}

test('KP6, KP1 a record says how many entries were removed, and lanes since when they are complete; numbers continue', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { ada: 'developer', ben: 'architect' })
  const [ada = '', ben = ''] = [ids['ada'], ids['ben']]
  const rollout = async (of: string, query = '') =>
    (await server.call('GET', `/api/agents/${of}/rollout${query}`)).body
  const lanes = async () => (await server.call('GET', `/api/lead/${leadId}/turns`)).body
  await server.stop()
  const sqlite = openForWriting(server.data.database)
  const writer = new Writer({ sqlite, ...FIRST })
  const old = Date.now() - 40 * DAY_MS
  const young = Date.now() - DAY_MS
  const prompts = { leadId, kind: 'prompt' as const }
  writer.writeRollouts(oldRecords([ada, ben], { ...prompts, count: 50, from: old }))
  writer.writeRollouts(oldRecords([ada], { ...prompts, count: 5, n: 51, from: young }))
  sqlite.close()
  await server.restart()
  expect(await rollout(ada, '?limit=2')).toMatchObject({ removed: 0, hasBefore: true })
  expect(await lanes()).toMatchObject({ recordsFrom: null })
  expect((await lanes())['turns']).toHaveLength(105)
  await server.restart({ recordDays: 30 })
  await eventually('they are removed', async () => (await rollout(ben))['removed'] === 49)
  expect(await rollout(ada)).toMatchObject({ removed: 50, hasBefore: false })
  expect(await rollout(ada, '?after=0&limit=2')).toMatchObject({ removed: 50, hasAfter: true })
  expect((await rollout(ada))['entries'].map(({ n }: { n: number }) => n)).toEqual(upTo(51, 55))
  const { turns, recordsFrom } = await lanes()
  expect(turns).toHaveLength(6)
  expect(recordsFrom).toBe(new Date(young).toISOString())
  // The one whose last entry is older says nothing of what came after it.
  const body = { text: 'on with it\n', offset: 0, endOfTurn: true }
  await server.call('POST', `/api/agents/${ben}/output`, body, { token: tokens['ben'] ?? '' })
  const entries = (await rollout(ben))['entries'] as { n: number; text: string }[]
  expect(entries.map(({ n }) => n)).toEqual([50, 51])
})

test('KP7 records are checked when the server starts and every ten minutes, even after a failure, and not without a setting', async () => {
  const clock = new FakeClock()
  const asked: RecordLimits[] = []
  const told: Trimmed[] = []
  const answers: Trimmed[] = [
    { entries: 0, bytes: 0, failure: null },
    { entries: 0, bytes: 0, failure: { code: 'SQLITE_FULL', message: 'full' } },
    { entries: 7, bytes: 70, failure: null },
  ]
  const port: Pick<RetentionPort, 'trimRecords'> = {
    trimRecords: (limits) => {
      asked.push(limits)
      return Promise.resolve(answers[asked.length - 1] ?? { entries: 0, bytes: 0, failure: null })
    },
  }
  const trimmed = (round: Trimmed) => void told.push(round)
  const none = new RecordRetention({ clock, port, days: 0, megabytes: 0, trimmed })
  none.start()
  expect([asked, clock.nextDue()]).toEqual([[], null])
  const retention = new RecordRetention({ clock, port, days: 2, megabytes: 3, trimmed })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  retention.start()
  await turn()
  for (const rounds of [2, 3, 4]) {
    clock.advance(10 * 60_000)
    await turn()
    expect(asked).toHaveLength(rounds)
  }
  const first = Date.parse('2026-01-02T03:04:05.000Z') - 2 * DAY_MS
  expect(asked.slice(0, 2)).toEqual([
    { since: new Date(first).toISOString(), bytes: 3 * 1024 * 1024 },
    { since: new Date(first + 600_000).toISOString(), bytes: 3 * 1024 * 1024 },
  ])
  expect(told).toEqual(answers.slice(1))
  retention.stop()
  clock.advance(DAY_MS)
  await turn()
  expect(asked).toHaveLength(4)
})
