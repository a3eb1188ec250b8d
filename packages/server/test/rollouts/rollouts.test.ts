import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { startApp } from '../../src/app'
import { Config } from '../../src/config'
import { DataDir } from '../../src/data-dir'
import type { RolloutRow } from '../../src/journal/ports/rollout-port'
import { openForReading, openForWriting } from '../../src/storage/database'
import { Reader } from '../../src/storage/reader'
import { SQLITE_PACKAGE } from '../../src/storage/sqlite-package'
import { WorkerAppender } from '../../src/storage/worker-appender'
import { Writer } from '../../src/storage/writer'
import { ownerToken, request } from '../harness/child-server'
import { noteCommits } from '../harness/faulty-writer'
import { batchesOf, dumpOf, recordedFacts } from '../harness/recorded-batches'
import { MovedClock } from '../harness/moved-clock'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { testCrew } from '../harness/test-crew'
import { TestServer, WRITER_SCRIPT } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'
import { migratedDatabase } from '../harness/migrated-database'

const FIRST = { shard: 'main', firstEpoch: 'epoch-1' }
const COUNT = 'select count(*) from rollout_entries'

function row(n: number, text = `text ${n}`, agentId = 'agent'): RolloutRow {
  return {
    agentId,
    leadId: 'lead',
    n,
    at: '2026-01-02T03:04:05.000Z',
    kind: 'text',
    turnId: null,
    text,
    data: null,
    cut: false,
  }
}

function diskFull(): Error {
  return Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
}

describe('writing', () => {
  test('RO15 writes rows in a transaction of their own, and batches are fsynced as before', async () => {
    using folder = tempFolder()
    const sqlite = openForWriting(path.join(folder.path, 'crewroom.sqlite'))
    const writer = new Writer({ sqlite, ...FIRST })
    const [first, second] = batchesOf(await recordedFacts(), 6)
    if (!first || !second) throw new Error('too few facts')
    const commits: string[] = []
    noteCommits(sqlite, commits)
    expect(writer.write([first])).toEqual({ ok: true })
    expect(writer.writeRollouts([row(1), row(2)])).toBeNull()
    expect(writer.write([second])).toEqual({ ok: true })
    expect(commits).toEqual(['2 wal', '2 wal'])
    // The same rows again, as after a lost answer: they stay as they are.
    expect(writer.writeRollouts([row(2, 'other'), row(3)])).toBeNull()
    const reader = new Reader(sqlite)
    const { entries } = reader.rollout('lead', { agentId: 'agent', limit: 10 })
    expect(entries.map(({ text }) => text)).toEqual(['text 1', 'text 2', 'text 3'])
    sqlite.close()
  })

  test('RO15 a disk that is full at any row leaves none of them and no damage: batches go on', async () => {
    const [first, second] = batchesOf(await recordedFacts(), 6)
    if (!first || !second) throw new Error('too few facts')
    for (const rolledBack of [true, false]) {
      for (let failing = 1; failing <= 3; failing++) {
        const sqlite = migratedDatabase()
        let left = 0
        const writer = new Writer({
          sqlite,
          ...FIRST,
          beforeStatement: () => {
            if (left === 0 || --left > 0) return
            // As SQLite may do by itself; whatever comes next would commit alone.
            if (rolledBack) sqlite.exec('ROLLBACK')
            throw diskFull()
          },
        })
        expect(writer.write([first])).toEqual({ ok: true })
        const before = dumpOf(sqlite)
        left = failing
        expect(writer.writeRollouts([row(1), row(2), row(3)])?.code).toBe('SQLITE_FULL')
        left = 0
        expect(dumpOf(sqlite)).toEqual(before)
        expect(writer.write([second])).toEqual({ ok: true })
        expect(writer.writeRollouts([row(1), row(2), row(3)])).toBeNull()
        expect(sqlite.prepare(COUNT).pluck().get()).toBe(3)
        sqlite.close()
      }
    }
  })

  test('RO15 rows wait while a transaction is open, which neither holds them nor goes back for them', () => {
    const sqlite = migratedDatabase()
    const writer = new Writer({ sqlite, ...FIRST })
    sqlite.exec('BEGIN')
    expect(writer.writeRollouts([row(1)])?.code).toBe('SQLITE_BUSY')
    expect(sqlite.inTransaction).toBe(true)
    sqlite.exec('COMMIT')
    expect(writer.writeRollouts([row(1)])).toBeNull()
    sqlite.close()
    expect(writer.writeRollouts([row(2)])).not.toBeNull()
  })

  test('RO16 the thread writes batches first, however many rows wait, and the rows before it ends', async () => {
    using folder = tempFolder()
    const file = path.join(folder.path, 'crewroom.sqlite')
    // Slow enough that batches come while rows are being written.
    const slow = patchedWriter(
      folder.path,
      'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40)',
    )
    const { port } = await WorkerAppender.open(slow, { file, ...FIRST })
    const batches = batchesOf(await recordedFacts(), 4)
    const order: string[] = []
    for (let n = 1; n <= 30; n++) {
      port.appendRollouts([row(n)], (failure) => order.push(failure ? failure.code : 'rows'))
    }
    const [first, ...rest] = batches
    if (!first) throw new Error('no facts')
    port.append(first, (outcome) => order.push(`batch ${outcome}`))
    await eventually('rows are being written', () => order.includes('rows'))
    for (const batch of rest) port.append(batch, (outcome) => order.push(`batch ${outcome}`))
    await port.close()
    expect(order.filter((one) => one === 'rows')).toHaveLength(30)
    expect(order.filter((one) => one === 'batch durable')).toHaveLength(batches.length)
    expect(order.lastIndexOf('batch durable')).toBeLessThan(batches.length + 5)
    const reader = openForReading(file)
    expect(reader.prepare(COUNT).pluck().get()).toBe(30)
    reader.close()
    const late: unknown[] = []
    port.appendRollouts([row(99)], (failure) => late.push(failure?.code))
    await eventually('it is answered', () => late.length > 0)
    expect(late).toEqual(['WRITER_EXITED'])
  })
})

describe('a running server', () => {
  let server: TestServer
  let crew: Awaited<ReturnType<TestServer['crew']>>
  let other: Awaited<ReturnType<TestServer['crew']>>

  beforeAll(async () => {
    server = await TestServer.start()
    crew = await server.crew('atlas', { dev: 'developer', ben: 'developer', ada: 'architect' })
    other = await server.crew('borealis', { eve: 'developer' })
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
  })

  const rolloutOf = (name: string) => `/api/agents/${crew.ids[name]}/rollout`
  const said = async (name: string, query = '', token?: string) => {
    const { status, body } = await server.call(
      'GET',
      rolloutOf(name) + query,
      undefined,
      token === undefined ? {} : { token },
    )
    expect(status).toBe(200)
    expect(body['pending']).toBe(0)
    return body as { entries: RolloutEntry[] } & Record<string, unknown>
  }
  const speak = (name: string, body: object) =>
    server.call('POST', `/api/agents/${crew.ids[name]}/output`, body, {
      token: crew.tokens[name] ?? '',
    })

  test('RO3, RO5 remote agents: what they say over HTTP and what their inbox hands them is in their record, once', async () => {
    const token = ['gh', 'p_', 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8aB3dE5gH7'].join('')
    await speak('dev', { text: `I use ${token}\n`, offset: 0 })
    await speak('dev', { text: `I use ${token}\nand go on\n`, offset: 0, endOfTurn: true })
    const groups = `/api/lead/${crew.leadId}/groups`
    await server.call('POST', groups, { name: 'team', memberIds: [crew.ids['dev']] })
    await server.call('POST', `${groups}/team/messages`, { content: `look at ${token}` })
    const inbox = `/api/agents/${crew.ids['dev']}/inbox`
    const options = { token: crew.tokens['dev'] ?? '' }
    const page = await server.call('GET', inbox, undefined, options)
    await server.call('GET', inbox, undefined, options)
    expect(page.body['deliveries'].length).toBeGreaterThan(0)
    const { entries } = await said('dev')
    expect(entries.map(({ n, kind }) => [n, kind])).toEqual([
      [1, 'text'],
      [2, 'prompt'],
    ])
    expect(entries[0]?.text).toBe('I use [masked:github-token]\nand go on\n')
    expect(entries[1]?.text).toContain('look at [masked:github-token]')
    expect(entries[1]?.data).toMatchObject({
      deliveryIds: [expect.any(String), expect.any(String)],
    })
  })

  test('RO3 remote agents: the same over /agent', async () => {
    using socket = new TestSocket(`${server.app.url}/agent`)
    await socket.opened()
    socket.send({ type: 'hello', token: crew.tokens['ben'], agentId: crew.ids['ben'] })
    await socket.wait((frame) => frame.type === 'hello')
    socket.send({ type: 'output', stream: 'main', text: 'from a socket\n', offset: 0 })
    socket.send({ type: 'turn_end', stream: 'main' })
    await server.call('POST', `/api/lead/${crew.leadId}/groups`, {
      name: 'pair',
      memberIds: [crew.ids['ben']],
    })
    await socket.wait((frame) => frame.type === 'turn')
    await eventually('both are there', async () => (await said('ben')).entries.length === 2)
    expect((await said('ben')).entries.map(({ kind }) => kind).toSorted()).toEqual([
      'prompt',
      'text',
    ])
  })

  test('RO17 pages forward, backward and by kind, ascending, and says what is beyond', async () => {
    const { rollouts } = server.app.core
    const agentId = crew.ids['ada'] ?? ''
    for (let n = 1; n <= 250; n++) {
      rollouts.record(agentId, { kind: n % 10 === 0 ? 'plan' : 'note', text: `${n}` })
    }
    const ns = async (query: string) => {
      const { entries, hasBefore, hasAfter, hasMore } = await said('ada', query)
      expect(hasMore).toBe(query.includes('after') ? hasAfter : hasBefore)
      const [first, last] = [entries[0]?.n, entries.at(-1)?.n]
      return [first, last, entries.length, hasBefore, hasAfter]
    }
    expect(await ns('')).toEqual([201, 250, 50, true, false])
    expect(await ns('?limit=200')).toEqual([51, 250, 200, true, false])
    expect(await ns('?before=201&limit=200')).toEqual([1, 200, 200, false, true])
    expect(await ns('?before=1')).toEqual([undefined, undefined, 0, false, true])
    expect(await ns('?after=0&limit=200')).toEqual([1, 200, 200, false, true])
    expect(await ns('?after=200&limit=1')).toEqual([201, 201, 1, true, true])
    expect(await ns('?after=249')).toEqual([250, 250, 1, true, false])
    expect(await ns('?after=250')).toEqual([undefined, undefined, 0, true, false])
    expect(await ns('?kind=plan&limit=3')).toEqual([230, 250, 3, true, false])
    expect(await ns('?kind=plan&before=30')).toEqual([10, 20, 2, false, true])
    expect(await ns('?kind=plan&after=20&limit=1')).toEqual([30, 30, 1, true, true])
    expect(await ns('?kind=usage')).toEqual([undefined, undefined, 0, false, false])
    // Facts of agents who are connected may be stored meanwhile: the page is as of one of them.
    const atlas = server.app.core.shard.crew(crew.leadId)
    const { durableSeq } = atlas
    const { asOf } = await said('ada')
    expect(asOf).toBeGreaterThanOrEqual(durableSeq)
    expect(asOf).toBeLessThanOrEqual(atlas.state.seq)
  })

  test('RO17 a reader sees everything that was recorded before its request', async () => {
    const { rollouts } = server.app.core
    const agentId = crew.ids['lead'] ?? ''
    for (let index = 1; index <= 5; index++) {
      rollouts.text(agentId, `part ${index} `)
      const { entries } = await said('lead', '?limit=1')
      expect(entries[0]?.text).toBe(`part ${index} `)
      expect(entries[0]?.n).toBe(index)
    }
  })

  test.for([
    ['limit=0'],
    ['limit=201'],
    ['limit=-1'],
    ['limit=1.5'],
    ['limit='],
    ['limit=1&limit=2'],
    ['after=-1'],
    ['before=x'],
    ['after=1&before=2'],
    ['kind=everything'],
    ['kind='],
    ['around=1'],
    ['offset=1'],
  ])('RO18 refuses %s instead of guessing', async ([query]) => {
    const { status, body } = await server.call('GET', `${rolloutOf('ada')}?${query}`)
    expect(status).toBe(422)
    expect(body['error'].code).toBe('validation')
  })

  test('RO19 people and the agent itself read it; its crew may not, and for others it does not exist', async () => {
    const asked = async (token: string | null | undefined, name = 'dev') => {
      const address = name === 'none' ? '/api/agents/nobody/rollout' : rolloutOf(name)
      const { status, body } = await server.call('GET', address, undefined, {
        token: token ?? null,
      })
      return status === 200 ? 200 : [status, body['error'].code]
    }
    expect(await asked(server.owner)).toBe(200)
    expect(await asked(server.observer)).toBe(200)
    expect(await asked(crew.tokens['dev'])).toBe(200)
    expect(await asked(crew.tokens['ben'])).toEqual([403, 'forbidden'])
    expect(await asked(crew.tokens['lead'])).toEqual([403, 'forbidden'])
    expect(await asked(other.tokens['eve'])).toEqual([404, 'agent_not_found'])
    expect(await asked(other.tokens['lead'])).toEqual([404, 'agent_not_found'])
    expect(await asked(server.owner, 'none')).toEqual([404, 'agent_not_found'])
    expect(await asked(null)).toEqual([401, 'unauthorized'])
  })

  test('RO8 the tokens of this installation are in no record', async () => {
    const { rollouts } = server.app.core
    const agentId = crew.ids['lead'] ?? ''
    rollouts.record(agentId, {
      kind: 'tool_result',
      text: server.owner,
      data: { t: server.observer },
    })
    const [entry] = (await said('lead', '?limit=1&kind=tool_result')).entries
    expect(entry).toMatchObject({ text: '[masked:value]', data: { t: '[masked:value]' } })
  })

  // The last: it replaces the server.
  test('RO2 stopping stores what is open, and the numbers go on after it', async () => {
    const before = (await said('dev')).entries.length
    server.app.core.rollouts.text(crew.ids['dev'] ?? '', 'unfinished')
    await server.restart()
    server.app.core.rollouts.record(crew.ids['dev'] ?? '', { kind: 'started' })
    const { entries } = await said('dev')
    expect(entries.map(({ n }) => n)).toEqual(entries.map((_, index) => index + 1))
    expect(entries.slice(before).map(({ kind, text }) => [kind, text])).toEqual([
      ['text', 'unfinished'],
      ['started', null],
    ])
  })
})

test('RO16 a write that never ends holds up no post, no hand-over and no command', async () => {
  const clock = new MovedClock()
  await using server = await TestServer.start({ clock })
  server.app.writer().appendRollouts = () => {}
  const room = await server.crew('cygnus', { dev: 'developer' })
  const { dev = '' } = room.ids
  const options = { token: room.tokens['dev'] ?? '' }
  const groups = `/api/lead/${room.leadId}/groups`
  await server.call('POST', groups, { name: 'team', memberIds: [dev] })
  const began = performance.now()
  for (let index = 0; index < 20; index++) {
    await server.call('POST', `${groups}/team/messages`, { content: `number ${index}` })
    const page = await server.call('GET', `/api/agents/${dev}/inbox`, undefined, options)
    expect(JSON.stringify(page.body)).toContain(`number ${index}`)
    const { cursor } = page.body
    await server.call('POST', `/api/agents/${dev}/inbox/ack`, { cursor }, options)
    await server.call('POST', `/api/agents/${dev}/output`, { text: 'thanks\n' }, options)
  }
  console.log(`twenty rounds beside a write that never ends: ${performance.now() - began} ms`)
  // A reader and the end of the server wait for the write, but not for ever.
  const inTime = async <T>(waiting: Promise<T>): Promise<T> => {
    let isOver = false
    const over = () => (isOver = true)
    void waiting.then(over, over)
    await eventually('it is given up', () => {
      clock.advance(200)
      return isOver
    })
    return waiting
  }
  const { status, body } = await inTime(server.call('GET', `/api/agents/${dev}/rollout`))
  expect(status).toBe(200)
  expect(body['entries']).toEqual([])
  expect(body['pending']).toBe(40)
  await inTime(server.stop())
})

test('RO8 what an agent was given in its environment is masked in its record', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const agentId = crew.id('dev')
  const values = { SERVICE: 'blue-42-horse' }
  const decision = crew.shard.decide(crew.crew, values)
  decision.add('agent:environment', { agentId, values })
  crew.shard.commit(crew.crew, crew.by('human'), decision)
  crew.core.rollouts.text(agentId, 'I know blue-42')
  crew.core.rollouts.text(agentId, '-horse.')
  crew.core.rollouts.turnEnded(agentId)
  await crew.core.rollouts.flush()
  const { entries } = crew.shard.ports.reader.rollout(crew.leadId, { agentId, limit: 5 })
  expect(entries.map(({ text }) => text)).toEqual(['I know [masked:value].'])
})

/** The writer's script, which runs this before each write of a row of a record. */
function patchedWriter(folder: string, before: string): URL {
  const sqlite = pathToFileURL(createRequire(import.meta.url).resolve(SQLITE_PACKAGE)).href
  const script = path.join(folder, 'patched-writer.mjs')
  writeFileSync(
    script,
    `
import { appendFileSync, existsSync } from 'node:fs'
import Database from ${JSON.stringify(sqlite)}
const prepare = Database.prototype.prepare
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql)
  if (!sql.startsWith('insert into "rollout_entries"')) return statement
  const run = statement.run
  statement.run = function (...values) {
    ${before}
    return run.apply(this, values)
  }
  return statement
}
await import(${JSON.stringify(WRITER_SCRIPT.href)})
`,
  )
  return pathToFileURL(script)
}

test('RO15, RO13 a disk that is full for records fails no post and no journal; they are stored when there is room', async () => {
  using folder = tempFolder()
  using scripts = tempFolder()
  const full = path.join(scripts.path, 'full')
  const writerScript = patchedWriter(
    scripts.path,
    `if (existsSync(${JSON.stringify(full)})) {
      appendFileSync(${JSON.stringify(`${full}.tries`)}, 'x')
      this.database.exec('ROLLBACK')
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    }`,
  )
  const tries = () => (existsSync(`${full}.tries`) ? statSync(`${full}.tries`).size : 0)
  const clock = new MovedClock()
  const fatal: string[] = []
  const app = await startApp({
    config: Config.parse({ port: 0, logLevel: 'silent' }),
    data: new DataDir(folder.path),
    writerScript,
    clock,
    web: null,
    fatal: (sentence) => fatal.push(sentence),
  })
  try {
    const call = async (method: string, address: string, body?: unknown) => {
      const reply = await request(`${app.url}${address}`, ownerToken(folder.path), method, body)
      if (!reply) throw new Error('no answer')
      return reply
    }
    const lead = await call('POST', '/api/lead', { name: 'atlas' })
    const leadId = lead.body['lead'].id as string
    const groups = `/api/lead/${leadId}/groups`
    await call('POST', groups, { name: 'team' })
    const { epoch } = app.core.journal
    writeFileSync(full, '')
    for (let index = 0; index < 10; index++) {
      await call('POST', `/api/agents/${leadId}/output`, { text: `line ${index}\n` })
      const post = await call('POST', `${groups}/team/messages`, { content: `${index}` })
      expect(post.status).toBe(201)
    }
    const waiting = await call('GET', `/api/agents/${leadId}/rollout`)
    expect(waiting.status).toBe(200)
    expect(waiting.body).toMatchObject({ entries: [], pending: 10 })
    // Storage is asked again every second.
    const asked = tries()
    clock.advance(1_000)
    await eventually('storage refuses again', () => tries() > asked)
    expect(app.core.journal.failure).toBeNull()
    expect(app.core.journal.epoch).toBe(epoch)
    rmSync(full)
    await eventually('they are stored', async () => {
      const { body } = await call('GET', `/api/agents/${leadId}/rollout`)
      return body['pending'] === 0
    })
    const { body } = await call('GET', `/api/agents/${leadId}/rollout`)
    expect((body['entries'] as RolloutEntry[]).map(({ n, text }) => `${n} ${text}`)).toEqual(
      Array.from({ length: 10 }, (_, index) => `${index + 1} line ${index}\n`),
    )

    // A writer that dies with rows on their way: the next one gets them again, and stores each once.
    app.core.rollouts.record(leadId, { kind: 'note', text: 'survives' })
    void app.core.rollouts.flush()
    await app.writer().kill()
    await eventually('a post is accepted again', async () => {
      const post = await call('POST', `${groups}/team/messages`, { content: 'again' })
      return post.status === 201
    })
    await eventually('the note is stored', async () => {
      const page = await call('GET', `/api/agents/${leadId}/rollout?kind=note`)
      return (page.body['entries'] as unknown[]).length === 1
    })
    expect(fatal).toEqual([])
  } finally {
    await app.close()
  }
})
