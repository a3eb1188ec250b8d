import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import type { CommandName } from '@crewroom/shared/command/payloads'
import type { Operation } from '../../src/api/routes/operation'
import { OPERATIONS } from '../../src/api/openapi/operations'
import { often } from '../harness/long'
import { type Reply, TestServer } from '../harness/test-server'

/** Everybody there can be. `member` is the agent that routes of one agent are asked about. */
const WHO = [
  'owner',
  'observer',
  'lead',
  'creator',
  'member',
  'outsider',
  'stranger',
  'nobody',
] as const
type Who = (typeof WHO)[number]
const AGENTS = ['lead', 'creator', 'member', 'outsider', 'stranger'] as const

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

/** A crew with a group `plan`, of which `outsider` is no member, and an agent of another crew. */
async function world() {
  const crew = await server.crew('atlas', {
    creator: 'architect',
    member: 'developer',
    extra: 'technical-writer',
    outsider: 'qa-tester',
  })
  const { tokens, ids: strangers } = await server.crew('borealis', { stranger: 'developer' })
  const path = `/api/lead/${crew.leadId}`
  const asCreator = { token: crew.tokens['creator'] ?? '' }
  const body = { name: 'plan', memberIds: ['member', 'extra'] }
  const made = await server.call('POST', `${path}/groups`, body, asCreator)
  const content = 'first, @human'
  const posted = await server.call('POST', `${path}/groups/plan/messages`, { content }, asCreator)
  const own = await server.call('POST', `${path}/groups/plan/messages`, { content: 'second' })
  await server.call('POST', `${path}/groups`, { name: 'own' }, asCreator)
  const sessions = `${path}/groups/plan/sessions`
  const { body: opened } = await server.call('POST', sessions, { title: 'talk' }, asCreator)
  return {
    sid: opened['session'].id as string,
    chatId: made.body['group'].id as string,
    ids: crew.ids,
    path,
    leadId: crew.leadId,
    messageId: posted.body['message'].id as string,
    ownMessage: own.body['message'].id as string,
    seq: posted.body['message'].seq as number,
    idOf: (who: Who): string =>
      who === 'stranger' ? (strangers['stranger'] ?? '') : (crew.ids[who] ?? ''),
    /** The token of `member` is another one now. */
    renew: (token: string): void => {
      crew.tokens['member'] = token
    },
    token: (who: Who): string | null => {
      if (who === 'owner') return server.owner
      if (who === 'observer') return server.observer
      if (who === 'nobody') return null
      return who === 'stranger' ? (tokens['stranger'] ?? '') : (crew.tokens[who] ?? '')
    },
  }
}

type World = Awaited<ReturnType<typeof world>>

/** What a route is asked, where `{}` is not an answerable body or something of the path is meant otherwise. */
const ASKED: Readonly<
  Record<string, (at: World) => { readonly path?: object; readonly query?: string; body?: object }>
> = {
  createLead: () => ({ body: { name: 'cascade' } }),
  updateLead: () => ({ body: { autoGroups: false } }),
  deleteCrew: () => ({ body: { confirm: 'atlas' } }),
  search: () => ({ query: '?q=first' }),
  checkProgram: () => ({ query: '?command=none' }),
  listEvents: ({ leadId }) => ({ query: `?lead=${leadId}` }),
  broadcast: () => ({ body: { content: 'all' } }),
  createAgent: () => ({ body: { role: 'designer' } }),
  closeNeed: () => ({ path: { id: 'none' }, body: { action: 'dismiss' } }),
  reportTask: () => ({ body: { status: 'completed' } }),
  editAgent: () => ({ body: { role: 'developer' } }),
  writeToAgent: () => ({ body: { content: 'word' } }),
  delegateTask: () => ({ body: { task: 'it' } }),
  sendOutput: () => ({ body: { text: 'x' } }),
  ackInbox: () => ({ body: { cursor: 'none' } }),
  createGroup: () => ({ body: { name: 'made' } }),
  updateGroup: () => ({ body: { purpose: 'p' } }),
  addMembers: () => ({ body: { memberIds: ['lead'] } }),
  updateMember: ({ ids }) => ({ path: { memberId: ids['extra'] }, body: { wake: 'none' } }),
  removeMember: ({ ids }) => ({ path: { memberId: ids['extra'] } }),
  markRead: ({ seq }) => ({ body: { seq } }),
  editMessage: ({ ownMessage }) => ({
    path: { messageId: ownMessage },
    body: { content: 'third' },
  }),
  deleteMessage: ({ ownMessage }) => ({ path: { messageId: ownMessage } }),
  postMessage: () => ({ body: { content: 'second' } }),
  addReaction: () => ({ body: { emoji: '👍' } }),
  updateSession: () => ({ body: { title: 'talk' } }),
  postToSession: () => ({ body: { content: 'a question' } }),
  addSessionReaction: () => ({ body: { emoji: '👍' } }),
  readSession: ({ seq }) => ({ body: { seq } }),
  retryAnswer: () => ({ path: { n: '1' }, body: { agentId: 'member' } }),
  answerRound: () => ({ body: { deliveryId: 'none', content: 'an answer' } }),
  findInSessionTranscript: () => ({ query: '?q=plan' }),
  findInAgentTranscript: () => ({ query: '?q=plan' }),
  ...Object.fromEntries(
    ['list', 'add', 'get', 'remove'].flatMap((does) =>
      (does === 'list' ? ['Files', 'Pictures'] : ['File', 'Picture']).map((what) => [
        `${does}${what}`,
        ({ chatId }: World) => ({ path: { chatId, fileName: 'notes.txt' } }),
      ]),
    ),
  ),
}

/** What ends something comes after everything else, in this order. */
const LAST = [
  'deleteSession',
  'archiveGroup',
  'unarchiveGroup',
  'terminateAgent',
  'resumeAgent',
  'renewToken',
]
const IN_ORDER = OPERATIONS.filter(({ id }) => id !== 'deleteCrew').toSorted(
  (a, b) => LAST.indexOf(a.id) - LAST.indexOf(b.id),
)
const DELETES = OPERATIONS.filter(({ id }) => id === 'deleteCrew')

async function ask(at: World, who: Who, operation: Operation) {
  const { id, method } = operation
  const { path = {}, query = '', body } = ASKED[id]?.(at) ?? {}
  const values: Readonly<Record<string, unknown>> = {
    id: at.leadId,
    agentId: at.ids['member'],
    memberId: at.ids['member'],
    sid: at.sid,
    name: 'plan',
    messageId: at.messageId,
    emoji: '👍',
    ...path,
  }
  const address = operation.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const sent = body ?? (method === 'get' || method === 'delete' ? undefined : {})
  const token = at.token(who)
  if (operation.text === undefined) {
    return server.call(method.toUpperCase(), `/api${address}${query}`, sent, { token })
  }
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const reply = await fetch(`${server.app.url}/api${address}${query}`, { headers })
  const text = await reply.text()
  return { status: reply.status, body: reply.ok ? {} : (JSON.parse(text) as Reply['body']) }
}

/** The refusal that the document promises to somebody whose token does not open the route; null where it may. */
function shutOut({ who, path }: Operation, asking: Who): string | null {
  if (who === 'anyone') return null
  if (asking === 'nobody') return 'unauthorized'
  if (asking === 'owner') return null
  // What is about one agent does not even exist for another crew's.
  if (asking === 'stranger' && path.startsWith('/agents/:agentId')) return 'agent_not_found'
  if (who === 'owner') return 'forbidden'
  if (asking === 'observer') return who === 'writer' || who === 'self' ? 'forbidden' : null
  if (who === 'people') return 'forbidden'
  if (asking !== 'stranger') return null
  return path.startsWith('/lead/:id') ? 'lead_not_found' : null
}

/** The document's rows do not tell the crew's own agents apart: one of them stands for all, unless there is time. */
const ASKING = often<readonly Who[]>(['owner', 'observer', 'member', 'stranger', 'nobody'], WHO)

test.each(ASKING)(
  'RI1 each route is shut to whom the document does not name, whoever asks: %s',
  async (who) => {
    const at = await world()
    for (const operation of [...IN_ORDER, ...DELETES]) {
      const reply = await ask(at, who, operation)
      const code = reply.body['error']?.code as string | undefined
      const expected = shutOut(operation, who)
      if (operation.id === 'renewToken' && reply.status === 201) at.renew(reply.body['token'])
      const asked = `${who}: ${operation.id} (${reply.status} ${code ?? ''})`
      // A stranger to the server is heard twenty times a minute (SE6).
      if (expected !== null && code !== 'rate_limited') expect.soft(code, asked).toBe(expected)
      else if (who === 'owner' || who === 'observer')
        expect.soft(code ?? '', asked).not.toMatch(/forbidden|unauth|member/)
    }
  },
)

/** What each command is beside: the request that does, or reads, the same. */
const BESIDE: Readonly<
  Record<
    CommandName,
    readonly [payload: object, rest: (at: World) => readonly [string, string, object?]] | null
  >
> = {
  CREATE_GROUP: [
    { name: 'made', members: ['extra'] },
    ({ path }) => ['POST', `${path}/groups`, { name: 'made', memberIds: ['extra'] }],
  ],
  ADD_TO_GROUP: [
    { group: 'plan', members: ['outsider'] },
    ({ path }) => ['POST', `${path}/groups/plan/members`, { memberIds: ['outsider'] }],
  ],
  REMOVE_FROM_GROUP: [
    { group: 'plan', members: ['extra'] },
    ({ path }) => ['DELETE', `${path}/groups/plan/members/extra`],
  ],
  GROUP_MESSAGE: [
    { group: 'plan', content: 'x' },
    ({ path }) => ['POST', `${path}/groups/plan/messages`, { content: 'x' }],
  ],
  START_DISCUSSION: [
    { group: 'plan', goal: 'x', with: ['member'] },
    ({ path }) => [
      'POST',
      `${path}/groups/plan/discussions`,
      { goal: 'x', participants: ['member'] },
    ],
  ],
  REACT: [
    { group: 'plan', emoji: '👍', messageId: '#1' },
    ({ path }) => ['POST', `${path}/groups/plan/messages/%231/reactions`, { emoji: '👍' }],
  ],
  READ_GROUP: [{ group: 'plan' }, ({ path }) => ['GET', `${path}/groups/plan/messages`]],
  QUERY_GROUPS: [{}, ({ path }) => ['GET', `${path}/groups`]],
  QUERY_CREW: [{}, ({ path }) => ['GET', `${path}/agents`]],
  // A reply that holds a token, and a program that runs: over REST for the person alone (SE2).
  CREATE_AGENT: null,
  DELEGATE: [
    { to: 'member', task: 'x' },
    ({ ids }) => ['POST', `/api/agents/${ids['member']}/tasks`, { task: 'x' }],
  ],
  START_TASK: [{ task: 'nothing' }, ({ path }) => ['POST', `${path}/tasks/nothing/start`]],
  CANCEL_TASK: [{ task: 'nothing' }, ({ path }) => ['POST', `${path}/tasks/nothing/cancel`]],
  AGENT_MESSAGE: [
    { to: 'member', content: 'x' },
    ({ ids }) => ['POST', `/api/agents/${ids['member']}/messages`, { content: 'x' }],
  ],
  BROADCAST: [{ content: 'x' }, ({ path }) => ['POST', `${path}/broadcast`, { content: 'x' }]],
  INTERRUPT: [
    { to: 'member', content: 'x' },
    ({ ids }) => ['POST', `/api/agents/${ids['member']}/interrupt`, { content: 'x' }],
  ],
  RELEASE_HOLD: [
    { agent: 'member' },
    ({ ids }) => ['POST', `/api/agents/${ids['member']}/release`],
  ],
  AUTO_GROUPS: [{ on: false }, ({ path }) => ['PATCH', path, { autoGroups: false }]],
  // A text about commands: there is no right to it.
  HELP: null,
  // What ends something comes last.
  LEAVE_GROUP: [{ group: 'plan' }, () => ['DELETE', 'self']],
  COMPLETE_TASK: [{}, () => ['PATCH', 'self', { status: 'completed' }]],
  TERMINATE_AGENT: [
    { agent: 'member' },
    ({ ids }) => ['POST', `/api/agents/${ids['member']}/terminate`],
  ],
}

test.each(AGENTS)(
  'RI2 whoever asks, a command and its route allow the same and refuse with the same sentence: %s',
  async (who) => {
    const names = Object.keys(BESIDE) as CommandName[]
    const [one, other] = [await world(), await world()]
    for (const name of names) {
      const beside = BESIDE[name]
      if (!beside) continue
      const [payload, rest] = beside
      const command = await commanded(one, who, name, payload)
      const request = await requested(other, who, rest)
      // Refused again and again, an agent is told more beside it (CM17).
      if (who !== 'stranger')
        expect.soft(command.slice(0, request.length), `${who}: ${name}`).toBe(request)
      // An agent of another crew names something of its own crew by a command, and another crew by a request.
      else if (name !== 'QUERY_GROUPS') expect.soft(request, `${who}: ${name}`).not.toBe('allowed')
    }
  },
)

async function commanded(at: World, who: Who, name: CommandName, payload: object) {
  const { core } = server.app
  const id = at.idOf(who)
  const crew = core.shard.crewOf(id)
  if (!crew) throw new Error(who)
  const output = { text: commandLine(name, payload), stream: 'main', endOfTurn: true }
  const { results } = await core.intake.output(crew, id, output)
  const [one] = results
  return one?.ok ? 'allowed' : (one?.reply ?? '').replace(`[System] ${name} refused: `, '')
}

async function requested(
  at: World,
  who: Who,
  rest: (at: World) => readonly [string, string, object?],
) {
  const [method, path, body] = rest(at)
  const self =
    method === 'DELETE'
      ? `${at.path}/groups/plan/members/${at.idOf(who)}`
      : `/api/agents/${at.idOf(who)}`
  const reply = await server.call(method, path === 'self' ? self : path, body, {
    token: at.token(who),
  })
  return reply.status < 400 ? 'allowed' : (reply.body['error']?.message as string)
}
