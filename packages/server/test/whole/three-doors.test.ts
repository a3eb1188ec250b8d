import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Turn } from '@crewroom/shared/client/agent-turn'
import { commandLine } from '@crewroom/shared/command/grammar'
import type { CommandName } from '@crewroom/shared/command/payloads'
import type { Message } from '@crewroom/shared/model/message'
import { participantLabel } from '@crewroom/shared/model/participant'
import { createAgent, createLead } from '../../src/agents/create-agent'
import type { Crew } from '../../src/crew/crew'
import { deleteCrew } from '../../src/agents/delete-crew'
import type { By } from '../../src/crew/shard'
import { delegate } from '../../src/agents/tasks'
import { createGroup } from '../../src/groups/create-group'
import { react } from '../../src/groups/react'
import { sendMessage } from '../../src/groups/send-message'
import { createSession } from '../../src/sessions/create-session'
import { postToSession } from '../../src/sessions/post-to-session'
import type { Cause } from '../../src/journal/facts'
import {
  type Cast,
  changesBetween,
  impersonal,
  readTables,
  type Row,
  type RowChanges,
} from '../harness/effects'
import { BY_PERSON, byAgent } from '../harness/test-crew'
import { testAgent } from '../harness/test-agent'
import { TestServer } from '../harness/test-server'
import { type Frame, TestSocket } from '../harness/test-socket'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester', des: 'designer' } as const
type Who = 'lead' | keyof typeof AGENTS
type Door = 'command' | 'agent' | 'person'

let server: TestServer
let socket: TestSocket

beforeAll(async () => {
  server = await TestServer.start()
  socket = new TestSocket(`${server.app.url}/ws`)
  await socket.opened()
  socket.send({ type: 'hello', token: server.owner, leads: '*' })
  await socket.wait((frame) => frame.type === 'hello')
})

afterAll(async () => {
  socket.close()
  await server[Symbol.asyncDispose]()
})

/** One crew for one act through one door. */
interface Stage {
  readonly crew: Crew
  readonly path: string
  readonly ids: Readonly<Record<Who, string>>
  readonly tokens: Readonly<Record<string, string>>
  /** Who is going to act: the agent, or the person. */
  readonly actor: By
}

type Request = readonly [method: string, path: string, body?: object]

interface Act {
  /** The agent that acts, unless a person does. */
  readonly who: Who
  readonly set?: (stage: Stage) => void
  /** What comes after that, once everybody has read it. */
  readonly later?: (stage: Stage) => void
  readonly command: (stage: Stage) => readonly [CommandName, object]
  readonly rest: (stage: Stage) => Request
  readonly status?: number
  /** Which doors there are beside the command; the others are refused as forbidden. */
  readonly doors?: readonly Door[]
  readonly actorIn?: Cast['actorIn']
  /** What the agent is handed when a person acts in its place, by kind. */
  readonly hears?: readonly string[]
  /** What a person causes beside that: stated, because the contract wants it. */
  readonly person?: {
    /** Everyone is woken by what a person writes (GR11). */
    readonly wakes?: true
    /** Its events, where they are others: the person joins by writing (GR11). */
    readonly events?: readonly string[]
  }
}

const shard = () => server.app.core.shard

/** A group `plan` of arch and who is going to act, in it a message of arch. */
function withGroup({ crew, ids, actor }: Stage, creator = actor): void {
  createGroup(shard(), crew, creator, { name: 'plan', members: ['arch'] })
  sendMessage(shard(), crew, byAgent(ids.arch), { group: 'plan', content: 'one' })
}

/** A session `Talk` of that group, in which dev, arch and qa take part. */
function withSession(stage: Stage): void {
  const { crew, ids } = stage
  createGroup(shard(), crew, byAgent(ids.dev), { name: 'plan', members: ['arch', 'qa', 'des'] })
  createSession(shard(), crew, BY_PERSON, {
    group: 'plan',
    title: 'Talk',
    agents: ['dev', 'arch', 'qa'],
  })
}
const ask = ({ crew }: Stage) =>
  postToSession(shard(), crew, BY_PERSON, { group: 'plan', session: 'Talk', content: 'which one?' })
const inSession = (content: string): Pick<Act, 'command' | 'rest' | 'status'> => ({
  command: () => ['GROUP_MESSAGE', { group: 'plan', session: 'Talk', content }],
  rest: ({ path }) => ['POST', `${path}/groups/plan/sessions/Talk/messages`, { content }],
  status: 201,
})

const reactionTo = ({ crew }: Stage) => {
  const messageId = crew.window('plan').messages[0]?.id ?? ''
  return { messageId, path: `/groups/plan/messages/${messageId}/reactions` }
}
const QUINN = { role: 'qa-tester', name: 'quinn', task: 'test it', driver: { kind: 'remote' } }
const THUMB = encodeURIComponent('👍')

const ACTS: Readonly<Record<string, Act>> = {
  CREATE_GROUP: {
    who: 'dev',
    command: () => [
      'CREATE_GROUP',
      { name: 'Config Team', members: ['arch'], roles: ['designer'], purpose: 'Plan it' },
    ],
    rest: ({ path }) => [
      'POST',
      `${path}/groups`,
      {
        name: 'Config Team',
        memberIds: ['arch'],
        roles: ['designer'],
        purpose: 'Plan it',
      },
    ],
    status: 201,
  },
  ADD_TO_GROUP: {
    who: 'dev',
    set: withGroup,
    command: () => ['ADD_TO_GROUP', { group: 'plan', members: ['qa'], roles: ['designer'] }],
    rest: ({ path }) => [
      'POST',
      `${path}/groups/plan/members`,
      { memberIds: ['qa'], roles: ['designer'] },
    ],
  },
  REMOVE_FROM_GROUP: {
    who: 'dev',
    set: withGroup,
    command: () => ['REMOVE_FROM_GROUP', { group: 'plan', members: ['arch'] }],
    rest: ({ path }) => ['DELETE', `${path}/groups/plan/members/arch`],
  },
  LEAVE_GROUP: {
    who: 'dev',
    set: withGroup,
    command: () => ['LEAVE_GROUP', { group: 'plan' }],
    rest: ({ path, actor }) => ['DELETE', `${path}/groups/plan/members/${actor.actor.id}`],
  },
  GROUP_MESSAGE: {
    who: 'dev',
    set: withGroup,
    command: () => ['GROUP_MESSAGE', { group: 'plan', content: 'two, @arch' }],
    rest: ({ path }) => ['POST', `${path}/groups/plan/messages`, { content: 'two, @arch' }],
    status: 201,
    person: { wakes: true },
  },
  'GROUP_MESSAGE of a person from outside': {
    who: 'dev',
    set: (stage) => withGroup(stage, byAgent(stage.ids.dev)),
    command: () => ['GROUP_MESSAGE', { group: 'plan', content: 'two' }],
    rest: ({ path }) => ['POST', `${path}/groups/plan/messages`, { content: 'two' }],
    status: 201,
    hears: ['group'],
    person: { wakes: true, events: ['group:member_added', 'group:message'] },
  },
  'GROUP_MESSAGE to a session, unasked': {
    who: 'dev',
    set: withSession,
    ...inSession('by the way, @arch'),
    // A person's message asks all that take part.
    hears: ['round'],
    person: { events: ['session:message', 'round:opened'] },
  },
  'GROUP_MESSAGE to a session, as an answer': {
    who: 'dev',
    set: withSession,
    later: ask,
    ...inSession('this one'),
    // It answers the first question, which the person's second one closes; who reads on has passed it, and gets the second.
    hears: ['round'],
    person: { events: ['session:message', 'round:closed', 'round:opened'] },
  },
  'REACT where there is none': {
    who: 'dev',
    set: withGroup,
    command: (stage) => [
      'REACT',
      { group: 'plan', emoji: '👍', messageId: reactionTo(stage).messageId },
    ],
    rest: (stage) => ['POST', `${stage.path}${reactionTo(stage).path}`, { emoji: '👍' }],
  },
  'REACT where there is one': {
    who: 'dev',
    set: (stage) => {
      withGroup(stage)
      const { messageId } = reactionTo(stage)
      const input = { group: 'plan', emoji: '👍', messageId, action: 'add' as const }
      react(shard(), stage.crew, stage.actor, input)
    },
    command: (stage) => [
      'REACT',
      { group: 'plan', emoji: '👍', messageId: reactionTo(stage).messageId },
    ],
    rest: (stage) => ['DELETE', `${stage.path}${reactionTo(stage).path}/${THUMB}`],
  },
  'REACT of a person from outside': {
    who: 'dev',
    set: (stage) => withGroup(stage, byAgent(stage.ids.dev)),
    command: () => ['REACT', { group: 'plan', emoji: '👍' }],
    rest: (stage) => ['POST', `${stage.path}${reactionTo(stage).path}`, { emoji: '👍' }],
    person: { events: ['group:member_added', 'group:reaction'] },
  },
  AGENT_MESSAGE: {
    who: 'dev',
    command: () => ['AGENT_MESSAGE', { to: 'arch', content: 'a word' }],
    rest: ({ ids }) => ['POST', `/api/agents/${ids.arch}/messages`, { content: 'a word' }],
    status: 202,
  },
  INTERRUPT: {
    who: 'lead',
    actorIn: 'who acted',
    command: () => ['INTERRUPT', { to: 'arch', content: 'stop' }],
    rest: ({ ids }) => ['POST', `/api/agents/${ids.arch}/interrupt`, { content: 'stop' }],
    status: 202,
  },
  COMPLETE_TASK: {
    who: 'dev',
    actorIn: 'facts',
    set: (stage) => {
      createGroup(shard(), stage.crew, byAgent(stage.ids.dev), { name: 'alone' })
      delegate(shard(), stage.crew, byAgent(stage.ids.lead), { to: 'dev', text: 'build it' })
    },
    command: () => ['COMPLETE_TASK', { summary: 'built' }],
    rest: ({ ids }) => [
      'PATCH',
      `/api/agents/${ids.dev}`,
      { status: 'completed', summary: 'built' },
    ],
  },
  TERMINATE_AGENT: {
    who: 'lead',
    actorIn: 'facts',
    set: (stage) => {
      delegate(shard(), stage.crew, BY_PERSON, { to: 'arch', text: 'plan it' })
      createGroup(shard(), stage.crew, byAgent(stage.ids.arch), { name: 'alone' })
    },
    command: () => ['TERMINATE_AGENT', { agent: 'arch', reason: 'over' }],
    rest: ({ ids }) => ['POST', `/api/agents/${ids.arch}/terminate`, { reason: 'over' }],
    // The lead is told what it has not done itself.
    hears: ['report'],
    person: { events: ['task:cancelled', 'agent:terminated', 'group:archived'] },
  },
  CREATE_AGENT: {
    who: 'lead',
    actorIn: 'who acted',
    set: (stage) => {
      createGroup(shard(), stage.crew, byAgent(stage.ids.dev), { name: 'qa', roles: ['qa-tester'] })
    },
    command: () => ['CREATE_AGENT', QUINN],
    rest: ({ path }) => ['POST', `${path}/agents`, QUINN],
    status: 201,
    // A reply that holds a token is for people.
    doors: ['command', 'person'],
  },
  AUTO_GROUPS: {
    who: 'lead',
    actorIn: 'who acted',
    command: () => ['AUTO_GROUPS', { on: false }],
    rest: ({ path }) => ['PATCH', path, { autoGroups: false }],
  },
  DELEGATE: {
    who: 'lead',
    // Who made an agent stands in its row, which the task changes.
    set: ({ crew, actor }) => {
      createAgent(shard(), crew, actor, { role: 'technical-writer', name: 'tess' })
    },
    command: () => ['DELEGATE', { to: 'tess', task: 'write it', context: 'of all' }],
    rest: ({ crew }) => [
      'POST',
      `/api/agents/${Object.keys(crew.state.agents).at(-1)}/tasks`,
      { task: 'write it', context: 'of all' },
    ],
    status: 201,
  },
  BROADCAST: {
    who: 'lead',
    command: () => ['BROADCAST', { content: 'all of you' }],
    rest: ({ path }) => ['POST', `${path}/broadcast`, { content: 'all of you' }],
    status: 202,
    // The lead, too, hears a person's.
    hears: ['broadcast'],
    person: { events: ['direct:message'] },
  },
}

async function setStage(act: Act, door: Door): Promise<Stage> {
  const { crew, token } = createLead(shard(), BY_PERSON, { name: 'atlas' })
  const ids: Record<string, string> = { lead: crew.state.lead.id }
  const tokens: Record<string, string> = { lead: token ?? '' }
  for (const [name, role] of Object.entries(AGENTS)) {
    const made = createAgent(shard(), crew, BY_PERSON, { name, role })
    ids[name] = made.agent.id
    tokens[name] = made.token ?? ''
  }
  const stage: Stage = {
    crew,
    path: `/api/lead/${crew.state.lead.id}`,
    ids: ids as Stage['ids'],
    tokens,
    actor: door === 'person' ? BY_PERSON : byAgent(ids[act.who] ?? ''),
  }
  act.set?.(stage)
  // What the act itself gives is all that they are handed after it.
  await handOver(stage)
  if (act.later) {
    act.later(stage)
    await handOver(stage)
  }
  return stage
}

function castOf(act: Act, { crew, ids, actor }: Stage, head: number): Cast {
  const { id, kind } = actor.actor
  const roleName = kind === 'human' ? 'Human' : (crew.state.agents[id]?.roleName ?? '')
  return {
    crew: crew.state.lead.id,
    head,
    names: Object.fromEntries(Object.entries(ids).map(([name, agentId]) => [agentId, name])),
    actor: { id, label: participantLabel(roleName, id), roleName },
    actorIn: act.actorIn ?? 'everything',
  }
}

async function go(act: Act, door: Door, stage: Stage): Promise<number> {
  if (door === 'command') {
    const text = commandLine(...act.command(stage))
    const path = `/api/agents/${stage.ids[act.who]}/output`
    const said = await server.call('POST', path, { text }, { token: stage.tokens[act.who] ?? '' })
    expect(said.body['results'], text).toMatchObject([{ ok: true }])
    return act.status ?? 200
  }
  const [method, path, body] = act.rest?.(stage) ?? ['GET', '']
  const token = door === 'person' ? server.owner : (stage.tokens[act.who] ?? '')
  return (await server.call(method, path, body, { token })).status
}

/** Events of a crew that a person was sent after `seq`, once everything up to its head was. */
async function eventsSince(crew: Crew, seq: number) {
  const leadId = crew.state.lead.id
  socket.send({ type: 'ping' })
  const head = crew.state.seq
  for (;;) {
    const pong = await socket.wait((frame) => frame.type === 'pong')
    socket.frames.splice(socket.frames.indexOf(pong), 1)
    if ((pong['at'][leadId] ?? 0) >= head) break
    socket.send({ type: 'ping' })
  }
  return socket.frames.filter((frame) => frame['leadId'] === leadId && frame['seq'] > seq)
}

/** What every agent is handed now, as its program reads it. */
async function handOver({ ids }: Pick<Stage, 'ids'>) {
  const read = async (id: string) => {
    const { deliveries, cursor } = await server.app.core.inbox.fetch(id, {})
    await server.app.core.inbox.ack(id, cursor)
    return deliveries.map(({ id: _, ...item }) => item)
  }
  return Object.fromEntries(
    await Promise.all(Object.entries(ids).map(async ([who, id]) => [who, await read(id)] as const)),
  )
}

async function play(act: Act, door: Door) {
  const stage = await setStage(act, door)
  const before = readTables(server.data.database)
  const head = stage.crew.state.seq
  const status = await go(act, door, stage)
  const changes = changesBetween(before, readTables(server.data.database))
  const rows = door === 'command' ? withoutReply(changes) : changes
  const causes = new Set(rows['journal']?.came.map((row) => (row['cause'] as Cause).kind))
  expect([...causes]).toEqual(status < 400 ? [door === 'command' ? 'command' : 'request'] : [])
  const events = await eventsSince(stage.crew, head)
  const handed = await handOver(stage)
  if (door === 'command') expect(handed[act.who]?.pop()?.kind).toBe('reply')
  // A folder of one crew at a time: what is compared stays small.
  deleteCrew(shard(), stage.crew, BY_PERSON, 'atlas')
  return { status, ...impersonal({ rows, events, handed }, castOf(act, stage, head)) }
}

/** Takes out what a command leaves beside its act: its one reply, and its place in the stream. */
function withoutReply(changes: RowChanges): RowChanges {
  const replies = changes['deliveries']?.came.filter((row) => row['kind'] === 'reply') ?? []
  expect(replies).toHaveLength(1)
  const isItsOwn = (row: Row) =>
    row['id'] === replies[0]?.['id'] ||
    row['type'] === 'stream:advanced' ||
    (row['data'] as Row | undefined)?.['deliveryId'] === replies[0]?.['id']
  const { agent_streams: streams, ...others } = changes
  expect(streams?.came).toHaveLength(1)
  const rows: RowChanges = {}
  for (const [table, { came, went }] of Object.entries(others)) {
    const left = came.filter((row) => !isItsOwn(row))
    if (left.length + went.length > 0) rows[table] = { came: left, went }
  }
  return rows
}

/** What differs by what a person is: nothing of its acts was led to by agents, and its words wake everyone. */
function asByPerson<T>(value: T, drop: readonly string[]): T {
  return JSON.parse(
    JSON.stringify(value, (key, item: unknown) => (drop.includes(key) ? undefined : item)),
  ) as T
}

test.each(Object.entries(ACTS))('TD1, TD2 %s is the same through every door', async (name, act) => {
  const doors = act.doors ?? ['command', 'agent', 'person']
  const command = await play(act, 'command')
  expect(command.rows['journal']?.came.length).toBeGreaterThan(0)
  const agent = await play(act, 'agent')
  if (doors.includes('agent')) expect(agent).toEqual(command)
  else expect({ status: agent.status, rows: agent.rows }).toEqual({ status: 403, rows: {} })

  const person = await play(act, 'person')
  expect(person.handed[act.who]?.map(({ kind }) => kind)).toEqual(act.hears ?? [])
  if (act.person?.events) {
    expect(person.events.map(({ type }) => type)).toEqual(act.person.events)
    return
  }
  if (act.person?.wakes) {
    const handed = Object.values(person.handed).flat()
    expect(handed.filter(({ kind, wake }) => kind === 'group' && !wake)).toEqual([])
    // Agents' talk begins anew where a person speaks: that alone changes of the group.
    const { came = [], went = [] } = person.rows['chat_groups'] ?? {}
    expect(came).toHaveLength(1)
    expect(asByPerson(came, ['conduct'])).toEqual(asByPerson(went, ['conduct']))
  }
  const drop = ['hop', ...(act.person?.wakes ? ['wake', 'begins', 'chat_groups', 'epoch'] : [])]
  const others = (effect: typeof person) => ({
    ...effect,
    handed: { ...effect.handed, [act.who]: [] },
  })
  expect(asByPerson(others(person), drop), name).toEqual(asByPerson(others(command), drop))
})

test('SN36 what is posted to a session at the same time, through every door, everybody sees once and in the same order', async () => {
  const act = { who: 'dev', set: withSession, ...inSession('by command') } as const
  const stage = await setStage(act, 'agent')
  const { crew, ids, tokens, path } = stage
  const leadId = crew.state.lead.id
  using observer = new TestSocket(`${server.app.url}/ws`)
  await observer.opened()
  observer.send({ type: 'hello', token: server.observer, leads: [leadId] })
  await using qa = testAgent(server.app.url, ids.qa ?? '', tokens['qa'] ?? '')
  await observer.wait(({ type }) => type === 'hello')
  ask(stage)
  for (const id of [ids.dev, ids.arch]) await server.app.core.inbox.fetch(id, {})
  const turns = qa.turns()
  let turn: Turn | void
  do turn = (await turns.next()).value
  while (turn && !turn.round)

  const address = `${path}/groups/plan/sessions/Talk/messages`
  const posts = async (content: string, token: string) =>
    expect((await server.call('POST', address, { content }, { token })).status).toBe(201)
  await Promise.all([
    turn?.answer('by connection'),
    go(act, 'command', stage),
    posts('by request', tokens['arch'] ?? ''),
    posts('by a person', server.owner),
    posts('by a person again', server.owner),
  ])
  const isSaid = ({ type, ...frame }: Frame) =>
    type === 'session:message' && frame['leadId'] === leadId
  await observer.wait(() => observer.frames.filter(isSaid).length === 6)
  const { messages } = (await server.call('GET', address)).body
  const said = (messages as readonly Message[]).map(({ n, content }) => [n, content] as const)
  expect(said.map(([n]) => n)).toEqual([1, 2, 3, 4, 5, 6])
  const contents = 'which one?|by connection|by command|by request|by a person|by a person again'
  expect(new Set(said.map(([, content]) => content))).toEqual(new Set(contents.split('|')))
  await eventsSince(crew, 0)
  for (const page of [socket, observer]) {
    const seen = page.frames.filter(isSaid).map(({ message }) => [message.n, message.content])
    expect(seen).toEqual(said)
  }
  const parts = (messages as readonly Message[]).map(({ from, round: part }) => [from, part?.as])
  for (const id of [ids.dev, ids.arch, ids.qa]) {
    expect(parts.filter(([from]) => from === id)).toEqual([
      [id, expect.stringMatching(/answer|late/)],
    ])
  }
  deleteCrew(shard(), crew, BY_PERSON, 'atlas')
})
