import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ChatGroupRegistry } from '../../src/embed'
import type { StorageFailure } from '../../src/journal/ports/append-port'
import { openForReading, openForWriting } from '../../src/storage/database'
import { InProcessAppender } from '../../src/storage/in-process-appender'
import { Writer } from '../../src/storage/writer'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { Random } from '../harness/random'
import { batchesOf, dumpOf, recordedFacts } from '../harness/recorded-batches'
import { tempFolder } from '../harness/temp-folder'
import { migratedDatabase } from '../harness/migrated-database'
import { isLong } from '../harness/long'

const SEED = Number(process.env['CREWROOM_SEED'] ?? 20_260_110)
const FIRST = { shard: 'main', firstEpoch: 'epoch-1' }
const FENCED = { ok: false, failure: { code: 'WRITER_FENCED' } }

function appended(writer: Writer, batch: ReturnType<typeof batchesOf>[number]) {
  let outcome: { outcome: string; failure: StorageFailure | undefined } | null = null
  new InProcessAppender(writer).append(batch, (settled, failure) => {
    outcome = { outcome: settled, failure }
  })
  return outcome
}

test('ST43 of two writers on one file the one that was overtaken writes nothing more', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.sqlite')
  const [one, two] = [openForWriting(file), openForWriting(file)]
  const [first, second] = [
    new Writer({ sqlite: one, ...FIRST }),
    new Writer({ sqlite: two, ...FIRST }),
  ]
  const facts = await recordedFacts()
  const [a, b] = batchesOf(facts.slice(0, 8), 4)
  const [other] = batchesOf(facts.slice(8), facts.length)
  if (!a || !b || !other) throw new Error('too few facts')
  expect(second.write([a])).toEqual({ ok: true })
  const stored = dumpOf(one)
  // Rows that would meet nothing of the other's, and rows that would be refused for it.
  expect(first.write([other])).toMatchObject(FENCED)
  expect(dumpOf(one)).toEqual(stored)
  expect(first.write([{ ...a, batchId: 2, prev: 1 }])).toMatchObject(FENCED)
  expect(first.writeRollouts([])).toMatchObject(FENCED.failure)
  expect(first.probe('epoch-2')).toMatchObject(FENCED.failure)
  expect(dumpOf(one)).toEqual(stored)
  expect(second.write([b]), 'the other goes on').toEqual({ ok: true })
  const fresh = new Writer({ sqlite: one, ...FIRST })
  expect(fresh.position).toBe(2)
  expect(fresh.write([{ ...other, batchId: 3, prev: 2 }])).toEqual({ ok: true })
  for (const sqlite of [one, two]) sqlite.close()
})

test('ST43 a writer that was overtaken notices it beside its batches too', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.sqlite')
  const [batch] = batchesOf(await recordedFacts(), 4)
  if (!batch) throw new Error('too few facts')
  for (const beside of [
    (writer: Writer) => writer.writeRollouts([]),
    (writer: Writer) => writer.indexSlice().failure,
    (writer: Writer) => writer.probe('epoch-2'),
  ]) {
    rmSync(file, { force: true })
    const [one, two] = [openForWriting(file), openForWriting(file)]
    const [first, second] = [
      new Writer({ sqlite: one, ...FIRST }),
      new Writer({ sqlite: two, ...FIRST }),
    ]
    expect(beside(first)).toBeNull()
    expect(second.write([batch])).toEqual({ ok: true })
    expect(beside(first)).toMatchObject({ code: 'WRITER_FENCED' })
    for (const sqlite of [one, two]) sqlite.close()
  }
})

test.skipIf(!isLong)(
  'ST43 in process, what was settled as durable of any two writers is all there',
  async () => {
    const random = new Random(SEED)
    const facts = await recordedFacts()
    let fenced = 0
    for (let round = 0; round < 12; round++) {
      const sqlite = migratedDatabase()
      const writers = [new Writer({ sqlite, ...FIRST }), new Writer({ sqlite, ...FIRST })]
      const acknowledged: number[] = []
      for (let at = 0; at < facts.length; at++) {
        const which = random.below(2)
        const writer = writers[which]
        const fact = facts[at]
        if (!writer || !fact) throw new Error('no such writer')
        const [batch] = batchesOf([fact], 1, writer.position)
        if (!batch) throw new Error('no such batch')
        const outcome = appended(writer, batch)
        if (JSON.stringify(outcome).includes('WRITER_FENCED')) {
          fenced++
          writers[which] = new Writer({ sqlite, ...FIRST })
          at--
        } else {
          expect(outcome).toEqual({ outcome: 'durable', failure: undefined })
          acknowledged.push(fact.seq)
        }
      }
      const stored = sqlite.prepare('select seq from journal order by batch_id').pluck().all()
      expect(stored).toEqual(acknowledged)
      expect(sqlite.prepare('select position from shard').pluck().get()).toBe(facts.length)
      sqlite.close()
    }
    expect(fenced).toBeGreaterThan(12)
  },
)

test.skipIf(!isLong)(
  'ST43 two registries of embedders on one database lose nothing that either has told',
  () => {
    const sqlite = migratedDatabase()
    const crews = ['lead-1', 'lead-2'].map((leadId) => {
      const registry = new ChatGroupRegistry(sqlite)
      registry.create(leadId, 'plan', [`dora-${leadId}`])
      return { leadId, registry }
    })
    const told: string[] = []
    let refused = 0
    for (let round = 0; round < 20; round++) {
      for (const { leadId, registry } of crews) {
        const content = `${leadId} ${round}`
        try {
          registry.sendMessage('plan', leadId, `dora-${leadId}`, 'Developer', content)
          told.push(content)
        } catch {
          refused++
        }
      }
    }
    const all = (sql: string) => sqlite.prepare(sql).pluck().all()
    expect(all('select content from chat_group_messages order by rowid')).toEqual(told)
    expect(all('select position from shard')).toEqual(all('select max(batch_id) from journal'))
    expect(refused).toBeGreaterThan(0)
    expect(told.length).toBeGreaterThan(10)
    sqlite.close()
  },
)

/** Messages of one client, one after the other, until its server is gone; what was confirmed. */
async function postUntilGone(url: string, token: string, name: string): Promise<string[]> {
  const confirmed: string[] = []
  for (let n = 0; n < 100; n++) {
    const content = `${name} ${n}`
    const reply = await request(url, token, 'POST', { content })
    if (reply === null) break
    if (reply.status === 201) confirmed.push(content)
  }
  return confirmed
}

test('ST44 two servers on one data folder, whose lock was removed, lose nothing that either has confirmed', async () => {
  using folder = tempFolder()
  const data = folder.path
  await using first = await ChildServer.start({ data, port: 0 })
  const token = ownerToken(data)
  const { body } = (await request(`${first.url}/api/lead`, token, 'POST', { name: 'atlas' })) ?? {}
  const groups = `/api/lead/${body?.['lead'].id as string}/groups`
  await request(`${first.url}${groups}`, token, 'POST', { name: 'room' })
  rmSync(path.join(data, 'lock.sqlite'))
  await using second = await ChildServer.start({ data, port: 0 })
  const servers = [first, second]
  const told = await Promise.all(
    servers.flatMap((server, which) =>
      ['a', 'b'].map((name) =>
        postUntilGone(`${server.url}${groups}/room/messages`, token, `${which} ${name}`),
      ),
    ),
  )
  const sqlite = openForReading(path.join(data, 'crewroom.sqlite'))
  const stored = sqlite.prepare('select content from chat_group_messages').pluck().all()
  sqlite.close()
  const confirmed = told.flat()
  const lost = confirmed.filter((content) => !stored.includes(content))
  process.stdout.write(`two servers: ${lost.length} of ${confirmed.length} confirmed lost\n`)
  expect(lost).toEqual([])
  expect(new Set(stored).size).toBe(stored.length)
  const ended = await Promise.race(
    servers.map(async (server) => ({ server, end: await server.exited })),
  )
  expect(ended.end).toEqual({ code: 70, signal: null })
  expect(ended.server.output).toMatch(
    /^Another Crewroom server has written to this data folder .*WRITER_FENCED/m,
  )
  expect(ended.server.output).not.toContain('\n    at ')
})
