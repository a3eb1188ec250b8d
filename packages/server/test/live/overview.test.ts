import { expect, test } from 'vitest'
import type { AgentOverview, OutputLine } from '@crewroom/shared/model/overview'
import { NO_USAGE, type Usage } from '@crewroom/shared/model/usage'
import { sendDirect } from '../../src/agents/direct-messages'
import { overviewOf } from '../../src/live/read-overview'
import { completeTask, delegate } from '../../src/agents/tasks'
import { endTurns } from '../../src/delivery/turns'
import { createGroup } from '../../src/groups/create-group'
import { connectedCrew } from '../harness/connected-crew'
import { storeTurn } from '../harness/stored-turns'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { ToolDoor } from '../harness/tool-door'
import { TestServer } from '../harness/test-server'

const read = async (crew: TestCrew) => {
  await crew.core.rollouts.allStored(Object.keys(crew.crew.state.agents), 1_000)
  return overviewOf(crew.shard, crew.crew)
}
const of = async (crew: TestCrew, name: string): Promise<AgentOverview> => {
  const { agents } = await read(crew)
  const found = agents.find(({ agentId }) => agentId === crew.id(name))
  if (!found) throw new Error(`${name} is not in the overview`)
  return found
}
const texts = async (crew: TestCrew, name: string) =>
  (await of(crew, name)).outputs.map(({ kind, text }) => `${kind}: ${text}`)

test('OV1 each agent’s last two lines: words, tools and commands in the order in which they came', async () => {
  await using crew = testCrew({ agents: { dora: 'developer', ben: 'architect' } })
  const { rollouts } = crew.core
  const dora = crew.id('dora')
  const call = (title: string, more: object = {}) =>
    rollouts.record(dora, { kind: 'tool_call', data: { title, ...more }, turnId: 't1' })
  const { agents, asOf } = await read(crew)
  expect(agents.map(({ agentId }) => agentId).toSorted()).toEqual(
    [crew.leadId, dora, crew.id('ben')].toSorted(),
  )
  expect(asOf).toBe(crew.crew.state.seq)
  expect(await of(crew, 'dora')).toMatchObject({ outputs: [], lastAt: null, plan: null })

  rollouts.record(dora, { kind: 'prompt', text: 'Move the callers.' })
  rollouts.thought(dora, 'I think.', 't1')
  call('`pnpm test`')
  // What only goes on with a call, and what went well, is not told again.
  rollouts.record(dora, { kind: 'tool_call', data: { toolCallId: '1' }, turnId: 't1' })
  rollouts.record(dora, { kind: 'tool_result', data: { title: 'x', status: 'completed' } })
  expect(await texts(crew, 'dora')).toEqual(['tool: pnpm test'])

  crew.clock.advance(5_000)
  rollouts.text(dora, 'The three call sites\nle', 't1')
  crew.clock.advance(1_500)
  rollouts.text(dora, 'ft all pass.', 't1')
  rollouts.turnEnded(dora)
  expect(await texts(crew, 'dora')).toEqual(['text: The three call sites', 'text: left all pass.'])
  call('rm -rf build', { status: 'pending' })
  rollouts.record(dora, { kind: 'tool_result', data: { title: 'rm', status: 'failed' } })
  expect(await texts(crew, 'dora')).toEqual(['tool: rm -rf build', 'failed: rm failed'])

  rollouts.text(dora, 'Well.\n⟦⟦ BROADCAST {"content":"It', 't2')
  crew.clock.advance(1_500)
  rollouts.text(dora, ' works."} ⟧⟧', 't2')
  expect(await texts(crew, 'dora')).toEqual([
    'text: Well.',
    // Nothing has answered it.
    'command: is writing to everybody: It works.',
  ])
  expect((await of(crew, 'dora')).lastAt).toBe(new Date(crew.clock.now()).toISOString())
  expect(await texts(crew, 'ben')).toEqual([])
})

test('OV9 a line of a command follows from its answer: in an inbox, even after a restart and once it was read', async () => {
  await using crew = connectedCrew({ dora: 'developer', ben: 'architect' })
  const dora = crew.id('dora')
  const line = (group: string) => `⟦⟦ GROUP_MESSAGE {"group":"${group}","content":"Split."} ⟧⟧\n`
  const writes = (text: string) => {
    crew.core.rollouts.text(dora, text, 't1')
    return crew.says('dora', text)
  }
  const refused = 'failed: could not write in build: there is no group "build"'
  await writes(line('build'))
  expect(await texts(crew, 'dora')).toEqual([refused])
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'plan', members: ['dora', 'ben'] }),
  )
  await writes(line('plan'))
  const both = [refused, 'command: wrote in plan: Split.']
  expect(await texts(crew, 'dora')).toEqual(both)
  await crew.reads('dora')
  expect(await texts(crew, 'dora'), 'read').toEqual(both)
  crew.restart()
  expect(await texts(crew, 'dora'), 'after a restart').toEqual(both)
  // What it wrote in code was not run, and is shown as it was written.
  await writes(`\`${line('plan').trim()}\`\n`)
  expect((await texts(crew, 'dora')).at(-1)).toBe(
    'text: `[[ GROUP_MESSAGE {"group":"plan","content":"Split."} ]]`',
  )
})

test('OV9 the same where the answer is that to the request, and where a command is called as a tool', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dora: 'developer' })
  const token = tokens['dora'] ?? ''
  const lines = async () => {
    const { body } = await server.call('GET', `/api/lead/${leadId}/overview`)
    const told = body['agents'].find((one: AgentOverview) => one.agentId === ids['dora'])
    return told.outputs.map(({ kind, text }: OutputLine) => `${kind}: ${text}`)
  }
  const text = '⟦⟦ GROUP_MESSAGE {"group":"build","content":"Split."} ⟧⟧\n'
  await server.call(
    'POST',
    `/api/agents/${ids['dora']}/output`,
    { text, replies: 'inline' },
    { token },
  )
  expect(await lines()).toEqual(['failed: could not write in build: there is no group "build"'])
  await using crew = connectedCrew({ ada: 'developer' })
  await using door = await ToolDoor.open(crew)
  await door.call('ada', 'agent_message', { to: 'nobody', content: 'Hello?' })
  expect((await texts(crew, 'ada')).at(-1)).toMatch(/^failed: could not write to nobody: /)
  await door.call('ada', 'agent_message', { to: 'lead', content: 'Hello.' })
  expect((await texts(crew, 'ada')).at(-1)).toMatch(/^command: wrote to .*: Hello\.$/)
})

test('OV3 thirty bars of thirty seconds count what an agent put out, and not what it was given', async () => {
  await using crew = testCrew({ agents: { dora: 'developer' } })
  const { rollouts } = crew.core
  const dora = crew.id('dora')
  const { barSeconds, barsUntil } = await read(crew)
  expect(barSeconds).toBe(30)
  // Bars begin at full and half minutes, so the same entry is in the same bar at every reading.
  expect(Date.parse(barsUntil) % 30_000).toBe(0)
  const put = (count: number) => {
    for (let i = 0; i < count; i++)
      rollouts.record(dora, { kind: 'tool_call', data: { title: 'x' } })
    rollouts.record(dora, { kind: 'prompt', text: 'given' })
  }
  const bars = async () => (await of(crew, 'dora')).bars
  put(3)
  crew.clock.advance(60_000)
  put(2)
  const zeros = (count: number) => Array.from({ length: count }, () => 0)
  expect(await bars()).toEqual([...zeros(27), 3, 0, 2])
  crew.clock.advance(27 * 30_000)
  expect(await bars()).toEqual([3, 0, 2, ...zeros(27)])
  crew.clock.advance(30_000)
  expect(await bars()).toEqual([0, 2, ...zeros(28)])
  crew.restart()
  expect(await bars()).toEqual([0, 2, ...zeros(28)])
  // A record that was deleted and begun again, with as many entries as before, is another record.
  const { database } = crew
  database.exec('delete from rollout_entries')
  const insert = database.prepare(
    "insert into rollout_entries (agent_id, n, lead_id, at, kind) values (?, ?, 'x', ?, 'text')",
  )
  const now = new Date(crew.clock.now()).toISOString()
  for (let n = 1; n <= 7; n++) insert.run(dora, n, now)
  expect((await overviewOf(crew.shard, crew.crew)).agents.map((one) => one.bars.at(-1))).toContain(
    7,
  )
})

function turn(crew: TestCrew, name: string, used: Partial<Usage> | null): void {
  const agentId = crew.id(name)
  sendDirect(crew.shard, crew.crew, crew.by('human'), { to: agentId, content: 'x' })
  const id = crew.act(() => storeTurn(crew.shard, crew.crew, agentId))?.id
  const turns = crew.crew.inHand.open(agentId).filter((one) => one.id === id)
  const usage = used && { ...NO_USAGE, ...used }
  crew.act(() => endTurns(crew.shard, crew.crew, turns, 'end_turn', usage))
}

test('OV4 tokens and cost are what programs told, by minute of the turns’ ends, and nothing where they tell nothing', async () => {
  await using crew = testCrew({ agents: { dora: 'developer', ben: 'architect', cleo: 'designer' } })
  expect(await read(crew)).toMatchObject({ tokensByMinute: null })
  turn(crew, 'cleo', null)
  turn(crew, 'dora', { totalTokens: 900, cost: 0.25 })
  turn(crew, 'dora', { totalTokens: 100, cost: 0.5 })
  crew.clock.advance(120_000)
  // A program may tell what went in and out, and no total.
  turn(crew, 'ben', { inputTokens: 40, outputTokens: 2 })
  const zeros = (count: number) => Array.from({ length: count }, () => 0)
  expect((await read(crew)).tokensByMinute).toEqual([...zeros(27), 1_000, 0, 42])
  expect(await of(crew, 'dora')).toMatchObject({ tokens: 1_000, cost: 0.75 })
  expect(await of(crew, 'ben')).toMatchObject({ tokens: 42, cost: null })
  expect(await of(crew, 'cleo')).toMatchObject({ tokens: null, cost: null })
  crew.restart()
  expect(await of(crew, 'dora')).toMatchObject({ tokens: 1_000, cost: 0.75 })
  crew.clock.advance(30 * 60_000)
  expect((await read(crew)).tokensByMinute).toBeNull()
})

test('OV5 tasks are counted by how they stand, for the crew and for each agent', async () => {
  await using crew = testCrew({ agents: { dora: 'developer', ben: 'architect' } })
  const give = (to: string, task: string) =>
    crew.act(() =>
      delegate(crew.shard, crew.crew, crew.by('human'), { to: crew.id(to), text: task }),
    )
  const end = (who: string, status: 'completed' | 'failed') =>
    crew.act(() => completeTask(crew.shard, crew.crew, crew.by(who), crew.id(who), { status }))
  expect(await read(crew)).toMatchObject({
    tasks: { open: 0, completed: 0, failed: 0, cancelled: 0 },
  })
  give('dora', 'one')
  give('dora', 'two')
  give('ben', 'three')
  end('dora', 'completed')
  end('ben', 'failed')
  expect((await read(crew)).tasks).toEqual({ open: 1, completed: 1, failed: 1, cancelled: 0 })
  expect((await of(crew, 'dora')).tasks).toEqual({ open: 1, done: 1 })
  expect((await of(crew, 'ben')).tasks).toEqual({ open: 0, done: 0 })
})

test('OV6 the newest plan of a program tells how many of its steps are done', async () => {
  await using crew = testCrew({ agents: { dora: 'developer' } })
  const plan = (...done: boolean[]) =>
    crew.core.rollouts.record(crew.id('dora'), {
      kind: 'plan',
      data: {
        entries: done.map((is, n) => ({ content: `${n}`, status: is ? 'completed' : 'pending' })),
      },
    })
  plan(true, false)
  plan(true, true, false)
  expect((await of(crew, 'dora')).plan).toEqual({ done: 2, total: 3 })
  plan()
  expect((await of(crew, 'dora')).plan).toBeNull()
})

test.each([
  [60, 64 * 1024],
  [250, 160 * 1024],
])(
  'OV7 of %i agents that say as much as they can, an overview is at most %i bytes',
  async (count, bytes) => {
    const agents = Object.fromEntries(
      Array.from({ length: count - 1 }, (_, n) => [`agent ${n}`, 'developer']),
    )
    await using crew = testCrew({ agents })
    const words = [
      'a"\\'.repeat(200),
      '設計チーム'.repeat(100),
      '👩🏽‍💻'.repeat(60),
      'é "x" '.repeat(90),
    ]
    for (const [n, id] of Object.keys(crew.crew.state.agents).entries()) {
      crew.core.rollouts.record(id, { kind: 'tool_call', data: { title: words[n % 4] } })
      crew.core.rollouts.text(id, `x\n${words[(n + 1) % 4]}`)
    }
    const answer = await read(crew)
    expect(answer.agents).toHaveLength(count)
    expect(answer.agents.every(({ outputs }) => outputs.length === 2)).toBe(true)
    const lines = answer.agents.flatMap(({ outputs }) => outputs.map(({ text }) => text))
    const ofLines = lines.reduce(
      (sum, text) => sum + Buffer.byteLength(JSON.stringify(text)) - 2,
      0,
    )
    expect(ofLines).toBeLessThanOrEqual(24_000)
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(bytes)
    expect(JSON.stringify(answer).isWellFormed()).toBe(true)
  },
)

test('OV8 people read an overview and agents do not; what is secret is masked as in records', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dora: 'developer' })
  const path = `/api/lead/${leadId}/overview`
  const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
  const output = `/api/agents/${ids['dora']}/output`
  const by = { token: tokens['dora'] ?? '' }
  await server.call('POST', output, { text: `The token is ${secret} now.\n` }, by)
  const command = '⟦⟦ COMPLETE_TASK {"summary":"It is done."} ⟧⟧\n'
  await server.call('POST', output, { text: command, endOfTurn: true }, by)
  for (const token of [server.owner, server.observer]) {
    const { status, body } = await server.call('GET', path, undefined, { token })
    expect(status).toBe(200)
    const told = body['agents'].find((one: AgentOverview) => one.agentId === ids['dora'])
    expect(told.outputs).toEqual([
      { kind: 'text', text: expect.stringMatching(/^The token is \[masked:\S+\] now\.$/) },
      // It has no task.
      { kind: 'failed', text: expect.stringMatching(/^could not report: /) },
    ])
    expect(body['pending']).toBe(0)
    expect(JSON.stringify(body)).not.toContain(secret)
  }
  const refused = await server.call('GET', path, undefined, by)
  expect([refused.status, refused.body['error'].code]).toEqual([403, 'forbidden'])
  const odd = await server.call('GET', `${path}?x=1`)
  expect([odd.status, odd.body['error'].code]).toEqual([422, 'validation'])
  await server.stop()
})
