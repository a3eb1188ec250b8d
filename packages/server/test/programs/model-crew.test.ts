import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { DataDir } from '../../src/data-dir'
import { AgentFloor, contentsOf, posts } from '../harness/agent-floor'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { FakeModel } from '../harness/fake-model'
import { ScriptedRemote, SessionPerson } from '../harness/scripted-remote'
import { letters } from '../harness/secrets'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

/** How often a text occurs in all of these. */
const times = (text: string, all: readonly string[]) =>
  all.reduce((sum, one) => sum + one.split(text).length - 1, 0)

/** Notes what it is given. */
const PIPE = `
const { appendFileSync } = require('node:fs')
process.stdin.on('data', (text) => appendFileSync(process.argv[2], text))
`

test('ML30 in a group with agents of every kind each is given a message once, even over a restart', async () => {
  await using model = await FakeModel.start()
  await using floor = await AgentFloor.open()
  const file = path.join(floor.folder, 'pip.given')
  writeFileSync(file, '')
  writeFileSync(`${file}.cjs`, PIPE)
  await floor.add('ada', model.driver())
  await floor.agent('cli', { chunks: ['ok'] })
  await floor.add('pip', { kind: 'pipe', command: process.execPath, args: [`${file}.cjs`, file] })
  const body = { name: 'web', role: 'architect', driver: { kind: 'remote' } }
  const made = await floor.server.call('POST', `/api/lead/${floor.leadId}/agents`, body)
  floor.ids['web'] = made.body['agent'].id as string
  const token = made.body['token'] as string
  const web = new ScriptedRemote(floor.id('web'), (method, route, given) =>
    floor.server.call(method, route, given, { token }),
  )
  await floor.group('plan', ['ada', 'cli', 'pip', 'web'])
  const heard: string[] = []
  const prompts = () => model.asked.map(FakeModel.promptOf)
  const all = () => [prompts(), floor.programs.prompts('cli'), [readFileSync(file, 'utf8')], heard]
  const isGiven = async (text: string) => {
    heard.push(...(await web.drain()).map((item) => item.text))
    return all().every((given) => times(`]: ${text}`, given) > 0)
  }
  await floor.post('plan', 'the first thing')
  await eventually('everybody has it', () => isGiven('the first thing'))
  await floor.settled('ada', 'cli')
  await floor.restart()
  await floor.post('plan', 'the second thing')
  await eventually('everybody has that', () => isGiven('the second thing'))
  await floor.settled('ada', 'cli')
  for (const text of ['the first thing', 'the second thing']) {
    expect(all().map((given) => times(`]: ${text}`, given)), text).toEqual([1, 1, 1, 1]) // prettier-ignore
  }
  expect(prompts().at(-1)).toContain('Your earlier conversation is lost')
  expect(model.asked.at(-1)?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
})

test('ML31 its prose is its answer to a question in a session, one that broke off included', async () => {
  await using model = await FakeModel.start(
    { text: ['Port ', '80'], ending: 'cut' },
    { text: ['80, and no other.'] },
  )
  await using floor = await AgentFloor.open({ restartPauseMs: 10 })
  await floor.add('ada', model.driver())
  await floor.group('plan', ['ada'])
  const call = (method: string, route: string, body?: object) =>
    floor.server.call(method, route, body)
  const person = await SessionPerson.open(call, floor.leadId, 'plan', 'Ports')
  await person.writes('Which port?', { asks: ['ada'] })
  await eventually('it has answered', async () => (await person.rounds())[0]?.[1] === 'answered')
  expect((await person.messages())[1]?.slice(1, 3)).toEqual([
    floor.id('ada'),
    'Port 8080, and no other.',
  ])
})

test('ML32 what its endpoint says of tokens counts as the usage of its turns, has the price of its model, and uses up a budget', async () => {
  await using model = await FakeModel.start()
  model.otherwise = () => ({ text: ['ok'], usage: [1_000, 200], cached: 400 })
  const price = { input: 2, output: 10, cacheRead: 0.5 }
  await using floor = await AgentFloor.open({ prices: { 'fake-*': price } })
  await floor.server.call('PUT', `/api/lead/${floor.leadId}/budgets`, { agentId: null, usd: null, tokens: 2_000 }) // prettier-ignore
  await floor.add('ada', model.driver({ contextTokens: 50_000 }))
  await floor.tell('ada', 'begin')
  await floor.settled('ada')
  expect((await floor.view('ada'))['usage']).toEqual({
    inputTokens: 1_000,
    outputTokens: 200,
    totalTokens: 1_200,
    cachedReadTokens: 400,
    cachedWriteTokens: null,
    cost: expect.closeTo((600 * 2 + 400 * 0.5 + 200 * 10) / 1_000_000, 9),
    estimatedCost: expect.closeTo((600 * 2 + 400 * 0.5 + 200 * 10) / 1_000_000, 9),
    model: 'fake-1',
    contextUsed: 1_200,
    contextSize: 50_000,
  })
  await floor.tell('ada', 'and on')
  await floor.settled('ada')
  await floor.tell('ada', 'more than that')
  await eventually('it is paused', async () => (await floor.view('ada'))['why'].code === 'paused')
  expect((await floor.view('ada'))['why'].text).toContain('the budget of the crew is used up')
  expect(model.asked).toHaveLength(2)
})

test('ML33 after the server was killed in the middle of its answer, what was said stands, and the turn is continued in a new conversation', async () => {
  using folder = tempFolder()
  const data = folder.path
  const never = new Promise(() => {})
  await using model = await FakeModel.start({ text: [posts('plan', 'before'), 'x'], awaits: never })
  let server = await ChildServer.start({ data, port: 0 })
  try {
    const token = ownerToken(data)
    const call = async (method: string, route: string, body?: object) =>
      (await request(`${server.url}${route}`, token, method, body))?.body ?? {}
    const { lead } = await call('POST', '/api/lead', { name: 'atlas', driver: { kind: 'remote' } })
    const crew = `/api/lead/${lead.id}`
    const driver = model.driver()
    const { agent } = await call('POST', `${crew}/agents`, { role: 'developer', name: 'ada', driver }) // prettier-ignore
    await call('POST', `${crew}/groups`, { name: 'plan', memberIds: [agent.id] })
    await call('POST', `/api/agents/${agent.id}/messages`, { content: 'begin the work' })
    const contents = () => {
      const tables = new Database(new DataDir(data).database, { readonly: true })
      const all = contentsOf(tables)
      tables.close()
      return all
    }
    await eventually('it has begun', () => contents().includes('before'))
    model.answers.push({ text: [posts('plan', 'after')] })
    await server.end('SIGKILL')
    server = await ChildServer.start({ data, port: 0 })
    await eventually('it goes on', () => contents().includes('after'))
    expect(contents()).toEqual(['before', 'after'])
    const prompt = FakeModel.promptOf(await model.request(2))
    expect(prompt).toContain('Your earlier conversation is lost')
    expect(prompt).toContain('The server restarted while you were working. Continue.')
    expect(prompt).toMatch(/The next 2 items may be repeats: [^]*begin the work/)
  } finally {
    await server.end('SIGKILL')
  }
})

test('ML34, ML21 an exported file has no key; the agent of an imported one asks nothing until a person resumes the crew and knows where', async () => {
  const key = `key-${letters(30)}`
  await using model = await FakeModel.start()
  await using floor = await AgentFloor.open()
  await floor.add('ada', model.driver({ apiKey: key }))
  const exported = await fetch(`${floor.server.app.url}/api/lead/${floor.leadId}/export`, {
    headers: { authorization: `Bearer ${floor.server.owner}` },
  })
  const text = await exported.text()
  expect([exported.status, text.includes(key), text.includes(model.url)]).toEqual([200, false, true]) // prettier-ignore

  await using other = await TestServer.start()
  const imported = await fetch(`${other.app.url}/api/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.owner}`, 'content-type': 'application/x-ndjson' },
    body: text,
  })
  const { programs } = (await imported.json()) as { programs: object[] }
  expect(programs).toEqual([
    {
      agentId: floor.id('ada'),
      name: 'ada',
      runs: `the model fake-1 at ${model.url}`,
      variables: ['API_KEY'],
    },
  ])
  const agent = `/api/agents/${floor.id('ada')}`
  await other.call('POST', `${agent}/messages`, { content: 'begin' })
  await other.call('POST', `${agent}/resume`, {})
  expect((await other.call('GET', agent)).body['agent'].why.text).toContain(
    `resuming it starts this program: the model fake-1 at ${model.url}`,
  )
  expect(model.asked).toEqual([])
  await other.call('POST', `/api/lead/${floor.leadId}/resume`, {})
  expect((await model.request(1)).headers.authorization).toBeUndefined()
})

test('ML22, ML23 a person changes its key, its model and its endpoint; nothing else can be given to it', async () => {
  process.env['CREWROOM_TEST_KEY'] = 'from-the-server'
  await using model = await FakeModel.start()
  await using floor = await AgentFloor.open()
  const setup = (body: object) =>
    floor.server.call('PATCH', `/api/agents/${floor.id('ada')}/setup`, body)
  const asked = async (n: number) => {
    await floor.tell('ada', `question ${n}`)
    const { headers, model: name } = await model.request(n)
    await floor.settled('ada')
    return [headers.authorization, name]
  }
  await floor.add('ada', model.driver({ apiKeyEnv: 'CREWROOM_TEST_KEY' }))
  expect(await asked(1)).toEqual(['Bearer from-the-server', 'fake-1'])
  expect((await setup({ env: { API_KEY: 'given-key-1' } })).status).toBe(200)
  expect(await asked(2)).toEqual(['Bearer given-key-1', 'fake-1'])
  const driver = { kind: 'model', baseUrl: `${model.url}/`, model: 'fake-2' }
  expect((await setup({ driver, env: { API_KEY: null } })).status).toBe(200)
  expect(await asked(3)).toEqual([undefined, 'fake-2'])
  delete process.env['CREWROOM_TEST_KEY']

  for (const [body, field] of [
    [{ env: { OTHER: 'x' } }, 'env'],
    [{ mode: 'plan' }, 'mode'],
    [{ driver: { ...driver, baseUrl: 'ftp://x' } }, 'driver.baseUrl'],
    [{ driver: { ...driver, baseUrl: 'http://me:secret@x/v1' } }, 'driver.baseUrl'],
    [{ driver: { ...driver, apiKeyEnv: 'PATH' } }, 'driver.apiKeyEnv'],
    [{ driver: { kind: 'remote' } }, 'driver'],
  ] as const) {
    const reply = await setup(body)
    expect([reply.status, Object.keys(reply.body['error'].details?.fields ?? {})], JSON.stringify(body)).toEqual([422, [field]]) // prettier-ignore
  }
  const both = { ...driver, apiKey: 'one-two-three', apiKeyEnv: 'OTHER_KEY' }
  const refused = await floor.server.call('POST', `/api/lead/${floor.leadId}/agents`, { role: 'developer', driver: both }) // prettier-ignore
  expect([refused.status, refused.body['error'].message]).toEqual([422, expect.stringContaining('apiKeyEnv')]) // prettier-ignore
})

test('ML24 a lead with a model gives those that it creates the same one, with its key', async () => {
  await using model = await FakeModel.start()
  await using server = await TestServer.start()
  model.answers.push({ text: ['⟦⟦ CREATE_AGENT {"role":"developer","name":"ben","task":"build it"} ⟧⟧'] }) // prettier-ignore
  const driver = model.driver({ apiKey: 'the-key-of-the-lead' })
  const made = await server.call('POST', '/api/lead', { name: 'atlas', driver, task: 'begin' })
  expect(made.status).toBe(201)
  await eventually('ben is asked', () =>
    model.asked.some((asked) => FakeModel.promptOf(asked).includes('build it')),
  )
  expect(new Set(model.asked.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer the-key-of-the-lead']),
  )
})
