import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { clearScratch } from '../../src/storage/scratch-tables'
import { Writer } from '../../src/storage/writer'
import { type ImportPorts, Imports } from '../../src/transfer/imports'
import { crewText, importPortsOf, takeIn } from '../harness/export-text'
import { enlarged } from '../harness/large-export'
import { dumpOf } from '../harness/recorded-batches'
import { CountingIds } from '../harness/counting-ids'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

/** More rows than are brought in at a time. */
const MANY = { messages: 700, units: 200 }
const MIB = 1024 * 1024

/** The file of a crew with two messages and many more. */
async function largeFile() {
  await using crew = testCrew({ agents: { ana: 'developer' }, ids: new CountingIds('a001', 'a-') })
  const group = crew.act(() => createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'plan', members: [crew.id('ana')] })) // prettier-ignore
  for (const content of ['one', 'two']) {
    crew.act(() => sendMessage(crew.shard, crew.crew, BY_PERSON, { group: group.name, content }))
  }
  const small = await crewText(crew)
  return { leadId: crew.leadId, small, text: [...enlarged(small, MANY)].join('') }
}

/** A crew that another one's file comes to: its ids are others. */
const host = () => testCrew({ ids: new CountingIds('a002', 'b-') })

async function* inBytes(parts: Iterable<string>): AsyncIterable<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part))
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  const part = 64 * 1024
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += part) {
    yield await Promise.resolve(bytes.subarray(at, at + part))
  }
}

const importOf = (crew: TestCrew, text: string, ports: Partial<ImportPorts>) =>
  new Imports(crew.shard, { ...importPortsOf(crew), ...ports }).take(bytesOf(text), BY_PERSON, {
    bytes: text.length,
  })

test('EX47, EX1 a crew with more rows than are brought in at a time comes out as it came in', async () => {
  const { leadId, text } = await largeFile()
  await using crew = host()
  await takeIn(crew, text)
  expect(crew.shard.crew(leadId).state.groups['plan']?.messageCount).toBe(MANY.messages + 2)
  expect(await crewText(crew, leadId)).toBe(text)
  crew.restart()
  expect(await crewText(crew, leadId)).toBe(text)
})

test('EX48 an import for which the disk has too little room is refused before it, and while it grows, in words', async () => {
  const { text, small } = await largeFile()
  await using crew = host()
  const before = dumpOf(crew.database)
  const full = expect.objectContaining({
    code: 'disk_full',
    message: expect.stringMatching(
      /needs about \d+ MiB, and 10 MiB are free.*Nothing was imported/,
    ),
  })
  const free = () => Promise.resolve(10 * MIB)
  await expect(importOf(crew, text, { free })).rejects.toEqual(full)
  // Nobody said how large the file is, and the disk fills up meanwhile.
  let looks = 0
  const filling = () => Promise.resolve(++looks === 1 ? 10_000 * MIB : 10 * MIB)
  const imports = new Imports(crew.shard, { ...importPortsOf(crew), free: filling })
  const parts = enlarged(small, { messages: 1_000, units: 30_000 })
  const refused = imports.take(inBytes(parts), BY_PERSON, {})
  await expect(refused).rejects.toEqual(full)
  expect(looks).toBe(2)
  expect(dumpOf(crew.database)).toEqual(before)
})

test('EX48 rows that a full disk does not take are taken back, and the crew can be imported then', async () => {
  const { leadId, text } = await largeFile()
  await using crew = host()
  const before = dumpOf(crew.database)
  const files: string[] = []
  const ports = importPortsOf(crew)
  const filled = importOf(crew, text, {
    stage: async (file, act) => {
      files.push(file)
      if (act !== 'copy') return ports.stage(file, act)
      expect(someRowsOf(crew, file)).toBeGreaterThan(0)
      return { code: 'SQLITE_FULL', message: 'database or disk is full' }
    },
  })
  await expect(filled).rejects.toMatchObject({ code: 'disk_full' })
  expect(dumpOf(crew.database)).toEqual(before)
  expect(files.filter((file) => existsSync(file))).toEqual([])
  await takeIn(crew, text)
  expect(await crewText(crew, leadId)).toBe(text)
})

/** Brings a part of the rows in, as a server does that is killed then; how many they are. */
function someRowsOf(crew: TestCrew, file: string): number {
  const count = () => crew.database.prepare('select total_changes()').pluck().get() as number
  const had = count()
  const writer = new Writer({ sqlite: crew.database, shard: 'main', firstEpoch: 'e' })
  expect(writer.openStaged(file)).toBeNull()
  for (let n = 0; n < 6; n++) expect(writer.stagedSlice('copy').failure).toBeNull()
  expect(writer.openStaged(null)).toBeNull()
  return count() - had
}

test('EX49 what a killed server leaves of an import is gone after the next start', async () => {
  const { leadId, text } = await largeFile()
  await using crew = host()
  using folder = tempFolder()
  const before = dumpOf(crew.database)
  const kept = path.join(folder.path, 'kept')
  const killed = new Error('killed')
  const ports = importPortsOf(crew)
  const taken = importOf(crew, text, {
    stage: (file, act) => {
      if (act === 'copy') {
        expect(someRowsOf(crew, file)).toBeGreaterThan(0)
        writeAs(`${kept}.staged`, file)
        throw killed
      }
      return Promise.resolve({ code: 'WRITER_EXITED', message: 'killed' })
    },
  })
  await expect(taken).rejects.toBe(killed)
  expect(dumpOf(crew.database)).not.toEqual(before)
  writeAs(path.join(folder.path, 'torn.reading'), `${kept}.staged`)
  crew.restart()
  expect(crew.shard.findCrew(leadId), 'nobody sees it').toBeUndefined()
  await clearScratch(folder.path, crew.staging)
  expect(dumpOf(crew.database)).toEqual(before)
  expect(readdirSync(folder.path)).toEqual([])
  // A crew that was stored whole stays, if only the file was left.
  await importOf(crew, text, {
    stage: (file, act) => {
      if (act === 'close') writeAs(`${kept}.staged`, file)
      return ports.stage(file, act)
    },
  })
  await clearScratch(folder.path, crew.staging)
  expect(readdirSync(folder.path)).toEqual([])
  crew.restart()
  expect(await crewText(crew, leadId)).toBe(text)
})

const writeAs = (to: string, from: string) => copyFileSync(from, to)

test('EX50 two files are read at a time, a third is told to wait, and nothing of them stays on the disk', async () => {
  const { text } = await largeFile()
  await using server = await TestServer.start()
  const begin = () => {
    const upload = request(`${server.app.url}/api/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.owner}`, 'content-type': 'application/x-ndjson' },
    })
    upload.on('error', () => {})
    upload.write(text.slice(0, text.indexOf('\n') + 1))
    return upload
  }
  const uploads = [begin(), begin()]
  const folder = server.data.imports
  const files = () => (existsSync(folder) ? readdirSync(folder) : [])
  await eventually('both are read', () => files().length === 2)
  const third = await fetch(`${server.app.url}/api/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.owner}`, 'content-type': 'application/x-ndjson' },
    body: text,
  })
  expect(third.status).toBe(503)
  expect(await third.json()).toMatchObject({ error: { code: 'busy' } })
  for (const upload of uploads) upload.destroy()
  await eventually('both are gone', () => files().length === 0)
})
