import path from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import { openForReading } from '../../src/storage/database'
import { dumpOf } from '../harness/recorded-batches'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

const ACP_AGENT = new URL('../harness/programs/acp-agent.mjs', import.meta.url).pathname

test('LC15, SN37, VB70 what a program tells of its variables, when it crashes, talks or answers in a session, is masked', async () => {
  using folder = tempFolder()
  const secret = 'correct-horse-battery-staple-42'
  const log = path.join(folder.path, 'prompts')
  const acp = (behaviour: object) => ({
    kind: 'acp',
    command: process.execPath,
    args: [ACP_AGENT],
    env: { MY_SECRET: secret, ACP_BEHAVIOUR: JSON.stringify({ log, ...behaviour }) },
  })
  const config = { restartLimit: 0, restartPauseMs: 0 }
  await using server = await TestServer.start({ config })
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
  const create = async (name: string, behaviour: object) => {
    const input = { role: 'developer', name, driver: acp(behaviour), task: 'begin' }
    return (await call('POST', `/api/lead/${leadId}/agents`, input))['agent'].id as string
  }
  // One that tells what it was given where programs do so: on stderr, when it gives up; the other in its text.
  const crashes = await create('crashes', { exitIn: 'start', exitCode: 3, stderr: `bad ${secret}` })
  const talks = await create('talks', { chunks: [`I was given ${secret}, `, { thought: secret }] })
  const status = async (id: string) => (await call('GET', `/api/agents/${id}`))['agent'].status
  await eventually('one has failed', async () => (await status(crashes)) === 'failed')
  await eventually('one has talked', async () => {
    const page = await call('GET', `/api/agents/${talks}/rollout?kind=text`)
    return page['entries'].length > 0
  })
  // In a session everybody says it: its title, the question, an answer, what is posted unasked.
  const groups = `/api/lead/${leadId}/groups`
  const plan = await call('POST', groups, { name: 'plan', memberIds: ['talks'] })
  const opened = await call('POST', `${groups}/plan/sessions`, { title: `About ${secret}` })
  const session = `${groups}/plan/sessions/${opened['session'].id}`
  await call('POST', `${session}/messages`, { content: `is it ${secret}?` })
  await eventually('it has answered', async () => {
    const { rounds } = await call('GET', session)
    return rounds[0].responses[0].status === 'done'
  })
  // A name with it would be another name without it: it is refused.
  const named = `/api/group-chats/${plan['group'].id}/files/${secret}.txt`
  expect((await call('POST', named, {}))['error'].code).toBe('validation')
  const place = { group: 'plan', session: opened['session'].id }
  const unasked = commandLine('GROUP_MESSAGE', { ...place, content: `or ${secret}` })
  const text = `${unasked}\n${commandLine('READ_GROUP', place)}\n`
  await call('POST', `/api/agents/${leadId}/output`, { text }, tokens['lead'])
  for (const route of ['', '/messages', '/rounds', `/agents/${talks}/rollout`]) {
    await call('GET', `${session}${route}`)
    await call('GET', `${session}${route}`, undefined, tokens['lead'])
  }
  await call('GET', `${session}/agents/${talks}/transcript`)
  await call('GET', `/api/lead/${leadId}/search?q=given`)
  for (const id of [crashes, talks, leadId]) {
    for (const route of ['', '/owed', '/manifest', '/rollout']) {
      await call('GET', `/api/agents/${id}${route}`)
    }
  }
  for (const route of ['', '/snapshot', '/agents', '/tasks', '/needs', '/groups']) {
    await call('GET', `/api/lead/${leadId}${route}`)
    await call('GET', `/api/lead/${leadId}${route}`, undefined, tokens['lead'])
  }
  await call('GET', `/api/events?lead=${leadId}`)
  await call('GET', `/api/agents/${leadId}/inbox`, undefined, tokens['lead'])
  expect
    .soft(replies.filter((text) => text.includes(secret)).map((text) => text.slice(0, 300)))
    .toEqual([])
  await eventually('it is shown', () => person.frames.some(({ type }) => type === 'live:text'))
  const frames = person.frames.filter((frame) => JSON.stringify(frame).includes(secret))
  expect.soft(frames.map((f) => f.type)).toEqual([])
  const sqlite = openForReading(server.data.database)
  const tables = dumpOf(sqlite)
  sqlite.close()
  const found = Object.entries(tables).flatMap(([table, rows]) =>
    rows.filter((row) => JSON.stringify(row).includes(secret)).map(() => table),
  )
  expect([...new Set(found)]).toEqual(['agent_environments'])
  expect(tables['agents']?.length, 'it was looked at').toBe(3)
})
