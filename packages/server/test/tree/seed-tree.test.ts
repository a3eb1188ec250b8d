import { appendFileSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { TestServer } from '../harness/test-server'
import { linesOf, treeFiles, treeHash } from '../harness/tree-files'
import { patience } from '../../../shared/test/patience'

const PROGRAM = fileURLToPath(new URL('../harness/programs/acp-agent.mjs', import.meta.url))
const BEHAVIOUR = {
  chunks: [
    'Let me analyze this code first...',
    {
      update: {
        sessionUpdate: 'tool_call',
        toolCallId: 'tc-1',
        kind: 'read',
        status: 'pending',
        rawInput: { path: 'src/main.rs' },
      },
    },
    {
      update: {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'tc-1',
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text: 'fn main() { ... }' } }],
      },
    },
    'This code has several issues...',
  ],
}

const claude = {
  kind: 'acp' as const,
  command: process.execPath,
  args: [PROGRAM],
  env: { ACP_BEHAVIOUR: JSON.stringify(BEHAVIOUR) },
}
/** It has a sub-agent read a file. */
const task = {
  ...claude,
  env: {
    ACP_BEHAVIOUR: JSON.stringify({
      chunks: [
        {
          update: {
            sessionUpdate: 'tool_call',
            toolCallId: 'toolu_1',
            title: 'Task',
            kind: 'think',
            rawInput: { prompt: 'Read it.' },
          },
        },
        {
          update: {
            sessionUpdate: 'tool_call',
            toolCallId: 'toolu_2',
            kind: 'read',
            status: 'completed',
            rawInput: { path: 'a.md' },
            content: [{ type: 'content', content: { type: 'text', text: 'A' } }],
            _meta: { claudeCode: { parentToolUseId: 'toolu_1' } },
          },
        },
        {
          update: { sessionUpdate: 'tool_call_update', toolCallId: 'toolu_1', status: 'completed' },
        },
        'Read.',
      ],
    }),
  },
}
const drivers = { task, 'claude-code': claude, cursor: { kind: 'remote' as const } }

let server: TestServer
let chat: string
let folder: string
let session: string
let cursor: { id: string; token: string }

beforeAll(async () => {
  server = await TestServer.start({ config: { drivers } })
  const made = await server.call('POST', '/api/workspaces/ws-1/group-chats', {
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
  })
  chat = made.body['id']
  folder = made.body['path']
  const member = made.body['members'][2]
  cursor = { id: member.participant_id, token: member.agent_token }
  const opened = await server.call('POST', `/api/group-chats/${chat}/sessions`, {
    title: 'Discussion Session 1',
  })
  session = opened.body['id']
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const messages = () => `/api/group-chats/${chat}/sessions/${session}/messages`
const files = async () => {
  await server.app.filesWritten()
  return treeFiles(folder)
}
const ui = async () => linesOf((await files())[`sessions/${session}/messages.ui.jsonl`])
const answers = (text: string) =>
  server.call(
    'POST',
    `/api/agents/${cursor.id}/output`,
    { text, endOfTurn: true },
    { token: cursor.token },
  )
async function takes() {
  const inbox = `/api/agents/${cursor.id}/inbox`
  const { cursor: upTo } = (await server.call('GET', inbox, undefined, { token: cursor.token }))
    .body
  await server.call('POST', `${inbox}/ack`, { cursor: upTo }, { token: cursor.token })
}

/** A line of the example with the ids and times of this run in it, byte for byte. */
const line = (template: string, values: object) =>
  template.replaceAll(/<(\w+)>/g, (_all, key: string) =>
    String((values as Record<string, string>)[key]),
  )

test('VT1, VT3 the example of the specification comes out byte for byte', async () => {
  expect(path.relative(server.data.folder, folder).split(path.sep)).toEqual([
    'workspaces',
    expect.any(String),
    '.viben',
    'group-chats',
    chat,
  ])
  const content = 'Please help me review this code'
  await server.call('POST', messages(), { content })
  await vi.waitFor(
    async () => expect((await ui()).map(({ type }) => type)).toContain('agent_response'),
    { timeout: patience(15_000) },
  )
  await takes()
  await answers('I agree with Claude, also...')
  const all = await files()
  expect(Object.keys(all)).toEqual([
    'config.yaml',
    `sessions/${session}/agents/claude-code/messages.rollout.jsonl`,
    `sessions/${session}/agents/cursor/messages.rollout.jsonl`,
    `sessions/${session}/config.yaml`,
    `sessions/${session}/messages.ui.jsonl`,
    `sessions/${session}/responses.jsonl`,
  ])
  const said = await ui()
  const at = (n: number) => ({ id: said[n].id, time: said[n].timestamp })
  expect(said[0]).toMatchObject({ type: 'system', event: 'session_created' })
  expect(all[`sessions/${session}/messages.ui.jsonl`]?.split('\n').slice(1)).toEqual([
    line(
      '{"id":"<id>","type":"user","sender_id":"user-1","sender_name":"John","content":"Please help me review this code","timestamp":"<time>"}',
      at(1),
    ),
    line(
      '{"id":"<id>","type":"agent_thinking","agent_id":"claude-code","agent_name":"Claude Code","status":"thinking","timestamp":"<time>"}',
      at(2),
    ),
    line(
      '{"id":"<id>","type":"agent_thinking","agent_id":"cursor","agent_name":"Cursor AI","status":"thinking","timestamp":"<time>"}',
      at(3),
    ),
    line(
      '{"id":"<id>","type":"agent_response","agent_id":"claude-code","agent_name":"Claude Code","content":"This code has several issues...","timestamp":"<time>"}',
      at(4),
    ),
    line(
      '{"id":"<id>","type":"agent_response","agent_id":"cursor","agent_name":"Cursor AI","content":"I agree with Claude, also...","timestamp":"<time>"}',
      at(5),
    ),
    '',
  ])
  const times = said.map(({ timestamp }) => timestamp as string)
  expect(times).toEqual(times.toSorted())
  expect(all[`sessions/${session}/responses.jsonl`]?.split('\n')).toEqual([
    line(
      '{"agent_id":"claude-code","agent_name":"Claude Code","content":"This code has several issues...","timestamp":"<time>"}',
      at(4),
    ),
    line(
      '{"agent_id":"cursor","agent_name":"Cursor AI","content":"I agree with Claude, also...","timestamp":"<time>"}',
      at(5),
    ),
    '',
  ])
})

test('VT1, VT2, VT4 a new round empties the answers, and the record goes on with what the others said', async () => {
  await server.call('POST', messages(), { content: 'How should I fix it specifically?' })
  const name = `sessions/${session}/agents/claude-code/messages.rollout.jsonl`
  await vi.waitFor(async () => expect(linesOf((await files())[name])).toHaveLength(9), {
    timeout: patience(15_000),
  })
  const all = await files()
  const [system, ...lines] = (all[name] ?? '').trimEnd().split('\n')
  expect(JSON.parse(system ?? '')).toEqual({
    role: 'system',
    content: expect.stringContaining('called "Claude Code"'),
  })
  expect(system).not.toContain('Project Lead')
  const tools = [
    '{"role":"assistant","content":"Let me analyze this code first...","tool_calls":[{"id":"tc-1","type":"function","function":{"name":"read","arguments":"{\\"path\\":\\"src/main.rs\\"}"}}]}',
    '{"role":"tool","tool_call_id":"tc-1","content":"fn main() { ... }"}',
    '{"role":"assistant","content":"This code has several issues..."}',
  ]
  expect(lines).toEqual([
    '{"role":"user","content":"Please help me review this code","name":"John"}',
    ...tools,
    '{"role":"user","content":"[Cursor AI]: I agree with Claude, also...\\n\\n[User]: How should I fix it specifically?"}',
    ...tools,
  ])
  expect(all[`sessions/${session}/messages.ui.jsonl`]).not.toContain('tool_call')
  expect(linesOf(all[`sessions/${session}/responses.jsonl`])).toMatchObject([
    { agent_id: 'claude-code' },
  ])
  expect(linesOf(all[`sessions/${session}/agents/cursor/messages.rollout.jsonl`])).toHaveLength(2)
})

test('VT1 the configurations say what the answers over HTTP say', async () => {
  const all = await files()
  const { body } = await server.call('GET', `/api/workspaces/ws-1/group-chats/${chat}`)
  const config = parse(all['config.yaml'] ?? '')
  expect(config).toEqual({
    id: chat,
    name: 'Code Review Discussion',
    description: 'Code review for PR #123',
    created_by: 'user-1',
    created_at: body['created_at'],
    updated_at: body['updated_at'],
    members: body['members'].map(
      ({ participant_id: _, ...member }: Record<string, string>) => member,
    ),
    settings: { broadcast_mode: 'all', show_thinking: false, history_limit: 10 },
  })
  expect(Object.keys(config.members[1])).toEqual([
    'id',
    'type',
    'display_name',
    'model',
    'role',
    'joined_at',
  ])
  const of = await server.call('GET', `/api/group-chats/${chat}/sessions/${session}`)
  expect(parse(all[`sessions/${session}/config.yaml`] ?? '')).toEqual(of.body)
})

test('VT1, VB28 what a sub-agent did is in a file of its own', async () => {
  const made = await server.call('POST', '/api/workspaces/ws-1/group-chats', {
    name: 'Tasks',
    members: [{ type: 'agent', id: 'task', display_name: 'Task' }],
  })
  const opened = await server.call('POST', `/api/group-chats/${made.body['id']}/sessions`, {})
  const at = `/api/group-chats/${made.body['id']}/sessions/${opened.body['id']}/messages`
  await server.call('POST', at, { content: 'Read it.' })
  const agent = `sessions/${opened.body['id']}/agents/task`
  const own = async () => {
    await server.app.filesWritten()
    return treeFiles(made.body['path'])
  }
  await vi.waitFor(
    async () => expect(Object.keys(await own())).toContain(`${agent}/messages.rollout.jsonl`),
    { timeout: patience(15_000) },
  )
  const all = await own()
  expect(linesOf(all[`${agent}/subagents/agent-toolu_1.jsonl`])).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'toolu_2',
          type: 'function',
          function: { name: 'read', arguments: '{"path":"a.md"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'toolu_2', content: 'A' },
  ])
  expect(all[`${agent}/messages.rollout.jsonl`]).not.toContain('toolu_2')
})

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
async function upload(kind: 'files' | 'pictures', name: string, body: Buffer): Promise<void> {
  const address = `${server.app.url}/api/group-chats/${chat}/${kind}/${encodeURIComponent(name)}`
  const headers = { authorization: `Bearer ${server.owner}` }
  const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(body) })
  expect(answer.status).toBe(201)
}

test('VT10 files and pictures have copies, and lose them when they are removed', async () => {
  await upload('files', 'Plan für Ada.txt', Buffer.from('First the loader.'))
  await upload('files', 'old.txt', Buffer.from('old'))
  await upload('pictures', 'dot.gif', PIXEL)
  let all = await files()
  expect(all['files/Plan für Ada.txt']).toBe('First the loader.')
  expect(all['pictures/dot.gif']).toBe(PIXEL.toString('latin1'))
  writeFileSync(path.join(folder, 'files', 'mine.txt'), 'not of Crewroom')
  await server.call('DELETE', `/api/group-chats/${chat}/files/old.txt`)
  all = await files()
  expect(Object.keys(all).filter((name) => name.startsWith('files/'))).toEqual([
    'files/Plan für Ada.txt',
    'files/mine.txt',
  ])
  rmSync(path.join(folder, 'files', 'mine.txt'))
})

test('VT5 files that are taken away or shortened come back byte for byte, when the server is asked and at its next start', async () => {
  await files()
  const hash = treeHash(folder)
  rmSync(folder, { recursive: true })
  const { body } = await server.call('POST', '/api/files/rebuild')
  expect(body).toEqual({ workspaces: 1, path: path.join(server.data.folder, 'workspaces') })
  expect(treeHash(folder)).toBe(hash)
  const record = path.join(folder, `sessions/${session}/agents/claude-code/messages.rollout.jsonl`)
  const ofSession = path.join(folder, `sessions/${session}/messages.ui.jsonl`)
  const lost = [
    () => rmSync(path.join(server.data.folder, 'workspaces'), { recursive: true }),
    () => truncateSync(ofSession, 17),
    () => truncateSync(record, statSync(record).size - 3),
    () => appendFileSync(ofSession, '{"id":"torn'),
    () => appendFileSync(record, '{"role":"assis'),
    () => rmSync(path.join(folder, 'config.yaml')),
    () => rmSync(path.join(folder, 'pictures'), { recursive: true }),
    () => truncateSync(path.join(folder, 'files', 'Plan für Ada.txt'), 3),
    () => writeFileSync(path.join(folder, `sessions/${session}/.crewroom.json`), 'nothing'),
  ]
  for (const loses of lost) {
    await server.stop()
    loses()
    await server.restart({ drivers })
    await server.app.filesWritten()
    expect(treeHash(folder), String(loses)).toBe(hash)
  }
  rmSync(ofSession)
  await server.call('PATCH', `/api/group-chats/${chat}/sessions/${session}`, { title: 'Second' })
  await server.app.filesWritten()
  expect(linesOf(treeFiles(folder)[`sessions/${session}/messages.ui.jsonl`])[0]).toMatchObject({
    event: 'session_created',
  })
})

test('VT4 with thoughts shown, or another name of the person, records are written again', async () => {
  const name = `sessions/${session}/agents/cursor/messages.rollout.jsonl`
  const address = `/api/workspaces/ws-1/group-chats/${chat}`
  await server.call('PATCH', address, { settings: { show_thinking: true } })
  const before = (await files())[name]
  const [lead] = (await server.call('GET', '/api/lead')).body['leads']
  const { body } = await server.call('GET', address)
  await server.call('DELETE', `/api/group-chats/${chat}/members/user-1`)
  await server.call('POST', `/api/group-chats/${chat}/members`, {
    type: 'human',
    id: 'user-1',
    display_name: 'Jane',
  })
  expect([lead?.id, before]).toEqual([body['lead_id'], expect.stringContaining('"name":"John"')])
  expect((await files())[name]).toBe(before?.replace('"John"', '"Jane"'))
  const hash = treeHash(folder)
  await server.call('POST', '/api/files/rebuild')
  expect(treeHash(folder)).toBe(hash)
})

test('VT9 what is deleted has no files, and without the setting there are none', async () => {
  const opened = await server.call('POST', `/api/group-chats/${chat}/sessions`, {})
  const other = opened.body['id'] as string
  expect(Object.keys(await files())).toContain(`sessions/${other}/messages.ui.jsonl`)
  await server.call('DELETE', `/api/group-chats/${chat}/sessions/${other}`)
  await server.app.filesWritten()
  expect(existsSync(path.join(folder, 'sessions', other))).toBe(false)
  await server.restart({ drivers, viben: false })
  const { body } = await server.call('GET', `/api/workspaces/ws-1/group-chats/${chat}`)
  expect(body['path']).toBe(null)
  const refused = await server.call('POST', '/api/files/rebuild')
  expect([refused.status, refused.body['error'].code]).toEqual([409, 'files_off'])
  await server.restart({ drivers })
  expect((await server.call('POST', '/api/files/rebuild', {}, { token: server.observer })).status).toBe(403) // prettier-ignore
  await server.call('DELETE', `/api/workspaces/ws-1/group-chats/${chat}`)
  await server.app.filesWritten()
  expect(existsSync(folder)).toBe(false)
  const gone = await server.call('DELETE', `/api/lead/${body['lead_id']}`, {
    confirm: 'ws-1',
  })
  expect(gone.status).toBe(200)
  await server.app.filesWritten()
  expect(existsSync(path.join(server.data.folder, 'workspaces', body['lead_id']))).toBe(false)
})
