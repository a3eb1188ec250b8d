import { expect, test } from 'vitest'
import { NO_USAGE } from '@crewroom/shared/model/usage'
import { createAgent } from '../../src/agents/create-agent'
import { broadcast, interrupt, sendDirect } from '../../src/agents/direct-messages'
import { failAgent } from '../../src/agents/end-agent'
import { leadSleepsAlone } from '../../src/delivery/idle-lead'
import { liveAgent } from '../../src/live/agent'
import { completeTask, delegate } from '../../src/agents/tasks'
import { planTurn } from '../../src/delivery/plan-turn'
import { itemsOfTurn } from '../../src/delivery/turn-items'
import { beginTurn, endTurns } from '../../src/delivery/turns'
import { closePermission, openPermission } from '../../src/crew/permissions'
import { mustWake } from '../../src/crew/wake'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { connectedCrew, news, run } from '../harness/connected-crew'
import { EXAMPLE_ASK } from '../harness/example-ask'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }
const DEV = 'Developer (0002a9e7)'

/** A group of the lead and everybody named. */
const team = (crew: TestCrew, members: readonly string[], name = 'team') =>
  crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), { name, members }))
const say = (crew: TestCrew, who: string, content: string, group = 'team') =>
  sendMessage(crew.shard, crew.crew, crew.by(who), { group, content }).message
const write = (crew: TestCrew, who: string, to: string, content: string) =>
  sendDirect(crew.shard, crew.crew, crew.by(who), { to, content }).message

/** An agent of driver acp whose program is nobody's: what it would be prompted with is asked for directly. */
function modelAgent(crew: TestCrew): string {
  const driver = { kind: 'acp', command: 'none', args: [] } as const
  const input = { role: 'designer', name: 'model', driver }
  return crew.act(() => createAgent(crew.shard, crew.crew, BY_PERSON, input)).agent.id
}

/** Hands over and confirms one turn, as a program would. */
function takeTurn(crew: TestCrew, agentId: string): readonly string[] {
  const begun = crew.act(() => beginTurn(crew.shard, crew.crew, agentId))
  crew.act(() => endTurns(crew.shard, crew.crew, crew.crew.owed(agentId).turns, 'end_turn'))
  return begun?.items.map((item) => item.text) ?? []
}

test('TN1 a turn begins with interrupts, then what people wrote to the agent, then all else as it happened', async () => {
  await using crew = connectedCrew(AGENTS)
  team(crew, ['dev'])
  await crew.reads('dev')
  say(crew, 'lead', '1 in a group')
  write(crew, 'arch', 'dev', '2 from an agent')
  write(crew, 'human', 'dev', '3 from a person')
  delegate(crew.shard, crew.crew, crew.by('lead'), { to: 'dev', text: '4 a task' })
  interrupt(crew.shard, crew.crew, crew.by('lead'), { to: 'dev', content: '5 an interrupt' })
  say(crew, 'human', '6 a person in a group')
  broadcast(crew.shard, crew.crew, BY_PERSON, { content: '7 a broadcast' })
  interrupt(crew.shard, crew.crew, BY_PERSON, { to: 'dev', content: '8 an interrupt' })
  write(crew, 'human', 'dev', '9 from a person')
  const page = await crew.core.inbox.fetch(crew.id('dev'), {})
  const order = page.deliveries.map(({ text }) => /: (\d)/.exec(text)?.[1]).join('')
  expect(order).toBe('583912467')
  crew.restart()
  const again = await crew.core.inbox.fetch(crew.id('dev'), {})
  expect(
    again.deliveries.map(({ text }) => text),
    'the same as a repeat',
  ).toEqual(page.deliveries.map(({ text }) => text))
  crew.check()
})

test('TN2 what comes first comes first also when more is owed than fits into one turn', async () => {
  await using crew = connectedCrew(AGENTS)
  for (let n = 0; n < 205; n++) write(crew, 'arch', 'dev', `m${n}`)
  interrupt(crew.shard, crew.crew, crew.by('lead'), { to: 'dev', content: 'stop' })
  const first = await crew.core.inbox.fetch(crew.id('dev'), {})
  expect([first.deliveries.length, first.deliveries[0]?.kind, first.more]).toEqual([
    200,
    'interrupt',
    true,
  ])
  const rest = await crew.reads('dev')
  expect(rest.map(({ repeat }) => repeat)).toEqual([
    ...Array<boolean>(200).fill(true),
    ...Array<boolean>(6).fill(false),
  ])
  expect(rest.at(-1)?.text).toMatch(/m204$/)
})

test('TN3 a model that is owed more than 500 messages of a group is given one line instead', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const model = modelAgent(crew)
  team(crew, ['dev', model])
  takeTurn(crew, model)
  await crew.reads('dev')
  for (let n = 1; n <= 500; n++) say(crew, 'lead', `m${n}`)
  expect(planTurn(crew.shard, crew.crew, model)?.items, 'exactly 500').toHaveLength(200)
  sendMessage(crew.shard, crew.crew, byAgent(model), { group: 'team', content: 'its own' })
  expect(planTurn(crew.shard, crew.crew, model)?.items, 'not its own').toHaveLength(200)
  say(crew, 'human', 'one more')
  write(crew, 'dev', model, 'hello')
  const begun = crew.act(() => beginTurn(crew.shard, crew.crew, model))
  expect(begun?.items.map(({ kind, text }) => [kind, text])).toEqual([
    [
      'group',
      '[System] Group "team" has 501 unread messages (#1 to #502). Read them with [[ READ_GROUP {"group":"...","limit":20} ]]',
    ],
    ['direct', `[Message from ${DEV}]: hello`],
  ])
  expect(mustWake(crew.shard, crew.crew, model), 'nothing more is owed').toBe(false)
  const [turn] = crew.crew.owed(model).turns
  expect(turn?.parts).toMatchObject([{ groupName: 'team', count: 501, digest: true }])
  crew.restart()
  const [stored] = crew.crew.owed(model).turns
  expect(stored && itemsOfTurn(crew.shard, crew.crew, stored).map(({ text }) => text)).toEqual(
    begun?.items.map(({ text }) => text),
  )
  const page = await crew.core.inbox.fetch(crew.id('dev'), {})
  expect([page.deliveries.length, page.more], 'who fetches is given them').toEqual([200, true])
})

test('TN4 a hop is one more than the turn that it came from, and nothing for people', async () => {
  await using crew = connectedCrew(AGENTS)
  team(crew, ['dev', 'arch', 'qa'])
  expect(write(crew, 'human', 'dev', 'begin').hop).toBe(0)
  expect(say(crew, 'human', 'begin').hop).toBe(0)
  expect(write(crew, 'arch', 'qa', 'from itself').hop, 'nothing was handed to it').toBe(1)
  for (const name of ['dev', 'arch', 'qa']) await crew.reads(name)
  expect(write(crew, 'dev', 'arch', 'passed on in a.ts').hop).toBe(1)
  await crew.reads('arch')
  const third = write(crew, 'arch', 'qa', 'and on in b.ts')
  expect(third.hop).toBe(2)
  await crew.reads('qa')
  crew.restart()
  expect(say(crew, 'qa', 'and on in c.ts').hop, 'also after a restart').toBe(3)
  expect(say(crew, 'human', 'anew').hop).toBe(0)
  write(crew, 'human', 'qa', 'anew')
  await crew.reads('qa')
  const hops = () =>
    crew.database.prepare(`select kind, hop from deliveries order by rowid desc limit 1`).all()
  const task = { to: 'qa', text: 'x' }
  await crew.reads('lead')
  crew.act(() => delegate(crew.shard, crew.crew, crew.by('lead'), task))
  expect(hops()).toEqual([{ kind: 'task', hop: 1 }])
  crew.act(() => completeTask(crew.shard, crew.crew, crew.by('qa'), crew.id('qa'), {}))
  expect(hops(), 'a report comes from the turn in which it was given').toEqual([
    { kind: 'report', hop: 1 },
  ])
})

test('TN5, AC34 what turns used is summed up per agent, with the context as it was last', async () => {
  await using crew = testCrew()
  const model = modelAgent(crew)
  const usage = () => liveAgent(crew.shard, crew.crew, crew.core.presence, model).usage
  const turn = (used: Partial<typeof NO_USAGE> | null) => {
    write(crew, 'human', model, 'go on')
    crew.act(() => beginTurn(crew.shard, crew.crew, model))
    const open = crew.crew.owed(model).turns
    // As it was stored before cached tokens were.
    const { cachedReadTokens: _, cachedWriteTokens: __, ...earlier } = NO_USAGE
    const all = used && { ...earlier, ...used }
    crew.act(() => endTurns(crew.shard, crew.crew, open, 'end_turn', all))
  }
  expect(usage()).toBeNull()
  turn(null)
  expect(usage()).toBeNull()
  turn({ inputTokens: 10, totalTokens: 12, cost: 0.5, contextUsed: 900, contextSize: 1000 })
  turn({ inputTokens: 1, outputTokens: 2, cachedReadTokens: 40, cachedWriteTokens: 7 })
  turn({ cachedReadTokens: 5 })
  turn({ cost: 0.25, contextUsed: 100 })
  const sum = {
    inputTokens: 11,
    outputTokens: 2,
    // 12, and 1 + 2 of a turn that told no total.
    totalTokens: 15,
    cachedReadTokens: 45,
    cachedWriteTokens: 7,
    cost: 0.75,
    contextUsed: 100,
    contextSize: 1000,
  }
  expect(usage()).toEqual(sum)
  crew.restart()
  expect(usage(), 'after a restart').toEqual(sum)
})

test('TN6 what is addressed to an agent wakes it; confirmations, joins and broadcasts of agents do not', async () => {
  await using crew = connectedCrew(AGENTS)
  const { shard } = crew
  team(crew, ['dev', 'arch'])
  const ways: readonly (readonly [string, boolean, () => unknown])[] = [
    ['added to a group', false, () => team(crew, ['dev'], 'second')],
    ['a group message', true, () => say(crew, 'arch', 'x')],
    ['a person in a group', true, () => say(crew, 'human', 'x')],
    ['an agent’s message', true, () => write(crew, 'arch', 'dev', 'x')],
    ['a person’s message', true, () => write(crew, 'human', 'dev', 'x')],
    ['a task', true, () => delegate(shard, crew.crew, crew.by('lead'), { to: 'dev', text: 'x' })],
    [
      'an interrupt',
      true,
      () => interrupt(shard, crew.crew, crew.by('lead'), { to: 'dev', content: 'x' }),
    ],
    [
      'an agent’s broadcast',
      false,
      () => broadcast(shard, crew.crew, crew.by('arch'), { content: 'x' }),
    ],
    ['a person’s broadcast', true, () => broadcast(shard, crew.crew, BY_PERSON, { content: 'x' })],
    ['a confirmation', false, () => run(crew, 'dev', 'BROADCAST', { content: 'x' })],
    ['an answer', true, () => run(crew, 'dev', 'QUERY_CREW')],
    ['a refusal', true, () => run(crew, 'dev', 'LEAVE_GROUP', { group: 'none' })],
  ]
  for (const [what, wakes, act] of ways) {
    await crew.reads('dev')
    expect.soft(mustWake(shard, crew.crew, crew.id('dev')), `before: ${what}`).toBe(false)
    await crew.act(act)
    expect.soft(mustWake(shard, crew.crew, crew.id('dev')), what).toBe(wakes)
    const said = await news(crew, 'dev')
    expect.soft(said.length, what).toBeGreaterThan(0)
    expect
      .soft(
        said.some(([, wake]) => wake),
        `told: ${what}`,
      )
      .toBe(wakes)
  }
  await crew.reads('lead')
  crew.act(() => failAgent(shard, crew.id('dev'), 'gone'))
  expect(mustWake(shard, crew.crew, crew.leadId), 'who delegated is told of its end').toBe(true)
})

test('TN7 in a group above 8 agents only a person wakes, wherever in the backlog that is', async () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`a${n}`, 'developer']))
  await using crew = connectedCrew(many)
  team(crew, Object.keys(many))
  for (const name of Object.keys(many)) await crew.reads(name)
  const wakes = (name: string) => mustWake(crew.shard, crew.crew, crew.id(name))
  for (let n = 0; n < 210; n++) say(crew, 'a0', `m${n}`)
  expect([wakes('a8'), wakes('a1')]).toEqual([false, false])
  say(crew, 'human', 'listen')
  crew.restart()
  expect(wakes('a8')).toBe(true)
  const first = await crew.core.inbox.fetch(crew.id('a8'), {})
  expect(
    first.deliveries.some(({ wake }) => wake),
    'not in the first page',
  ).toBe(false)
  expect(wakes('a8'), 'but it is still owed').toBe(true)
  const rest = await crew.reads('a8')
  expect(rest.filter(({ wake }) => wake).map(({ n }) => n)).toEqual([211])
  expect(wakes('a8')).toBe(false)
})

test('TN8 a lead is woken for what does not wake it only when its whole crew is idle', async () => {
  await using crew = connectedCrew(AGENTS)
  const { shard } = crew
  const { presence } = crew.core
  const sleeps = () => leadSleepsAlone(shard, crew.crew, presence)
  expect(sleeps(), 'nothing waits').toBe(false)
  await run(crew, 'lead', 'QUERY_GROUPS')
  expect(sleeps(), 'it is woken as usual').toBe(false)
  await crew.reads('lead')
  await run(crew, 'lead', 'CREATE_GROUP', { name: 'own' })
  expect(sleeps(), 'notices of its own acts').toBe(false)
  await run(crew, 'dev', 'CREATE_GROUP', { name: 'theirs' })
  expect((await news(crew, 'lead')).map(([kind]) => kind)).toEqual(['reply', 'system'])
  await run(crew, 'arch', 'CREATE_GROUP', { name: 'another' })
  expect(sleeps(), 'being added to a group').toBe(false)
  crew.act(() => broadcast(shard, crew.crew, crew.by('dev'), { content: 'fyi' }))
  for (const name of ['arch', 'qa']) await crew.reads(name)
  expect(sleeps()).toBe(true)
  presence.set(crew.id('dev'), { status: 'working' })
  expect(sleeps(), 'somebody works').toBe(false)
  presence.set(crew.id('dev'), { status: 'starting' })
  expect(sleeps(), 'somebody starts').toBe(false)
  const restart = { attempt: 1, limit: 5, at: 0 }
  presence.set(crew.id('dev'), { status: 'idle', restart })
  expect(sleeps(), 'somebody is started again').toBe(false)
  presence.set(crew.id('dev'), { restart: null })
  write(crew, 'human', 'arch', 'you there')
  expect(sleeps(), 'somebody is about to').toBe(false)
  await crew.core.inbox.fetch(crew.id('arch'), {})
  expect(sleeps(), 'somebody has an open turn').toBe(false)
  await crew.reads('arch')
  expect(sleeps()).toBe(true)
  await crew.reads('lead')
  expect(sleeps(), 'it has read it').toBe(false)
})

test('TN9 one line says why nothing happens with an agent, and since when', async () => {
  await using crew = connectedCrew(AGENTS)
  const { presence } = crew.core
  const why = (name: string) => {
    const { code, text, since } = liveAgent(crew.shard, crew.crew, presence, crew.id(name)).why
    return [code, text, since]
  }
  const now = () => new Date(crew.clock.now()).toISOString()
  const start = now()
  expect(why('dev')).toEqual(['idle', 'idle; nothing waits for it', start])
  crew.clock.advance(5_000)
  presence.set(crew.id('dev'), { status: 'working' })
  expect(why('dev')).toEqual(['working', 'working', now()])
  crew.clock.advance(1_000)
  const told: string[] = []
  crew.core.live.on('agent', (agentId) => told.push(agentId))
  const needs = [1, 2].map(() =>
    openPermission(crew.shard, crew.crew, crew.id('dev'), EXAMPLE_ASK, 'npm test'),
  )
  const asked = 'waiting for you: it asks for 2 permissions'
  expect(why('dev')).toEqual(['waiting', asked, now()])
  for (const { id } of needs) {
    expect(why('dev')[0]).toBe('waiting')
    closePermission(crew.shard, crew.crew, id, { by: 'timeout', optionId: null, name: null })
  }
  expect(why('dev')[0]).toBe('working')
  expect(told, 'each of these is told').toEqual(Array<string>(4).fill(crew.id('dev')))
  presence.set(crew.id('dev'), { status: 'starting' })
  expect(why('dev')).toEqual(['starting', 'its program is starting', now()])
  presence.set(crew.id('dev'), { status: 'idle' })
  broadcast(crew.shard, crew.crew, crew.by('arch'), { content: 'fyi' })
  expect(why('dev')).toEqual(['idle', 'idle; 1 item waits for its next turn', now()])
  const behind = now()
  write(crew, 'arch', 'dev', 'x')
  crew.clock.advance(1_000)
  expect(why('dev')).toEqual(['behind', '2 items wait to be delivered now', behind])
  presence.set(crew.id('dev'), { connection: 'lost' })
  expect(why('dev')).toEqual(['disconnected', '2 items wait until its program connects', behind])
  await crew.reads('dev')
  expect(why('dev').slice(0, 2)).toEqual(['disconnected', 'its program is not connected'])
  const at = crew.clock.now() + 4_000
  presence.set(crew.id('dev'), { restart: { attempt: 2, limit: 5, at } })
  expect(why('dev').slice(0, 2)).toEqual([
    'restarting',
    `its program ended unexpectedly; start 2 of 5 at ${new Date(at).toISOString()}`,
  ])
  presence.set(crew.id('dev'), { restart: null, connection: 'connected' })
  const given = now()
  for (const [n, to] of ['dev', 'arch', 'qa', 'dev'].entries()) {
    await run(crew, 'lead', 'DELEGATE', { to, task: `x${n}` })
    crew.clock.advance(1_000)
  }
  await crew.reads('lead')
  expect(why('lead')).toEqual(['waiting', 'waiting for dev, arch, qa and 1 more', given])
  await run(crew, 'qa', 'COMPLETE_TASK', { summary: 'all good' })
  expect(why('qa').slice(0, 2)).toEqual(['ended', 'completed: all good'])
})
