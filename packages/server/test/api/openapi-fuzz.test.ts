import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { typesOf } from '@crewroom/shared/model/group-file'
import { ERRORS, type ErrorCode } from '@crewroom/shared/protocol/errors'
import { ErrorReply } from '@crewroom/shared/protocol/replies'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { deleteCrew } from '../../src/agents/delete-crew'
import { sendDirect } from '../../src/agents/direct-messages'
import type { Crew } from '../../src/crew/crew'
import { snapshotFor } from '../../src/crew/snapshot'
import { delegate } from '../../src/agents/tasks'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { OPERATIONS } from '../../src/api/openapi/operations'
import { addFile } from '../../src/group-chats/add-file'
import { createSession } from '../../src/sessions/create-session'
import { postToSession } from '../../src/sessions/post-to-session'
import {
  type DocumentedOperation,
  hostileAddresses,
  type Known,
  requestsOf,
  type Schema,
} from '../harness/api-requests'
import { RawClient, sendRaw } from '../harness/raw-request'
import { BY_PERSON, byAgent } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'
import { often } from '../harness/long'
import { patience } from '../../../shared/test/patience'

/** Requests to each operation; more of them, and other ones, when something is looked for. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? often(3, 48))
/** Of the addresses that fit nothing each operation gets every so many, beginning at another one. */
const EVERY = often(10, 1)
const SEED = Number(process.env['FUZZ_SEED'] ?? 4)

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, any>>>> // oxlint-disable-line typescript/no-explicit-any -- read freely
}

let server: TestServer
let client: RawClient
let document: OpenApi

beforeAll(async () => {
  server = await TestServer.start({
    config: { agentMessagesPerMinute: 1e6, agentMessageBurst: 1e6 },
  })
  client = new RawClient(server.app.url)
  document = JSON.parse((await client.send('GET', '/api/openapi.json', {})).text) as OpenApi
})

afterAll(async () => {
  client[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

const shard = () => server.app.core.shard

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (document.components['schemas']?.[name] as Schema)
}

/** Codes that the document tells of an operation under a status. */
function codesOf(operation: DocumentedOperation, status: number): ReadonlySet<string> {
  const refs = [operation.responses[String(status)], operation.responses['default']] as const
  const codes = refs.flatMap((response) => {
    const name = (response as { $ref?: string } | undefined)?.$ref?.split('/').at(-1) ?? ''
    return name === '' ? [] : name.split('.')
  })
  return new Set(codes)
}

const AGENTS = { dev: 'developer', arch: 'architect', twin: 'developer' }
type Who = 'owner' | 'observer' | 'nobody' | 'lead' | 'stranger' | keyof typeof AGENTS
const someone = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<Who>('owner', 'owner', 'lead', 'dev') },
  { weight: 2, arbitrary: fc.constantFrom<Who>('arch', 'stranger', 'observer', 'nobody') },
)

interface World {
  readonly known: Known
  readonly tokens: Readonly<Record<string, string | null>>
}

/** A crew with a group, a message, a task, a question and a session in it, and a crew beside it. */
function newWorld(path = ''): World {
  const { crew, token } = createLead(shard(), BY_PERSON, { name: 'atlas' })
  const ids: Record<string, string> = { lead: crew.state.lead.id }
  const tokens: Record<string, string | null> = { lead: token, nobody: null }
  for (const [name, role] of Object.entries(AGENTS)) {
    const made = createAgent(shard(), crew, BY_PERSON, { name, role })
    ids[name] = made.agent.id
    tokens[name] = made.token
  }
  const other = createLead(shard(), BY_PERSON, { name: 'borealis' })
  const dev = byAgent(ids['dev'] ?? '')
  createGroup(shard(), crew, dev, { name: 'Team', roles: ['designer'] })
  const { message } = sendMessage(shard(), crew, dev, { group: 'team', content: 'hello' })
  delegate(shard(), crew, byAgent(ids['lead'] ?? ''), { to: 'dev', text: 'build it' })
  sendDirect(shard(), crew, dev, { to: 'human', content: 'well?' })
  const session = createSession(shard(), crew, dev, { group: 'team', title: 'Talk' })
  const asking = { group: 'team', session: session.id, content: 'which one?' }
  const { message: question, round } = postToSession(shard(), crew, BY_PERSON, asking)
  const sha256 = '0'.repeat(64)
  for (const kind of ['file', 'picture'] as const) {
    const file = { kind, name: 'notes.txt', size: 1, sha256, type: typesOf(kind)[0] } as const
    addFile(shard(), { crew, group: teamOf(crew) }, dev, file)
  }
  const agents = [ids['dev'] ?? '', ids['arch'] ?? '', other.crew.state.lead.id]
  const people = [...agents, 'arch', 'developer', 'human', (ids['dev'] ?? '').slice(0, 8)]
  return {
    tokens: { ...tokens, stranger: other.token },
    known: {
      id: path.startsWith('/api/needs') ? Object.keys(crew.state.needs) : [crew.state.lead.id],
      lead: [crew.state.lead.id],
      agentId: agents,
      memberId: people,
      memberIds: people,
      agent: people,
      name: ['team', 'Team', 'new team'],
      messageId: path.includes('/sessions/') ? [question.id, '#1'] : [message.id],
      around: [message.id, '#1', question.id],
      sid: [session.id, 'Talk', 'main'],
      chatId: [teamOf(crew).id, 'team'],
      fileName: ['notes.txt', 'Notes.TXT', 'new.txt'],
      workspaceId: [crew.state.lead.id, 'ws-1', '..'],
      active_agents: people,
      agent_id: people,
      view: ['ui', 'agent', 'both'],
      before: [question.id, question.timestamp, 'event-1', 'entry-1', 'x'],
      n: ['1', '2'],
      deliveryId: round?.responses.map(({ deliveryId }) => deliveryId) ?? [],
      agents: people,
      asks: people,
      emoji: ['👍', '❤', 'yes'],
      role: ['developer', 'designer', 'Designer'],
      roles: ['developer', 'designer', 'nobody'],
      confirm: ['atlas', 'borealis'],
      cursor: ['empty', 'x', `${message.id}.1`],
      parentId: [crew.state.lead.id, 'x'],
      // No program is run, and nobody waits for its inbox.
      kind: ['remote', 'teleport'],
      command: ['\0'],
      preset: ['nope'],
      wait: ['0'],
    },
  }
}

function teamOf({ state }: Crew) {
  const team = state.groups['team']
  if (!team) throw new Error('the group is there')
  return team
}

/** Everything that a refused request could have changed, in memory and in the tables. */
async function everything(): Promise<string> {
  await server.app.core.journal.flush()
  const crews = [...shard().crews()].map((crew) => [
    crew.state.seq,
    crew.durableSeq,
    snapshotFor(crew, null),
    Object.keys(crew.state.agents).map((id) => [...crew.streams(id)]),
  ])
  return JSON.stringify([shard().paused, crews])
}

/** Ends what requests have begun: crews that they founded, and pauses. */
async function clear(): Promise<void> {
  if (shard().paused) shard().pauseAll(false, BY_PERSON)
  const parents = (crew: { state: { lead: { parentId: string | null } } }) =>
    crew.state.lead.parentId === null ? 1 : 0
  const crews = [...shard().crews()].toSorted((a, b) => parents(a) - parents(b))
  for (const crew of crews) deleteCrew(shard(), crew, BY_PERSON, crew.state.lead.name)
  await server.app.core.journal.flush()
}

/** One request of somebody; what it may answer, and what it may change, is in the document. */
async function ask(
  operation: DocumentedOperation,
  before: string,
  ...[method, address, token, body]: readonly [string, string, string | null, string | undefined]
): Promise<string> {
  const reply = await client.send(method.toUpperCase(), address, { token, body })
  const after = await everything()
  const asked = `${method} ${address.slice(0, 200)} ${body?.slice(0, 200)}`
  if (reply.status < 400) {
    expect(Object.keys(operation.responses), asked).toContain(String(reply.status))
    return after
  }
  const { error } = ErrorReply.parse(JSON.parse(reply.text))
  const said = `${asked}: ${reply.text}`
  expect(after, `half a write, ${said}`).toBe(before)
  expect(error.code, said).not.toBe('internal')
  expect(ERRORS[error.code as ErrorCode].status, said).toBe(reply.status)
  expect(codesOf(operation, reply.status), said).toContain(error.code)
  if (reply.status === 429 || reply.status === 503) expect(reply.retryAfter, said).toMatch(/^\d+$/)
  return after
}

/** Sends an operation what fits and what does not; what it has begun is gone afterwards. */
async function tryOut(path: string, method: string, seed: number): Promise<void> {
  const operation = document.paths[path]?.[method] as DocumentedOperation
  const { known, tokens } = newWorld(path)
  let state = await everything()
  const hostile = [...hostileAddresses(path, operation, known, resolve)]
  for (const [n, { path: address, body }] of hostile.entries()) {
    if (n % EVERY === seed % EVERY)
      state = await ask(operation, state, method, address, server.owner, body)
  }
  const requests = requestsOf(path, operation, known, resolve)
  const property = fc.asyncProperty(someone, requests, async (who, { path: address, body }) => {
    const token = who === 'owner' || who === 'observer' ? server[who] : tokens[who]
    state = await ask(operation, state, method, address, token ?? null, body)
  })
  await fc.assert(property, { numRuns: RUNS, seed })
  // The state law: memory is what a restart would load, and what followers made of the events.
  await server.call('GET', '/api/me')
  await clear()
}

describe('OA7 whatever is asked of an operation, it answers as documented, and a refusal changes nothing', () => {
  const numbered = OPERATIONS.map((operation, n) => ({ ...operation, n }))

  test.each([...new Set(OPERATIONS.map(({ tag }) => tag))])(
    'of %s',
    async (area) => {
      for (const { tag, method, path, n } of numbered) {
        if (tag !== area) continue
        await tryOut(`/api${path.replace(/:(\w+)/g, '{$1}')}`, method, SEED + n)
      }
      expect(server.fatal).toEqual([])
    },
    patience(often(60_000, 600_000)),
  )

  test('and a restart loads what is left', async () => {
    newWorld()
    await server.restart()
    await server.call('GET', '/api/me')
  })
})

test('RE39 what is no HTTP request, or too long a one, is refused like anything else', async () => {
  const { hostname, port } = new URL(server.app.url)
  const host = `Host: ${hostname}:${port}\r\n`
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  const table: readonly (readonly [string, number, ErrorCode])[] = [
    [`GET /api/lead/${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 413, 'too_large'],
    [`GET /api/me HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`, 413, 'too_large'],
    ['hello\r\n\r\n', 400, 'malformed'],
    [`GET /api/lead/\0 HTTP/1.1\r\n${host}\r\n`, 400, 'malformed'],
    [`GET // HTTP/1.1\r\n${host}${upgrade}\r\n`, 404, 'not_found'],
    [`GET http://[ HTTP/1.1\r\n${host}${upgrade}\r\n`, 404, 'not_found'],
  ]
  for (const [text, status, code] of table) {
    const answer = await sendRaw(server.app.url, text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect.soft(head, text.slice(0, 60)).toMatch(`HTTP/1.1 ${status} `)
    expect.soft(ErrorReply.parse(JSON.parse(body)).error.code, text.slice(0, 60)).toBe(code)
  }
})
