import { renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { answered, asked, lines, SessionFolder } from '../harness/session-folder'
import { TestServer } from '../harness/test-server'

const serving = (folder: SessionFolder) =>
  TestServer.start({ config: { transcripts: { roots: [folder.at('root')] } } })

test('TV51 a page learns with its sign-in whether there are transcripts that it may show', async () => {
  using folder = new SessionFolder()
  await using server = await serving(folder)
  const owner = await server.call('GET', '/api/me')
  expect(owner.body).toMatchObject({ principal: 'owner', transcripts: true })
  const observer = await server.call('GET', '/api/me', undefined, { token: server.observer })
  expect(observer.body).toMatchObject({ principal: 'observer', transcripts: false })
})

interface Item {
  readonly type: string
  readonly text?: { readonly text: string }
}

/** What a page shows of what was asked. */
async function askedIn(server: TestServer, id: string): Promise<string[]> {
  const { body } = await server.call('GET', `/api/transcripts/${id}?limit=200`)
  const items = (body['items'] ?? []) as Item[]
  return items.flatMap(({ type, text }) => (type === 'user' ? (text?.text ?? '') : []))
}

test('TR64 the list has each folder with its sessions, newest first, and what a look into each file tells', async () => {
  using folder = new SessionFolder()
  const id = folder.write('root/atlas/one.jsonl', [
    asked(1, 'Split the configuration.'),
    answered(2, 'Done.'),
  ])
  folder.write('root/borealis/two.jsonl', [
    asked(1, 'x'),
    { type: 'summary', summary: 'Names of stars', leafUuid: 'u-1' },
    answered(3, '', {
      message: { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm' }] },
    }),
  ])
  folder.write('root/borealis/empty.jsonl', '')
  const large = folder.write('root/borealis/large.jsonl', [
    asked(1, `${'long '.repeat(20_000)}`),
    answered(2, 'z'.repeat(100_000)),
  ])
  await using server = await serving(folder)
  const { status, body } = await server.call('GET', '/api/transcripts')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    roots: [{ path: folder.at('root'), problem: null }],
    why: null,
    more: 0,
  })
  const projects = body['projects'] as {
    sessions: { file: string; title: string | null; items: number | null }[]
  }[]
  const session = (file: string) =>
    projects.flatMap(({ sessions }) => sessions).find((one) => one.file === file)
  expect(session('one.jsonl')).toMatchObject({
    id,
    title: 'Split the configuration.',
    branch: 'main',
    model: { family: 'sonnet' },
    bytes: lines([asked(1, 'Split the configuration.'), answered(2, 'Done.')]).length,
    items: null,
    tokens: null,
    errors: null,
    ongoing: false,
  })
  expect(session('two.jsonl')).toMatchObject({ title: 'Names of stars', ongoing: true })
  expect(session('empty.jsonl')).toMatchObject({ title: null, model: null, ongoing: null })
  expect(session('large.jsonl'), 'a look shows too little').toMatchObject({ title: null })
  for (const one of [id, large]) await server.call('GET', `/api/transcripts/${one}`)
  const again = (await server.call('GET', '/api/transcripts')).body['projects'] as typeof projects
  const read = again.flatMap(({ sessions }) => sessions).filter(({ items }) => items === 2)
  expect(read.map(({ file }) => file).toSorted()).toEqual(['large.jsonl', 'one.jsonl'])
  const sums = { tokens: 15, durationMs: 1_000, subagents: 0, errors: 0 }
  expect(read.find(({ file }) => file === 'one.jsonl')).toMatchObject(sums)
  expect(read.find(({ file }) => file === 'large.jsonl')?.title).toMatch(/^long long/)
})

test('TR65 of many sessions the newest 2,000 are listed and the rest is counted; the server answers meanwhile', async () => {
  using folder = new SessionFolder()
  for (let n = 0; n < 3_000; n++) folder.write(`root/p${n % 7}/s${n}.jsonl`, [asked(1, `t${n}`)])
  await using server = await serving(folder)
  let listed = false
  const list = server.call('GET', '/api/transcripts').finally(() => (listed = true))
  let meanwhile = 0
  while (!listed) {
    await fetch(`${server.app.url}/healthz`)
    meanwhile++
  }
  const { body } = await list
  const sessions = (body['projects'] as { sessions: { title: string }[] }[]).flatMap(
    (project) => project.sessions,
  )
  expect(sessions).toHaveLength(LIMITS.transcriptsListed)
  expect(body['more']).toBe(1_000)
  expect(new Set(sessions.map(({ title }) => title)).size).toBe(LIMITS.transcriptsListed)
  // The thread has megabytes to read; a server that waited for it would have answered once.
  expect(meanwhile).toBeGreaterThan(3)
})

test('TR66 a list without sessions says why, and what to do', async () => {
  using folder = new SessionFolder()
  await using server = await serving(folder)
  const why = async () => (await server.call('GET', '/api/transcripts')).body['why'] as string
  expect(await why()).toMatch(/there is no such folder.*transcripts\.roots/)
  folder.write('root/notes.txt', '')
  expect(await why()).toMatch(/no session in/)
  const id = folder.write('root/one.jsonl', [asked(1, 'hello')])
  expect(await why()).toBeNull()
  expect(await askedIn(server, id)).toEqual(['hello'])
  renameSync(folder.at('root'), folder.at('gone'))
  expect(await why()).toMatch(/there is no such folder/)
  expect((await server.call('GET', `/api/transcripts/${id}`)).status, 'its root is gone').toBe(404)
  await server.restart({ transcripts: { roots: [] } })
  expect(await why()).toMatch(/^No folder is set up.*transcripts\.roots/)
})

test('TR67 transcripts of files are for the owner: observers and agents get 403, nobody else more', async () => {
  using folder = new SessionFolder()
  const id = folder.write('root/one.jsonl', [asked(1, 'hello')])
  await using server = await serving(folder)
  const { tokens } = await server.crew('atlas', { dora: 'developer' })
  const below = [
    '',
    '/search?q=x',
    `/${id}`,
    `/${id}/items/u`,
    `/${id}/context`,
    `/${id}/timeline`,
    `/${id}/find?q=x`,
  ]
  for (const address of below) {
    for (const [token, status] of [
      [server.observer, 403],
      [tokens['dora'] ?? '', 403],
      [null, 401],
    ] as const) {
      const reply = await server.call('GET', `/api/transcripts${address}`, undefined, { token })
      expect.soft(reply.status, address).toBe(status)
      expect.soft(JSON.stringify(reply.body)).not.toContain('hello')
    }
  }
  expect(server.app.transcripts.isRunning, 'nobody was let in').toBe(false)
})

test('TR68 what cannot be shown is refused with a sentence: unknown, linked, too large, no transcript', async () => {
  using folder = new SessionFolder()
  folder.write('outside/one.jsonl', [asked(1, 'secret')])
  folder.write('root/here.jsonl', [asked(1, 'hello')])
  symlinkSync(folder.at('outside/one.jsonl'), folder.at('root/link.jsonl'))
  const large = folder.write('root/large.jsonl', [asked(1, 'hello')])
  truncateSync(folder.at('root/large.jsonl'), LIMITS.transcriptBytes + 1)
  const foreign = folder.write('root/foreign.jsonl', '{"level":"info"}\n{"level":"warn"}\n')
  await using server = await serving(folder)
  const refused = async (id: string) => {
    const { status, body } = await server.call('GET', `/api/transcripts/${id}`)
    return [status, body['error']?.code, body['error']?.message] as const
  }
  expect(await refused('A'.repeat(22))).toEqual([404, 'transcript_not_found', expect.any(String)])
  expect(await refused(folder.id('root/link.jsonl'))).toMatchObject({ 0: 404 })
  expect(await refused(folder.id('outside/one.jsonl'))).toMatchObject({ 0: 404 })
  expect(await refused('..%2F..%2Foutside%2Fone.jsonl')).toMatchObject({ 0: 404 })
  expect(await refused('agent-none'), 'a record is elsewhere').toEqual([
    404,
    'transcript_not_found',
    expect.stringContaining('/api/agents/:agentId/transcript'),
  ])
  expect(await refused(large)).toEqual([
    413,
    'too_large',
    expect.stringMatching(/large\.jsonl has 257 MiB.*up to 256 MiB.*Split it/),
  ])
  expect(await refused(foreign)).toEqual([422, 'bad_file', expect.stringContaining('no')])
  const { status } = await server.call(
    'GET',
    `/api/transcripts/${folder.id('root/here.jsonl')}?before=none`,
  )
  expect(status, 'no such item').toBe(404)
})

test('TR69 a file that grows is read from where it was read, at any byte, and its revision counts up', async () => {
  using folder = new SessionFolder()
  const id = folder.write('root/one.jsonl', [asked(1, 'first')])
  await using server = await serving(folder)
  expect(await askedIn(server, id)).toEqual(['first'])
  const bytes = Buffer.from(lines([asked(2, 'Zoë 🐢')]))
  let revision = 0
  for (const [n, byte] of bytes.entries()) {
    folder.append('root/one.jsonl', Buffer.from([byte]))
    // All of it would be as many requests as bytes: the last ones and some before decide.
    if (n % 16 !== 0 && n < bytes.length - 20) continue
    const { body } = await server.call('GET', `/api/transcripts/${id}`)
    expect(body['revision']).toBeGreaterThanOrEqual(revision)
    revision = body['revision'] as number
    const shown = ((body['items'] ?? []) as Item[]).map(({ text }) => text?.text)
    expect([['first'], ['first', 'Zoë 🐢']], `byte ${n}`).toContainEqual(shown)
  }
  expect(await askedIn(server, id)).toEqual(['first', 'Zoë 🐢'])
})

const minutesAgo = (minutes: number) => Date.now() / 1_000 - minutes * 60

test('TR88 a session that nobody has written to for ten minutes does not go on, and does when somebody writes again, also a sub-agent alone', async () => {
  using folder = new SessionFolder()
  const calling = [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'make' } }]
  const message = { id: 'm-2', role: 'assistant', model: 'claude-opus-4-5', content: calling }
  const id = folder.write('root/one.jsonl', [asked(1, 'Build it.'), answered(2, '', { message })])
  await using server = await serving(folder)
  const states = async () => {
    const page = await server.call('GET', `/api/transcripts/${id}`)
    const list = await server.call('GET', '/api/transcripts')
    const [project] = list.body['projects'] as {
      sessions: { ongoing: boolean; updatedAt: string }[]
    }[]
    const items = page.body['items'] as { status?: string; lastOutput?: { type: string } | null }[]
    const { ongoing } = page.body['session'] as { ongoing: boolean }
    times.push(project?.sessions[0]?.updatedAt ?? '')
    return [project?.sessions[0]?.ongoing, ongoing, items[1]?.status, items[1]?.lastOutput?.type]
  }
  const times: string[] = []
  const goesOn = [true, true, 'in_progress', 'ongoing']
  const isOver = [false, false, 'complete', undefined]
  expect(await states()).toEqual(goesOn)
  utimesSync(folder.at('root/one.jsonl'), minutesAgo(9), minutesAgo(9))
  expect(await states()).toEqual(goesOn)
  const before = minutesAgo(11)
  utimesSync(folder.at('root/one.jsonl'), before, before)
  expect(await states()).toEqual(isOver)
  const ofSubagent = 'root/one/subagents/agent-x.jsonl'
  folder.write(ofSubagent, [asked(2, 'Look.', { isSidechain: true })])
  utimesSync(folder.at(ofSubagent), minutesAgo(5), minutesAgo(5))
  expect(await states()).toEqual(goesOn)
  expect(Date.parse(times.at(-1) ?? ''), 'the time is that of the last change').toBeGreaterThan(
    minutesAgo(6) * 1_000,
  )
  utimesSync(folder.at(ofSubagent), before, before)
  expect(await states()).toEqual(isOver)
  folder.append('root/one.jsonl', lines([{ ...asked(3, ''), type: 'progress' }]))
  expect(await states()).toEqual(goesOn)
})

test('TR70 a file that is emptied, replaced or written again is read again, and its revision goes on', async () => {
  using folder = new SessionFolder()
  const id = folder.write('root/one.jsonl', [asked(1, 'first'), asked(2, 'second')])
  await using server = await serving(folder)
  const revisions: number[] = []
  const shown = async () => {
    const { body } = await server.call('GET', `/api/transcripts/${id}`)
    revisions.push(body['revision'] as number)
    return askedIn(server, id)
  }
  expect(await shown()).toEqual(['first', 'second'])
  folder.write('root/one.jsonl', [asked(3, 'shorter')])
  expect(await shown()).toEqual(['shorter'])
  // As long as before, in the same file.
  folder.write('root/one.jsonl', [asked(4, 'another')])
  expect(await shown()).toEqual(['another'])
  // Another beginning, and everything behind it as before.
  const long = 'x'.repeat(1_000)
  folder.write('root/one.jsonl', [asked(4, 'before'), asked(5, long)])
  expect(await shown()).toEqual(['before', long])
  folder.write('root/one.jsonl', [asked(4, 'behind'), asked(5, long)])
  expect(await shown()).toEqual(['behind', long])
  writeFileSync(folder.at('root/next'), lines([asked(5, 'replaced'), asked(6, 'by a longer one')]))
  renameSync(folder.at('root/next'), folder.at('root/one.jsonl'))
  expect(await shown()).toEqual(['replaced', 'by a longer one'])
  rmSync(folder.at('root/one.jsonl'))
  expect((await server.call('GET', `/api/transcripts/${id}`)).status).toBe(404)
  folder.write('root/one.jsonl', [asked(7, 'back')])
  expect(await shown()).toEqual(['back'])
  expect(revisions).toEqual([...new Set(revisions)].toSorted((a, b) => a - b))
})
