import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_APP_ID } from '@crewroom/shared/model/admission'
import { RPC_SHAPES, type RpcMethod } from '@crewroom/shared/protocol/rpc/methods'
import { FakeClock } from '../harness/fake-clock'
import { nobody, PLENTY, rpcCrew, say } from '../harness/rpc-crew'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'

type Codes = readonly [
  manager: number,
  participant: number,
  admitted: number,
  stranger: number,
  elsewhere: number,
]

const FORBIDDEN = -32_001
const NO_TASK = -32_021
const NOT_FOUND = -32_002

/** The task-manager, a participant, one that is admitted and not in it, one of the crew, and one of another crew. */
const MATRIX: Readonly<Record<Exclude<RpcMethod, 'network/connect'>, Codes>> = {
  'network/ping': [0, 0, 0, 0, 0],
  'task/create': [0, 0, 0, 0, -32_023],
  'task/list': [0, 0, 0, 0, 0],
  'task/close': [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  'task/leave': [0, 0, 0, NO_TASK, NO_TASK],
  'task/addParticipant': [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  'task/removeParticipant': [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  'task/conversation/create': [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  'task/conversation/list': [0, 0, 0, 0, 0],
  'task/conversation/archive': [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  'task/conversation/unarchive': [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  'task/conversation/participants/add': [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  'task/conversation/participants/remove': [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  'messages/send': [0, 0, FORBIDDEN, NO_TASK, NO_TASK],
  'messages/list': [0, 0, FORBIDDEN, NO_TASK, NO_TASK],
  // Nobody was asked anything.
  'agent/answer': [NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND],
  'agent/command': [0, 0, 0, 0, 0],
  'agents/list': [0, 0, 0, 0, 0],
  'agents/lookup': [0, 0, 0, 0, 0],
  'agents/lookupByName': [0, 0, 0, 0, 0],
  'presence/subscribe': [0, 0, 0, 0, 0],
  'presence/update': [0, 0, 0, 0, 0],
  'contacts/list': [0, 0, 0, 0, 0],
}
/** Types of facts that are stored from now on, but for what an agent has read of what it was handed before. */
function storedFrom(server: TestServer): () => readonly string[] {
  const types: string[] = []
  server.app.core.onPublished((entries) => types.push(...entries.map(({ type }) => type)))
  return () => types.filter((type) => type !== 'inbox:confirmed')
}

const WHO = ['tm', 'ben', 'eve', 'finn', 'zoe']

/** What a method is asked about a conversation. */
function asked(
  method: RpcMethod,
  at: { readonly taskId: string; readonly conversationId: string },
  agentId: string,
): object {
  const { taskId } = at
  switch (method) {
    case 'task/create':
      return { appId: DEFAULT_APP_ID, invitedAgentIds: [agentId] }
    case 'task/close':
    case 'task/leave':
      return { taskId }
    case 'task/addParticipant':
    case 'task/removeParticipant':
      return { taskId, agentId }
    case 'task/conversation/create':
      return { taskId, participants: [agentId] }
    case 'task/conversation/archive':
    case 'task/conversation/unarchive':
    case 'messages/list':
      return at
    case 'task/conversation/participants/add':
    case 'task/conversation/participants/remove':
      return { ...at, agentId }
    case 'messages/send':
      return { ...at, ...say('hi') }
    case 'agent/answer':
      return { deliveryId: nobody(), content: 'yes' }
    case 'agent/command':
      return { command: 'QUERY_GROUPS' }
    case 'agents/lookup':
    case 'presence/subscribe':
      return { agentIds: [agentId] }
    case 'agents/lookupByName':
      return { names: ['dora'] }
    case 'presence/update':
      return { status: 'away' }
    default:
      return {}
  }
}

describe('RP22 every method is for whom the table says: task-manager, participant, admitted, in the crew, elsewhere, nobody', () => {
  let server: TestServer
  let crew: Awaited<ReturnType<typeof rpcCrew>>
  let stranger: RpcRemote

  beforeAll(async () => {
    // Time stands still: a connection that never says who it is has 5 s, however slow the machine.
    server = await TestServer.start({ config: PLENTY, clock: new FakeClock() })
    crew = await rpcCrew(server)
    stranger = await RpcRemote.open(server)
  })

  afterAll(async () => {
    stranger[Symbol.dispose]()
    crew[Symbol.dispose]()
    await server[Symbol.asyncDispose]()
  })

  test.each(Object.entries(MATRIX) as [RpcMethod, Codes][])('%s', async (method, expected) => {
    const params = asked(method, await crew.task('ben', 'cleo'), crew.id('dora'))
    expect(await stranger.refusal(method, params), 'nobody').toBe(-32_000)
    const codes: number[] = []
    for (const name of WHO.toReversed())
      codes.unshift(await crew.remote(name).refusal(method, params))
    expect(codes).toEqual(expected)
    expect(crew.unfit()).toEqual([])
  })

  test('the table has every method', () => {
    expect(Object.keys(RPC_SHAPES)).toEqual(['network/connect', ...Object.keys(MATRIX)])
  })
})

const ARCHIVED = -32_022
const CLOSED = -32_020

/** The same of a conversation that is archived, and of one whose task is closed: rights come before its state. */
const OUT_OF_USE: readonly (readonly [RpcMethod, archived: Codes, closed: Codes])[] = [
  [
    'messages/send',
    [ARCHIVED, ARCHIVED, FORBIDDEN, NO_TASK, NO_TASK],
    [CLOSED, CLOSED, FORBIDDEN, NO_TASK, NO_TASK],
  ],
  ['messages/list', [0, 0, FORBIDDEN, NO_TASK, NO_TASK], [0, 0, FORBIDDEN, NO_TASK, NO_TASK]],
  [
    'task/conversation/participants/add',
    [ARCHIVED, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
    [CLOSED, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  ],
  [
    'task/conversation/participants/remove',
    [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
    [CLOSED, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  ],
  [
    'task/conversation/archive',
    [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
    [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  ],
  [
    'task/conversation/create',
    [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
    [CLOSED, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  ],
  [
    'task/addParticipant',
    [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
    [CLOSED, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  ],
  [
    'task/conversation/unarchive',
    [0, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
    [CLOSED, FORBIDDEN, FORBIDDEN, NO_TASK, NO_TASK],
  ],
]

test('RP22 in what is archived or closed an agent without the right is refused for that, and is not told the state', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const agentId = crew.id('dora')
  const codesAt = async (
    at: { taskId: string; conversationId: string },
    row: (typeof OUT_OF_USE)[number],
  ) => {
    const { taskId } = at
    const [method] = row
    const given: Partial<Record<RpcMethod, object>> = {
      'messages/send': { ...at, ...say('hi') },
      'task/conversation/participants/add': { ...at, agentId },
      'task/conversation/participants/remove': { ...at, agentId },
      'task/conversation/create': { taskId, participants: [agentId] },
      'task/addParticipant': { taskId, agentId },
    }
    const codes: number[] = []
    for (const name of WHO.toReversed()) {
      codes.unshift(await crew.remote(name).refusal(method, given[method] ?? at))
    }
    return codes
  }
  const archived = await crew.task('ben', 'cleo')
  await crew.remote('tm').done('task/conversation/archive', archived)
  const closed = await crew.task('ben', 'cleo')
  await crew.remote('tm').done('task/close', { taskId: closed.taskId })
  for (const row of OUT_OF_USE) {
    expect(await codesAt(archived, row), `${row[0]}, archived`).toEqual(row[1])
    expect(await codesAt(closed, row), `${row[0]}, closed`).toEqual(row[2])
  }
})

test('RP23 in the crew itself, too, an agent that may not come is refused alike for whatever reason', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const tm = crew.remote('tm')
  const { conversation } = await tm.done('task/conversation/create', {
    taskId: crew.leadId,
    participants: [crew.id('ben')],
  })
  const at = { taskId: crew.leadId, conversationId: conversation.id as string }
  await server.call('POST', `/api/agents/${crew.id('dora')}/terminate`)
  await crew.remote('ben').quiet()
  crew.forget()
  const stored = storedFrom(server)
  for (const agentId of [nobody(), crew.id('zoe'), crew.id('dora')]) {
    const params = { ...at, agentId }
    expect((await tm.ask('task/conversation/participants/add', params)).error).toEqual({
      code: -32_023,
      message: 'Agent is not admitted to the task',
      data: { name: 'ParticipantNotAdmittedError', code: 'not_admitted' },
    })
    expect(
      await crew.remote('finn').refusal('task/conversation/participants/add', params),
      'authority comes first',
    ).toBe(FORBIDDEN)
  }
  await crew.remote('ben').quiet()
  expect(stored()).toEqual([])
  expect(crew.remote('ben').notifications).toEqual([])
})

test('RP31 a task is left twice by an agent that was in it, and is not there for one that never was', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const { taskId } = await crew.task('ben', 'cleo')
  const leave = async (name: string, id = taskId) =>
    (await crew.remote(name).ask('task/leave', { taskId: id })).error
  for (const name of ['eve', 'ben', 'eve', 'ben']) expect(await leave(name)).toBeUndefined()
  await crew.remote('tm').done('task/removeParticipant', { taskId, agentId: crew.id('dora') })
  expect(await leave('dora'), 'it was taken out').toBeUndefined()
  const unknown = await leave('finn', nobody())
  expect(unknown).toMatchObject({ code: NO_TASK })
  expect(await leave('finn')).toEqual(unknown)
  const path = `/api/lead/${crew.leadId}/admissions/${taskId}/leave`
  const rest = await server.call('POST', path, {}, { token: crew.tokens['finn'] ?? '' })
  expect([rest.status, rest.body['error']?.code]).toEqual([404, 'admission_not_found'])
  await crew.remote('tm').done('task/close', { taskId })
  expect(await leave('finn'), 'nor when it is closed').toEqual(unknown)
  expect([await leave('cleo'), await leave('ben')]).toEqual([undefined, undefined])
})

test('RP23 who is not admitted is refused alike for whatever reason, nothing is written and nobody told; authority is looked at first', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const { taskId, conversationId } = await crew.task('ben', 'cleo')
  // She was admitted, and has ended since.
  await server.call('POST', `/api/agents/${crew.id('dora')}/terminate`)
  const others = ['ben', 'cleo', 'eve', 'finn', 'zoe', 'tm']
  for (const name of others) await crew.remote(name).quiet()
  crew.forget()
  const stored = storedFrom(server)
  const errors: unknown[] = []
  for (const agentId of [nobody(), crew.id('zoe'), crew.id('dora'), crew.id('finn')]) {
    const [create, add] = [
      { taskId, participants: [crew.id('ben'), agentId] },
      { taskId, conversationId, agentId },
    ]
    for (const [method, params] of [
      ['task/conversation/create', create],
      ['task/conversation/participants/add', add],
    ] as const) {
      errors.push((await crew.remote('tm').ask(method, params)).error)
      for (const name of ['ben', 'eve']) {
        expect(await crew.remote(name).refusal(method, params)).toBe(FORBIDDEN)
      }
    }
  }
  for (const error of errors) {
    expect(error).toEqual({
      code: -32_023,
      message: 'Agent is not admitted to the task',
      data: { name: 'ParticipantNotAdmittedError', code: 'not_admitted' },
    })
  }
  for (const name of others) {
    await crew.remote(name).quiet()
    expect(crew.remote(name).notifications).toEqual([])
  }
  expect(stored()).toEqual([])
})

test('RP24 adding, removing, leaving, archiving and closing twice is the same as once, and is told once', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const { taskId, conversationId } = await crew.task('ben', 'cleo')
  const at = { taskId, conversationId }
  const agentId = crew.id('dora')
  const tm = crew.remote('tm')
  const stored = storedFrom(server)
  const twice = async (method: RpcMethod, params: object, who = tm) => {
    const first = await who.done(method, params)
    const after = stored().length
    expect(await who.done(method, params), method).toEqual(first)
    expect(stored(), method).toHaveLength(after)
  }
  await twice('task/addParticipant', { taskId, agentId: crew.id('finn') })
  await twice('task/conversation/participants/add', { ...at, agentId })
  await twice('task/conversation/participants/remove', { ...at, agentId })
  await twice('task/conversation/archive', at)
  await twice('task/conversation/unarchive', at)
  await twice('task/removeParticipant', { taskId, agentId: crew.id('finn') })
  await twice('task/leave', { taskId }, crew.remote('eve'))
  await twice('task/close', { taskId })
  await crew.quiet()
  const ben = crew.remote('ben')
  for (const method of [
    'task/conversation/participants/added',
    'task/conversation/participants/removed',
    'task/conversation/unarchived',
    'task/closed',
  ] as const) {
    expect(ben.count(method), method).toBe(1)
  }
  // Once by itself, and once with its task.
  expect(ben.count('task/conversation/archived')).toBe(2)
})

test('RP25 every participant reads the whole history; who only reads along is listed nowhere, told nothing, and may read', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const at = await crew.task('ben', 'cleo')
  await crew.remote('ben').done('messages/send', { ...at, ...say('one') })
  await crew.remote('cleo').done('messages/send', { ...at, ...say('two') })
  await crew
    .remote('tm')
    .done('task/conversation/participants/add', { ...at, agentId: crew.id('dora') })
  for (const name of ['dora', 'tm', 'lead']) {
    const { messages } = await crew.remote(name).done('messages/list', at)
    const texts = messages.map((one: { parts: { text: string }[] }) => one.parts[0]?.text)
    expect(texts, name).toEqual(['one', 'two'])
  }
  await crew.remote('tm').done('messages/send', { ...at, ...say('three') })
  await crew.quiet()
  expect(crew.toldOf('messages/received')).toEqual({ ben: 2, cleo: 2, dora: 1 })
  for (const name of ['tm', 'lead']) {
    const { items } = await crew.remote(name).done('task/conversation/list')
    const ids = items.map(({ conversation }: { conversation: { id: string } }) => conversation.id)
    expect(ids, name).not.toContain(at.conversationId)
  }
  const { items } = await crew.remote('ben').done('task/conversation/list')
  expect(items[0].participants).toEqual(['ben', 'cleo', 'dora'].map(crew.id))
  expect(crew.unfit()).toEqual([])
})
