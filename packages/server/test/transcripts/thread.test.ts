import { rmSync, truncateSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { Transcripts } from '../../src/transcripts/transcripts'
import { FakeClock } from '../harness/fake-clock'
import { SECRETS } from '../harness/secrets'
import { answered, asked, lines, SessionFolder } from '../harness/session-folder'
import { TestServer, TRANSCRIPT_SCRIPT } from '../harness/test-server'
import { type Frame, TestSocket } from '../harness/test-socket'

const serving = (folder: SessionFolder) =>
  TestServer.start({ config: { transcripts: { roots: [folder.at('root')] } } })

async function page(server: TestServer, id: string) {
  return server.call('GET', `/api/transcripts/${id}`)
}

async function connected(server: TestServer, token = server.owner): Promise<TestSocket> {
  const socket = new TestSocket(`${server.app.url}/ws`)
  await socket.opened()
  socket.send({ type: 'hello', token, leads: [] })
  await socket.wait(({ type }) => type === 'hello')
  return socket
}

const changesOf = (socket: TestSocket) =>
  socket.frames.filter(({ type }) => type === 'live:transcript')
const isChange = (id: string) => (frame: Frame) =>
  frame.type === 'live:transcript' && frame['id'] === id && frame['changed'].length > 0
const isFirst = (id: string) => (frame: Frame) =>
  frame.type === 'live:transcript' && frame['id'] === id

/** Whatever was sent before has arrived when this is answered. */
async function pong(socket: TestSocket): Promise<void> {
  const before = socket.frames.filter(({ type }) => type === 'pong').length
  socket.send({ type: 'ping' })
  await socket.wait(() => socket.frames.filter(({ type }) => type === 'pong').length > before)
}

test('TR71 secrets in files are masked as in records, and nothing else of a record changes', async () => {
  using folder = new SessionFolder()
  const given = 'Blue-Otter-7719-given'
  const known = SECRETS.map(([, token]) => token)
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
  const id = folder.write('root/one.jsonl', [
    ...known.map((token, n) => asked(n, `It is ${token} there, "quoted" \\ too.`)),
    asked(100, '', {
      message: { role: 'user', content: [{ type: 'text', text: 'picture' }, image] },
    }),
    asked(101, `My value is ${given}.`),
    asked(102, 'Nothing to hide here: "quoted" \\ too.'),
  ])
  await using server = await serving(folder)
  const { leadId } = await server.crew('atlas')
  const shown = async () =>
    JSON.stringify((await server.call('GET', `/api/transcripts/${id}?limit=200`)).body)
  const first = await shown()
  for (const token of known) {
    expect.soft(first).not.toContain(JSON.stringify(token).slice(1, -1))
    // Not the end of it either.
    expect.soft(first).not.toContain(JSON.stringify(token.slice(-12)).slice(1, -1))
  }
  expect(first).toContain(JSON.stringify('Nothing to hide here: "quoted" \\ too.').slice(1, -1))
  expect(first).toContain(JSON.stringify('there, "quoted" \\ too.').slice(1, -1))
  expect(first, 'nobody was given it').toContain(given)
  const driver = { kind: 'acp', command: 'true', args: [], env: { SOME_VALUE: given } }
  const created = await server.call('POST', `/api/lead/${leadId}/agents`, {
    role: 'developer',
    driver,
  })
  expect(created.status).toBe(201)
  expect(await shown(), 'from then on it is a secret').not.toContain(given)
  const found = await server.call('GET', `/api/transcripts/search?q=${given}`)
  expect(found.body, 'nor can it be searched for').toEqual({
    hits: [],
    hasMore: false,
    unreached: 0,
  })
})

test('TR72 the thread is started by the first use, ends when it is not used, and starts again', async () => {
  using folder = new SessionFolder()
  const id = folder.write('root/one.jsonl', [asked(1, 'hello')])
  await using server = await serving(folder)
  await server.call('GET', '/api/lead')
  using _socket = await connected(server)
  expect(server.app.transcripts.isRunning).toBe(false)
  expect((await page(server, id)).status).toBe(200)
  expect(server.app.transcripts.isRunning).toBe(true)

  const clock = new FakeClock()
  const crashed: string[] = []
  const transcripts = new Transcripts({
    script: TRANSCRIPT_SCRIPT,
    roots: [folder.at('root')],
    secrets: () => [],
    clock,
    crashed: (why) => crashed.push(why),
  })
  const read = () => transcripts.ask({ type: 'page', transcript: id, limit: 1 })
  expect(await read()).toContain('hello')
  const unfollow = transcripts.follow(id, () => {})
  clock.advance(60 * 60_000)
  expect(transcripts.isRunning, 'somebody follows a transcript').toBe(true)
  unfollow()
  clock.advance(9 * 60_000)
  expect(transcripts.isRunning).toBe(true)
  clock.advance(60_000)
  expect(transcripts.isRunning).toBe(false)
  expect(await read()).toContain('hello')
  await transcripts.close()
  expect(crashed).toEqual([])
})

test('TR73 when the thread ends unexpectedly, open requests are refused with a sentence and the next one starts it again', async () => {
  using folder = new SessionFolder()
  const id = folder.write('root/one.jsonl', [asked(1, 'hello')])
  await using server = await serving(folder)
  using socket = await connected(server)
  const before = (await page(server, id)).body['revision'] as number
  socket.send({ type: 'watch', transcript: id })
  await socket.wait(isFirst(id))
  const { transcripts } = server.app
  // It takes no more requests from now on, and nobody knows yet.
  const ended = transcripts.worker?.terminate()
  const open = transcripts.ask({ type: 'page', transcript: id, limit: 1 })
  await Promise.all([
    expect(open).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringMatching(
        /reads transcripts ended unexpectedly.*Nothing is lost; ask again/,
      ),
    }),
    ended,
  ])
  expect(await socket.wait(isChange(id)), 'who watches asks again').toMatchObject({
    changed: 'all',
  })
  const { status, body } = await page(server, id)
  expect([status, body['items'].length]).toEqual([200, 1])
  expect(body['revision']).toBeGreaterThan(before)
  folder.append('root/one.jsonl', lines([asked(2, 'more')]))
  const named = (frame: Frame) => isChange(id)(frame) && frame['changed'] !== 'all'
  expect(await socket.wait(named), 'and is told of changes again').toMatchObject({
    changed: expect.arrayContaining([expect.stringContaining('u-2')]),
  })
})

test('TR74 only who watches a transcript is told what changed in it, gathered, and none after unwatch', async () => {
  using folder = new SessionFolder()
  const id = folder.write('root/one.jsonl', [asked(1, 'hello')])
  const other = folder.write('root/two.jsonl', [asked(1, 'hello')])
  await using server = await serving(folder)
  using watches = await connected(server)
  using also = await connected(server)
  using idle = await connected(server)
  const { revision } = (await page(server, id)).body
  watches.send({ type: 'watch', transcript: id })
  const first = await watches.wait(isFirst(id))
  expect(first, 'where it is now').toEqual({ type: 'live:transcript', id, revision, changed: [] })
  also.send({ type: 'watch', transcript: id })
  also.send({ type: 'watch', transcript: other })
  await also.wait(isFirst(id))
  await also.wait(isFirst(other))
  folder.append('root/one.jsonl', lines([asked(2, 'more'), asked(3, 'still more')]))
  const changed = await watches.wait(isChange(id))
  expect(changed['revision']).toBeGreaterThan(revision)
  expect(changed['changed'].join()).toContain('u-2')
  await also.wait(isChange(id))
  expect((await page(server, id)).body['items']).toHaveLength(3)

  watches.send({ type: 'unwatch', transcript: id })
  await pong(watches)
  const seen = changesOf(watches).length
  folder.append('root/one.jsonl', lines([asked(4, 'later')]))
  await also.wait((frame) => isChange(id)(frame) && frame['changed'].join().includes('u-4'))
  await pong(watches)
  await pong(idle)
  expect(changesOf(watches)).toHaveLength(seen)
  expect(changesOf(idle)).toEqual([])
  expect(changesOf(also).filter((frame) => frame['id'] === other)).toHaveLength(1)
})

test('TR75 watching is for the owner, and bounded for each connection', async () => {
  using folder = new SessionFolder()
  const id = folder.write('root/one.jsonl', [asked(1, 'hello')])
  await using server = await serving(folder)
  const { tokens } = await server.crew('atlas')
  for (const token of [server.observer, tokens['lead'] ?? '']) {
    using socket = await connected(server, token)
    socket.send({ type: 'watch', transcript: id })
    expect(await socket.wait(({ type }) => type === 'error')).toMatchObject({ code: 'forbidden' })
    await pong(socket)
    expect(changesOf(socket)).toEqual([])
  }
  expect(server.app.transcripts.isRunning).toBe(false)
  using socket = await connected(server)
  const watch = (transcript: string) => socket.send({ type: 'watch', transcript })
  for (let n = 0; n <= LIMITS.transcriptsWatched; n++) watch(`none-${n}`)
  const refusal = await socket.wait(({ type }) => type === 'error')
  expect(refusal).toMatchObject({ code: 'limit_reached', message: expect.stringContaining('32') })
  socket.send({ type: 'unwatch', transcript: 'none-3' })
  watch(id)
  await socket.wait(isFirst(id))
})

test('TR76 records of sub-agents come from the session’s own folder, or from beside it if they name the session', async () => {
  using folder = new SessionFolder()
  const task = (n: number) => ({
    type: 'assistant',
    uuid: `t-${n}`,
    parentUuid: null,
    sessionId: 'one',
    timestamp: `2026-01-01T00:00:0${n}.000Z`,
    isSidechain: false,
    requestId: `t-${n}`,
    message: {
      id: `tm-${n}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [
        {
          type: 'tool_use',
          id: `call-${n}`,
          name: 'Task',
          input: { description: `d${n}`, prompt: 'p' },
        },
      ],
    },
  })
  const trace = (name: string, session = 'one') => [
    asked(3, `prompt of ${name}`, { isSidechain: true, agentId: name, sessionId: session }),
    answered(4, `words of ${name}`, { isSidechain: true, agentId: name, sessionId: session }),
  ]
  const id = folder.write('root/one.jsonl', [asked(1, 'go'), task(2), answered(9, 'Both work.')])
  folder.write('root/one/subagents/agent-own.jsonl', trace('own'))
  folder.write('root/agent-beside.jsonl', trace('beside'))
  folder.write('root/agent-foreign.jsonl', trace('foreign', 'another'))
  await using server = await serving(folder)
  const subagent = async (name: string) => {
    const reply = await server.call('GET', `/api/transcripts/${id}.${name}`)
    return [reply.status, JSON.stringify(reply.body).includes(`prompt of ${name}`)]
  }
  expect(await subagent('own')).toEqual([200, true])
  expect(await subagent('beside')).toEqual([200, true])
  expect(await subagent('foreign')).toEqual([404, false])
  const { session } = (await page(server, id)).body
  const list = await server.call('GET', '/api/transcripts')
  const sessions = list.body['projects'][0].sessions as { bytes: number; items: number }[]
  expect(sessions, 'its size is that of its own file').toMatchObject([
    { id, items: 2, bytes: session.file.bytes },
  ])
  using socket = await connected(server)
  socket.send({ type: 'watch', transcript: id })
  socket.send({ type: 'watch', transcript: `${id}.own` })
  await socket.wait(isFirst(id))
  await socket.wait(isFirst(`${id}.own`))
  folder.append(
    'root/one/subagents/agent-own.jsonl',
    lines([answered(5, 'more of own', { isSidechain: true, agentId: 'own' })]),
  )
  await socket.wait(isChange(id))
  await socket.wait(isChange(`${id}.own`))
  // One that begins later.
  folder.write('root/one/subagents/agent-late.jsonl', trace('late'))
  expect(await subagent('late')).toEqual([200, true])
})

test('TR77 a search finds words in what people see of sessions, whatever their case, newest first', async () => {
  using folder = new SessionFolder()
  const one = folder.write('root/one.jsonl', [
    asked(1, 'The Parser "quotes" names.'),
    answered(2, 'parser: done. PARSER!'),
    asked(3, 'nothing', { toolUseResult: 'parser' }),
  ])
  folder.write('root/two.jsonl', [asked(1, 'hello', { uuid: 'parser' })])
  folder.write('root/broken.jsonl', '{"message":"parser"\n')
  await using server = await serving(folder)
  const found = async (query: string) =>
    (await server.call('GET', `/api/transcripts/search?${query}`)).body
  expect(await found('q=parser')).toEqual({
    hits: [{ id: one, count: 3, before: 'The ', match: 'Parser', after: ' "quotes" names.' }],
    hasMore: false,
    unreached: 0,
  })
  expect((await found(`q=${encodeURIComponent('"quotes"')}`))['hits']).toHaveLength(1)
  expect(await found('q=absent')).toEqual({ hits: [], hasMore: false, unreached: 0 })
  const numbered = JSON.stringify(asked(1, 'Grüße')).replace('ü', String.raw`\u00fc`)
  const other = folder.write('root/numbered.jsonl', `${numbered}\n`)
  expect(
    (await found(`q=${encodeURIComponent('GRÜSSE'.replace('SS', 'ß'))}`))['hits'],
  ).toMatchObject([{ id: other, match: 'Grüße' }])
  folder.write('root/large.jsonl', [asked(1, 'absent')])
  truncateSync(folder.at('root/large.jsonl'), LIMITS.transcriptBytes + 1)
  expect(await found('q=absent'), 'one was not read').toEqual({
    hits: [],
    hasMore: true,
    unreached: 1,
  })
  rmSync(folder.at('root/large.jsonl'))
  for (let n = 0; n < 3; n++) folder.write(`root/more-${n}.jsonl`, [asked(1, 'the parser')])
  const few = await found('q=parser&limit=2')
  expect([few['hits'].length, few['hasMore'], few['unreached']]).toEqual([2, true, 5])
})

test('TR78 transcripts that were read stay up to a bound of bytes, those used last', async () => {
  using folder = new SessionFolder()
  const part = Math.ceil(LIMITS.transcriptBytes / 3)
  const filled = (file: string) => {
    const id = folder.write(file, [asked(1, file)])
    // The rest is a hole, which takes no space, and is a line that has not ended.
    truncateSync(folder.at(file), part)
    return id
  }
  const ids = [filled('root/a.jsonl'), filled('root/b.jsonl'), filled('root/c.jsonl')]
  await using server = await serving(folder)
  const known = async () => {
    const { body } = await server.call('GET', '/api/transcripts')
    const sessions = (
      body['projects'] as { sessions: { file: string; items: number | null }[] }[]
    ).flatMap((p) => p.sessions)
    return sessions.flatMap(({ file, items }) => (items === null ? [] : file)).toSorted()
  }
  for (const id of ids.slice(0, 2)) expect((await page(server, id)).status).toBe(200)
  expect(await known()).toEqual(['a.jsonl', 'b.jsonl'])
  await page(server, ids[0] ?? '')
  expect((await page(server, ids[2] ?? '')).status).toBe(200)
  expect(await known(), 'b was used least recently').toEqual(['a.jsonl', 'c.jsonl'])
})
