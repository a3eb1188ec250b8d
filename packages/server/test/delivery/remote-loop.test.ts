import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { handedTo } from '../../src/live/agent'
import { KeptAnswers } from '../../src/intake/kept-answers'
import { ServerWithWriter } from '../harness/server-with-writer'
import { eventually } from '../harness/speaker'
import { command, groupOf, SOON, team, say, write } from '../harness/talk'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'
import { pushed } from '../harness/pushed'

const README = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')

/** The shell commands below a heading, block by block. */
function shellBlocks(heading: string): string[] {
  const section = README.split(`\n${heading}\n`)[1]?.split(/^## /m)[0] ?? ''
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] ?? '')
}

const post = '⟦⟦ GROUP_MESSAGE {"group":"team","content":"step in main.ts"} ⟧⟧'

test('DL11 the README’s loop takes one turn and posts one message for one message', async () => {
  await using server = await TestServer.start()
  // To where it runs in the background; the next block only looks at it and ends it.
  const blocks = shellBlocks('## Your own program as an agent')
  const loop = blocks.findIndex((block) => block.includes('inbox'))
  expect(loop).toBeGreaterThan(0)
  const script = [...blocks.slice(0, loop + 1), 'echo; echo "LOOP $LEAD $DORA"', 'wait'].join('\n')
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, CREWROOM_HOME: server.data.folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  try {
    let said = ''
    shell.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    await eventually('the loop runs', () => /^LOOP .+\n/m.test(said), 20_000)
    const [, leadId = '', dora = ''] = /^LOOP (\S+) (\S+)$/m.exec(said) ?? []
    const { shard } = server.app.core
    const crew = shard.crew(leadId)
    const written = () => crew.window('plan').messages.map(({ from }) => from)
    await eventually('Dora answers', () => written().length === 2, 20_000)
    // Its confirmation is there before she is asked again.
    await server.call('POST', `/api/lead/${leadId}/groups/plan/messages`, { content: 'And?' })
    await eventually('Dora answers again', () => written().length >= 4, 20_000)
    await eventually('she has confirmed', () => crew.inHand.open(dora).length === 0, 20_000)
    expect(written()).toEqual([leadId, dora, 'human', dora])
    const turns = crew.inHand.times()
    expect(turns.map(({ agentId }) => agentId)).toEqual([dora, dora])
    expect(crew.state.needs).toEqual({})
  } finally {
    if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
  }
})

/** A server with a crew of remote agents, all of them in the group "team" beside the lead. */
async function remoteTeam(agents: Record<string, string>) {
  const server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', agents)
  const as = (who: string, method: string, path: string, body?: unknown) =>
    server.call(method, `/api/agents/${ids[who]}${path}`, body, { token: tokens[who] ?? '' })
  const reads = async (who: string) => {
    const { cursor } = (await as(who, 'GET', '/inbox')).body
    await as(who, 'POST', '/inbox/ack', { cursor })
  }
  const memberIds = Object.keys(agents).map((name) => ids[name])
  await server.call('POST', `/api/lead/${leadId}/groups`, { name: 'team', memberIds })
  return { server, ids, as, reads, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** A crew whose members have read that they are in the group. */
async function ready(options: Parameters<typeof testCrew>[0] = {}): Promise<TestCrew> {
  const crew = testCrew({ agents: { dev: 'developer', qa: 'qa-tester' }, ...options })
  team(crew, 'team', ['dev', 'qa'])
  for (const name of ['dev', 'qa']) await crew.reads(name)
  return crew
}

test('DL11 a poll for items that wake ignores confirmations and notices while it waits, and then returns everything', async () => {
  await using crew = await ready()
  const dev = crew.id('dev')
  const poll = (waitMs = 0) => crew.core.inbox.fetch(dev, { for: 'wake', waitMs })
  await crew.says('dev', post)
  expect((await poll()).deliveries, 'a confirmation').toEqual([])
  const waiting = poll(25_000)
  team(crew, 'other', ['dev'])
  write(crew, 'qa', 'dev', 'lib.ts is ready')
  const page = await waiting
  expect(page.deliveries.map(({ kind, wake }) => [kind, wake])).toEqual([
    ['reply', false],
    ['system', false],
    ['direct', true],
  ])
  // Not confirmed: it comes again, whether or not anything else wakes.
  expect((await poll()).deliveries.map(({ repeat }) => repeat)).toEqual([true, true, true])
  await crew.core.inbox.ack(dev, page.cursor)
  await crew.says('dev', '⟦⟦ QUERY_CREW ⟧⟧')
  expect((await poll()).deliveries, 'the answer to a query wakes').toHaveLength(1)
})

test('DL11 on /agent, an agent that waits for items that wake is sent nothing else, and then everything', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dev: 'developer' })
  const memberIds = [ids['dev']]
  await server.call('POST', `/api/lead/${leadId}/groups`, { name: 'team', memberIds })
  using socket = new TestSocket(`${server.app.url}/agent`)
  await socket.opened()
  const token = tokens['dev']
  socket.send({ type: 'hello', token, agentId: ids['dev'], for: 'wake' })
  socket.send({ type: 'output', text: `${post}\n` })
  const { results } = await socket.wait(({ type }) => type === 'output')
  expect(results).toMatchObject([{ ok: true }])
  await server.call('POST', `/api/lead/${leadId}/groups/team/messages`, { content: 'And?' })
  await socket.wait(({ type }) => type === 'turn')
  const turns = socket.frames.filter(({ type }) => type === 'turn')
  expect(
    turns.map(({ deliveries }) => deliveries.map((item: { kind: string }) => item.kind)),
  ).toEqual([['system', 'reply', 'group']])
})

test('DL22 items that did not fit come with the next polls for items that wake, and an empty page never says "more"', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const dev = crew.id('dev')
  const { inbox } = crew.core
  for (let i = 0; i < 25; i++) team(crew, `g${i}`, ['dev'])
  const poll = () => inbox.fetch(dev, { for: 'wake', limit: 10 })
  expect(await poll(), 'nothing wakes yet').toEqual({
    deliveries: [],
    cursor: 'empty',
    more: false,
  })
  write(crew, 'human', 'dev', 'hello')
  const pages: [number, boolean][] = []
  for (;;) {
    const { deliveries, cursor, more } = await poll()
    pages.push([deliveries.length, more])
    await inbox.ack(dev, cursor)
    if (!more) break
  }
  expect(pages).toEqual([
    [10, true],
    [10, true],
    [6, false],
  ])
  team(crew, 'last', ['dev'])
  expect(await poll(), 'as before').toEqual({ deliveries: [], cursor: 'empty', more: false })
})

test('DL12 inline replies are in the record but not in the inbox, and come once', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dev: 'developer' })
  const memberIds = [ids['dev']]
  await server.call('POST', `/api/lead/${leadId}/groups`, { name: 'team', memberIds })
  const dev = `/api/agents/${ids['dev']}`
  const as = { token: tokens['dev'] ?? '' }
  const output = { text: `${post}\n⟦⟦ QUERY_CREW ⟧⟧\n⟦⟦ REACT {"group":"nowhere"} ⟧⟧\n`, offset: 0 }
  const say = () => server.call('POST', `${dev}/output`, { ...output, replies: 'inline' }, as)
  const { body } = await say()
  expect(body['results'].map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false])
  expect((await say()).body['results'], 'sent again').toEqual(body['results'])
  const inbox = await server.call('GET', `${dev}/inbox`, undefined, as)
  expect(inbox.body['deliveries'].map((item: { kind: string }) => item.kind)).toEqual(['system'])
  const record = await server.call('GET', `${dev}/rollout?kind=prompt`)
  expect(record.body['entries'], 'once, and the inbox').toHaveLength(2)
  expect(record.body['entries'][0].text).toBe(
    body['results'].map(({ reply }: { reply: string }) => reply).join('\n'),
  )
  const { body: bad } = await server.call('POST', `${dev}/output`, { text: '', replies: 'no' }, as)
  expect(Object.keys(bad['error'].details.fields)).toEqual(['replies'])
})

test('DL24 an inline reply is not lost when a later command of the same text is refused for now', async () => {
  for (const offset of [0, undefined]) {
    await using crew = testCrew({ agents: { dev: 'developer' } })
    await crew.reads('dev')
    const { shard } = crew
    const commit = shard.commit.bind(shard)
    let commits = 0
    shard.commit = (...given: Parameters<typeof commit>) => {
      // The second command, and when it is sent again, the third.
      if (++commits === 2 || commits === 4) throw new CrewError('busy', 'later', { retryAfter: 1 })
      commit(...given)
    }
    const text = '⟦⟦ QUERY_CREW ⟧⟧\n⟦⟦ QUERY_GROUPS ⟧⟧\n⟦⟦ LIST_GROUPS ⟧⟧\n'
    const send = async (part = text) => {
      const input = { text: part, stream: 'main', offset, endOfTurn: false } as const
      const { results } = await crew.core.intake.output(crew.crew, crew.id('dev'), {
        ...input,
        replies: 'inline',
      })
      return results.map(({ command }) => command)
    }
    await expect(send()).rejects.toThrow('later')
    await expect(send()).rejects.toThrow('later')
    expect(await send()).toEqual(['QUERY_CREW', 'QUERY_GROUPS', 'LIST_GROUPS'])
    expect(await crew.reads('dev'), 'they are in no inbox').toEqual([])
    if (offset === undefined) continue
    expect(await send(), 'the answer was lost').toHaveLength(3)
    expect(await send(text.slice(0, 20)), 'a part of it').toEqual(['QUERY_CREW'])
    expect(await send(), 'once more').toHaveLength(3)
    crew.restart()
    expect(await send(), 'only memory has them').toEqual([])
  }
})

test('DL24 the replies that are kept to be returned again are bounded', () => {
  const kept = new KeptAnswers()
  const answered = (end: number, units: number) => ({
    end,
    result: { command: 'QUERY_CREW', ok: true, reply: 'é'.repeat(units) },
  })
  const ends = (stream: string) => kept.recall(stream, 0, 10).map(({ end }) => end)
  kept.keep('a', [answered(1, 10_000), answered(2, 10_000)])
  expect([ends('a'), kept.recall('a', 1, 1)]).toEqual([[1, 2], []])
  kept.keep('b', [answered(1, 20_000)])
  expect([ends('a'), ends('b')], 'the oldest goes first').toEqual([[2], [1]])
  kept.keep('a', [answered(3, 40_000)])
  expect([ends('a'), ends('b')]).toEqual([[], []])
})

test('DL13 a lead that waits for items that wake is handed the rest when nobody in its crew works', async () => {
  await using crew = await remoteTeam({ dev: 'developer' })
  const { as } = crew
  // Its lead has read whatever there is; dev is at work.
  await crew.reads('lead')
  const given = (await as('dev', 'GET', '/inbox')).body
  await as('dev', 'POST', '/output', { text: post })
  expect((await as('lead', 'GET', '/inbox?for=wake')).body['deliveries']).toEqual([])
  const waiting = as('lead', 'GET', '/inbox?for=wake&wait=60')
  await as('dev', 'POST', '/inbox/ack', { cursor: given['cursor'] })
  const page = (await waiting).body
  expect(page['deliveries']).toMatchObject([{ kind: 'group', wake: false }])
  await as('lead', 'POST', '/inbox/ack', { cursor: page['cursor'] })
  expect((await as('lead', 'GET', '/inbox?for=wake')).body['deliveries'], 'once').toEqual([])
})

test('DL20 a lead that waits for items that wake is not starved by a member that is gone', async () => {
  await using crew = await remoteTeam({ dev: 'developer', qa: 'qa-tester' })
  for (const who of ['lead', 'qa']) await crew.reads(who)
  // It has a page that it never confirms, and is at work as far as it said.
  await crew.as('dev', 'GET', '/inbox')
  const { inbox, presence } = crew.server.app.core
  const dev = crew.ids['dev'] ?? ''
  presence.set(dev, { status: 'working' })
  await crew.as('qa', 'POST', '/output', { text: post })
  await crew.reads('qa')
  const wake = (wait: number) => crew.as('lead', 'GET', `/inbox?for=wake&wait=${wait}`)
  expect((await wake(0)).body['deliveries'], 'it is there').toEqual([])
  const waiting = wake(30)
  inbox.lost(dev)
  const page = (await waiting).body
  expect(page['deliveries']).toMatchObject([{ kind: 'group', wake: false }])
  await crew.as('lead', 'POST', '/inbox/ack', { cursor: page['cursor'] })
  expect((await wake(0)).body['deliveries'], 'once').toEqual([])
  await crew.as('qa', 'POST', '/output', { text: post })
  await crew.reads('qa')
  expect((await wake(30)).body['deliveries'], 'gone before').toMatchObject([{ kind: 'group' }])
})

test('DL23 items that wait for the lead of a quiet crew come once, as soon as storage works again after a failure', async () => {
  await using server = await ServerWithWriter.start()
  const { leadId, agents } = await server.crew(['qa'])
  const token = (await server.call('POST', `/api/agents/${leadId}/token`)).body['token'] as string
  const { presence } = server.app.core
  const qa = agents['qa'] ?? { id: '', token: '' }
  const of = (id: string, by: string, path: string, body?: unknown) =>
    server.call(body ? 'POST' : 'GET', `/api/agents/${id}${path}`, body, by)
  const reads = async (id: string, by: string) => {
    const { cursor } = (await of(id, by, '/inbox')).body
    await of(id, by, '/inbox/ack', { cursor })
  }
  /** Something that does not wake the lead is said, and its turn is over; it is looked at in the next round. */
  const quiet = async () => {
    await of(qa.id, qa.token, '/output', { text: post.replace('team', 'room') })
    await reads(qa.id, qa.token)
    await new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
  }
  await reads(leadId, token)
  await quiet()
  const wake = (wait: number) => of(leadId, token, `/inbox?for=wake&wait=${wait}`)
  const fails = async () => {
    server.writer.plan('fail SQLITE_FULL')
    const refused = await of(qa.id, qa.token, '/output', { text: 'words' })
    expect(refused.status, 'refused').toBeGreaterThanOrEqual(500)
  }
  await fails()
  await eventually('it takes work again', () => server.app.core.journal.failure === null)
  const page = (await wake(0)).body
  expect(page['deliveries']).toMatchObject([{ kind: 'group', wake: false }])
  await of(leadId, token, '/inbox/ack', { cursor: page['cursor'] })
  expect((await wake(0)).body['deliveries'], 'once').toEqual([])
  // The same on a socket, which asks again on its own.
  using socket = new TestSocket(`${server.app.url}/agent`)
  await socket.opened()
  socket.send({ type: 'hello', token, agentId: leadId, for: 'wake' })
  await socket.wait(({ type }) => type === 'hello')
  presence.set(qa.id, { status: 'working' })
  await quiet()
  await fails()
  presence.set(qa.id, { status: 'idle' })
  const { deliveries } = await socket.wait(({ type }) => type === 'turn')
  expect(server.writer.left(), 'it was refused before').toBe(0)
  expect(deliveries).toMatchObject([{ kind: 'group', wake: false }])
})

test('CD20 who answers nothing but its own confirmations is held, and they keep it going no longer', async () => {
  await using crew = await ready({ conduct: SOON })
  /** A program that answers every page that it gets; how often it did. */
  const loop = async () => {
    let turns = 0
    for (; turns < 50 && (await crew.reads('dev')).length > 0; turns++) await crew.says('dev', post)
    return turns
  }
  say(crew, 'human', 'begin')
  expect(await loop()).toBe(1 + SOON.hops)
  expect(groupOf(crew)?.hold).toMatchObject({
    reason: 'alone',
    count: 8,
    agentIds: [crew.id('dev')],
  })
  const [need] = Object.values(crew.crew.state.needs)
  expect(need?.text).toBe(
    `Developer "dev" (${crew.id('dev').slice(0, 8)}) continued 8 times in a row with nothing new to answer. Messages in "team" are stored and will be delivered at 2026-01-02T03:06:05.000Z, or when you end the hold.`,
  )
  crew.act(() => crew.clock.advance(600_000))
  expect(groupOf(crew)?.hold, 'what it wrote was handed over').toBeNull()
  expect(await loop(), 'it is not kept going for the hold’s end').toBe(0)
  crew.restart()
  say(crew, 'qa', 'and lib.ts?')
  const page = await crew.reads('dev')
  expect(
    page.map(({ kind }) => kind),
    'what wakes brings the rest',
  ).toEqual(['reply', 'group'])
})

test('DL21 what others say reaches an agent even after a long series of its own confirmations', async () => {
  // Eight of them: what one of them writes is a reason to start for nobody.
  const names = ['dev', 'a', 'b', 'c', 'd', 'e', 'f', 'qa']
  const agents = Object.fromEntries(names.map((name) => [name, 'developer']))
  await using crew = testCrew({ agents, conduct: SOON })
  team(crew, 'team', names)
  for (const name of names) await crew.reads(name)
  say(crew, 'human', 'begin')
  const react = command('REACT', { group: 'team', emoji: '👍' })
  let turns = 0
  for (; turns < 50 && (await crew.reads('dev')).length > 0; turns++) await crew.says('dev', react)
  expect(turns, 'its confirmations keep it going no longer').toBe(1 + SOON.hops)
  say(crew, 'qa', 'lib.ts has changed, everybody')
  const { inbox } = crew.core
  const page = await inbox.fetch(crew.id('dev'), {})
  expect(page.deliveries.map(({ kind, wake }) => [kind, wake])).toEqual([
    ['reply', false],
    ['group', false],
  ])
  expect(page.more).toBe(false)
  await inbox.ack(crew.id('dev'), page.cursor)
  for (turns = 0; turns < 50; turns++) {
    await crew.says('dev', react)
    const own = await pushed(inbox, crew.id('dev'), 200)
    if (!own) break
    await inbox.ack(crew.id('dev'), own.cursor)
  }
  expect(turns, 'on /agent neither').toBe(SOON.hops)
  say(crew, 'qa', 'main.ts, too')
  const next = await pushed(inbox, crew.id('dev'), 200)
  expect(next?.deliveries.map(({ kind }) => kind)).toEqual(['reply', 'group'])
})

test('CD20 small pages of many confirmations do not keep an agent going either', async () => {
  await using crew = await ready({ conduct: SOON })
  const [dev, twice] = [crew.id('dev'), `${post}\n${post}\n`]
  await crew.says('dev', twice)
  say(crew, 'human', 'begin')
  let turns = 0
  for (; turns < 50; turns++) {
    const page = await crew.core.inbox.fetch(dev, { for: 'wake', limit: 1 })
    if (page.deliveries.length === 0) break
    await crew.core.inbox.ack(dev, page.cursor)
    await crew.says('dev', twice)
  }
  // Two confirmations, what the person said, and then as long as any such series.
  expect(turns).toBe(3 + SOON.hops)
})

test('CD20 who writes much of its own accord is not held', async () => {
  await using crew = await ready({ conduct: SOON })
  say(crew, 'human', 'begin')
  await crew.reads('dev')
  for (let i = 0; i < 30; i++) await crew.says('dev', post)
  await crew.reads('dev')
  for (let i = 0; i < 30; i++) await crew.says('dev', post)
  expect(groupOf(crew)?.hold).toBeNull()
  expect(crew.crew.state.needs).toEqual({})
})

test('CD20 DL21 a pipe program that answers every line that it reads comes to rest, and still hears others', async () => {
  await using server = await TestServer.start({ config: { hopLimit: 3 } })
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'qa']
  const others = Object.fromEntries(names.map((name) => [name, 'developer']))
  const { leadId, ids, tokens } = await server.crew('atlas', others)
  const program = fileURLToPath(
    new URL('../harness/programs/answers-every-line.mjs', import.meta.url),
  )
  const { body } = await server.call('POST', `/api/lead/${leadId}/agents`, {
    role: 'developer',
    driver: { kind: 'pipe', command: process.execPath, args: [program] },
  })
  const id = body['agent'].id as string
  const group = `/api/lead/${leadId}/groups`
  await server.call('POST', group, { name: 'team', memberIds: [id] })
  await server.call('POST', `${group}/team/messages`, { content: 'begin' })
  const { shard, presence } = server.app.core
  const crew = shard.crew(leadId)
  await eventually('it is held', () => crew.state.groups['team']?.hold?.reason === 'alone', 20_000)
  // Its last confirmation waits for something that wakes it.
  const rests = () => presence.get(id).status === 'idle' && crew.owed(id).pending.length > 0
  await eventually('it rests', rests, 20_000)
  expect(crew.owed(id).pending.every(({ kind }) => kind === 'reply')).toBe(true)
  // In a group so large that this is a reason to start for nobody.
  const memberIds = [id, ...names.map((name) => ids[name])]
  await server.call('POST', group, { name: 'all', memberIds })
  const path = `/api/agents/${ids['qa']}/output`
  const text = command('GROUP_MESSAGE', { group: 'all', content: 'lib.ts has changed' })
  await server.call('POST', path, { text }, { token: tokens['qa'] ?? '' })
  const said = crew.window('all').messages.at(-1)?.seq ?? Infinity
  await eventually('it is told', () => handedTo(crew, id, 'all').sentSeq >= said, 20_000)
})

test('DL2 what arrives after a waiting poll has hung up is handed to nobody: the next poll gets it for the first time', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dev: 'developer' })
  const dev = ids['dev'] ?? ''
  const inbox = `/api/agents/${dev}/inbox`
  const as = { token: tokens['dev'] ?? '' }
  const { presence, shard } = server.app.core
  const hangUp = new AbortController()
  const waiting = fetch(`${server.app.url}${inbox}?wait=60`, {
    headers: { authorization: `Bearer ${as.token}` },
    signal: hangUp.signal,
  }).catch(() => 'hung up')
  await eventually('it waits', () => presence.get(dev).connection === 'connected')
  hangUp.abort()
  expect(await waiting).toBe('hung up')
  // The server has seen that: other requests have come and gone.
  const served = async () => {
    for (let n = 0; n < 40; n++) await server.call('GET', '/api/me')
  }
  await served()
  await server.call('POST', `/api/agents/${dev}/messages`, { content: 'still there?' })
  await served()
  expect(shard.crew(leadId).inHand.open(dev)).toEqual([])
  const page = (await server.call('GET', inbox, undefined, as)).body
  expect(page['deliveries']).toMatchObject([{ kind: 'direct', repeat: false }])
})
