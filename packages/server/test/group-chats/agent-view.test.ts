import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TestServer } from '../harness/test-server'
import { patience } from '../../../shared/test/patience'

const PROGRAM = fileURLToPath(new URL('../harness/programs/acp-agent.mjs', import.meta.url))

/** What the program does at each prompt: words, a tool, words. */
const update = (own: object) => ({ update: own })
const BEHAVIOUR = {
  chunks: [
    'Let me analyze this code first...',
    update({
      sessionUpdate: 'tool_call',
      toolCallId: 'tc-1',
      title: 'Read src/main.rs',
      kind: 'read',
      status: 'pending',
      rawInput: { path: 'src/main.rs' },
    }),
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'tc-1',
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text: 'fn main() { ... }' } }],
    }),
    'This code has several issues...',
  ],
}

let server: TestServer
let messages: string
let chat: string

beforeAll(async () => {
  const claude = {
    kind: 'acp' as const,
    command: process.execPath,
    args: [PROGRAM],
    env: { ACP_BEHAVIOUR: JSON.stringify(BEHAVIOUR) },
  }
  const drivers = { 'claude-code': claude, cursor: { kind: 'remote' as const } }
  server = await TestServer.start({ config: { drivers } })
  const made = await server.call('POST', '/api/workspaces/ws-1/group-chats', {
    name: 'Code Review Discussion',
    members: [
      { type: 'human', id: 'user-1', display_name: 'John' },
      { type: 'agent', id: 'claude-code', display_name: 'Claude Code' },
      { type: 'agent', id: 'cursor', display_name: 'Cursor AI' },
    ],
  })
  chat = made.body['id']
  const body = { active_agents: ['claude-code'] }
  const session = await server.call('POST', `/api/group-chats/${chat}/sessions`, body)
  messages = `/api/group-chats/${chat}/sessions/${session.body['id']}/messages`
  for (const content of ['Please help me review this code', 'How should I fix it?']) {
    const { message } = (await server.call('POST', messages, { content })).body
    await vi.waitFor(
      async () => {
        const { messages: lines } = (await server.call('GET', messages)).body
        const at = lines.findIndex((line: { id: string }) => line.id === message.id)
        const types = lines.slice(at + 1).map((line: { type: string }) => line.type)
        expect(types).toEqual(['agent_response'])
      },
      { timeout: patience(15_000) },
    )
  }
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const view = async (query: string) =>
  (await server.call('GET', `${messages}?view=agent&agent_id=${query}`)).body as {
    messages: object[]
    has_more: boolean
    next_before: string | null
  }

const call = {
  role: 'assistant',
  content: 'Let me analyze this code first...',
  tool_calls: [
    {
      id: 'tc-1',
      type: 'function',
      function: { name: 'read', arguments: '{"path":"src/main.rs"}' },
    },
  ],
}
const result = { role: 'tool', tool_call_id: 'tc-1', content: 'fn main() { ... }' }
const answer = { role: 'assistant', content: 'This code has several issues...' }

test('VB12, VB20 the view of an agent is its record; what people see has no tools', async () => {
  const { messages: lines, has_more: hasMore } = await view('claude-code&limit=50')
  expect(hasMore).toBe(false)
  expect(lines).toEqual([
    { role: 'system', content: expect.stringContaining('Claude Code') },
    { role: 'user', content: 'Please help me review this code', name: 'John' },
    call,
    result,
    answer,
    { role: 'user', content: 'How should I fix it?', name: 'John' },
    call,
    result,
    answer,
  ])
  const people = await server.call('GET', `${messages}?view=ui&limit=50`)
  expect(JSON.stringify(people.body)).not.toContain('tool')
  const none = { messages: [], has_more: false, next_before: null }
  expect(await view('cursor')).toEqual(none)
})

test('VB12 pages of an agent’s view have each line once', async () => {
  const { messages: whole } = await view('claude-code&limit=50')
  const paged: object[] = []
  for (let before = ''; ;) {
    const page = await view(`claude-code&limit=2${before}`)
    paged.unshift(...page.messages)
    if (!page.has_more) break
    before = `&before=${page.next_before}`
  }
  expect(paged).toEqual(whole)
  const { messages: second } = (await server.call('GET', `${messages}?limit=2`)).body
  const before = await view(`claude-code&limit=50&before=${second[0].timestamp}`)
  expect(before.messages).toEqual(whole.slice(0, 5))
})

test('VB12 the view of an agent needs to say whose, and is for people and that agent', async () => {
  const code = async (query: string, token?: string) => {
    const options = token === undefined ? {} : { token }
    const read = await server.call('GET', `${messages}?${query}`, undefined, options)
    return read.body['error']?.code ?? read.status
  }
  expect(await code('view=agent')).toBe('validation')
  expect(await code('agent_id=cursor')).toBe('validation')
  expect(await code('view=agent&agent_id=nobody')).toBe('agent_not_found')
  expect(await code('view=agent&agent_id=cursor&before=yesterday')).toBe('validation')
  const member = { type: 'agent', id: 'tester' }
  const added = await server.call('POST', `/api/group-chats/${chat}/members`, member)
  const { agent_token: token } = added.body['member']
  expect(await code('view=agent&agent_id=tester', token)).toBe('session_not_found')
  await server.call('PATCH', messages.replace('/messages', ''), {
    active_agents: ['claude-code', 'tester'],
  })
  expect(await code('view=agent&agent_id=tester', token)).toBe(200)
  expect(await code('view=agent&agent_id=claude-code', token)).toBe('forbidden')
})
