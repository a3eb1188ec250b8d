import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

let server: TestServer

beforeAll(async () => {
  // Whatever is installed on this machine: these two run elsewhere.
  const drivers = { 'claude-code': { kind: 'remote' }, cursor: { kind: 'remote' } } as const
  server = await TestServer.start({ config: { drivers } })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

/** The request of the specification, to the letter. */
const CREATE = {
  name: 'Code Review Discussion',
  description: 'Code review for PR #123',
  members: [
    { type: 'human', id: 'user-1', display_name: 'John', role: 'owner' },
    {
      type: 'agent',
      id: 'claude-code',
      display_name: 'Claude Code',
      model: 'claude-sonnet-4-20250514',
    },
    { type: 'agent', id: 'cursor', display_name: 'Cursor AI', model: 'gpt-4o' },
  ],
}

interface Chat {
  readonly id: string
  readonly tokens: Readonly<Record<string, string>>
  readonly ids: Readonly<Record<string, string>>
}

let workspaces = 0
async function create(body: object = CREATE, workspace = `ws-${++workspaces}`): Promise<Chat> {
  const made = await server.call('POST', `/api/workspaces/${workspace}/group-chats`, body)
  expect(made.status).toBe(201)
  const members = made.body['members'] as {
    id: string
    agent_token?: string
    participant_id?: string
  }[]
  return {
    id: made.body['id'] as string,
    tokens: Object.fromEntries(members.map((one) => [one.id, one.agent_token ?? ''])),
    ids: Object.fromEntries(members.map((one) => [one.id, one.participant_id ?? ''])),
  }
}

async function open(chat: Chat, body: object = {}): Promise<string> {
  const made = await server.call('POST', `/api/group-chats/${chat.id}/sessions`, body)
  expect(made.status).toBe(201)
  return `/api/group-chats/${chat.id}/sessions/${made.body['id']}/messages`
}

/** What an agent's program is asked next, as it reads it. */
async function question(chat: Chat, who: string): Promise<string> {
  const inbox = `/api/agents/${chat.ids[who]}/inbox`
  const by = { token: chat.tokens[who] ?? '' }
  for (;;) {
    const { deliveries, cursor } = (await server.call('GET', inbox, undefined, by)).body
    await server.call('POST', `${inbox}/ack`, { cursor }, by)
    const asked = (deliveries as { round?: object; text: string }[]).find(({ round }) => round)
    if (asked) return asked.text
    if (deliveries.length === 0) return ''
  }
}

const answers = (chat: Chat, who: string, text: string) =>
  server.call(
    'POST',
    `/api/agents/${chat.ids[who]}/output`,
    { text, endOfTurn: true },
    { token: chat.tokens[who] ?? '' },
  )

test('VB1, VB2, VB3, VB7 the requests of the specification get its answers', async () => {
  const made = await server.call('POST', '/api/workspaces/ws-1/group-chats', CREATE)
  workspaces++
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Code Review Discussion',
      members: [
        { type: 'human', id: 'user-1', display_name: 'John', role: 'owner' },
        { type: 'agent', id: 'claude-code', display_name: 'Claude Code' },
        { type: 'agent', id: 'cursor', display_name: 'Cursor AI' },
      ],
    },
  })
  const { id, members } = made.body
  const chat: Chat = {
    id,
    tokens: Object.fromEntries(
      members.map((one: { id: string; agent_token?: string }) => [one.id, one.agent_token]),
    ),
    ids: Object.fromEntries(
      members.map((one: { id: string; participant_id?: string }) => [one.id, one.participant_id]),
    ),
  }
  const messages = await open(chat)
  const content = 'Please help me review this code'
  const sent = await server.call('POST', messages, { content })
  expect(sent).toMatchObject({
    status: 201,
    body: {
      message: { type: 'user', content },
      agents_triggered: ['claude-code', 'cursor'],
    },
  })
  expect((await question(chat, 'claude-code')).split('\n').slice(1).join('\n').trim()).toBe(content)
  await question(chat, 'cursor')
  await answers(chat, 'claude-code', 'This code has several issues...')
  await answers(chat, 'cursor', 'I agree...')
  const read = await server.call('GET', `${messages}?view=ui&limit=10`)
  expect(read.body['messages'].slice(-3)).toMatchObject([
    { type: 'user', sender_name: 'John', content },
    {
      type: 'agent_response',
      agent_name: 'Claude Code',
      content: 'This code has several issues...',
    },
    { type: 'agent_response', agent_name: 'Cursor AI', content: 'I agree...' },
  ])
  // The example of what an agent is sent next: what the others answered, then the question.
  await server.call('POST', messages, { content: 'How should I fix it specifically?' })
  expect(await question(chat, 'claude-code')).toContain(
    '\n[Cursor AI]: I agree...\n\n[User]: How should I fix it specifically?',
  )
})

test('VB1, VB3 the request in README.md creates its group chat', async () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
  const [, address = '', body = ''] =
    /POST (\/api\/workspaces\S+)\n(\{[^]*?\n\})/.exec(readme) ?? []
  const made = await server.call('POST', address.replace('ws-1', 'readme'), body)
  expect(made.status).toBe(201)
  expect(made.body['members'].map(({ id }: { id: string }) => id)).toEqual([
    'user-1',
    'claude-code',
    'cursor',
  ])
})

test('VB1 a workspace is a name or the id of a lead; its stand-in is nobody', async () => {
  const none = await server.call('GET', '/api/workspaces/nobody-has-it/group-chats/x')
  expect(none).toMatchObject({ status: 404, body: { error: { code: 'workspace_not_found' } } })
  const bad = await server.call('POST', '/api/workspaces/..%2Fetc/group-chats', CREATE)
  expect(bad).toMatchObject({ status: 422, body: { error: { code: 'validation' } } })
  const first = await create(CREATE, 'house')
  const second = await create({ name: 'Second' }, 'house')
  const { group_chats: listed } = (await server.call('GET', '/api/workspaces/house/group-chats'))
    .body
  expect(listed.map((one: { id: string }) => one.id)).toEqual([second.id, first.id])
  const [{ lead_id: leadId }] = listed
  const byLead = await server.call('GET', `/api/workspaces/${leadId}/group-chats`)
  expect(byLead.body['group_chats']).toEqual(listed)
  const members = async (id: string) =>
    (await server.call('GET', `/api/group-chats/${id}/members`)).body['members']
  expect(await members(second.id)).toMatchObject([{ type: 'human', id: 'human', role: 'owner' }])
  await server.call('POST', `/api/group-chats/${first.id}/sessions/main/messages`, {
    content: 'Hi.',
  })
  const { lead } = (await server.call('GET', `/api/lead/${leadId}`)).body
  expect(lead).toMatchObject({ workspace: 'house', owed: { count: 0 } })
})

test('VB2 a name that is taken gets a number; settings and names change, and tell when', async () => {
  const one = await create({ name: 'Plan' }, 'names')
  const two = await create({ name: 'Plan' }, 'names')
  const at = `/api/workspaces/names/group-chats/${two.id}`
  const before = (await server.call('GET', at)).body
  expect(before).toMatchObject({
    name: 'Plan',
    group: 'plan-2',
    description: null,
    settings: { broadcast_mode: 'all', show_thinking: false, history_limit: 10 },
    created_by: 'human',
  })
  const settings = { broadcast_mode: 'mention_only', history_limit: 3 }
  const after = await server.call('PATCH', at, {
    name: 'The plan',
    description: 'All of it',
    settings,
  })
  expect(after.body).toMatchObject({
    name: 'The plan',
    description: 'All of it',
    settings: { broadcast_mode: 'mention_only', show_thinking: false, history_limit: 3 },
  })
  expect(after.body['updated_at'] >= before['updated_at']).toBe(true)
  const elsewhere = await server.call('GET', `/api/workspaces/house/group-chats/${one.id}`)
  expect(elsewhere.status).toBe(404)
})

test('VB4, VB5 members: one person, known ones once, agents of the crew by any of their names', async () => {
  const { leadId, ids } = await server.crew('mixed', { ana: 'developer', ben: 'architect' })
  const people = [
    { type: 'human', id: 'user-1', role: 'owner' },
    { type: 'human', id: 'user-2', role: 'owner' },
  ]
  const agents = `/api/lead/${leadId}/agents`
  const count = async () => (await server.call('GET', agents)).body['agents'].length
  const had = await count()
  const refused = await server.call('POST', `/api/workspaces/${leadId}/group-chats`, {
    name: 'Two',
    members: [{ type: 'agent', id: 'new-one' }, ...people],
  })
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'one_person' } } })
  expect(await count(), 'nothing was created for it').toBe(had)
  const chat = await create({ name: 'Mixed', members: [{ type: 'agent', id: 'ana' }] }, leadId)
  const at = `/api/group-chats/${chat.id}/members`
  const add = (body: object) => server.call('POST', at, body)
  const ben = await add({ type: 'agent', id: (ids['ben'] ?? '').slice(0, 8) })
  expect(ben).toMatchObject({
    status: 201,
    body: { member: { id: ids['ben'], display_name: 'ben', role: 'member' } },
  })
  expect((await add({ type: 'agent', id: 'ben' })).body['error'].code).toBe('member_exists')
  const owner = await add({ type: 'agent', id: 'fresh', role: 'owner' })
  expect(owner.body['error'].code).toBe('validation')
  const fresh = (await add({ type: 'agent', id: 'fresh.1', display_name: 'Fresh' })).body['member']
  expect(fresh).toMatchObject({
    id: 'fresh.1',
    display_name: 'Fresh',
    agent_token: expect.any(String),
  })
  expect((await add({ type: 'agent', id: leadId })).status).toBe(201)
  const listed = (await server.call('GET', at)).body['members'] as {
    id: string
    agent_token?: string
  }[]
  expect(new Set(listed.map(({ id }) => id))).toEqual(
    new Set([leadId, ids['ana'], ids['ben'], 'fresh.1', 'human']),
  )
  expect(
    listed.some((one) => 'agent_token' in one),
    'told once',
  ).toBe(false)
  expect((await server.call('DELETE', `${at}/${leadId}`)).body['error'].code).toBe(
    'lead_cannot_leave',
  )
  const messages = await open(chat)
  const gone = await server.call('DELETE', `${at}/FRESH.1`)
  expect(gone.status).toBe(200)
  const { messages: lines } = (await server.call('GET', messages)).body
  expect(lines.at(-1)).toMatchObject({
    type: 'system',
    event: 'member_left',
    data: { member_id: 'fresh.1', display_name: 'Fresh' },
  })
  const session = (await server.call('GET', messages.replace('/messages', ''))).body
  expect(session['active_agents']).toEqual([ids['ana'], ids['ben']])
})

test('VB3, VB4 what is refused creates no workspace, no agent and no group chat', async () => {
  const leads = async () => (await server.call('GET', '/api/lead')).body['leads'].length
  const had = await leads()
  const agent = (id: string, more: object = {}) => ({ type: 'agent', id, ...more })
  const refused = async (workspace: string, members: object[]) => {
    const at = `/api/workspaces/${workspace}/group-chats`
    const { body } = await server.call('POST', at, { name: 'No', members })
    return body['error']?.code
  }
  const people = [agent('a'), ...['u-1', 'u-2'].map((id) => ({ type: 'human', id, role: 'owner' }))]
  expect(await refused('refused', people)).toBe('one_person')
  // Nobody but the person is called so.
  expect(await refused('refused', [agent('a'), agent('b', { display_name: 'You' })])).toBe(
    'validation',
  )
  expect(await refused('refused', [agent('../etc')])).toBe('validation')
  expect(await refused('refused', [agent('a', { role: 'owner' })])).toBe('validation')
  expect(await leads()).toBe(had)
  const { leadId } = await server.crew(
    'full',
    { ana: 'developer', ann: 'developer' },
    { areNamed: false },
  )
  const agents = async () =>
    (await server.call('GET', `/api/lead/${leadId}/agents`)).body['agents'].length
  const before = await agents()
  expect(await refused(leadId, [agent('new-one'), agent('developer')])).toBe('ambiguous_member')
  expect(await refused(leadId, [agent('new-one'), agent(leadId), agent('You')])).toBe('validation')
  expect(await agents()).toBe(before)
})

test('VB6 a deleted group chat is gone here, and archived elsewhere', async () => {
  const chat = await create({ name: 'Over' }, 'over')
  const { lead_id: leadId, group } = (
    await server.call('GET', `/api/workspaces/over/group-chats/${chat.id}`)
  ).body
  await server.call('POST', `/api/group-chats/${chat.id}/sessions/main/messages`, {
    content: 'Kept.',
  })
  const deleted = await server.call('DELETE', `/api/workspaces/over/group-chats/${chat.id}`)
  expect(deleted.body).toMatchObject({ deleted: chat.id })
  expect((await server.call('GET', `/api/group-chats/${chat.id}/members`)).status).toBe(404)
  expect((await server.call('GET', '/api/workspaces/over/group-chats')).body).toEqual({
    group_chats: [],
  })
  const kept = await server.call('GET', `/api/lead/${leadId}/groups/${group}/messages`)
  expect(kept.body['messages']).toMatchObject([{ content: 'Kept.' }])
})

test('VB8 without before, who thinks now stands behind what was said', async () => {
  const chat = await create()
  const messages = await open(chat, { title: 'Thinking', active_agents: ['cursor', 'claude-code'] })
  const { message } = (await server.call('POST', messages, { content: 'Which name?' })).body
  await question(chat, 'cursor')
  await answers(chat, 'cursor', 'Ada.')
  const read = (await server.call('GET', messages)).body
  expect(read).toMatchObject({
    messages: [
      { type: 'system', event: 'session_created', data: { title: 'Thinking' } },
      { id: message.id, type: 'user', sender_id: 'user-1', content: 'Which name?' },
      { type: 'agent_response', agent_id: 'cursor', agent_name: 'Cursor AI', content: 'Ada.' },
      { type: 'agent_thinking', agent_id: 'claude-code', status: 'thinking' },
    ],
    has_more: false,
    next_before: null,
  })
  expect(
    (await server.call('GET', `${messages}?before=${message.id}`)).body['messages'],
  ).toHaveLength(1)
})

test('VB10 with mention_only a message triggers whom it mentions', async () => {
  const chat = await create({ ...CREATE, settings: { broadcast_mode: 'mention_only' } })
  const messages = await open(chat)
  const triggered = async (content: string) =>
    (await server.call('POST', messages, { content })).body['agents_triggered']
  expect(await triggered('Anybody?')).toEqual([])
  expect(await triggered('@claude-code, you?')).toEqual(['claude-code'])
  expect(await triggered('@Cursor AI, and you?')).toEqual(['cursor'])
  expect(await triggered(`@${(chat.ids['cursor'] ?? '').slice(0, 8)} by id`)).toEqual(['cursor'])
  expect(await triggered('`@cursor` is code')).toEqual([])
  expect(await triggered('@here, everybody?')).toEqual(['claude-code', 'cursor'])
  expect(await triggered('@channel, everybody?'), 'MN23').toEqual(['claude-code', 'cursor'])
  expect(await triggered('@developer, all of you?')).toEqual(['claude-code', 'cursor'])
})
