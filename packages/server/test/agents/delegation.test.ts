import { expect, test } from 'vitest'
import { chooseDriver, type DriverChoice, type DriverWish } from '../../src/agents/choose-driver'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { broadcast, interrupt, sendDirect } from '../../src/agents/direct-messages'
import { completeTask, delegate } from '../../src/agents/tasks'
import { connectedCrew, ends, news, reply, run } from '../harness/connected-crew'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }
const LEAD = 'Project Lead (0001a9e7)'
const DEV = 'Developer (0002a9e7)'
const ARCH = 'Architect (0003a9e7)'
const QA = 'QA Tester (0004a9e7)'
const HUMAN = 'Human (human)'

const tasksOf = (crew: TestCrew, name: string) =>
  crew.crew.openTasks(crew.id(name)).map((task) => task.text)
const endOf = (crew: TestCrew, name: string) => crew.crew.state.agents[crew.id(name)]?.ended
const rows = (crew: TestCrew, sql: string) => crew.database.prepare(sql).all()

test('TK1 CREATE_AGENT adds an agent to the crew and gives it its task from the lead', async () => {
  await using crew = connectedCrew({})
  const said = await reply(crew, 'lead', 'CREATE_AGENT', {
    role: 'data-wrangler',
    name: 'Wanda',
    task: 'tidy the data',
  })
  expect(said).toBe(
    '[System] Data Wrangler (0002a9e7) created. The person who runs this crew has to connect its program.',
  )
  const wanda = Object.values(crew.crew.state.agents)[1]
  expect(wanda).toMatchObject({
    name: 'Wanda',
    role: 'data-wrangler',
    roleName: 'Data Wrangler',
    driver: { kind: 'remote' },
    task: 'tidy the data',
    createdBy: crew.leadId,
    ended: null,
  })
  const page = await crew.core.inbox.fetch(wanda?.id ?? '', {})
  expect(page.deliveries).toMatchObject([
    { kind: 'task', wake: true, text: `[Task from ${LEAD}]: tidy the data` },
  ])
  expect(rows(crew, 'select agent_id, "by", text, status from tasks')).toEqual([
    { agent_id: wanda?.id, by: crew.leadId, text: 'tidy the data', status: 'open' },
  ])
})

test('TK2 DELEGATE gives a task with its context, and says that the agent is busy', async () => {
  await using crew = connectedCrew(AGENTS)
  const give = (to: string, more: object = {}) =>
    reply(crew, 'lead', 'DELEGATE', { to, task: 'write it', ...more })
  const told = 'You will be notified when it is done.'
  expect(await give('dev')).toBe(`[System] Task given to ${DEV}. ${told} Its id: rec-1`)
  crew.core.presence.set(crew.id('arch'), { status: 'working' })
  expect(await give('architect', { context: 'for the parser' })).toBe(
    `[System] Task given to ${ARCH}. ${ARCH} is busy. ${told} Its id: rec-4`,
  )
  expect(await news(crew, 'dev')).toEqual([['task', true, `[Task from ${LEAD}]: write it`]])
  expect(await news(crew, 'arch')).toEqual([
    ['task', true, `[Task from ${LEAD}]: write it\n  Context: for the parser`],
  ])
})

test('TK3 a task given at creation by a person is delivered as theirs', async () => {
  await using crew = testCrew()
  const input = { role: 'developer', task: 'begin' }
  const { agent } = createAgent(crew.shard, crew.crew, BY_PERSON, input)
  const { crew: other } = createLead(crew.shard, BY_PERSON, { name: 'borealis', task: 'look' })
  const handed = async (id: string) =>
    (await crew.core.inbox.fetch(id, {})).deliveries.map(({ text }) => text)
  expect(await handed(agent.id)).toEqual([`[Task from ${HUMAN}]: begin`])
  expect(await handed(other.state.lead.id)).toEqual([`[Task from ${HUMAN}]: look`])
  expect(agent.task, 'shown with the agent').toBe('begin')
})

test('TK4 COMPLETE_TASK closes the oldest open task; with none left the agent is completed', async () => {
  await using crew = connectedCrew(AGENTS)
  for (const task of ['one', 'two']) await run(crew, 'lead', 'DELEGATE', { to: 'dev', task })
  await crew.reads('lead')
  expect(await reply(crew, 'dev', 'COMPLETE_TASK', { summary: 'first done' })).toBe(
    '[System] Task closed. You have 1 open task left.',
  )
  expect([tasksOf(crew, 'dev'), endOf(crew, 'dev')]).toEqual([['two'], null])
  crew.restart()
  expect(tasksOf(crew, 'dev')).toEqual(['two'])
  expect(await reply(crew, 'dev', 'COMPLETE_TASK')).toBe(
    '[System] Task closed. You have no other open task.',
  )
  expect([tasksOf(crew, 'dev'), endOf(crew, 'dev')]).toEqual([[], 'completed'])
  expect(rows(crew, 'select text, status, summary from tasks order by rowid')).toEqual([
    { text: 'one', status: 'completed', summary: 'first done' },
    { text: 'two', status: 'completed', summary: null },
  ])
  expect(await news(crew, 'lead')).toEqual([
    ['report', true, `[System] ${DEV} completed its task: first done`],
    ['report', true, `[System] ${DEV} completed its task.`],
  ])
})

test('TK5 a report goes to who delegated, and to the creator where there was no task', async () => {
  await using crew = connectedCrew(AGENTS)
  delegate(crew.shard, crew.crew, BY_PERSON, { to: 'dev', text: 'for a person' })
  await run(crew, 'lead', 'DELEGATE', { to: 'dev', task: 'for the lead' })
  await crew.reads('lead')
  await run(crew, 'dev', 'COMPLETE_TASK', { summary: 'a' })
  expect(await news(crew, 'lead'), 'a person reads the dashboard').toEqual([])
  expect(rows(crew, `select id from deliveries where agent_id = 'human'`)).toEqual([])
  await run(crew, 'dev', 'COMPLETE_TASK', { summary: 'b' })
  expect(await news(crew, 'lead')).toEqual([
    ['report', true, `[System] ${DEV} completed its task: b`],
  ])
  await run(crew, 'lead', 'CREATE_AGENT', { role: 'designer', name: 'dana' })
  await crew.reads('lead')
  const dana = Object.values(crew.crew.state.agents).find(({ name }) => name === 'dana')
  if (!dana) throw new Error('no dana')
  const done = { status: 'completed', summary: 'drawn' } as const
  crew.act(() => completeTask(crew.shard, crew.crew, BY_PERSON, dana.id, done))
  const label = `Designer (${dana.id.slice(0, 8)})`
  expect(await news(crew, 'lead')).toEqual([
    ['report', true, `[System] ${label} completed its task: drawn`],
  ])
})

test('TK30 COMPLETE_TASK without an open task is refused and ends nobody but a lead', async () => {
  await using crew = connectedCrew(AGENTS)
  expect(await reply(crew, 'dev', 'COMPLETE_TASK', { summary: 'bored' })).toBe(
    '[System] COMPLETE_TASK refused: you have no open task, so there is nothing to report. Just end your turn: a message or a task will wake you.',
  )
  expect([endOf(crew, 'dev'), await news(crew, 'lead')]).toEqual([null, []])
  expect((await run(crew, 'lead', 'COMPLETE_TASK', { summary: 'all done' })).ok).toBe(true)
  expect(endOf(crew, 'lead')).toBe('completed')
})

test('TK31 the lead is told of everyone that ends, once, and without being woken for what is no report to it', async () => {
  await using crew = connectedCrew({ ...AGENTS, kim: 'designer', pat: 'designer' })
  const { shard } = crew
  const label = (name: string) => `Designer (${crew.id(name).slice(0, 8)})`
  for (const to of ['dev', 'arch']) delegate(shard, crew.crew, BY_PERSON, { to, text: 'for me' })
  delegate(shard, crew.crew, crew.by('lead'), { to: 'qa', text: 'for the lead' })
  await crew.reads('lead')
  await run(crew, 'dev', 'COMPLETE_TASK', { summary: 'built' })
  crew.act(() => failAgent(shard, crew.id('arch'), 'Its program is gone.'))
  crew.act(() => terminateAgent(shard, crew.crew, BY_PERSON, crew.id('kim'), 'enough'))
  crew.act(() => terminateAgent(shard, crew.crew, crew.by('lead'), crew.id('pat'), null))
  await run(crew, 'qa', 'COMPLETE_TASK', { summary: 'tested' })
  crew.restart()
  expect(await news(crew, 'lead')).toEqual([
    ['report', false, `[System] ${DEV} completed its task: built`],
    ['report', false, `[System] ${ARCH} failed: Its program is gone.`],
    ['report', false, `[System] ${label('kim')} was terminated by ${HUMAN}: enough`],
    ['report', true, `[System] ${QA} completed its task: tested`],
  ])
})

test('TK6 a task can fail: its agent says so or cannot be kept running', async () => {
  await using crew = connectedCrew(AGENTS)
  await run(crew, 'lead', 'DELEGATE', { to: 'dev', task: 'hard' })
  for (const task of ['x', 'y']) await run(crew, 'lead', 'DELEGATE', { to: 'arch', task })
  await crew.reads('lead')
  await run(crew, 'dev', 'COMPLETE_TASK', { status: 'failed', summary: 'too hard' })
  crew.act(() => failAgent(crew.shard, crew.id('arch'), 'Its program is gone.'))
  expect([endOf(crew, 'dev'), endOf(crew, 'arch')]).toEqual(['failed', 'failed'])
  expect(rows(crew, 'select status from tasks')).toEqual(Array(3).fill({ status: 'failed' }))
  expect(await news(crew, 'lead'), 'told once, however many tasks').toEqual([
    ['report', true, `[System] ${DEV} failed: too hard`],
    ['report', true, `[System] ${ARCH} failed: Its program is gone.`],
  ])
  crew.act(() => failAgent(crew.shard, crew.id('arch'), 'again'))
  expect(await news(crew, 'lead'), 'and not a second time').toEqual([])
})

test('TK7 who has ended has no task to complete, until it is given one', async () => {
  await using crew = connectedCrew(AGENTS)
  ends(crew, 'dev')
  expect(endOf(crew, 'dev')).toBe('completed')
  expect(await reply(crew, 'dev', 'COMPLETE_TASK')).toBe(
    '[System] COMPLETE_TASK refused: no task is open: it has completed already. A new task or message revives it.',
  )
  await run(crew, 'lead', 'DELEGATE', { to: 'dev', task: 'more' })
  expect(endOf(crew, 'dev')).toBeNull()
  expect((await run(crew, 'dev', 'COMPLETE_TASK')).ok).toBe(true)
})

test('TK8 TERMINATE_AGENT cancels the tasks of an agent and tells who waits for them', async () => {
  await using crew = connectedCrew(AGENTS)
  for (const [to, task] of [
    ['dev', 'x'],
    ['dev', 'y'],
    ['arch', 'x'],
  ])
    await run(crew, 'lead', 'DELEGATE', { to, task })
  await crew.reads('lead')
  const end = { agent: 'dev', reason: 'too slow' }
  expect(await reply(crew, 'lead', 'TERMINATE_AGENT', end)).toBe(`[System] ${DEV} has ended.`)
  expect(crew.crew.state.agents[crew.id('dev')]).toMatchObject({
    ended: 'terminated',
    endedReason: 'too slow',
  })
  expect(rows(crew, `select status, summary from tasks where status <> 'open'`)).toEqual(
    Array(2).fill({ status: 'cancelled', summary: 'too slow' }),
  )
  expect(
    (await news(crew, 'lead')).map(([kind]) => kind),
    'it knows',
  ).toEqual(['reply'])
  crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.id('arch'), 'enough'))
  expect(await news(crew, 'lead')).toEqual([
    ['report', true, `[System] ${ARCH} was terminated by ${HUMAN}: enough`],
  ])
})

test('TK9 AGENT_MESSAGE reaches one agent alone, word for word, and wakes it', async () => {
  await using crew = connectedCrew(AGENTS)
  const send = (to: string) => reply(crew, 'dev', 'AGENT_MESSAGE', { to, content: 'hello' })
  expect(await send('arch')).toBe(`[System] Message delivered to ${ARCH}.`)
  crew.core.presence.set(crew.id('arch'), { status: 'working' })
  expect(await send('Architect')).toBe(`[System] Message delivered to ${ARCH}. ${ARCH} is busy.`)
  crew.core.presence.set(crew.id('arch'), { status: 'idle', connection: 'lost' })
  expect(await send('0003')).toBe(`[System] Message delivered to ${ARCH}. ${ARCH} is disconnected.`)
  const direct = ['direct', true, `[Message from ${DEV}]: hello`]
  expect(await news(crew, 'arch')).toEqual([direct, direct, direct])
  expect([await news(crew, 'qa'), await news(crew, 'lead')]).toEqual([[], []])
})

test('TK10 AGENT_MESSAGE to human waits for the person until they write to that agent', async () => {
  await using crew = connectedCrew(AGENTS)
  const needs = () => Object.values(crew.crew.state.needs)
  const ask = (who: string, content: string) =>
    reply(crew, who, 'AGENT_MESSAGE', { to: 'human', content })
  expect(await ask('dev', 'which colour?')).toBe(
    '[System] Message delivered to the person who runs this crew.',
  )
  await ask('dev', 'and which size?')
  await ask('arch', `${'x'.repeat(600)}`)
  expect(needs()).toMatchObject([
    { kind: 'question', agentId: crew.id('dev'), text: 'which colour?' },
    { kind: 'question', agentId: crew.id('dev'), text: 'and which size?' },
    { kind: 'question', agentId: crew.id('arch'), text: 'x'.repeat(500) },
  ])
  crew.restart()
  expect(needs()).toHaveLength(3)
  const write = (by: string, to: string) =>
    crew.act(() => sendDirect(crew.shard, crew.crew, crew.by(by), { to, content: 'blue, large' }))
  write('human', 'qa')
  write('lead', 'dev')
  expect(needs(), 'nobody else settles it').toHaveLength(3)
  write('human', 'dev')
  expect(needs().map((need) => need.agentId)).toEqual([crew.id('arch')])
  expect((await news(crew, 'dev'))[0]).toEqual([
    'direct',
    true,
    `[Message from ${HUMAN}]: blue, large`,
  ])
  expect(rows(crew, `select count(*) as n from direct_messages where to_id = 'human'`)).toEqual([
    { n: 3 },
  ])
})

test('TK11 BROADCAST is one message for every other active agent, and only a person’s wakes', async () => {
  await using crew = connectedCrew({ ...AGENTS, old: 'designer' })
  ends(crew, 'old')
  for (const name of ['old', 'lead']) await crew.reads(name)
  expect(await reply(crew, 'dev', 'BROADCAST', { content: 'I am here' })).toBe(
    '[System] Broadcast delivered to 3 agents.',
  )
  const heard = [['broadcast', false, `[Broadcast from ${DEV}]: I am here`]]
  for (const name of ['lead', 'arch', 'qa']) expect(await news(crew, name)).toEqual(heard)
  expect(await news(crew, 'old'), 'who has ended is not brought back').toEqual([])
  expect(endOf(crew, 'old')).toBe('completed')
  expect(rows(crew, 'select kind, to_id from direct_messages')).toEqual([
    { kind: 'broadcast', to_id: null },
  ])
  crew.act(() => broadcast(crew.shard, crew.crew, BY_PERSON, { content: 'stand up' }))
  expect(await news(crew, 'arch')).toEqual([
    ['broadcast', true, `[Broadcast from ${HUMAN}]: stand up`],
  ])
})

test('TK12 INTERRUPT is for the lead and for who gave the task, and comes before everything', async () => {
  await using crew = connectedCrew(AGENTS)
  await run(crew, 'arch', 'AGENT_MESSAGE', { to: 'dev', content: 'earlier' })
  const stop = { to: 'dev', content: 'stop' }
  expect(await reply(crew, 'lead', 'INTERRUPT', stop)).toBe(`[System] ${DEV} was interrupted.`)
  expect(await news(crew, 'dev')).toEqual([
    ['interrupt', true, `[PRIORITY — Interrupt from ${LEAD}]: stop`],
    ['direct', true, `[Message from ${ARCH}]: earlier`],
  ])
  const refused =
    '[System] INTERRUPT refused: only the lead, or the agent that delegated its task, may interrupt it.'
  expect(await reply(crew, 'arch', 'INTERRUPT', stop)).toBe(refused)
  expect(await reply(crew, 'dev', 'INTERRUPT', stop), 'itself').toBe(refused)
  expect(await reply(crew, 'dev', 'INTERRUPT', { ...stop, to: 'lead' })).toBe(refused)
  crew.act(() => interrupt(crew.shard, crew.crew, BY_PERSON, { to: 'lead', content: 'halt' }))
  expect((await news(crew, 'lead'))[0]).toEqual([
    'interrupt',
    true,
    `[PRIORITY — Interrupt from ${HUMAN}]: halt`,
  ])
})

test('TK13 QUERY_CREW lists everyone with status and task, and wakes who asked', async () => {
  await using crew = connectedCrew(AGENTS)
  await run(crew, 'lead', 'DELEGATE', { to: 'dev', task: `write\n${'y'.repeat(600)}` })
  ends(crew, 'qa')
  crew.core.presence.set(crew.id('dev'), { status: 'working' })
  await crew.reads('dev')
  const text = [
    '[System] Crew "atlas" (4 agents):',
    `- ${LEAD} · idle`,
    `- Developer "dev" (0002a9e7), you · working · task rec-1: write ${'y'.repeat(493)}…`,
    '- Architect "arch" (0003a9e7) · idle',
    '- QA Tester "qa" (0004a9e7) · completed',
  ].join('\n')
  expect(await reply(crew, 'dev', 'QUERY_CREW')).toBe(text)
  expect(await news(crew, 'dev')).toEqual([['reply', true, text]])
})

test('TK21 an agent chooses among programs that people have set up, and otherwise gets the lead’s own', async () => {
  await using crew = testCrew()
  const coder = { kind: 'pipe', command: 'coder', args: ['--fast'] } as const
  const fallback = { kind: 'acp', preset: 'codex' } as const
  const choice = { configured: { coder, default: fallback }, presets: ['claude'] }
  const choose = (wish?: DriverWish, of = choice as DriverChoice) =>
    chooseDriver(of, crew.crew, wish)
  expect(choose()).toBe(fallback)
  expect(choose('coder')).toBe(coder)
  expect(choose('remote')).toEqual({ kind: 'remote' })
  expect(choose({ kind: 'remote' })).toEqual({ kind: 'remote' })
  expect(choose('claude')).toEqual({ kind: 'acp', preset: 'claude' })
  expect(choose({ kind: 'acp', preset: 'claude' })).toEqual({ kind: 'acp', preset: 'claude' })
  for (const name of ['nope', 'constructor', '__proto__', 'codex', 'sh']) {
    expect.soft(() => choose(name), name).toThrow(`no program "${name}" is set up: driver is`)
  }
  const none = { configured: { coder }, presets: ['claude'] }
  expect(() => choose(undefined, none)).toThrow(
    'say which program it should run: driver is one of coder, remote, claude.',
  )
  const env = { API_KEY: 'of the lead' }
  const driver = { kind: 'acp', preset: 'claude', args: ['-x'], env } as const
  const { crew: acp } = createLead(crew.shard, BY_PERSON, { name: 'acp', driver })
  expect(chooseDriver(choice, acp, undefined)).toEqual(driver)
})
