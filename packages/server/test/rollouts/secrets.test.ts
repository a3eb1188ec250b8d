import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import { ChatGroupRegistry } from '../../src/embed'
import { failAgent } from '../../src/agents/end-agent'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { sendDirect } from '../../src/agents/direct-messages'
import { createLogger } from '../../src/logger'
import { lastWords } from '../../src/programs/processes/last-words'
import { createMask } from '../../src/rollouts/secret-mask'
import { openForReading } from '../../src/storage/database'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { dumpOf } from '../harness/recorded-batches'
import { joined, letters, SECRETS } from '../harness/secrets'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { BY_PERSON, testCrew } from '../harness/test-crew'
import { TestSocket } from '../harness/test-socket'
import { migratedDatabase } from '../harness/migrated-database'

const TOKEN = joined('gh', `p_${letters(36)}`)
const CONFIGURED = 'hunter2-hunter2-of-the-server'
const GIVEN = 'Tr0ub4dor&3 of one agent'
/** Every family in one text, with a line of a key's body that must not stay behind either. */
const TOLD_BY = ['T0ld-by-its-address', 'T0ld-by-its-name', btoa('me:T0ld-by-its-header')]
const ALL = [
  ...SECRETS.map(([, secret]) => secret),
  CONFIGURED,
  `postgres://app:${TOLD_BY[0]}@db/x`,
  `DEPLOY_TOKEN="${TOLD_BY[1]}"`,
  `Authorization: Basic ${TOLD_BY[2]}`,
].join('\n and ')
const NEEDLES = [
  ...SECRETS.flatMap(([, secret]) => [secret, secret.replaceAll('\n', '\\n')]),
  CONFIGURED,
  ...TOLD_BY,
  letters(64),
]

/** What of it is in these bytes, in whatever case. */
function found(bytes: string): string[] {
  const lower = bytes.toLowerCase()
  return NEEDLES.filter((needle) => lower.includes(needle.toLowerCase()))
}

/** A program that tells everything it should not: in parts, in a command, and on stderr when it gives up. */
const CHATTERBOX = `
import { readFileSync } from 'node:fs'
const all = readFileSync(process.argv[2], 'utf8')
const parts = [...('I know ' + all + '\\n').match(/[^]{1,37}/g)]
const command = '⟦⟦ AGENT_MESSAGE ' + JSON.stringify({ to: 'human', content: 'pipe: ' + all }) + ' ⟧⟧\\n'
const say = async () => {
  for (const part of [...parts, ...command.match(/[^]{1,53}/g)]) {
    process.stdout.write(part)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  // Of all this the last 64 KiB are kept: they begin in the middle of a key.
  const line = ${JSON.stringify(letters(64))} + '\\n'
  process.stderr.write('-----BEGIN PRIVATE KEY-----\\n' + line.repeat(450) + '"' + 'x '.repeat(20_000) + all)
  process.exitCode = 3
}
say()
`

test('MK1, MK2, MK9 no secret that is written through any door is in a file, a log line or a frame', async () => {
  using folder = tempFolder()
  using elsewhere = tempFolder()
  const script = path.join(elsewhere.path, 'chatterbox.mjs')
  const notes = path.join(elsewhere.path, 'notes')
  writeFileSync(script, CHATTERBOX)
  writeFileSync(notes, ALL)
  const environment = { ATLAS_API_KEY: CONFIGURED, CREWROOM_LOG_LEVEL: 'debug' }
  await using server = await ChildServer.start({ data: folder.path, port: 0, environment })
  const owner = ownerToken(folder.path)
  const call = async (method: string, route: string, body?: object, token = owner) => {
    const reply = await request(`${server.url}${route}`, token, method, body)
    expect(reply?.status, `${method} ${route} ${JSON.stringify(reply?.body)}`).toBeLessThan(300)
    return reply?.body ?? {}
  }
  const lead = await call('POST', '/api/lead', { name: `atlas ${TOKEN}`, task: ALL })
  const leadId = lead['lead'].id as string
  expect(lead['lead'].name).toBe('atlas [masked:github-token]')
  const crew = `/api/lead/${leadId}`
  using everything = new TestSocket(`${server.url}/ws`)
  await everything.opened()
  everything.send({ type: 'hello', token: owner, leads: '*' })

  const hire = async (body: object) => {
    const { agent, token } = await call('POST', `${crew}/agents`, { role: 'developer', ...body })
    return { id: agent.id as string, token: token as string }
  }
  const dev = await hire({ name: CONFIGURED, task: ALL })
  const arch = await hire({ name: 'arch' })
  const env = { HINT: GIVEN }
  await hire({
    name: 'given',
    driver: { kind: 'acp', command: process.execPath, args: ['-v'], env },
  })
  using agent = new TestSocket(`${server.url}/agent`)
  await agent.opened()
  agent.send({ type: 'hello', token: dev.token, agentId: dev.id })

  // People, by REST.
  const group = { name: `plan ${CONFIGURED}`, purpose: `for ${TOKEN}`, roles: [CONFIGURED] }
  const created = await call('POST', `${crew}/groups`, { ...group, memberIds: [dev.id, arch.id] })
  const plan = created['group'].name as string
  expect(plan).toBe('plan-masked-value')
  await call('PATCH', `${crew}/groups/${plan}`, { displayName: TOKEN, purpose: CONFIGURED })
  await call('POST', `${crew}/groups/${plan}/members`, { roles: [TOKEN] })
  const posted = await call('POST', `${crew}/groups/${plan}/messages`, { content: ALL })
  expect(posted['message'].content).toContain('[masked:github-token]')
  await call('POST', `${crew}/groups/${plan}/messages`, { content: `it is ${GIVEN}` })
  await call('POST', `/api/agents/${dev.id}/messages`, { content: ALL })
  await call('POST', `/api/agents/${dev.id}/interrupt`, { content: ALL })
  await call('GET', `${crew}/search?q=${encodeURIComponent(TOKEN)}`)

  // Agents, by commands: what runs, what is refused, and what is not even a command.
  const lines = [
    commandLine('CREATE_GROUP', { name: TOKEN, purpose: CONFIGURED, members: [arch.id] }),
    commandLine('GROUP_MESSAGE', { group: plan, content: ALL }),
    commandLine('AGENT_MESSAGE', { to: 'human', content: ALL }),
    commandLine('AGENT_MESSAGE', { to: arch.id, content: ALL }),
    commandLine('BROADCAST', { content: ALL }),
    commandLine('COMPLETE_TASK', { summary: ALL }),
    commandLine('GROUP_MESSAGE', { group: TOKEN, content: 'x' }),
    commandLine('AGENT_MESSAGE', { to: CONFIGURED, content: 'x' }),
    commandLine('GROUP_MESSAGE', { group: plan, content: 'x', [CONFIGURED]: 1 }),
    `⟦⟦ GROUP_MESSAGE {"group": ${TOKEN}} ⟧⟧`,
    `\`⟦⟦ GROUP_MESSAGE {"group":"${TOKEN}","content":"x"} ⟧⟧\``,
  ]
  const text = `${ALL}\n${lines.join('\n')}\n${ALL}\n`
  const say = async (part: string, offset: number, token: string, id: string) =>
    call('POST', `/api/agents/${id}/output`, { text: part, offset }, token)
  const results: { reply: string }[] = []
  for (let at = 0; at < text.length; at += 1_000) {
    const reply = await say(text.slice(at, at + 1_000), at, dev.token, dev.id)
    results.push(...reply['results'])
  }
  // Sent again, and over the other door.
  await say(text.slice(-1_000), text.length - 1_000, dev.token, dev.id)
  agent.send({ type: 'output', text: `${text}${ALL}`, stream: 'socket' })
  agent.send({ type: 'turn_end' })
  expect(found(JSON.stringify(results))).toEqual([])
  expect(results.filter(({ reply }) => reply.endsWith('A secret in it was masked.'))).toHaveLength(
    6,
  )
  const remote = { driver: { kind: 'remote' } }
  const told = await call(
    'POST',
    `/api/agents/${leadId}/output`,
    {
      text: [
        commandLine('DELEGATE', { to: arch.id, task: ALL, context: ALL }),
        commandLine('INTERRUPT', { to: arch.id, content: ALL }),
        commandLine('CREATE_AGENT', { ...remote, role: 'lead', name: TOKEN, task: ALL }),
        commandLine('TERMINATE_AGENT', { agent: arch.id, reason: TOKEN }),
      ].join('\n'),
    },
    lead['token'],
  )
  expect(told['results'].map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true, true])
  await call('PATCH', `/api/agents/${leadId}`, { status: 'failed', summary: ALL }, lead['token'])

  // A program of the server's own.
  const driver = { kind: 'pipe', command: process.execPath, args: [script, notes] }
  const chatterbox = await hire({ name: 'chatterbox', driver })
  const record = async () =>
    (await call('GET', `/api/agents/${chatterbox.id}/rollout?kind=stderr`))['entries'] as unknown[]
  await eventually('it has crashed and was recorded', async () => (await record()).length > 0)
  await eventually('it is logged', () => server.output.includes('agent program ended'))
  await eventually('it is shown', () => everything.frames.some((f) => f.type === 'live:text'))
  await eventually('it is received', () =>
    everything.frames.some((f) => JSON.stringify(f).includes('pipe: ')),
  )
  // Long texts become one turn each: everything is handed over before it is looked at.
  for (const token of [dev, arch]) {
    await call('GET', `/api/agents/${token.id}/owed`)
    await call('GET', `/api/agents/${token.id}/rollout`)
  }

  const frames = JSON.stringify([everything.frames, agent.frames])
  expect.soft(found(frames)).toEqual([])
  expect.soft(frames.includes(GIVEN)).toBe(false)
  expect.soft(found(server.output)).toEqual([])
  expect(server.output).toContain('[masked:')
  await server.end('SIGKILL')
  const own = new Set(['server.json', 'tokens.json'])
  const files = readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !own.has(name) && statSync(path.join(folder.path, name)).isFile(),
  )
  expect(files).toContain('crewroom.sqlite-wal')
  for (const name of files) {
    const bytes = readFileSync(path.join(folder.path, name), 'latin1')
    expect.soft(found(bytes), name).toEqual([])
    expect.soft(bytes.includes(owner), name).toBe(false)
  }
  const sqlite = openForReading(path.join(folder.path, 'crewroom.sqlite'))
  const tables = Object.entries(dumpOf(sqlite))
  sqlite.close()
  const holding = (text: string) =>
    tables.filter(([, rows]) => rows.some((row) => JSON.stringify(row).includes(text)))
  expect(holding(GIVEN).map(([table]) => table)).toEqual(['agent_environments'])
  expect(found(JSON.stringify(tables))).toEqual([])
  expect(holding('[masked:github-token]').length, 'it was looked at').toBeGreaterThan(4)
})

test('MK3 what one agent of a crew was given is masked whoever writes it, and in its own crew only', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { shard, leadId } = crew
  const driver = { kind: 'acp', command: 'x', env: { HINT: GIVEN, NAME: 'qa-tester' } } as const
  const direct = (of = crew.crew) =>
    sendDirect(shard, of, BY_PERSON, { to: of.state.lead.id, content: `${GIVEN}, qa-tester` })
      .message.content
  expect(crew.act(() => direct())).toBe(`${GIVEN}, qa-tester`)
  const made = createAgent(shard, crew.crew, BY_PERSON, {
    role: 'developer',
    driver,
    task: `use ${GIVEN}`,
  })
  expect(made.agent.task).toBe('use [masked:value]')
  expect(crew.act(() => direct())).toBe('[masked:value], qa-tester')
  const other = createLead(shard, BY_PERSON, { name: 'other' }).crew
  expect(direct(other)).toBe(`${GIVEN}, qa-tester`)
  crew.restart()
  expect(direct(crew.core.shard.crew(leadId))).toBe('[masked:value], qa-tester')
  failAgent(crew.shard, crew.id('dev'), `it said ${GIVEN}`)
  expect(crew.crew.state.agents[crew.id('dev')]?.endedReason).toBe('it said [masked:value]')
})

test('MK3 what a sub-lead was given is masked in both of its crews', async () => {
  await using crew = testCrew()
  const { shard, leadId } = crew
  const driver = { kind: 'acp', command: 'x', env: { HINT: GIVEN } } as const
  createLead(shard, BY_PERSON, { name: 'sub', parentId: leadId, driver })
  for (const { state } of shard.crews()) {
    const input = { to: state.lead.id, content: GIVEN }
    const { message } = sendDirect(shard, shard.crew(state.lead.id), BY_PERSON, input)
    expect(message.content).toBe('[masked:value]')
  }
})

test('MK4 the same text with the same clientId is the same message, also when more of it is masked by now', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'x', members: [crew.id('dev')] })
  const post = (content: string) =>
    crew.act(() =>
      sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'x', content, clientId: 'one' }),
    )
  const text = `${TOKEN} and ${GIVEN}`
  const first = post(text)
  expect(first.message.content).toBe(`[masked:github-token] and ${GIVEN}`)
  expect(post(text)).toMatchObject({ message: { id: first.message.id }, repeated: true })
  const driver = { kind: 'acp', command: 'x', env: { HINT: GIVEN } } as const
  createAgent(crew.shard, crew.crew, BY_PERSON, { role: 'developer', driver })
  expect(post(text)).toMatchObject({ message: { id: first.message.id }, repeated: true })
  expect(() => post(`${TOKEN} and more`)).toThrow('Another message was sent with this clientId')
})

test('MK5 whom a text calls does not depend on what is masked in it', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { shard } = crew
  const env = { HINT: '@developer, please look at it' }
  createAgent(shard, crew.crew, BY_PERSON, {
    role: 'designer',
    driver: { kind: 'acp', command: 'x', env },
  })
  createGroup(shard, crew.crew, BY_PERSON, { name: 'x', members: [crew.id('dev')] })
  const content = `${TOKEN} @developer, please look at it`
  const { message } = crew.act(() =>
    sendMessage(shard, crew.crew, crew.by('lead'), { group: 'x', content }),
  )
  expect(message).toMatchObject({
    content: '[masked:github-token] [masked:value]',
    mentions: [crew.id('dev')],
  })
})

test('MK6 an agent is told when a secret was masked, and a refusal does not repeat one', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const say = async (name: string, payload: object) =>
    (await crew.says('dev', commandLine(name, payload))).map(({ reply }) => reply)
  expect(await say('AGENT_MESSAGE', { to: 'human', content: TOKEN })).toEqual([
    '[System] Message delivered to the person who runs this crew. A secret in it was masked.',
  ])
  expect(await say('AGENT_MESSAGE', { to: 'human', content: 'hello' })).toEqual([
    '[System] Message delivered to the person who runs this crew.',
  ])
  const [refused] = await say('GROUP_MESSAGE', { group: 'x', content: 'y', [TOKEN]: 1 })
  expect(refused).toContain('refused')
  expect(refused).toContain('[masked:github-token]')
  expect(refused).not.toContain(TOKEN)
})

test('MK7 a name to be found by and the way a program is started are refused when they hold a secret', async () => {
  await using crew = testCrew()
  const { shard } = crew
  createGroup(shard, crew.crew, BY_PERSON, { name: 'x' })
  const refused: (() => unknown)[] = [
    () => sendMessage(shard, crew.crew, BY_PERSON, { group: 'x', content: 'y', clientId: TOKEN }),
    () => createAgent(shard, crew.crew, BY_PERSON, { role: `sk-${'a1'.repeat(20)}` }),
    () => createAgent(shard, crew.crew, BY_PERSON, { role: 'x', cwd: `/srv/${TOKEN}` }),
    () =>
      createAgent(shard, crew.crew, BY_PERSON, {
        role: 'x',
        driver: { kind: 'pipe', command: 'x', args: ['--key', TOKEN] },
      }),
  ]
  for (const run of refused) expect(() => crew.act(run)).toThrow('contains a secret')
  const output = { text: 'x', stream: TOKEN, endOfTurn: true }
  const { intake } = crew.core
  await expect(intake.output(crew.crew, crew.id('lead'), output)).rejects.toThrow(
    'contains a secret',
  )
})

test('PR11, MK8 of what a program complained of 4 KiB are shown, and no rest of a secret that began before', () => {
  const mask = createMask([])
  const key = `-----BEGIN PRIVATE KEY-----\n${`${letters(64)}\n`.repeat(450)}`
  for (const from of [0, 20, 40, 15_000]) {
    const said = `${key.slice(from)}" it failed: ${'why '.repeat(5_000)}${TOKEN}`
    const shown = lastWords(said.slice(-64 * 1024), mask)
    expect(shown).toHaveLength(4_096)
    expect(shown).toMatch(/^[why ]+\[masked:github-token\]$/)
  }
  for (const more of [0, 2_000]) {
    // All of it is keys: what is left of them is short.
    const shown = lastWords(`${key.slice(100)}${'"'.repeat(12_000 + more)}`, mask)
    expect(shown).not.toContain(letters(64))
  }
  expect(lastWords('it failed', mask)).toBe('it failed')
})

test('MK2 no secret is logged, also when the error of a library quotes it', () => {
  let lines = ''
  const stream = { write: (line: string) => void (lines += line) }
  const logger = createLogger('info', createMask([CONFIGURED]).mask, stream)
  logger.error({ error: new Error(`near "${CONFIGURED}"`), params: [ALL] }, `with ${TOKEN}`)
  expect(JSON.parse(lines)).toMatchObject({ msg: 'with [masked:github-token]' })
  expect(found(lines)).toEqual([])
})

test('MK1 an embedder stores no secret', () => {
  const database = migratedDatabase()
  const registry = new ChatGroupRegistry(database)
  registry.create('lead-1', `team ${TOKEN}`, ['a1'])
  registry.sendMessage('team-masked-github-token', 'lead-1', 'a1', TOKEN, ALL)
  const [message] = registry.getMessages('team-masked-github-token', 'lead-1')
  expect(message?.fromRole).toBe('[masked:github-token]')
  expect(JSON.stringify(dumpOf(database))).not.toContain(TOKEN)
})
