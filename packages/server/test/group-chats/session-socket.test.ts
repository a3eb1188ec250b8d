import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AnswerProgress } from '../../src/api/sockets/answer-progress'
import { removeMembers } from '../../src/groups/change-members'
import { postToSession } from '../../src/sessions/post-to-session'
import { ServerWithWriter } from '../harness/server-with-writer'
import { SessionCrew } from '../harness/session-crew'
import { eventually } from '../harness/speaker'
import { BY_PERSON } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'
import { type Frame, TestSocket } from '../harness/test-socket'

let server: TestServer

beforeAll(async () => {
  const drivers = { 'claude-code': { kind: 'remote' }, cursor: { kind: 'remote' } } as const
  server = await TestServer.start({ config: { drivers } })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

interface Talk {
  readonly chat: string
  readonly leadId: string
  readonly group: string
  readonly session: string
  readonly address: string
  readonly ids: Readonly<Record<string, string>>
  readonly tokens: Readonly<Record<string, string>>
}

let workspaces = 0
/** A group chat of the person and two agents, with a session in which these take part. */
async function talk(settings?: object, agents = ['claude-code', 'cursor']): Promise<Talk> {
  const at = `/api/workspaces/ws-${++workspaces}/group-chats`
  const { body } = await server.call('POST', at, {
    name: 'Code Review Discussion',
    members: [
      { type: 'human', id: 'user-1', display_name: 'John' },
      { type: 'agent', id: 'claude-code', display_name: 'Claude Code' },
      { type: 'agent', id: 'cursor', display_name: 'Cursor AI' },
    ],
    ...(settings ? { settings } : {}),
  })
  const members = body['members'] as { id: string; agent_token?: string; participant_id?: string }[]
  const sessions = `/api/group-chats/${body['id']}/sessions`
  const made = await server.call('POST', sessions, { title: 'Names', active_agents: agents })
  return {
    chat: body['id'] as string,
    leadId: body['lead_id'] as string,
    group: body['group'] as string,
    session: made.body['id'] as string,
    address: `${sessions}/${made.body['id']}`,
    ids: Object.fromEntries(members.map((one) => [one.id, one.participant_id ?? ''])),
    tokens: Object.fromEntries(members.map((one) => [one.id, one.agent_token ?? ''])),
  }
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const connect = (address: string, options: object = bearer(server.owner)) =>
  new TestSocket(`${server.app.url}${address}`, options)

/** A window that shows the session; its first frame is the view. */
async function open({ address }: Talk, token = server.owner): Promise<TestSocket> {
  const socket = connect(`${address}/ws`, bearer(token))
  await socket.wait(({ type }) => type === 'view_data')
  return socket
}

/** Frames of these types, as short as they can be told apart. Progress comes in as many frames as time makes of it. */
function told({ frames }: TestSocket, from = 1): unknown[] {
  const lines = frames.map((frame) => {
    const { type, agent_id: agent, content, error, status, delta } = frame
    const what = content ?? error ?? delta ?? (status === 'done' ? 'done' : undefined)
    return [type, ...(agent ? [agent] : []), ...(what === undefined ? [] : [what])].join(' ')
  })
  const isProgress = (line = '') => line.startsWith('agent_progress ')
  return lines.filter((line, n) => !isProgress(line) || !isProgress(lines[n - 1])).slice(from)
}

/** Takes what the agent is asked. */
async function takes({ ids, tokens }: Talk, who: string): Promise<void> {
  const by = { token: tokens[who] ?? '' }
  const inbox = `/api/agents/${ids[who]}/inbox`
  for (;;) {
    const { deliveries, cursor } = (await server.call('GET', inbox, undefined, by)).body
    await server.call('POST', `${inbox}/ack`, { cursor }, by)
    if (deliveries.length === 0 || deliveries.some(({ round }: { round?: object }) => round)) return
  }
}

async function outputs(of: Talk, who: string, output: object): Promise<void> {
  const by = { token: of.tokens[who] ?? '' }
  const { status } = await server.call('POST', `/api/agents/${of.ids[who]}/output`, output, by)
  expect(status).toBe(200)
}

const says = (of: Talk, who: string, text: string) => outputs(of, who, { text, endOfTurn: true })

async function answers(of: Talk, who: string, text: string): Promise<void> {
  await takes(of, who)
  await says(of, who, text)
}

const is = (type: string, agent?: string) => (frame: Frame) =>
  frame.type === type && (agent === undefined || frame['agent_id'] === agent)

test('VB40, VB43, VB44, VB45, VB46 two windows see a whole round, in order and each thing once', async () => {
  const of = await talk({ show_thinking: true, history_limit: 2 })
  await server.call('POST', `${of.address}/messages`, { content: 'First.' })
  await answers(of, 'claude-code', 'Yes.')
  await answers(of, 'cursor', '')
  using one = await open(of)
  using two = await open(of)
  const shown = { type: 'view_data', view: 'ui', has_more: true, next_before: expect.any(String) }
  const before = [{ type: 'user', content: 'First.' }, { content: 'Yes.' }]
  expect(one.frames).toMatchObject([{ ...shown, messages: before }])

  one.send({ type: 'send_message', id: 'c-1', content: 'Which name?' })
  await two.wait(is('agent_thinking', 'cursor'))
  const done = await one.wait(is('done'))
  const user = await two.wait(is('user'))
  expect(done).toEqual({
    type: 'done',
    id: 'c-1',
    message_id: user['id'],
    agents_triggered: ['claude-code', 'cursor'],
  })
  await takes(of, 'claude-code')
  await takes(of, 'cursor')
  for (const text of ['Let me ', `see ${server.owner}`, ' ... ']) {
    await outputs(of, 'claude-code', { text, endOfTurn: false })
  }
  await two.wait(is('agent_progress'))
  await says(of, 'claude-code', 'Ada.')
  await two.wait(is('agent_response'))
  one.send({ type: 'interrupt', agent_id: 'cursor' })
  await one.wait(is('agent_error'))
  await two.wait(is('agent_error'))
  await outputs(of, 'cursor', { text: 'Too late.', endOfTurn: true })
  const course = [
    'user Which name?',
    'agent_thinking claude-code',
    'agent_thinking cursor',
    expect.stringMatching(/^agent_progress claude-code Let me /),
    expect.stringMatching(/^agent_response claude-code Let me see \[masked.* \.\.\. Ada\.$/),
    'agent_error cursor interrupted',
  ]
  expect(told(two)).toEqual(course)
  expect(told(one).filter((frame) => frame !== 'done')).toEqual(course)
  expect(JSON.stringify(two.frames), 'masked').not.toContain(server.owner)
  // As the same lines are over HTTP.
  const { messages } = (await server.call('GET', `${of.address}/messages?limit=10`)).body
  expect(messages).toContainEqual(user)
  const { round, ...answer } = two.frames.find(is('agent_response')) as Frame
  expect(messages).toContainEqual(answer)
  expect(round).toBe(2)

  one.send({ type: 'send_message', content: 'And now?' })
  await answers(of, 'cursor', '')
  await one.wait((frame) => frame['status'] === 'done')
  const rounds = `/api/lead/${of.leadId}/groups/${of.group}/sessions/${of.session}/rounds`
  await server.call('POST', `${rounds}/3/retry`, { agentId: of.ids['cursor'] })
  await server.call('DELETE', `/api/group-chats/${of.chat}/members/cursor`)
  await two.wait((frame) => frame['event'] === 'member_left')
  expect(told(two, 1 + course.length)).toEqual([
    'user And now?',
    'agent_thinking claude-code',
    'agent_thinking cursor',
    'agent_thinking cursor done',
    // It is asked once more, and leaves.
    'agent_thinking cursor',
    'agent_error cursor was removed from the group',
    'system',
  ])
  // Whoever comes in the middle is shown who thinks.
  using late = await open(of)
  expect(late.frames[0]?.['messages'].at(-1)).toMatchObject({
    type: 'agent_thinking',
    agent_id: 'claude-code',
  })
})

test('VB43 a window that is opened while much is written shows every line once, in order', async () => {
  const of = await talk({ broadcast_mode: 'mention_only', history_limit: 200 })
  using writer = await open(of)
  const all = Array.from({ length: 24 }, (_, n) => `Line ${n + 1}.`)
  const windows: TestSocket[] = []
  for (const content of all) {
    writer.send({ type: 'send_message', content })
    windows.push(connect(`${of.address}/ws`))
    await windows.at(-3)?.wait(is('view_data'))
    // Some are shown it again in the middle.
    if (windows.length % 3 === 0) windows.at(-3)?.send({ type: 'switch_view', view: 'ui' })
  }
  for (const window of windows) {
    const seen = () => {
      const from = window.frames.findLastIndex(is('view_data'))
      const shown = (window.frames[from]?.['messages'] ?? []) as Frame[]
      return [...shown, ...window.frames.slice(from + 1)]
        .filter(is('user'))
        .map(({ content }) => content as string)
    }
    await window.wait(() => seen().includes(all.at(-1) ?? ''))
    expect(seen()).toEqual(all)
    window[Symbol.dispose]()
  }
})

test('VB14 after a burst of messages who leaves is told with the time that the line has over HTTP', async () => {
  const of = await talk()
  using socket = await open(of)
  const { shard } = server.app.core
  const crew = shard.crew(of.leadId)
  const input = { group: of.group, session: of.session, asks: [], content: 'Quick.' }
  for (let n = 0; n < 200; n++) postToSession(shard, crew, BY_PERSON, input)
  removeMembers(shard, crew, BY_PERSON, { group: of.group, members: ['cursor'] })
  const line = await socket.wait((frame) => frame['event'] === 'member_left')
  const { body } = await server.call('GET', `${of.address}/messages?limit=1`)
  expect(body['messages'].at(-1)).toEqual(line)
  const said = socket.frames.findLast(is('user'))
  expect(line['timestamp'] >= said?.['timestamp']).toBe(true)
})

/** Sends output of an agent through one of the doors of agents that run elsewhere. */
const DOORS: Readonly<
  Record<string, (of: Talk, who: string, outputs: readonly object[]) => Promise<unknown>>
> = {
  'over HTTP': async (of, who, all) => {
    for (const output of all) await outputs(of, who, { endOfTurn: false, ...output })
  },
  'over /agent': async (of, who, all) => {
    using socket = new TestSocket(`${server.app.url}/agent`)
    await socket.opened()
    socket.send({ type: 'hello', token: of.tokens[who], agentId: of.ids[who] })
    await socket.wait(({ type }) => type === 'hello')
    for (const output of all) socket.send({ type: 'output', stream: 'main', ...output })
    await socket.wait(
      () => socket.frames.filter(({ type }) => type === 'output').length === all.length,
    )
  },
}

describe.each(Object.entries(DOORS))('VB45 an agent that runs elsewhere answers %s', (_, send) => {
  test('only people see its answer come about, and only where the group chat shows thinking', async () => {
    const [hidden, shown] = [await talk(), await talk({ show_thinking: true })]
    using one = await open(hidden)
    using two = await open(shown, shown.tokens['claude-code'])
    using three = await open(shown)
    const windows = [one, two, three]
    for (const of of [hidden, shown]) {
      await server.call('POST', `${of.address}/messages`, { content: 'Which name?' })
      await takes(of, 'cursor')
      await send(of, 'cursor', [{ text: 'Ada, I think.' }])
    }
    const { delta } = await three.wait(is('agent_progress', 'cursor'))
    // The last word may be the beginning of a secret.
    expect(delta).toBe('Ada, I ')
    for (const [n, window] of windows.entries()) {
      // Its answer comes behind everything that was sent before.
      window.send('no frame')
      await window.wait(is('error'))
      expect(window.frames.filter(is('agent_thinking'))).toHaveLength(2)
      expect(window.frames.some(is('agent_progress')), `window ${n}`).toBe(n === 2)
    }
  })

  test('what it sends again, or says that answers nothing, is not shown; a secret in two parts is masked, and a flood has bounds', async () => {
    const of = await talk({ show_thinking: true })
    using window = await open(of)
    using page = new TestSocket(`${server.app.url}/ws`, bearer(server.owner))
    await page.opened()
    page.send({ type: 'hello', leads: [of.leadId] })
    await page.wait(({ type }) => type === 'hello')
    await server.call('POST', `${of.address}/messages`, { content: 'Which name?' })
    await takes(of, 'cursor')
    const half = Math.floor(server.owner.length / 2)
    const parts = ['Ada ', server.owner.slice(0, half), `${server.owner.slice(half)} is it. `]
    let offset = 0
    const first = parts.map((text) => {
      const output = { text, offset }
      offset += text.length
      return output
    })
    const shown = () => window.frames.filter(is('agent_progress', 'cursor')).map(({ delta }) => delta as string) // prettier-ignore
    const text = () => shown().join('')
    await send(of, 'cursor', first)
    await window.wait(() => text().includes('is it. '))
    expect(text()).toMatch(/^Ada \[masked[^\]]*\] is it\. $/)
    await send(of, 'cursor', [
      // All of it again, and more.
      { text: `${parts.join('')}Or `, offset: 0 },
      { text: 'aside ', stream: 'side', answers: null },
      { text: 'Bea. ', offset: offset + 3 },
    ])
    await window.wait(() => text().endsWith('Bea. '))
    expect(text()).toMatch(/^Ada \[masked[^\]]*\] is it\. Or Bea\. $/)
    await send(of, 'cursor', [{ text: `${'x'.repeat(20_000)} END and`, offset: offset + 8 }])
    await window.wait(() => text().endsWith(' END '))
    expect(Math.max(...shown().map(({ length }) => length))).toBe(8_192)
    // People see all that it says on the page, in whichever stream.
    const live = () => page.frames.filter(is('live:text')).map(({ delta }) => delta as string)
    await page.wait(() => live().join('').endsWith(' END '))
    for (const { frames } of [window, page]) {
      for (const part of [server.owner, server.owner.slice(0, half)]) {
        expect(JSON.stringify(frames)).not.toContain(part)
      }
    }
    await says(of, 'cursor', ' Done.')
    await window.wait(is('agent_response', 'cursor'))
  })
})

test('VB45 clients get what an agent writes at most five times a second, joined', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const session = room.open('Names')
  const told: string[] = []
  new AnswerProgress(
    crew.shard,
    crew.core.live,
    (id) => id === session.id,
    (_crew, { agentId }, delta) =>
      told.push(`${agentId === crew.id('ana') ? 'ana' : '?'} ${delta}`),
  )
  const write = (delta: string) => crew.core.live.emit('masked', crew.id('ana'), delta)
  write('nobody has asked ')
  room.post(session, 'human', 'which name?')
  write('it does not have the question yet ')
  await room.takes('ana')
  for (let n = 0; n < 10; n++) {
    write(`${n}`)
    crew.clock.advance(100)
  }
  expect(told).toEqual(['ana 01', 'ana 23', 'ana 45', 'ana 67', 'ana 89'])
  write('Ada')
  await room.says('ana', 'Ada.')
  crew.clock.advance(1_000)
  expect(told, 'the answer has it').toHaveLength(5)
})

test('VB52 what happens in a session is told when it is stored; after a failure clients come back', async () => {
  await using server = await ServerWithWriter.start()
  const { body } = await server.call('POST', '/api/workspaces/w/group-chats', { name: 'Plan' })
  const address = `${server.app.url}/api/group-chats/${body['id']}/sessions/main/ws`
  using socket = new TestSocket(address, bearer(server.token))
  await socket.wait(is('view_data'))
  server.writer.plan('hold', 'before')
  socket.send({ type: 'send_message', id: 'a', content: 'Kept.' })
  await eventually('the writer stands before a commit', () => server.writer.holds)
  for (let n = 0; n < 25; n++) await server.call('GET', '/api/health')
  expect(socket.frames).toHaveLength(1)
  server.writer.letGo()
  await socket.wait(is('done'))
  expect(told(socket)).toEqual(['user Kept.', 'done'])
  socket.send({ type: 'send_message', id: 'b', content: 'Lost.' })
  expect((await socket.closed).code).toBe(4010)
  expect(socket.frames.at(-1)).toMatchObject({ type: 'error', code: 'storage_failed', id: 'b' })
})

test('VB47, VB48 what is not understood or not allowed is told, and the socket stays', async () => {
  const of = await talk()
  using socket = await open(of)
  const long = 'x'.repeat(101)
  const table: [unknown, string, string?][] = [
    ['no json', 'malformed'],
    [[1], 'validation'],
    [{ type: 'dance', id: 'a' }, 'validation', 'a'],
    [{ type: 'send_message', id: 'b', content: ' ' }, 'validation', 'b'],
    [{ type: 'send_message', id: 'c', content: 'Hi.', to: 'cursor' }, 'validation', 'c'],
    [{ type: 'send_message', id: long, content: 'Hi.' }, 'validation'],
    [{ type: 'switch_view', id: 'd', view: 'agent' }, 'validation', 'd'],
    [{ type: 'switch_view', id: 'e', view: 'agent', agent_id: 'nobody' }, 'agent_not_found', 'e'],
    [{ type: 'interrupt', id: 'f', agent_id: 'cursor' }, 'round_over', 'f'],
    [{ type: 'hello', token: server.owner }, 'malformed'],
  ]
  for (const [frame] of table) socket.send(frame)
  socket.send({ type: 'send_message', id: 'last', content: 'Hi.' })
  await socket.wait(is('done'))
  const errors = socket.frames.filter(is('error'))
  expect(errors.map(({ code, id }) => [code, id])).toEqual(table.map(([, code, id]) => [code, id]))
  // An observer reads, and changes nothing.
  using observer = await open(of, server.observer)
  observer.send({ type: 'send_message', id: 'x', content: 'Hi.' })
  expect(await observer.wait(is('error'))).toMatchObject({ code: 'forbidden', id: 'x' })
  // A session in the archive takes no messages, and is still read.
  await server.call('PATCH', of.address, { status: 'archived' })
  socket.send({ type: 'send_message', id: 'y', content: 'Hi.' })
  expect(await socket.wait(({ id }) => id === 'y')).toMatchObject({ code: 'session_archived' })
  socket.send({ type: 'switch_view', id: 'z', view: 'ui' })
  expect(await socket.wait(({ id }) => id === 'z')).toMatchObject({ type: 'view_data' })
})

test('VB49, VB50 the view of an agent only reads, and is for people and that agent', async () => {
  const of = await talk()
  await server.call('POST', `${of.address}/messages`, { content: 'Which name?' })
  await answers(of, 'cursor', 'Ada.')
  using socket = await open(of)
  socket.send({ type: 'switch_view', id: '1', view: 'agent', agent_id: 'cursor' })
  socket.send({ type: 'send_message', id: '2', content: 'Me again.' })
  socket.send({ type: 'switch_view', id: '3', view: 'agent', agent_id: 'nobody' })
  socket.send({ type: 'send_message', id: '4', content: 'Me again.' })
  await server.call('POST', `${of.address}/messages`, { content: 'Another window.' })
  await socket.wait((frame) => frame['content'] === 'Another window.')
  socket.send({ type: 'switch_view', id: '5', view: 'ui', agent_id: 'cursor' })
  socket.send({ type: 'send_message', id: '6', content: 'Me again.' })
  await socket.wait(({ type, id }) => type === 'done' && id === '6')
  const byId = (wanted: string) => socket.frames.find(({ id }) => id === wanted)
  expect(byId('1')).toMatchObject({ type: 'view_data', view: 'agent' })
  const http = await server.call('GET', `${of.address}/messages?view=agent&agent_id=cursor`)
  expect(byId('1')?.['messages']).toEqual(http.body['messages'])
  expect(byId('1')?.['messages'].at(-1)).toEqual({ role: 'assistant', content: 'Ada.' })
  expect(['2', '3', '4'].map((id) => byId(id)?.['code'])).toEqual([
    'read_only_view',
    'agent_not_found',
    'read_only_view',
  ])
  const contents = byId('5')?.['messages'].map((line: Frame) => line['content'])
  expect(contents).toContain('Another window.')
  using agent = await open(of, of.tokens['cursor'])
  agent.send({ type: 'switch_view', id: 'own', view: 'agent', agent_id: 'cursor' })
  agent.send({ type: 'switch_view', id: 'other', view: 'agent', agent_id: 'claude-code' })
  expect(await agent.wait(({ id }) => id === 'other')).toMatchObject({ code: 'forbidden' })
  expect(agent.frames.find(({ id }) => id === 'own')).toMatchObject({ view: 'agent' })
})

test('VB51 whoever loses the right to read is told so and closed, and is told nothing after', async () => {
  const of = await talk()
  const main = { ...of, address: `/api/group-chats/${of.chat}/sessions/main` }
  using agent = await open(of, of.tokens['cursor'])
  using talker = await open(main, of.tokens['cursor'])
  using person = await open(of)
  using other = await open(main)
  await server.call('PATCH', of.address, { active_agents: ['claude-code'] })
  expect((await agent.closed).code).toBe(1008)
  await server.call('POST', `${of.address}/messages`, { content: 'Without Cursor.' })
  await person.wait(is('user'))
  expect(told(agent)).toEqual(['error'])
  expect(agent.frames.at(-1)).toMatchObject({ code: 'session_not_found' })
  await server.call('DELETE', `/api/group-chats/${of.chat}/members/cursor`)
  expect((await talker.closed).code).toBe(1008)
  expect(talker.frames.at(-1)).toMatchObject({ type: 'error', code: 'not_a_member' })
  await server.call('DELETE', of.address)
  expect((await person.closed).code).toBe(1008)
  expect(person.frames.at(-1)).toMatchObject({ type: 'error', code: 'session_not_found' })
  await server.call('POST', `${main.address}/messages`, { content: 'Free talk.' })
  await other.wait(is('user'))
  await server.call('DELETE', `/api/workspaces/ws-${workspaces}/group-chats/${of.chat}`)
  expect((await other.closed).code).toBe(1008)
  expect(other.frames.at(-1)).toMatchObject({ type: 'error', code: 'group_not_found' })
  const { leadId, tokens, ...last } = await talk()
  using ended = await open({ leadId, tokens, ...last }, tokens['cursor'])
  await server.call('POST', `/api/agents/${last.ids['cursor']}/terminate`, {})
  expect((await ended.closed).code).toBe(4003)
  using left = await open({ leadId, tokens, ...last })
  await server.call('DELETE', `/api/lead/${leadId}`, { confirm: `ws-${workspaces}` })
  expect((await left.closed).code).toBe(1008)
  expect(left.frames.at(-1)).toMatchObject({ type: 'error', code: 'group_not_found' })
})

test('VB41, VB42 tokens come in the header or in hello; a member is who its token says', async () => {
  const of = await talk()
  const cursor = of.tokens['cursor'] ?? ''
  const table: [string, string | null, string | null, number][] = [
    ['', server.owner, null, 0],
    ['?member_type=human&member_id=user-1', server.owner, null, 0],
    ['?member_type=human&member_id=human', server.observer, null, 0],
    ['?member_type=agent&member_id=CURSOR', cursor, null, 0],
    [`?member_id=${of.ids['cursor']}`, cursor, null, 0],
    // Another name of the one person.
    ['?member_type=human&member_id=user-2', server.owner, null, 0],
    ['?member_id=cursor', server.owner, 'forbidden', 4003],
    ['?member_type=agent', server.owner, 'forbidden', 4003],
    ['?member_id=user-1', cursor, 'forbidden', 4003],
    ['?member_type=agent&member_id=claude-code', cursor, 'forbidden', 4003],
    ['', 'wrong', 'unauthorized', 4001],
    ['', null, 'unauthorized', 4001],
  ]
  for (const [query, token, code, close] of table) {
    for (const inHello of [false, true]) {
      if (token === null && !inHello) continue
      using socket = connect(`${of.address}/ws${query}`, inHello ? {} : bearer(token ?? ''))
      await socket.opened()
      if (inHello) socket.send({ type: 'hello', ...(token === null ? {} : { token }) })
      const first = await socket.wait(() => true)
      const name = `${query} ${inHello ? 'in hello' : 'in the header'}`
      expect.soft(first, name).toMatchObject(code === null ? { view: 'ui' } : { code })
      if (code !== null) expect.soft((await socket.closed).code, name).toBe(close)
    }
  }
  using mute = connect(`${of.address}/ws`, {})
  await mute.opened()
  mute.send({ type: 'send_message', content: 'Hi.' })
  expect(await mute.wait(() => true)).toMatchObject({ code: 'malformed' })
  const unknown = [
    `/api/group-chats/${of.chat}/sessions/nobody/ws`,
    `/api/group-chats/nobody/sessions/${of.session}/ws`,
  ]
  for (const [n, code] of ['session_not_found', 'group_not_found'].entries()) {
    using socket = connect(unknown[n] ?? '')
    expect(await socket.wait(() => true)).toMatchObject({ code })
    expect((await socket.closed).code).toBe(1008)
  }
  const queries = [
    `token=${server.owner}`,
    'since=3',
    'member_type=robot',
    'member_id=a&member_id=b',
  ]
  for (const query of queries) {
    using socket = connect(`${of.address}/ws?${query}`)
    expect((await socket.closed).reason, query).toMatch(/ 4(22|00)$/)
  }
})

test('VB53 an agent is shown of main what was said while it was a member, and what it was given with its joining', async () => {
  const of = await talk()
  const main = { ...of, address: `/api/group-chats/${of.chat}/sessions/main` }
  const post = (content: string) => server.call('POST', `${main.address}/messages`, { content })
  await post('Before.')
  const added = { type: 'agent', id: `late-${workspaces}` }
  const { member } = (await server.call('POST', `/api/group-chats/${of.chat}/members`, added)).body
  await post('Hello, all.')
  using socket = await open(main, member.agent_token)
  await post('After.')
  await socket.wait(is('user'))
  expect(told(socket)).toEqual(['user After.'])
  const shown = socket.frames[0]?.['messages'] as Frame[]
  expect(shown.map(({ event, content }) => content ?? event)).toEqual([
    'Before.',
    'member_joined',
    'Hello, all.',
  ])
})

test('VB54 the limits of other sockets are those of this one: size, and number', async () => {
  const of = await talk()
  using socket = await open(of)
  const numbers = await fetch(`${server.app.url}/api/metrics`, bearer(server.owner))
  const path = '/api/group-chats/:chatId/sessions/:sid/ws'
  const line = (await numbers.text()).split('\n').find((one) => one.includes(path))
  expect(line).toMatch(/^crewroom_sockets\{.*\} [1-9]/)
  socket.send({ type: 'send_message', content: 'x'.repeat(1_000_000) })
  expect((await socket.closed).code).toBe(1009)
})
