import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

let workspaces = 0
/** A group chat with one agent and, if it is given, with the person under this id. */
async function chatWith(person?: object) {
  const made = await server.call('POST', `/api/workspaces/labels-${++workspaces}/group-chats`, {
    name: 'Names',
    members: [
      ...(person ? [{ type: 'human', ...person }] : []),
      { type: 'agent', id: 'cursor', display_name: 'Cursor' },
    ],
  })
  const chat = `/api/group-chats/${made.body['id']}`
  const { body } = await server.call('POST', `${chat}/sessions`, {})
  const agent = (made.body['members'] as { id: string; agent_token?: string }[]).at(-1)
  return { chat, messages: `${chat}/sessions/${body['id']}/messages`, token: agent?.agent_token }
}

const linesOf = async (messages: string) => {
  const { body } = await server.call('GET', `${messages}?limit=100`)
  return (body['messages'] as Record<string, string>[]).flatMap((line) =>
    line['type'] === 'user'
      ? `${line['sender_id']} | ${line['sender_name']} | ${line['content']}`
      : [],
  )
}

const post = (messages: string, body: object) => server.call('POST', messages, body)

test('VB85 the first name that a message is sent with is the person’s where the group chat has none', async () => {
  const { chat, messages } = await chatWith()
  const sent = await post(messages, { content: 'Hi.', sender_id: 'u-1', sender_name: 'Ann' })
  expect(sent).toMatchObject({
    status: 201,
    body: { message: { sender_id: 'u-1', sender_name: 'Ann' } },
  })
  expect(sent.body['notice']).toBeUndefined()
  expect(await linesOf(messages)).toEqual(['u-1 | Ann | Hi.'])
  const { body } = await server.call('GET', `${chat}/members`)
  const people = (body['members'] as { type: string; id: string }[]).filter(
    ({ type }) => type === 'human',
  )
  expect(people).toMatchObject([{ id: 'u-1', display_name: 'Ann' }])
})

test('VB85 another name is stored with its message, is said once, and outlives a restart', async () => {
  const { chat, messages } = await chatWith({ id: 'u-1', display_name: 'Ann' })
  const own = await post(messages, { content: 'one', sender_id: 'u-1', sender_name: 'Ann' })
  expect([own.status, own.body['notice']]).toEqual([201, undefined])
  const second = { sender_id: 'u-2', sender_name: 'Bob (B.)' }
  const first = await post(messages, { content: 'two', ...second })
  expect(first.body['message']).toMatchObject(second)
  expect(first.body['notice']).toContain('"u-2"')
  const again = await post(messages, { content: 'three', ...second })
  expect([again.status, again.body['notice']]).toEqual([201, undefined])
  await post(messages, { content: 'four', member_id: 'u-3' })
  await post(messages, { content: 'five' })
  const main = `${chat}/sessions/main/messages`
  await post(main, { content: 'free', ...second })
  const expected = [
    'u-1 | Ann | one',
    'u-2 | Bob (B.) | two',
    'u-2 | Bob (B.) | three',
    'u-3 | u-3 | four',
    'u-1 | Ann | five',
  ]
  expect(await linesOf(messages)).toEqual(expected)
  expect(await linesOf(main)).toEqual(['u-2 | Bob (B.) | free'])
  await server.restart()
  expect(await linesOf(messages)).toEqual(expected)
})

test('VB85 a name and an id come back as they were sent, as long as both may be, also after a restart', async () => {
  const { messages } = await chatWith({ id: 'u-1', display_name: 'Ann' })
  const sent = { sender_id: 'u'.repeat(64), sender_name: `${'N'.repeat(99)}s` }
  const first = await post(messages, { content: 'long', ...sent })
  expect(first.body['message']).toMatchObject(sent)
  expect(first.body['notice']).toContain(sent.sender_id)
  const line = `${sent.sender_id} | ${sent.sender_name} | long`
  expect(await linesOf(messages)).toEqual([line])
  await server.restart()
  expect(await linesOf(messages)).toEqual([line])
})

test('VB85 a session socket takes the name in its address or in the message', async () => {
  const { messages } = await chatWith({ id: 'u-1', display_name: 'Ann' })
  const address = messages.replace('/messages', '/ws')
  using socket = new TestSocket(`${server.app.url}${address}?member_type=human&member_id=u-2`, {
    headers: { authorization: `Bearer ${server.owner}` },
  })
  await socket.opened()
  socket.send({ type: 'send_message', id: 'a', content: 'one' })
  const line = await socket.wait((frame) => frame['type'] === 'user')
  expect(line).toMatchObject({ sender_id: 'u-2', content: 'one' })
  const named = { sender_id: 'u-1', sender_name: 'Ann' }
  socket.send({ type: 'send_message', id: 'b', content: 'two', ...named })
  expect(await socket.wait((frame) => frame['content'] === 'two')).toMatchObject(named)
})

test('VB85 an agent names nobody but itself, and no name is an agent’s', async () => {
  const { messages, token } = await chatWith({ id: 'u-1' })
  const as = (body: object) => server.call('POST', messages, body, { token: token ?? '' })
  expect((await as({ content: 'x', sender_id: 'u-1' })).status).toBe(403)
  expect((await as({ content: 'x', sender_id: 'CURSOR' })).status).toBe(201)
  const lines = await linesOf(messages)
  for (const [field, value] of [
    ['sender_id', 'cursor'],
    ['sender_id', ''],
    ['sender_id', 'a b'],
    ['sender_id', 5],
    ['sender_name', ''],
    ['sender_name', 'x'.repeat(101)],
    ['member_id', '../x'],
  ] as const) {
    const { status } = await post(messages, { content: 'y', [field]: value })
    expect(status, `${field} ${String(value)}`).toBe(422)
  }
  expect(await linesOf(messages)).toEqual(lines)
})

test('VB87 more people among the members are other names of the person: said with them, and kept with their messages', async () => {
  const made = await server.call('POST', '/api/workspaces/many-people/group-chats', {
    name: 'People',
    members: [
      { type: 'human', id: 'u-2', display_name: 'Bob' },
      { type: 'human', id: 'u-1', display_name: 'Ann', role: 'owner' },
      { type: 'agent', id: 'cursor' },
    ],
  })
  expect(made.status, JSON.stringify(made.body['error'])).toBe(201)
  expect(made.body['notice']).toContain('"u-2"')
  const members = (body: Record<string, unknown>) =>
    (body['members'] as { id: string }[]).map(({ id }) => id)
  expect(members(made.body)).toEqual(['u-1', 'cursor'])
  const at = `/api/group-chats/${made.body['id']}`
  const third = { type: 'human', id: 'u-3', display_name: 'Cy' }
  const added = await server.call('POST', `${at}/members`, third)
  expect(added).toMatchObject({ status: 201, body: { member: { ...third, role: 'member' } } })
  expect(added.body['notice']).toContain('"u-3"')
  const { body } = await server.call('GET', `${at}/members`)
  expect(members(body)).toEqual(['u-1', 'cursor'])
  const main = `${at}/sessions/main/messages`
  const sent = await post(main, { content: 'Hi.', sender_id: 'u-3', sender_name: 'Cy' })
  expect(sent.status).toBe(201)
  expect(await linesOf(main)).toEqual(['u-3 | Cy | Hi.'])
  const add = (member: object) => server.call('POST', `${at}/members`, member)
  const owner = await add({ ...third, role: 'owner' })
  expect(owner).toMatchObject({ status: 422, body: { error: { code: 'one_person' } } })
  expect((await add({ type: 'human', id: 'CURSOR' })).status, 'an agent’s id').toBe(422)
  expect((await add({ type: 'human', id: 'u-1' })).body['error'].code).toBe('member_exists')
})

test('VB87 the first person that is added to a group chat without one gives the person their name', async () => {
  const { chat, messages } = await chatWith()
  const ann = { type: 'human', id: 'u-1', display_name: 'Ann' }
  const added = await server.call('POST', `${chat}/members`, ann)
  expect(added).toMatchObject({ status: 201, body: { member: ann } })
  expect(added.body['notice']).toBeUndefined()
  await post(messages, { content: 'Hi.' })
  expect(await linesOf(messages)).toEqual(['u-1 | Ann | Hi.'])
})

test('VB88 workspace_path is the folder of agents that are created, and refuses no message', async () => {
  const members = [
    { type: 'agent', id: 'ivy' },
    { type: 'agent', id: 'max', workspace_path: '/srv/other' },
  ]
  const create = (workspace: string, more: object) =>
    server.call('POST', `/api/workspaces/${workspace}/group-chats`, { name: 'Here', ...more })
  const made = await create('pathed', { members, workspace_path: '/srv/project' })
  expect(made.status, JSON.stringify(made.body['error'])).toBe(201)
  const at = `/api/group-chats/${made.body['id']}`
  const late = { type: 'agent', id: 'zoe', workspace_path: '/srv/late' }
  expect((await server.call('POST', `${at}/members`, late)).status).toBe(201)
  const { agents } = server.app.core.shard.crew(made.body['lead_id'] as string).state
  const folders = Object.values(agents).map(({ handle, cwd }) => [handle ?? 'lead', cwd])
  expect(Object.fromEntries(folders)).toEqual({
    lead: '/srv/project',
    ivy: '/srv/project',
    max: '/srv/other',
    zoe: '/srv/late',
  })
  const session = await server.call('POST', `${at}/sessions`, { workspace_path: '/srv/project' })
  expect(session.status).toBe(201)
  const messages = `${at}/sessions/${session.body['id']}/messages`
  const sent = await post(messages, { content: 'Hi.', workspace_path: '/srv/project' })
  expect(sent.status).toBe(201)
  expect(sent.body['message']).not.toHaveProperty('sender_id')
  using socket = new TestSocket(`${server.app.url}${messages.replace('/messages', '/ws')}`, {
    headers: { authorization: `Bearer ${server.owner}` },
  })
  await socket.opened()
  const frame = { type: 'send_message', id: 'a', content: 'two', workspace_path: '/srv/project' }
  socket.send(frame)
  await socket.wait((own) => own['type'] === 'done')
  for (const path of ['', 5, null, 'a\0b', 'x'.repeat(4097)]) {
    const refused = await create('unpathed', { workspace_path: path })
    expect(refused.status, String(path)).toBe(422)
    expect(Object.keys(refused.body['error'].details.fields)).toEqual(['workspace_path'])
  }
  const none = await server.call('GET', '/api/workspaces/unpathed/group-chats')
  expect(none.body['group_chats']).toEqual([])
})

test('VB86 a member says which program it has, and one that is not there is refused before anything is created', async () => {
  await using own = await TestServer.start({ config: { drivers: { helper: { kind: 'remote' } } } })
  const named = (workspace: string, driver: unknown) =>
    own.call('POST', `/api/workspaces/${workspace}/group-chats`, {
      name: 'Programs',
      members: [{ type: 'agent', id: 'ivy', driver }],
    })
  const made = await named('driven', 'HELPER')
  expect(made.status, JSON.stringify(made.body['error'])).toBe(201)
  for (const driver of ['nothing', '', 5]) {
    const refused = await named('undriven', driver)
    expect(refused.status, String(driver)).toBe(422)
    expect(Object.keys(refused.body['error'].details.fields)[0]).toMatch(/driver$/)
  }
  const { body } = await own.call('GET', '/api/workspaces/undriven/group-chats')
  expect(Object.values(body)).toEqual([[]])
})
