import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openForReading } from '../../src/storage/database'
import { dumpOf } from '../harness/recorded-batches'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

const ACP_AGENT = new URL('../harness/programs/acp-agent.mjs', import.meta.url).pathname

/** Notes its input, and answers a task with a report. */
const WORKER = `
const fs = require('node:fs')
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  fs.appendFileSync(process.argv[2], text)
  if (text.includes('[Task from')) console.log('⟦⟦ COMPLETE_TASK {"summary":"dug"} ⟧⟧')
})
`

/** Notes that it was started, and ends as it is told by the file that it is given. */
const CRASHER = `
const fs = require('node:fs')
const [notes, orders] = process.argv.slice(2)
fs.appendFileSync(notes, 'begin\\n')
if (fs.readFileSync(orders, 'utf8') === 'crash') { console.error('no more tea'); process.exit(3) }
setInterval(() => {}, 1000)
`

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

test('TK25 a lead creates an agent of a configured program, which works and reports', async () => {
  using folder = tempFolder()
  const [script, notes] = [path.join(folder.path, 'worker.cjs'), path.join(folder.path, 'notes')]
  writeFileSync(script, WORKER)
  const digger = { kind: 'pipe' as const, command: process.execPath, args: [script, notes] }
  await using server = await TestServer.start({ config: { drivers: { digger } } })
  const { leadId, tokens } = await server.crew('atlas')
  const asLead = { token: tokens['lead'] ?? '' }
  const says = async (payload: object) => {
    const text = `⟦⟦ CREATE_AGENT ${JSON.stringify(payload)} ⟧⟧`
    const said = await server.call('POST', `/api/agents/${leadId}/output`, { text }, asLead)
    return said.body['results'][0].reply as string
  }
  const refused = await says({ role: 'developer', driver: 'shovel' })
  expect(refused).toMatch(
    /^\[System\] CREATE_AGENT refused: no program "shovel" is set up: driver is one of digger, remote, claude, .*\.$/,
  )
  expect(await says({ role: 'developer' })).toMatch(
    /^\[System\] CREATE_AGENT refused: say which program it should run: driver is one of digger, /,
  )
  const created = await says({ role: 'developer', driver: 'digger', task: 'dig' })
  expect(created).toMatch(
    /^\[System\] Developer \([0-9a-f]{8}\) created with its task\. You will be notified when it reports\.$/,
  )
  const label = /Developer \(.{8}\)/.exec(created)?.[0] ?? ''
  const reports = async () => {
    const { body } = await server.call('GET', `/api/agents/${leadId}/inbox`, undefined, asLead)
    return (body['deliveries'] as { kind: string; text: string }[])
      .filter(({ kind }) => kind === 'report')
      .map(({ text }) => text)
  }
  await eventually('the report', async () => (await reports()).length > 0)
  expect(await reports()).toEqual([`[System] ${label} completed its task: dug`])
  expect(read(notes)).toContain(`[Task from Project Lead (${leadId.slice(0, 8)})]: dig\n`)
})

test('RE60 the program of a preset may be anywhere: it is started as the preset says, and shown with it', async () => {
  using folder = tempFolder()
  const [program, log] = ['here', 'log'].map((name) => path.join(folder.path, name)) as [
    string,
    string,
  ]
  const script = `#!/bin/sh\necho "$@" > '${log}.args'\nexec '${process.execPath}' '${ACP_AGENT}'\n`
  writeFileSync(program, script, { mode: 0o755 })
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const driver = {
    kind: 'acp',
    preset: 'gemini',
    command: program,
    args: ['-m', 'x'],
    env: { ACP_BEHAVIOUR: JSON.stringify({ log }) },
  }
  const agents = `/api/lead/${leadId}/agents`
  const input = { role: 'developer', driver, task: 'begin' }
  const made = await server.call('POST', agents, input)
  expect(made.status).toBe(201)
  const id = made.body['agent'].id as string
  expect(server.app.core.shard.crewOf(id)?.state.agents[id]?.driver).toMatchObject({
    kind: 'acp',
    preset: 'gemini',
    command: program,
    args: ['-m', 'x'],
  })
  await eventually('it works', () => read(log).includes('begin'))
  expect(read(`${log}.args`)).toBe('--acp -m x\n')
  const neither = { role: 'developer', driver: { kind: 'acp', args: [] } }
  const refused = await server.call('POST', agents, neither)
  expect([refused.status, refused.body['error'].message]).toEqual([
    422,
    expect.stringContaining('give preset, command or both'),
  ])
})

test('LC12 a program that crashes is started again, then its agent has failed; resuming forgives it', async () => {
  using folder = tempFolder()
  const [script, notes, orders] = ['crasher.cjs', 'notes', 'orders'].map((name) =>
    path.join(folder.path, name),
  ) as [string, string, string]
  writeFileSync(script, CRASHER)
  writeFileSync(orders, 'crash')
  const config = { restartLimit: 2, restartPauseMs: 10 }
  await using server = await TestServer.start({ config })
  const { leadId, tokens } = await server.crew('atlas')
  const { body } = await server.call('POST', `/api/lead/${leadId}/agents`, {
    role: 'developer',
    driver: { kind: 'pipe', command: process.execPath, args: [script, notes, orders] },
  })
  const agentId = body['agent'].id as string
  const agent = async () => (await server.call('GET', `/api/agents/${agentId}`)).body['agent']
  const needs = async () => (await server.call('GET', `/api/lead/${leadId}/needs`)).body['needs']
  const starts = () => read(notes).split('\n').length - 1
  await eventually('it has failed', async () => (await agent()).status === 'failed')
  const reason = 'Its program ended with exit code 3: no more tea (restarted 2 times)'
  expect(starts()).toBe(3)
  expect(await agent()).toMatchObject({ endedReason: reason, why: { text: `failed: ${reason}` } })
  expect(await needs()).toMatchObject([{ kind: 'failed', agentId, text: reason }])
  const inbox = await server.call('GET', `/api/agents/${leadId}/inbox`, undefined, {
    token: tokens['lead'] ?? '',
  })
  expect(inbox.body['deliveries'], 'created by the person: its lead is not woken').toMatchObject([
    { kind: 'report', wake: false },
  ])
  writeFileSync(orders, 'stay')
  await server.call('POST', `/api/agents/${agentId}/resume`)
  expect(await needs()).toEqual([])
  await eventually('it runs', () => starts() === 4)
  expect(await agent()).toMatchObject({ status: 'idle', connection: 'connected' })
})

test('LC13 the values of variables that an agent was given are shown nowhere, and stored in one table', async () => {
  const secret = 'correct-horse-battery-staple-42'
  const env = { MY_SECRET: secret, ACP_BEHAVIOUR: '{"chunks":["hello"]}' }
  const driver = { kind: 'acp', command: process.execPath, args: [ACP_AGENT], env }
  await using server = await TestServer.start({ config: { restartLimit: 0 } })
  const { leadId, tokens } = await server.crew('atlas')
  using person = new TestSocket(`${server.app.url}/ws`)
  await person.opened()
  person.send({ type: 'hello', token: server.owner, leads: [leadId] })
  const replies: string[] = []
  const call = async (method: string, route: string, body?: object, token = server.owner) => {
    const reply = await server.call(method, route, body, { token })
    replies.push(JSON.stringify(reply.body))
    return reply.body
  }
  const input = { role: 'developer', driver, task: 'begin' }
  const created = await call('POST', `/api/lead/${leadId}/agents`, input)
  const agentId = created['agent'].id as string
  const broken = { ...input, driver: { ...driver, command: '/nowhere/at-all' } }
  await call('POST', `/api/lead/${leadId}/agents`, broken)
  const needs = async () => (await call('GET', `/api/lead/${leadId}/needs`))['needs']
  await eventually('one has failed', async () => (await needs()).length === 1)
  await eventually('the other has talked', async () => {
    const page = await call('GET', `/api/agents/${agentId}/rollout?kind=text`)
    return page['entries'].length > 0
  })
  for (const route of ['', '/owed', '/manifest', '/rollout']) {
    await call('GET', `/api/agents/${agentId}${route}`)
  }
  for (const route of ['', '/snapshot', '/agents', '/tasks', '/needs', '/groups']) {
    await call('GET', `/api/lead/${leadId}${route}`)
    if (route !== '/needs')
      await call('GET', `/api/lead/${leadId}${route}`, undefined, tokens['lead'])
  }
  const events = await call('GET', `/api/events?lead=${leadId}`)
  const made = events['events'].find(
    (event: { type: string; agent?: { id: string } }) =>
      event.type === 'agent:created' && event.agent?.id === agentId,
  )
  expect(made.agent.driver.envNames).toEqual(['MY_SECRET', 'ACP_BEHAVIOUR'])
  expect(replies.filter((text) => text.includes(secret))).toEqual([])
  expect(person.frames.some((frame) => frame.type === 'agent:failed')).toBe(true)
  expect(JSON.stringify(person.frames)).not.toContain(secret)
  await server.restart()
  const sqlite = openForReading(server.data.database)
  const tables = dumpOf(sqlite)
  sqlite.close()
  const found = Object.entries(tables).flatMap(([table, rows]) =>
    rows.filter((row) => JSON.stringify(row).includes(secret)).map(() => table),
  )
  expect(found).toEqual(['agent_environments', 'agent_environments'])
  await server.call('POST', `/api/agents/${agentId}/messages`, { content: 'again' })
  await eventually('it is still given them', async () => {
    const page = await server.call('GET', `/api/agents/${agentId}/rollout?kind=text`)
    const texts = (page.body['entries'] as { text: string }[]).map(({ text }) => text)
    return texts.length === 2 && texts[1] === 'hello'
  })
})
