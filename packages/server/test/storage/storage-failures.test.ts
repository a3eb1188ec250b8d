import path from 'node:path'
import { expect, test } from 'vitest'
import type { Shard } from '../../src/crew/shard'
import type { AppendPort, StorageFailure } from '../../src/journal/ports/append-port'
import type { Journal } from '../../src/journal/journal'
import type { StoredShard } from '../../src/journal/ports/stored-shard'
import { createLogger } from '../../src/logger'
import { Recovery, type RecoveryPorts } from '../../src/recovery'
import { openForWriting, type Sqlite } from '../../src/storage/database'
import { Writer } from '../../src/storage/writer'
import { FakeClock } from '../harness/fake-clock'
import { batchesOf, dumpOf, recordedFacts } from '../harness/recorded-batches'
import { ServerWithWriter, type TestRoom } from '../harness/server-with-writer'
import { SmallDisk } from '../harness/small-disk'
import { eventually, pause } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestSocket } from '../harness/test-socket'
import { often } from '../harness/long'
import { migratedDatabase } from '../harness/migrated-database'

const FIRST = { shard: 'main', firstEpoch: 'epoch-1' }

/** A database with a first batch in it, and the batch that is to fail. */
async function prepared(sqlite: Sqlite) {
  const facts = await recordedFacts()
  const [first] = batchesOf(facts.slice(0, 6), 6)
  const [second] = batchesOf(facts.slice(6), facts.length, 1)
  if (!first || !second) throw new Error('too few facts')
  let armed: (() => void) | null = null
  const open = () => new Writer({ sqlite, ...FIRST, beforeStatement: () => armed?.() })
  const writer = open()
  expect(writer.write([first])).toEqual({ ok: true })
  return {
    writer,
    open,
    second,
    arm: (hook: (() => void) | null) => {
      armed = hook
    },
  }
}

/** Write statements of the second batch. */
async function countStatements(): Promise<number> {
  const sqlite = migratedDatabase()
  const { writer, second, arm } = await prepared(sqlite)
  let count = 0
  arm(() => count++)
  expect(writer.write([second])).toEqual({ ok: true })
  sqlite.close()
  return count
}

function full(): Error {
  return Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
}

test('ST9 a disk that is full at any statement of a batch leaves nothing of it', async () => {
  const count = await countStatements()
  expect(count).toBeGreaterThan(40)
  for (let n = 1; n <= count; n += often(5, 1)) {
    const sqlite = migratedDatabase()
    const { writer, open, second, arm } = await prepared(sqlite)
    const before = dumpOf(sqlite)
    let left = n
    arm(() => {
      if (--left > 0) return
      // As SQLite may do by itself: the whole transaction is gone, and then the statement fails.
      sqlite.exec('ROLLBACK')
      throw full()
    })
    expect(writer.write([second]), `statement ${n}`).toMatchObject({
      ok: false,
      failure: { code: 'SQLITE_FULL' },
    })
    arm(null)
    expect(dumpOf(sqlite), `statement ${n}`).toEqual(before)
    expect(writer.write([second]).ok).toBe(false)
    const fresh = open()
    expect(fresh.position).toBe(1)
    expect(fresh.write([second])).toEqual({ ok: true })
    sqlite.close()
  }
})

test('ST10 a statement never commits on its own when the transaction of its batch is gone', async () => {
  const count = await countStatements()
  for (let n = 1; n <= count; n += often(32, 1)) {
    const sqlite = migratedDatabase()
    const { writer, second, arm } = await prepared(sqlite)
    const before = dumpOf(sqlite)
    let left = n
    // Nothing is thrown: whoever runs the next statement must notice.
    arm(() => {
      if (--left === 0) sqlite.exec('ROLLBACK')
    })
    expect(writer.write([second]), `statement ${n}`).toMatchObject({
      ok: false,
      failure: { code: 'LostTransaction' },
    })
    expect(dumpOf(sqlite), `statement ${n}`).toEqual(before)
    sqlite.close()
  }
})

test('ST11 a file that may not grow, however little room it has, holds whole batches only', async () => {
  using folder = tempFolder()
  const step = often(4, 1)
  let failed = 0
  for (let room = 0; room < 60; room += step) {
    const sqlite = openForWriting(path.join(folder.path, `${room}.sqlite`))
    const { writer, second } = await prepared(sqlite)
    const before = dumpOf(sqlite)
    const pages = sqlite.pragma('page_count', { simple: true }) as number
    sqlite.pragma(`max_page_count = ${pages + room}`)
    // Large enough that it needs new pages in several tables.
    const grown = {
      ...second,
      entries: second.entries.map((entry) =>
        entry.type === 'group:message'
          ? {
              ...entry,
              data: {
                ...entry.data,
                message: { ...entry.data.message, content: 'x'.repeat(30_000) },
              },
            }
          : entry,
      ),
    }
    const result = writer.write([grown])
    if (result.ok) {
      sqlite.close()
      break
    }
    failed++
    expect(result.failure.code).toBe('SQLITE_FULL')
    expect(dumpOf(sqlite), `room for ${room} pages`).toEqual(before)
    sqlite.pragma('max_page_count = 1073741823')
    const fresh = new Writer({ sqlite, ...FIRST })
    expect(fresh.write([grown])).toEqual({ ok: true })
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    sqlite.close()
  }
  expect(failed * step).toBeGreaterThan(10)
  expect(failed * step).toBeLessThan(60)
})

/** A full disk under a running server: what was accepted until then, and what refused. */
async function onFullDisk(
  then: (full: {
    readonly disk: SmallDisk
    readonly server: ServerWithWriter
    readonly room: TestRoom
    readonly accepted: readonly string[]
    readonly refused: readonly string[]
  }) => Promise<void>,
): Promise<void> {
  using disk = new SmallDisk(8)
  await using server = await ServerWithWriter.start(disk.path)
  const room = await server.crew(['ada', 'ben'])
  server.observe()
  const accepted: string[] = []
  const refused: string[] = []
  const post = async (content: string) => {
    const { status, body } = await server.call('POST', room.messages, {
      content,
      clientId: content.slice(0, 20),
    })
    if (status === 503) expect(body['error'].code).toBe('storage_failed')
    else expect(status).toBe(201)
    ;(status === 201 ? accepted : refused).push(content)
    return status
  }
  const wave = (number: number) =>
    Promise.all(Array.from({ length: 8 }, (_, i) => post(`${number}.${i} ${'x'.repeat(3_000)}`)))
  await wave(0)
  disk.fill()
  // The log still has room that it had before; after that only refusals come.
  let quiet = 0
  for (let number = 1; quiet < 5; number++) {
    if (number > 500) throw new Error('the disk does not get full')
    disk.fill()
    quiet = (await wave(number)).includes(201) ? 0 : quiet + 1
    await pause(20)
  }
  try {
    await then({ disk, server, room, accepted, refused })
  } finally {
    disk.free()
  }
}

const mayMount = SmallDisk.possible()
// Where tests must be complete, not being able to mount is a failure, not a gap.
const cannotMount = !mayMount && !process.env['CI']
const skipped = mayMount ? '' : ' [needs the right to mount a tmpfs]'

test.skipIf(cannotMount)(
  `ST12 a full disk refuses with storage_failed, still reads, and holds what was accepted once${skipped}`,
  () =>
    onFullDisk(async ({ server, room, accepted, refused }) => {
      expect(accepted.length).toBeGreaterThan(0)
      expect(refused.length).toBeGreaterThan(0)
      const { status, body } = await server.call('POST', room.messages, { content: 'no room' })
      expect(status).toBe(503)
      expect(body['error']).toMatchObject({ code: 'storage_failed', details: { retryAfter: 5 } })
      expect(body['error'].message).toContain('The disk is full')
      const seen: string[] = []
      for (let after = 0; ;) {
        const page = await server.call('GET', `${room.messages}?after=${after}&limit=200`)
        expect(page.status).toBe(200)
        const messages = page.body['messages'] as { content: string; seq: number }[]
        seen.push(...messages.map(({ content }) => content))
        if (!page.body['hasAfter']) break
        after = messages.at(-1)?.seq ?? 0
      }
      expect(seen).toEqual(server.contents())
      expect(seen.toSorted()).toEqual(accepted.toSorted())
      expect(server.fatal).toEqual([])
      await server.assertLaw()
    }),
)

test.skipIf(cannotMount)(
  `ST13 when there is room again the server goes on by itself, with a new epoch and clients told so by 4010${skipped}`,
  () =>
    onFullDisk(async ({ disk, server, room, accepted }) => {
      const before = server.app.core.journal.epoch
      disk.free()
      await eventually('a message is accepted again', async () => {
        const { status } = await server.call('POST', room.messages, {
          content: 'goes on',
          clientId: 'goes on',
        })
        return status === 201 || status === 200
      })
      using socket = new TestSocket(`${server.app.url}/ws`)
      await socket.opened()
      socket.send({ type: 'hello', token: server.token, leads: '*' })
      const hello = await socket.wait((frame) => frame.type === 'hello')
      // Full once more while somebody is connected.
      const { epoch } = server.app.core.journal
      expect(hello['epoch']).toBe(epoch)
      for (let wave = 0; server.app.core.journal.epoch === epoch; wave++) {
        if (wave > 500) throw new Error('the disk does not get full')
        disk.fill()
        const content = `again ${wave} ${'x'.repeat(9_000)}`
        const { status } = await server.call('POST', room.messages, { content })
        if (status === 201) accepted = [...accepted, content]
      }
      let code = 0
      void socket.closed.then((closed) => (code = closed.code))
      await eventually('the client is closed', () => code !== 0)
      expect(code).toBe(4010)
      expect(
        socket.frames
          .filter((frame) => frame.type === 'group:message')
          .map((frame) => frame['message'].content),
      ).toEqual(accepted.filter((content) => content.startsWith('again')))
      disk.free()
      await eventually('a message is accepted once more', async () => {
        const { status } = await server.call('POST', room.messages, {
          content: 'the end',
          clientId: 'the end',
        })
        return status === 201 || status === 200
      })
      const contents = server.contents()
      expect(contents.toSorted()).toEqual([...accepted, 'goes on', 'the end'].toSorted())
      const stored = server.tables.prepare('select epoch from shard').pluck().get()
      expect(stored).toBe(server.app.core.journal.epoch)
      expect(new Set([before, epoch, stored]).size).toBeGreaterThan(1)
      expect(server.fatal).toEqual([])
      await server.assertLaw()
    }),
)

/** A recovery whose writer answers a probe as told, and what it did. */
function recoveryWith(probe: AppendPort['probe']) {
  const clock = new FakeClock()
  const sentences: string[] = []
  const done: string[] = []
  const port = { probe } as unknown as AppendPort
  const recovery = new Recovery({
    shard: { load: () => {} } as unknown as Shard,
    journal: {
      resume: () => done.push('resume'),
      reopen: () => done.push('reopen'),
    } as unknown as Journal,
    clock,
    logger: createLogger('silent'),
    discard: () => Promise.resolve(),
    reopen: () => Promise.resolve({ port, position: 0 }),
    load: () => ({}) as StoredShard,
    newEpoch: () => 'epoch',
    replaced: () => {},
    fatal: (sentence) => sentences.push(sentence),
  } satisfies RecoveryPorts)
  return { recovery, clock, sentences, done }
}

test('ST15 a writer that fails six times within a minute is the end; a full disk never counts', async () => {
  const { recovery, clock, sentences } = recoveryWith(() => Promise.resolve(null))
  const fails = (code: string) => recovery.run({ code, message: 'made to fail' })
  for (let time = 0; time < 10; time++) await fails('SQLITE_FULL')
  for (let time = 0; time < 5; time++) await fails('WRITER_EXITED')
  clock.advance(61_000)
  for (let time = 0; time < 5; time++) await fails('WRITER_EXITED')
  expect(sentences).toEqual([])
  await fails('WRITER_EXITED')
  expect(sentences).toHaveLength(1)
  expect(sentences[0]).toContain('failed 6 times within a minute (WRITER_EXITED: made to fail)')
})

test.each<[disk: string, answer: StorageFailure | null, done: string[]]>([
  ['still full', { code: 'SQLITE_FULL', message: 'full' }, ['resume']],
  ['free again', null, ['resume', 'reopen']],
])(
  'FT23, ST13 a server that stops while it waits for a full disk opens its storage again only if the disk is free: %s',
  async (_disk, answer, done) => {
    const asked: ((failure: StorageFailure | null) => void)[] = []
    const tried = recoveryWith(() => new Promise((resolve) => asked.push(resolve)))
    const over = tried.recovery.run({ code: 'SQLITE_FULL', message: 'full' })
    await eventually('it has asked', () => asked.length === 1)
    tried.recovery.stop()
    asked[0]?.(answer)
    await over
    expect(tried.done).toEqual(done)
  },
)
