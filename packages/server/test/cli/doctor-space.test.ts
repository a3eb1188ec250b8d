import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from '../../src/cli/doctor'
import { examineJournal } from '../../src/cli/examine-journal'
import { examineSpace } from '../../src/cli/examine-space'
import type { Space } from '../../src/storage/space'
import { openForReading, openForWriting } from '../../src/storage/database'
import { Writer } from '../../src/storage/writer'
import { DataDir } from '../../src/data-dir'
import { positionsOf, storeFacts, STREAMS, trimJournal } from '../harness/aged-journal'
import { crewroom, traceOf } from '../harness/crewroom'
import { DAY_MS, oldRecords } from '../harness/old-records'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { isLong } from '../harness/long'

const CHECK_SCRIPT = new URL('../../dist/database-check.js', import.meta.url)
const FIRST = { shard: 'main', firstEpoch: 'epoch-1' }
const NONE = { recordDays: 0, recordMegabytes: 0, journalDays: 0 }
const MEGABYTE = 1024 * 1024

interface Filled {
  readonly server: TestServer
  readonly leads: readonly string[]
  readonly now: number
}

/** Two crews: one with a long record and one that talked; the server is stopped. */
async function filled(): Promise<Filled> {
  const server = await TestServer.start()
  const atlas = await server.crew('atlas', { ada: 'developer', ben: 'architect' })
  const other = await server.crew('borealis', { eve: 'developer' })
  const groups = `/api/lead/${other.leadId}/groups`
  await server.call('POST', groups, { name: 'team', memberIds: [other.ids['eve']] })
  for (let n = 0; n < 20; n++) {
    await server.call('POST', `${groups}/team/messages`, { content: 'a '.repeat(4_000) })
  }
  await server.stop()
  const now = Date.now()
  const sqlite = openForWriting(server.data.database)
  const writer = new Writer({ sqlite, ...FIRST })
  const { leadId, ids } = atlas
  const text = 'x'.repeat(1_700)
  const record = { leadId, text }
  writer.writeRollouts(
    oldRecords([ids['ada'] ?? ''], { ...record, count: 1_000, from: now - 60 * DAY_MS }),
  )
  writer.writeRollouts(
    oldRecords([ids['ada'] ?? '', ids['ben'] ?? ''], {
      ...record,
      n: 1_001,
      count: 200,
      from: now - 10 * DAY_MS,
    }),
  )
  // Their pages are free.
  sqlite.exec('delete from rollout_entries where n <= 100')
  sqlite.close()
  return { server, leads: [leadId, other.leadId], now }
}

let { server, leads, now } = {} as Filled
beforeAll(async () => {
  ;({ server, leads, now } = await filled())
})
afterAll(() => server[Symbol.asyncDispose]())

/** Bytes of the pages of these tables and indexes. */
function pagesOf(file: string, names: readonly string[]): number {
  const sqlite = openForReading(file)
  const marks = names.map(() => '?').join()
  const bytes = sqlite
    .prepare(`select sum(pgsize) from dbstat where name in (${marks})`)
    .pluck()
    .get(...names) as number
  sqlite.close()
  return bytes
}

test('CL45 doctor says what takes the space: kinds add up to the file, and the largest crews and records come first', async () => {
  const before = traceOf(server.data.folder)
  const [whole, crews, agents, records, journal, ...more] = await examineSpace(
    server.data,
    CHECK_SCRIPT,
    NONE,
    now,
  )
  expect(more).toEqual([])
  expect(traceOf(server.data.folder), 'nothing is changed').toEqual(before)
  const space = whole?.space as Space
  const { kinds } = space
  const told = Object.values(kinds).reduce((sum, bytes) => sum + bytes)
  expect(told).toBe(space.fileBytes)
  const kept = space.recordDays.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`records: ${kinds.records} bytes of pages, ${kept} by their rows`)
  expect(kinds.records / kept).toBeGreaterThan(0.8)
  expect(kinds.records / kept).toBeLessThan(1.3)
  expect(kinds.free).toBeGreaterThan(100_000)
  expect(kinds.messages).toBeGreaterThan(20 * 8_000)
  expect(kinds.journal, 'with its index').toBe(
    pagesOf(server.data.database, [
      'journal',
      'idx_journal_answered',
      'idx_journal_rules',
      'sqlite_autoindex_journal_1',
      'idx_journal_group_events',
    ]),
  )
  expect(kinds.search).toBeGreaterThan(0)
  expect(space.crews.map(({ id, name }) => [id, name])).toEqual([
    [leads[0], 'atlas'],
    [leads[1], 'borealis'],
  ])
  expect(space.crews[1]?.bytes).toBeGreaterThan(20 * 8_000)
  expect(space.crews[0]?.bytes).toBeGreaterThan(kinds.records * 0.99)
  expect(space.agents.map(({ name }) => name)).toEqual(['ada', 'ben'])
  expect(whole?.text).toMatch(
    /^space: the database takes \d\.\d MB(; its log beside it \d+\.\d MB)?\. In it: agents' records \d\.\d MB \(\d\d %\), .*messages and reactions \d+ KB \(\d+ %\).*New rows use the free pages first; the file does not shrink$/,
  )
  expect(crews?.text).toMatch(
    /^largest crews, about: atlas \([0-9a-f]{8}\) \d\.\d MB, borealis \([0-9a-f]{8}\) \d+ KB$/,
  )
  expect(agents?.text).toMatch(/^largest agents' records, about: ada .*, ben /)
  expect(records?.text).toMatch(/^agents' records: 1,300 entries since /)
  for (const one of [whole, crews, agents, records, journal]) expect(one?.kind).toBe('ok')
})

test('CL46 doctor says what limits records, and how much a limit would free', async () => {
  const text = async (settings: Partial<typeof NONE>) => {
    const found = await examineSpace(server.data, CHECK_SCRIPT, { ...NONE, ...settings }, now)
    return found.find(({ text }) => text.startsWith("agents' records"))?.text ?? ''
  }
  expect(await text({})).toMatch(
    /all are kept \(recordDays and recordMegabytes are not set\); recordDays: 30 would free about 1\.\d MB \(900 entries\); recordDays: 7 would free about 2\.\d MB \(1,300 entries\)\. No setting removes messages$/,
  )
  expect(await text({ recordDays: 30, recordMegabytes: 1 })).toMatch(
    /; recordDays: 30 and recordMegabytes: 1 limit them; recordDays: 7 would free .*; recordMegabytes: 1 will free about 1\.\d MB\. No setting/,
  )
  expect(await text({ recordDays: 7 })).toMatch(/; recordDays: 7 limits them\. No setting/)
})

test('CL47 doctor prints the space also as numbers with --json, says so when it cannot be measured in time, and ends as before', async () => {
  const { folder } = server.data
  const environment = { CREWROOM_RECORD_MEGABYTES: '2' }
  const args = ['doctor', '--json', '--data', folder, '--port', '0']
  const { code, out } = await crewroom(args, { cwd: folder, environment })
  expect(code).toBe(0)
  const { ok, findings } = JSON.parse(out) as {
    ok: boolean
    findings: { text: string; space?: Space }[]
  }
  expect(ok).toBe(true)
  const [space, ...others] = findings.flatMap((one) => one.space ?? [])
  expect(others).toEqual([])
  expect(space?.kinds.records).toBeGreaterThan(2 * MEGABYTE)
  expect(findings.some(({ text }) => text.includes('recordMegabytes: 2 limits them'))).toBe(true)
  const slow = path.join(folder, 'slow.mjs')
  writeFileSync(slow, 'setInterval(() => {}, 1000)')
  expect(await examineSpace(server.data, pathToFileURL(slow), NONE, now, 50)).toEqual([
    { kind: 'note', text: 'space: the database is too large to measure in 0.05 s' },
  ])
  const without = path.join(folder, 'without.mjs')
  writeFileSync(without, "process.stdout.write('null')")
  expect(await examineSpace(server.data, pathToFileURL(without), NONE, now)).toEqual([
    { kind: 'note', text: 'space: this SQLite cannot say what takes it' },
  ])
})

test.skipIf(!isLong)(
  'CL45 doctor measures the database of a running server, with its log; where there is none it says nothing of space',
  async () => {
    await using running = await TestServer.start()
    await running.crew('atlas')
    const options = {
      nodeVersion: '20.19.0',
      data: running.data,
      host: '127.0.0.1',
      port: 0,
      environment: {},
      checkScript: CHECK_SCRIPT,
    }
    const found = await examine(options)
    expect(found.find(({ space }) => space)?.space?.logBytes).toBeGreaterThan(0)
    using folder = tempFolder()
    expect(await examineSpace(new DataDir(folder.path), CHECK_SCRIPT, NONE, 0)).toEqual([])
  },
)

test('KP14 doctor says how large the journal is, how much of it was replaced and what a horizon would free; nobody waits for a large one', async () => {
  await using aged = await TestServer.start()
  const { leadId } = await aged.crew('atlas')
  await aged.stop()
  const today = Date.now()
  storeFacts(aged.data.database, positionsOf(leadId, { count: 1_000, from: today - 60 * DAY_MS }))
  storeFacts(aged.data.database, positionsOf(leadId, { count: 500, from: today - 10 * DAY_MS }))
  const look = async (journalDays: number) => {
    const settings = { ...NONE, journalDays }
    const found = await examineSpace(aged.data, CHECK_SCRIPT, settings, today)
    return found.find(({ journal }) => journal)
  }
  const found = await look(0)
  const sqlite = openForReading(aged.data.database)
  const all = sqlite.prepare('select count(*) from journal').pluck().get() as number
  sqlite.close()
  // The last of each stream stays: one of each ten days ago is replaced by nothing.
  const replaced = found?.journal?.days.reduce((sum, { facts }) => sum + facts, 0)
  expect([found?.journal?.facts, replaced]).toEqual([all, 1_500 - STREAMS])
  const count = all.toLocaleString('en')
  expect(found?.text).toMatch(
    new RegExp(
      `^journal: ${count} facts, about \\d+ KB; later ones replaced 1,490 that nobody is shown, about \\d+ KB; all are kept \\(journalDays is not set\\); journalDays: 30 would free about \\d+ KB \\(990 facts\\); journalDays: 7 would free about \\d+ KB \\(1,490 facts\\)$`,
    ),
  )
  expect((await look(30))?.text).toMatch(
    /; journalDays: 30 removes those that are older; journalDays: 7 would free/,
  )
  expect((await look(7))?.text).toMatch(/; journalDays: 7 removes those that are older$/)
  // What the setting then frees is what was said of it.
  const writing = openForWriting(aged.data.database)
  const trimmed = await trimJournal(writing, new Date(today - 30 * DAY_MS).toISOString())
  writing.close()
  const older = found?.journal?.days.filter(
    ({ day }) => day < new Date(today - 30 * DAY_MS).toISOString().slice(0, 10),
  )
  expect(trimmed.entries).toBe(older?.reduce((sum, { facts }) => sum + facts, 0))
  expect(trimmed.bytes).toBe(older?.reduce((sum, { bytes }) => sum + bytes, 0))
  const settings = { ...NONE, journalDays: 7 }
  const { database } = aged.data
  const slow = path.join(aged.data.folder, 'slow.mjs')
  writeFileSync(slow, 'setInterval(() => {}, 1000)')
  expect(await examineJournal(database, pathToFileURL(slow), settings, today, 50)).toEqual({
    kind: 'note',
    text: 'journal: it is too large to be read in 0.05 s',
  })
})

test.skipIf(!isLong)('CL46 doctor says that nothing is recorded yet', async () => {
  await using empty = await TestServer.start()
  await empty.stop()
  const found = await examineSpace(empty.data, CHECK_SCRIPT, NONE, 0)
  expect(found.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^space: /),
    "agents' records: none; all are kept (recordDays and recordMegabytes are not set)",
    expect.stringMatching(/^journal: /),
  ])
})
