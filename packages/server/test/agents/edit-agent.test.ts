import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { type AgentEdit, editAgent } from '../../src/agents/edit-agent'
import { delegate } from '../../src/agents/tasks'
import { createGroup } from '../../src/groups/create-group'
import { AgentFloor } from '../harness/agent-floor'
import { CountingIds } from '../harness/counting-ids'
import { crewText, forged, takeIn } from '../harness/export-text'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { ben: 'developer', dora: 'architect' }
const edit = (crew: TestCrew, name: string, given: AgentEdit) =>
  crew.act(() => editAgent(crew.shard, crew.crew, BY_PERSON, crew.id(name), given))

test('LC50 what an agent is called, is for and runs is changed by one fact, and is so after a restart and where its crew is imported', async () => {
  await using crew = testCrew({
    agents: AGENTS,
    driver: { kind: 'pipe', command: 'old', args: [] },
  })
  createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'reviews', roles: ['code-reviewer'] })
  const before = crew.crew.state.agents[crew.id('ben')]
  const { seq } = crew.crew.state
  const after = edit(crew, 'ben', {
    name: 'Benedict',
    role: 'code-reviewer',
    driver: { kind: 'acp', preset: 'codex' },
    cwd: '/app',
    env: { API_KEY: 'kept-for-itself' },
  })
  expect(after).toEqual({
    ...before,
    name: 'Benedict',
    role: 'code-reviewer',
    roleName: 'Code Reviewer',
    color: '#037579',
    driver: { kind: 'acp', preset: 'codex', command: null, args: [], envNames: ['API_KEY'] },
    cwd: '/app',
  })
  expect(crew.published.find((entry) => entry.seq > seq)).toMatchObject({
    type: 'agent:updated',
    data: { agent: after, changed: ['name', 'role', 'program', 'folder', 'variables'] },
  })
  // A group for a role is for who has that role from now on.
  expect(crew.crew.state.groups['reviews']?.memberIds).toContain(crew.id('ben'))
  // The same again is no change, and one thing alone changes nothing else.
  const { seq: settled } = crew.crew.state
  edit(crew, 'ben', { name: 'Benedict', cwd: '/app' })
  expect(crew.crew.state.seq).toBe(settled)
  expect(edit(crew, 'ben', { cwd: null })).toEqual({ ...after, cwd: null })
  crew.restart()
  expect(crew.crew.state.agents[crew.id('ben')]).toEqual({ ...after, cwd: null })
  expect(crew.crew.remembered(crew.id('ben')).environment).toEqual({ API_KEY: 'kept-for-itself' })

  const text = await crewText(crew)
  expect(text).not.toContain('kept-for-itself')
  await using other = testCrew({ ids: new CountingIds('b001', 'b001-') })
  await takeIn(other, text)
  const there = other.shard.crew(crew.leadId)
  expect(there.state.agents[crew.id('ben')]).toEqual({ ...after, cwd: null })
  // Under its old name it is nobody that the file knows.
  const wrong = forged(text, (lines) => {
    const line = lines.findLast((one) => one['type'] === 'agent:updated')
    if (line) line['data'].agent.id = '00000000-0000-4000-8000-000000000000'
  })
  await expect(takeIn(crew, wrong)).rejects.toThrow(/agent that the crew does not have/)
})

test('LC50, EX17 a file in which an agent is changed to a name that deceives is refused', async () => {
  await using crew = testCrew({ agents: AGENTS })
  edit(crew, 'ben', { name: 'Benedict' })
  const text = await crewText(crew)
  await using other = testCrew({ ids: new CountingIds('b002', 'b002-') })
  const posing = forged(text, (lines) => {
    for (const { type, data } of lines) if (type === 'agent:updated') data.agent.name = 'Human'
  })
  await expect(takeIn(other, posing)).rejects.toThrow(/would be taken for the person/)
  expect([...other.shard.crews()]).toHaveLength(1)
})

const refusal = (crew: TestCrew, name: string, given: AgentEdit): string => {
  const before = crew.crew.state.seq
  try {
    edit(crew, name, given)
  } catch (error) {
    expect(crew.crew.state.seq, 'a refused change changes nothing').toBe(before)
    return error instanceof Error ? error.message : String(error)
  }
  return 'taken'
}

test('LC51 what would deceive, or could not be started, is refused with what to do', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const secret = ['sk-', 'a1'.repeat(20)].join('')
  expect(refusal(crew, 'ben', { name: 'Human' })).toMatch(/would be taken for the person/)
  expect(refusal(crew, 'ben', { role: 'system' })).toMatch(/would be taken for the server/)
  expect(refusal(crew, 'ben', { name: 'Dora' })).toMatch(
    /Another agent of this crew is already called "dora"/,
  )
  expect(refusal(crew, 'lead', { name: 'Boss' })).toMatch(
    /A lead keeps its role and the name of its crew/,
  )
  expect(refusal(crew, 'lead', { role: 'developer' })).toMatch(
    /A lead keeps its role and the name of its crew/,
  )
  expect(refusal(crew, 'ben', { cwd: `/app/${secret}` })).toMatch(/contains a secret/)
  expect(refusal(crew, 'ben', { driver: { kind: 'pipe', command: 'x', args: [] } })).toMatch(
    /connects on its own with a token. For a program that the server starts, add another agent/,
  )
  expect(refusal(crew, 'ben', { env: { KEY: 'v' } })).toMatch(/Only programs that speak ACP/)
  const { agent } = createAgent(crew.shard, crew.crew, BY_PERSON, {
    role: 'developer',
    name: 'eve',
    driver: { kind: 'pipe', command: 'cat', args: [] },
  })
  const eve = (given: AgentEdit) => () =>
    crew.act(() => editAgent(crew.shard, crew.crew, BY_PERSON, agent.id, given))
  expect(eve({ driver: { kind: 'remote' } })).toThrow(
    /For a program that connects on its own, add another agent/,
  )
  expect(eve({ driver: { kind: 'acp', preset: 'nope' } })).toThrow(/There is no ACP preset "nope"/)
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`V${n}`, 'v']))
  expect(eve({ driver: { kind: 'acp', command: 'x' }, env: many })).toThrow(/at most \d+ variables/)
})

test('LC52 the agent and its lead are told of another name or role, and nobody is woken by it', async () => {
  await using crew = testCrew({ agents: AGENTS })
  for (const name of ['lead', 'ben', 'dora']) await crew.reads(name)
  edit(crew, 'ben', { name: 'Benedict', role: 'code-reviewer' })
  const id = crew.id('ben').slice(0, 8)
  const [told] = await crew.reads('ben')
  expect(told).toMatchObject({
    wake: false,
    text: `[System] You are now Code Reviewer "Benedict" (${id}).`,
  })
  expect(await crew.texts('lead')).toEqual([
    `[System] Developer "ben" (${id}) is now Code Reviewer "Benedict" (${id}).`,
  ])
  expect(await crew.texts('dora')).toEqual([])
  // From now on it is found under that name, and under no other.
  const task = { to: 'Benedict', text: 'look at it' }
  delegate(crew.shard, crew.crew, BY_PERSON, task)
  expect(crew.crew.openTasks(crew.id('ben'))).toHaveLength(1)
  expect(() => delegate(crew.shard, crew.crew, BY_PERSON, { to: 'ben', text: 'x' })).toThrow(
    /no agent "ben"/,
  )
})

test('LC53 a sub-lead has one program: what it runs is changed in both of its crews', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { crew: below } = createLead(crew.shard, BY_PERSON, {
    name: 'below',
    parentId: crew.leadId,
    driver: { kind: 'pipe', command: 'old', args: [] },
  })
  const id = below.state.lead.id
  crew.act(() =>
    editAgent(crew.shard, below, BY_PERSON, id, {
      driver: { kind: 'pipe', command: 'new', args: ['x'] },
      cwd: '/app',
    }),
  )
  const changed = { driver: { kind: 'pipe', command: 'new', args: ['x'] }, cwd: '/app' }
  expect(below.state.agents[id]).toMatchObject(changed)
  expect(crew.crew.state.agents[id]).toMatchObject({ ...changed, name: 'below' })
})

/** Notes its arguments and where it runs, then every line that it reads; tells of its end. */
const NOTES = `
const fs = require('node:fs')
const [file, ...args] = process.argv.slice(2)
const note = (line) => fs.appendFileSync(file, line + '\\n')
note('begin ' + args.join(' ') + ' in ' + process.cwd())
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => note(text.trim())).on('end', () => { note('end ' + args.join(' ')); process.exit(0) })
`

test('LC54 a running program is ended in order and started as it is to be now, with what is owed; another name ends nothing', async () => {
  using temp = tempFolder()
  const [script, notes, folder] = ['notes.cjs', 'notes', 'elsewhere'].map((name) =>
    path.join(temp.path, name),
  ) as [string, string, string]
  writeFileSync(script, NOTES)
  appendFileSync(notes, '')
  mkdirSync(folder)
  await using server = await TestServer.start({ data: path.join(temp.path, 'data') })
  const { leadId } = await server.crew('atlas')
  const pipe = (word: string) => ({
    kind: 'pipe',
    command: process.execPath,
    args: [script, notes, word],
  })
  const { body } = await server.call('POST', `/api/lead/${leadId}/agents`, {
    role: 'developer',
    name: 'ada',
    driver: pipe('one'),
    cwd: temp.path,
  })
  const at = `/api/agents/${body['agent'].id}`
  const noted = () => readFileSync(notes, 'utf8')
  const lines = () => noted().split('\n').slice(0, -1)
  await eventually('it runs', () => noted().includes(`begin one in ${temp.path}`))

  const renamed = await server.call('PATCH', `${at}/setup`, { name: 'Ada L.' })
  expect(renamed.body['agent']).toMatchObject({ name: 'Ada L.', status: 'idle' })
  await eventually('it is told', () => noted().includes('You are now Developer "Ada L."'))
  expect(noted(), 'a name ends no program').not.toContain('end one')

  // While the crew is paused nothing is handed over: the next program gets it.
  await server.call('POST', `/api/lead/${leadId}/pause`, {})
  await server.call('POST', `${at}/messages`, { content: 'for the next one' })
  const changed = await server.call('PATCH', `${at}/setup`, { driver: pipe('two'), cwd: folder })
  expect(changed.status).toBe(200)
  await eventually('the other runs', () => noted().includes(`begin two in ${folder}`))
  expect(noted()).not.toContain('for the next one')
  await server.call('POST', `/api/lead/${leadId}/resume`, {})
  await eventually('it has what was owed', () => noted().includes('for the next one'))
  const order = lines().filter((line) => /^(?:begin|end)|next one/.test(line))
  expect(order.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'begin one',
    'end one',
    'begin two',
    '[Message from',
  ])

  await server.restart()
  await server.call('POST', `${at}/messages`, { content: 'after the restart' })
  await eventually('the same runs again', () => noted().includes('after the restart'))
  expect(lines().filter((line) => line.startsWith('begin two'))).toHaveLength(2)
})

test('LC54 an agent that works is given what it was in the middle of again', async () => {
  await using floor = await AgentFloor.open()
  await floor.agent('ada', { hang: 'prompt', chunks: [] }, { echo: true })
  await floor.tell('ada', 'first of all')
  await floor.programs.prompt('ada', 1)
  const at = `/api/agents/${floor.id('ada')}/setup`
  expect((await floor.server.call('PATCH', at, { cwd: floor.folder })).status).toBe(200)
  await floor.programs.prompt('ada', 2)
  await floor.settled('ada')
  expect(floor.programs.starts('ada')).toHaveLength(2)
  expect(floor.programs.repeats('ada', 'first of all')).toEqual([false, true])
  expect(floor.record('ada').ended).toBeNull()
})

test('LC55 an agent whose command was wrong is corrected and taken up again in one act, and needs nobody any more', async () => {
  using temp = tempFolder()
  const marker = path.join(temp.path, 'runs')
  await using server = await TestServer.start({ config: { restartLimit: 1, restartPauseMs: 10 } })
  const { leadId } = await server.crew('atlas')
  const { body } = await server.call('POST', `/api/lead/${leadId}/agents`, {
    role: 'developer',
    driver: { kind: 'pipe', command: '/no/such/program', args: [] },
  })
  const id = body['agent'].id as string
  const agent = async () => (await server.call('GET', `/api/agents/${id}`)).body['agent']
  const needs = async () => (await server.call('GET', `/api/lead/${leadId}/needs`)).body['needs']
  await eventually('it has failed', async () => (await agent()).status === 'failed')
  expect(await needs()).toHaveLength(1)
  const run = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, ''); process.stdin.resume()`
  const driver = { kind: 'pipe', command: process.execPath, args: ['-e', run] }
  // Corrected without being taken up again, it stays as it ended.
  await server.call('PATCH', `/api/agents/${id}/setup`, {
    driver: { ...driver, args: ['-e', '0'] },
  })
  expect(await agent()).toMatchObject({ status: 'failed' })
  const saved = await server.call('PATCH', `/api/agents/${id}/setup`, { driver, resume: true })
  expect(saved.status).toBe(200)
  await eventually('it runs', () => existsSync(marker))
  await eventually('it is idle', async () => (await agent()).status === 'idle')
  expect(await needs()).toEqual([])
})

test('LC56 only the person who runs the server changes agents', async () => {
  await using server = await TestServer.start()
  const { ids, tokens } = await server.crew('atlas', { ben: 'developer', dora: 'architect' })
  const at = `/api/agents/${ids['ben']}/setup`
  for (const token of [tokens['lead'], tokens['ben'], tokens['dora'], server.observer]) {
    const { status, body } = await server.call(
      'PATCH',
      at,
      { name: 'Mallory' },
      { token: token ?? '' },
    )
    expect([status, body['error'].code]).toEqual([403, 'forbidden'])
  }
  const check = (token: string) =>
    server.call('GET', '/api/drivers/check?command=node', undefined, { token })
  for (const token of [tokens['lead'] ?? '', server.observer]) {
    expect((await check(token)).status).toBe(403)
  }
  expect((await server.call('PATCH', at, {})).status).toBe(422)
  expect((await server.call('PATCH', at, { name: 'Benedict' })).body['agent'].name).toBe('Benedict')
})

test('LC57 variables are changed one by one; their values are shown nowhere, and the former ones stay masked', async () => {
  await using floor = await AgentFloor.open()
  await floor.agent('ada', { echo: true }, { echo: true }, { echo: true })
  const at = `/api/agents/${floor.id('ada')}/setup`
  const set = async (env: object) => (await floor.server.call('PATCH', at, { env })).body['agent']
  const [first, second] = ['Former-Value-77', 'Later-Value-88']
  const names = async () => (await floor.view('ada'))['driver'] as unknown
  const changed = await set({ MY_KEY: first })
  expect(JSON.stringify(changed)).not.toContain(first)
  await set({ MY_KEY: second, OTHER: 'x' })
  await set({ OTHER: null })
  expect(floor.record('ada').driver).toMatchObject({
    envNames: ['ACP_PLAN', 'ACP_STARTS', 'MY_KEY'],
  })
  expect(JSON.stringify(await names())).not.toMatch(/Value-/)
  await floor.post('ada', `they are ${first} and ${second}`)
  expect(floor.contents().at(-1)).toMatch(/^they are \[masked:[^\]]*\] and \[masked:[^\]]*\]$/)
})

test('LC58 whether a program could be started is said before it is tried, in the words of the failure', async () => {
  using temp = tempFolder()
  const script = path.join(temp.path, 'agent.sh')
  writeFileSync(script, '#!/bin/sh\ncat\n', { mode: 0o755 })
  writeFileSync(path.join(temp.path, 'plain.txt'), '', { mode: 0o644 })
  await using server = await TestServer.start({ config: { restartLimit: 0, restartPauseMs: 10 } })
  const problem = async (query: Record<string, string>) => {
    const reply = await server.call(
      'GET',
      `/api/drivers/check?${new URLSearchParams(query).toString()}`,
    )
    expect([reply.status, reply.body]).toEqual([200, reply.body])
    return reply.body['problem'] as string | null
  }
  expect(await problem({ command: 'node' })).toBeNull()
  expect(await problem({ command: script })).toBeNull()
  expect(await problem({ command: './agent.sh', cwd: temp.path })).toBeNull()
  expect(await problem({ command: './agent.sh' })).toBe('There is no program "./agent.sh".')
  expect(await problem({ preset: 'codex', command: script })).toBeNull()
  const wrong: readonly Record<string, string>[] = [
    { command: 'no-such-agent' },
    { command: '/no/such/program' },
    { command: `${script}/deeper` },
    { command: './plain.txt', cwd: temp.path },
    { command: 'node', cwd: '/no/such/folder' },
  ]
  const { leadId } = await server.crew('atlas')
  for (const { command = '', cwd } of wrong) {
    const said = await problem({ command, ...(cwd === undefined ? {} : { cwd }) })
    const { body } = await server.call('POST', `/api/lead/${leadId}/agents`, {
      role: 'developer',
      driver: { kind: 'pipe', command, args: [] },
      ...(cwd === undefined ? {} : { cwd }),
    })
    const at = `/api/agents/${body['agent'].id}`
    const agent = async () => (await server.call('GET', at)).body['agent']
    await eventually(`${command} has failed`, async () => (await agent()).status === 'failed')
    expect(said).toBe((await agent()).endedReason)
  }
  const unknown = await server.call('GET', '/api/drivers/check?preset=nope')
  expect([unknown.status, unknown.body['error'].code]).toEqual([422, 'validation'])
})
