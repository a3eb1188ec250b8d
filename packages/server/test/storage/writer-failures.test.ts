import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Core, createCore } from '../../src/core'
import { createLead } from '../../src/agents/create-agent'
import { MessageRate } from '../../src/crew/message-rate'
import { createGroup } from '../../src/groups/create-group'
import { randomIds } from '../../src/ids'
import type { AppendPort } from '../../src/journal/ports/append-port'
import type { Sqlite } from '../../src/storage/database'
import { loadShard } from '../../src/storage/load'
import { Reader } from '../../src/storage/reader'
import { Writer } from '../../src/storage/writer'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { FakeClock } from '../harness/fake-clock'
import { Random } from '../harness/random'
import { ServerWithWriter, type TestRoom } from '../harness/server-with-writer'
import { eventually, pause, Speaker } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { BY_PERSON } from '../harness/test-crew'
import { migratedDatabase } from '../harness/migrated-database'
import { isLong, often } from '../harness/long'

const SEED = Number(process.env['CREWROOM_SEED'] ?? 20_260_102)
const EIO = 'SQLITE_IOERR_FSYNC'

interface Posted {
  readonly content: string
  readonly status: number | string
}

/** Many requests in flight at once; the answer to each. */
function postMany(server: ServerWithWriter, room: TestRoom, contents: string[]): Promise<Posted[]> {
  return Promise.all(
    contents.map(async (content) => {
      const { status, body } = await server.call('POST', room.messages, {
        content,
        clientId: content,
      })
      // No other refusal is expected: anything else is reported as what it is.
      const known = status === 201 || body['error'].code === 'storage_failed'
      return { content, status: known ? status : (body['error'].code as string) }
    }),
  )
}

/** Accepted is there once, refused is not there, and there is no third answer. */
function assertHonest(posted: readonly Posted[], contents: readonly string[]): void {
  for (const { content, status } of posted) {
    expect([201, 503]).toContain(status)
    const times = contents.filter((other) => other === content).length
    expect(`${content} ${status} ${times}`).toBe(`${content} ${status} ${status === 201 ? 1 : 0}`)
  }
}

async function untilAccepted(server: ServerWithWriter, room: TestRoom, content: string) {
  await eventually('a message is accepted again', async () => {
    const { status } = await server.call('POST', room.messages, { content, clientId: content })
    return status === 201
  })
}

const names = (what: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${what} ${index}`)

/** More than one batch takes, by size and by number. */
const LOTS = {
  'large messages': Array.from({ length: 10 }, (_, i) => `${i} ${'x'.repeat(45_000)}`),
  'many messages': Array.from({ length: 60 }, (_, i) => `${i} short`),
}

test.each(Object.entries(LOTS))(
  'ST14 what one command does and its place in the output are stored together: %s',
  async (_name, contents) => {
    const text = contents
      .map((content) => `⟦⟦ GROUP_MESSAGE ${JSON.stringify({ group: 'room', content })} ⟧⟧\n`)
      .join('')
    let batches = 1
    for (let cut = 0; cut < batches; cut++) {
      const sqlite = migratedDatabase()
      const first = coreOn(sqlite, Number.MAX_SAFE_INTEGER)
      const { crew } = createLead(first.core.shard, BY_PERSON, { name: 'atlas' })
      const leadId = crew.state.lead.id
      createGroup(first.core.shard, crew, BY_PERSON, { name: 'room' })
      await first.core.journal.flush()

      // The program says everything in one part; the server ends after `cut` batches of it.
      const ending = coreOn(sqlite, cut)
      const say = (core: Core) =>
        core.intake.output(core.shard.crew(leadId), leadId, {
          text,
          stream: 'main',
          offset: 0,
          endOfTurn: false,
        })
      void say(ending.core).catch(() => {})
      await eventually('something was sent to the writer', () => ending.sent() > 0)
      batches = Math.max(batches, await settledCount(ending.sent))

      const last = coreOn(sqlite, Number.MAX_SAFE_INTEGER)
      const { offset } = await say(last.core)
      expect(offset).toBe(text.length)
      const stored = sqlite
        .prepare('select content from chat_group_messages order by seq')
        .pluck()
        .all()
      expect(
        stored.map((content) => String(content).slice(0, 4)),
        `ended after ${cut} batches`,
      ).toEqual(contents.map((content) => content.slice(0, 4)))
      sqlite.close()
    }
    expect(batches).toBeGreaterThan(1)
  },
)

test('ST16 a writer that dies before its commit: what was in flight is refused, and is not there', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada', 'ben'])
  server.observe()
  const { epoch } = server.app.core.journal
  server.writer.plan('before')
  const posted = await postMany(server, room, names('before', 20))
  expect(posted[0]?.status).toBe(503)
  await untilAccepted(server, room, 'afterwards')
  assertHonest(posted, server.contents())
  expect(server.app.core.journal.epoch).not.toBe(epoch)
  expect(server.fatal).toEqual([])
  await server.assertLaw()
})

test.skipIf(!isLong)(
  'ST17 a writer that dies after its commit, before it can tell: what it stored is accepted',
  async () => {
    await using server = await ServerWithWriter.start()
    const room = await server.crew(['ada', 'ben'])
    server.observe()
    server.writer.plan('after')
    const posted = await postMany(server, room, names('after', 20))
    expect(posted[0]?.status).toBe(201)
    await untilAccepted(server, room, 'afterwards')
    assertHonest(posted, server.contents())
    await server.assertLaw()
  },
)

test('ST18 a writer killed at random under load loses nothing, doubles nothing, and memory equals the tables', async () => {
  await using server = await ServerWithWriter.start()
  const random = new Random(SEED)
  const people = ['ada', 'ben', 'cleo']
  const room = await server.crew(people)
  server.observe()
  let running = true
  const posted: Posted[] = []
  const person = async () => {
    for (let round = 0; running; round++) {
      posted.push(...(await postMany(server, room, names(`person ${round}`, 8))))
      if (posted.at(-1)?.status === 503) await pause(5)
    }
  }
  const speakers = people.map((name) => {
    const agent = room.agents[name]
    if (!agent) throw new Error('no such agent')
    const url = `${server.app.url}/api/agents/${agent.id}/output`
    return new Speaker(
      name,
      'room',
      new Random(SEED + name.length * 7 + name.charCodeAt(0)),
      (body) => request(url, agent.token, 'POST', body),
    )
  })
  const talk = async (speaker: Speaker) => {
    while (running) await speaker.say()
  }
  const load = Promise.all([person(), ...speakers.map(talk)])
  // A recovery may be over between two of the person's requests.
  const wasFelt = () => posted.some(({ status }) => status === 503)
  for (let kill = 0; kill < often(2, 5) || (!wasFelt() && kill < 30); kill++) {
    const accepted = posted.filter(({ status }) => status === 201).length
    await pause(20 + random.below(120))
    // Half of them wait for the moment right behind a commit, when it is not told yet.
    if (random.chance(0.5)) server.writer.plan(random.chance(0.5) ? 'after' : 'before')
    else await server.app.writer().kill()
    await eventually('people are heard again', () => {
      return posted.filter(({ status }) => status === 201).length > accepted + 8
    })
  }
  running = false
  await load
  expect(server.fatal).toEqual([])
  const contents = server.contents()
  assertHonest(posted, contents)
  for (const { name, said, confirmed } of speakers) {
    expect(confirmed).toBe(said.length)
    expect(contents.filter((content) => content.startsWith(`${name} says`))).toEqual(
      said.map(({ content }) => content),
    )
  }
  expect(wasFelt()).toBe(true)
  await server.assertLaw()
})

test('ST19 a writer that dies while the server recovers is replaced by the next one', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada'])
  server.observe()
  // The commit of a message, then that of the probe which would end the recovery.
  server.writer.plan('before', 'before')
  expect((await postMany(server, room, ['lost']))[0]?.status).toBe(503)
  await untilAccepted(server, room, 'afterwards')
  expect(server.writer.left()).toBe(0)
  expect(server.contents()).toEqual(['afterwards'])
  await server.assertLaw()
})

test('ST20 a failed sync ends the process with a sentence, and releases nothing of what it held', async () => {
  using folder = tempFolder()
  const server = await ServerWithWriter.start(folder.path)
  const room = await server.crew(['ada'])
  server.writer.plan(`broken ${EIO}`)
  const answers: number[] = []
  const asked = server
    .call('POST', room.messages, { content: 'nobody knows' })
    .then(({ status }) => answers.push(status))
    .catch(() => {})
  await eventually('the end is announced', () => server.fatal.length > 0)
  expect(server.fatal[0]).toContain(EIO)
  expect(server.fatal[0]).toContain('can no longer trust its storage')
  const refused = await server.call('POST', room.messages, { content: 'too late' })
  expect(refused.status).toBe(503)
  expect(refused.body['error'].code).toBe('storage_failed')
  expect(answers).toEqual([])
  await server[Symbol.asyncDispose]()
  await asked
  expect(answers).toEqual([])
})

test('ST21 an I/O error while the server recovers ends the process too', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada'])
  server.writer.plan('before', `fail ${EIO}`)
  expect((await postMany(server, room, ['lost']))[0]?.status).toBe(503)
  await eventually('the end is announced', () => server.fatal.length > 0)
  expect(server.fatal[0]).toContain(EIO)
})

test('ST22 a file that is damaged when the writer comes back ends the process', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['ada'])
  scribble(path.join(server.data, 'crewroom.sqlite'), 0)
  // Behind the header of the log; its frames hold the newest pages.
  scribble(path.join(server.data, 'crewroom.sqlite-wal'), 32)
  await server.app.writer().kill()
  void server.call('POST', room.messages, { content: 'lost' }).catch(() => {})
  await eventually('the end is announced', () => server.fatal.length > 0)
  expect(server.fatal[0]).toMatch(/SQLITE_(CORRUPT|NOTADB|IOERR)/)
})

test('ST23 the program ends with code 70 and a sentence when the disk fails, and has everything that was accepted', async () => {
  using folder = tempFolder()
  const data = folder.path
  // Writes beyond the limit fail with EFBIG, which is an I/O error like any other: the log grows towards it.
  const failing = await ChildServer.start({ data, port: 0, fileLimit: 2_048 })
  const token = ownerToken(data)
  const lead = await request(`${failing.url}/api/lead`, token, 'POST', { name: 'atlas' })
  const leadId = lead?.body['lead'].id as string
  const groups = `/api/lead/${leadId}/groups`
  await request(`${failing.url}${groups}`, token, 'POST', { name: 'room' })
  const accepted: string[] = []
  for (let index = 0; index < 2_000; index++) {
    const content = `${index} ${'x'.repeat(5_000)}`
    const reply = await request(`${failing.url}${groups}/room/messages`, token, 'POST', { content })
    if (reply?.status !== 201) break
    accepted.push(content)
  }
  const { code } = await failing.exited
  expect({ code, output: failing.output }).toMatchObject({ code: 70 })
  expect(failing.output).toMatch(/can no longer trust its storage \(SQLITE_IOERR/)
  expect(accepted.length).toBeGreaterThan(5)

  await using healthy = await ChildServer.start({ data, port: 0 })
  const page = await request(
    `${healthy.url}${groups}/room/messages?after=0&limit=200`,
    token,
    'GET',
  )
  const contents = ((page?.body['messages'] ?? []) as { content: string }[]).map(
    ({ content }) => content,
  )
  expect(contents.slice(0, accepted.length)).toEqual(accepted)
  // One more may stand: the one that nobody was told about.
  expect(contents.length - accepted.length).toBeLessThanOrEqual(1)
})

/** Overwrites a file in place from `start` to its end. */
function scribble(file: string, start: number): void {
  const handle = openSync(file, 'r+')
  const { size } = fstatSync(handle)
  if (size > start) writeSync(handle, Buffer.alloc(size - start, 0x5a), 0, size - start, start)
  closeSync(handle)
}

/** A core whose writer answers `batches` of them and is then never heard of again. */
function coreOn(sqlite: Sqlite, batches: number): { core: Core; sent: () => number } {
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'epoch-1' })
  let sent = 0
  const port: AppendPort = {
    immediate: false,
    append: (batch, settle) => {
      if (sent++ < batches && writer.write([batch]).ok) setImmediate(() => settle('durable'))
    },
    probe: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  }
  const clock = new FakeClock()
  const core = createCore({
    clock,
    ids: randomIds,
    rate: new MessageRate(clock, { perMinute: 1e6, burst: 1e6 }),
    reader: new Reader(sqlite),
    port,
    stored: loadShard(sqlite),
    endOfTick: (run) => setImmediate(run),
    failed: ({ message }) => {
      throw new Error(message)
    },
    consumerFailed: (error) => {
      throw error
    },
  })
  return { core, sent: () => sent }
}

/** How many batches were sent when no more come. */
async function settledCount(sent: () => number): Promise<number> {
  for (let last = -1; last !== sent();) {
    last = sent()
    await pause(30)
  }
  return sent()
}
