import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { LoginCodes } from '../../src/api/login-codes'
import { StartRefused } from '../../src/start-refused'
import { type Config, ConfigError, loadConfig } from '../../src/config'
import { dataFolder } from '../../src/data-folder'
import { DataDir } from '../../src/data-dir'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { tempFolder } from '../harness/temp-folder'
import { testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const CONFIG_FILE = 'crewroom.config.yaml'

interface Given {
  readonly file?: string
  readonly environment?: Record<string, string>
  readonly flags?: Record<string, unknown>
}

async function load({ file, environment = {}, flags = {} }: Given): Promise<Config> {
  using folder = tempFolder()
  if (file !== undefined) writeFileSync(path.join(folder.path, CONFIG_FILE), file)
  return await loadConfig({ folder: folder.path, environment, flags })
}

/** The sentences of a refusal, or what happened instead. */
async function refusal(given: Given): Promise<string> {
  try {
    return `accepted: ${JSON.stringify(await load(given))}`
  } catch (error) {
    return error instanceof ConfigError ? error.message : `no sentence: ${String(error)}`
  }
}

test('CF1, KP1 without any setting everything has its default', async () => {
  const defaults = {
    port: 4900,
    host: '127.0.0.1',
    personName: 'You',
    logLevel: 'warn',
    agentMessagesPerMinute: 60,
    agentMessageBurst: 120,
    groupsPerLead: 1000,
    hopLimit: 40,
    replyLimit: 100,
    holdSeconds: 120,
    recordDays: 0,
    recordMegabytes: 0,
    journalDays: 0,
    acpCancelMs: 15_000,
    prices: {},
    transcripts: {},
    viben: true,
    permissionMinutes: 30,
    budgetUsd: 0,
    budgetTokens: 0,
    acpStartMs: 60_000,
    completedStopMinutes: 2,
    drivers: {},
    roles: {},
    agentTools: false,
    idleStopMinutes: 15,
    restartLimit: 5,
    restartPauseMs: 500,
    stopGraceMs: 1_200,
  }
  const given: Given[] = [{}, { file: '' }, { file: '# port: 1\n' }]
  for (const one of given) expect.soft(await load(one)).toEqual(defaults)
  const empty = { CREWROOM_PORT: '', CREWROOM_PERSON_NAME: '' }
  expect(await load({ environment: empty }), 'an empty variable is none').toEqual(defaults)
})

test('CF2 the environment wins over the file, flags win over both', async () => {
  const file = 'port: 1001\nhost: "::1"\npersonName: File\nlogLevel: info\nstopGraceMs: 1\n'
  const environment = {
    CREWROOM_PORT: '1002',
    CREWROOM_PERSON_NAME: 'Env',
    CREWROOM_HOST: '0.0.0.0',
  }
  const flags = { port: 1003, host: undefined }
  expect(await load({ file })).toMatchObject({ port: 1001, host: '::1', personName: 'File' })
  expect(await load({ file, environment })).toMatchObject({
    port: 1002,
    host: '0.0.0.0',
    personName: 'Env',
    logLevel: 'info',
    stopGraceMs: 1,
  })
  expect(await load({ file, environment, flags })).toMatchObject({ port: 1003, host: '0.0.0.0' })
  const limits = 'restartLimit: 0\nrestartPauseMs: 0\nacpStartMs: 100\nacpCancelMs: 600000\n'
  expect(
    await load({ file: limits, environment: { CREWROOM_RESTART_LIMIT: '100' } }),
  ).toMatchObject({
    restartLimit: 100,
    restartPauseMs: 0,
    acpStartMs: 100,
    acpCancelMs: 600_000,
  })
})

test('TR79 folders of transcripts are set up in the file or, as PATH has them, in the environment', async () => {
  const file = 'transcripts:\n  roots: [/srv/sessions, ~/logs]\n'
  const roots = async (given: Given) => (await load(given)).transcripts.roots
  expect(await roots({})).toBeUndefined()
  expect(await roots({ file })).toEqual(['/srv/sessions', '~/logs'])
  expect(await roots({ file: 'transcripts: { roots: [] }' })).toEqual([])
  const environment = { CREWROOM_TRANSCRIPTS_ROOTS: ['/a', '~/b'].join(path.delimiter) }
  expect(await roots({ environment })).toEqual(['/a', '~/b'])
  expect(await roots({ file, environment }), 'later wins').toEqual(['/a', '~/b'])
  for (const wrong of ['roots: [sessions]', 'roots: [~ada/x]', 'roots: /a', 'root: [/a]']) {
    expect.soft(await refusal({ file: `transcripts: { ${wrong} }` })).toMatch(/transcripts\.root/)
  }
  expect(await refusal({ environment: { CREWROOM_TRANSCRIPTS_ROOTS: 'sessions' } })).toContain(
    'environment CREWROOM_TRANSCRIPTS_ROOTS',
  )
})

test('US6 prices are configured in the file, by a model’s name or a pattern', async () => {
  const file = `
prices:
  claude-*: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }
  gpt-5: { input: 1.25, output: 10 }
`
  expect((await load({ file })).prices).toEqual({
    'claude-*': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    'gpt-5': { input: 1.25, output: 10 },
  })
  for (const wrong of ['input: -1, output: 1', 'input: 1', 'input: 1, output: 1, cache: 1']) {
    await expect(load({ file: `prices: { m: { ${wrong} } }` })).rejects.toThrow(/prices/)
  }
})

test('US13 the budget of new crews is configured in dollars and tokens', async () => {
  const file = 'budgetUsd: 2.5\nbudgetTokens: 1000000\n'
  expect(await load({ file })).toMatchObject({ budgetUsd: 2.5, budgetTokens: 1_000_000 })
  const environment = { CREWROOM_BUDGET_USD: '0.25', CREWROOM_BUDGET_TOKENS: '9' }
  expect(await load({ file, environment })).toMatchObject({ budgetUsd: 0.25, budgetTokens: 9 })
  for (const wrong of ['budgetUsd: -1', 'budgetUsd: much', 'budgetTokens: 1.5']) {
    await expect(load({ file: wrong })).rejects.toThrow(/budget/)
  }
})

test('TK27, RE60 programs that leads may run agents with are set up in the file, each as a driver', async () => {
  const file = `
drivers:
  default: { kind: acp, preset: claude }
  elsewhere: { kind: acp, preset: claude, command: /opt/claude }
  my-coder: { kind: acp, command: coder, args: [--acp], env: { API_KEY: abc } }
  shell-1: { kind: pipe, command: sh }
  outside: { kind: remote }
`
  expect((await load({ file })).drivers).toEqual({
    default: { kind: 'acp', preset: 'claude', args: [], env: {} },
    elsewhere: { kind: 'acp', preset: 'claude', command: '/opt/claude', args: [], env: {} },
    'my-coder': { kind: 'acp', command: 'coder', args: ['--acp'], env: { API_KEY: 'abc' } },
    'shell-1': { kind: 'pipe', command: 'sh', args: [] },
    outside: { kind: 'remote' },
  })
  for (const drivers of [
    '{a: {kind: acp, preset: clod}}',
    '[]',
    'claude',
    '{ a: claude }',
    '{ a: { kind: teleport } }',
    '{ a: { kind: acp } }',
    '{ a: { kind: acp, args: [x] } }',
    '{ a: { kind: pipe } }',
    '{ a: { kind: pipe, command: sh, args: -c } }',
    '{ a: { kind: acp, command: x, env: { 1A: x } } }',
    '{ a: { kind: acp, command: x, env: { A: 7 } } }',
    '{ A: { kind: remote } }',
    '{ "a b": { kind: remote } }',
    '{ "": { kind: remote } }',
    `{ ${'x'.repeat(65)}: { kind: remote } }`,
  ]) {
    const said = await refusal({ file: `drivers: ${drivers}\n` })
    expect.soft(said, drivers).toMatch(/^The configuration is not valid:\n {2}drivers/)
  }
})

test('CF3 every value that does not fit is refused with its name and where it can be set', async () => {
  const numbers: readonly (readonly [string, string, readonly string[]])[] = [
    ['port', 'CREWROOM_PORT', ['-1', '65536']],
    ['agentMessagesPerMinute', 'CREWROOM_AGENT_MESSAGES_PER_MINUTE', ['0', '1000001']],
    ['agentMessageBurst', 'CREWROOM_AGENT_MESSAGE_BURST', ['0', '1000001']],
    ['stopGraceMs', 'CREWROOM_STOP_GRACE_MS', ['-1', '10001']],
    ['restartLimit', 'CREWROOM_RESTART_LIMIT', ['-1', '101']],
    ['restartPauseMs', 'CREWROOM_RESTART_PAUSE_MS', ['-1', '60001']],
    ['acpStartMs', 'CREWROOM_ACP_START_MS', ['99', '600001']],
    ['acpCancelMs', 'CREWROOM_ACP_CANCEL_MS', ['99', '600001']],
    ['idleStopMinutes', 'CREWROOM_IDLE_STOP_MINUTES', ['-1', '100001', 'soon']],
    ['completedStopMinutes', 'CREWROOM_COMPLETED_STOP_MINUTES', ['-1', '100001']],
  ]
  const texts: readonly (readonly [string, string, readonly string[]])[] = [
    ['host', 'CREWROOM_HOST', ['""', '7', 'null', `"${'x'.repeat(256)}"`]],
    ['personName', 'CREWROOM_PERSON_NAME', ['""', '"  "', '7', '[x]', `"${'x'.repeat(101)}"`]],
    ['logLevel', 'CREWROOM_LOG_LEVEL', ['loud', '7', 'WARN', 'true']],
  ]
  const never = ['abc', '1.5', '.nan', '.inf', '{}', '"12x"']
  for (const [key, variable, values] of [
    ...numbers.map(([name, env, own]) => [name, env, [...own, ...never]] as const),
    ...texts,
  ]) {
    for (const value of values) {
      const said = await refusal({ file: `${key}: ${value}\n` })
      const name = `${key}: ${value.slice(0, 20)}`
      expect.soft(said, name).toMatch(/^The configuration is not valid:\n {2}\S/)
      expect.soft(said, name).toContain(`  ${key}: `)
      expect.soft(said, name).toContain(`(file ${CONFIG_FILE}, environment ${variable}, or flag)`)
    }
  }
  for (const [key, variable, values] of numbers) {
    for (const value of [...values, 'abc', '1.5']) {
      const name = `${variable}=${value}`
      expect
        .soft(await refusal({ environment: { [variable]: value } }), name)
        .toContain(`  ${key}: `)
    }
  }
  expect(await refusal({ flags: { port: 99_999 } })).toContain('  port: ')
})

test('CF4 a number that is not written as one is refused, not guessed', async () => {
  for (const value of ['true', 'false', '[]', '[5]', '" "', '""']) {
    const said = await refusal({ file: `port: ${value}\n` })
    expect.soft(said, `port: ${value}`).toContain('  port: ')
  }
  expect.soft(await refusal({ environment: { CREWROOM_PORT: ' ' } })).toContain('  port: ')
  for (const file of ['port:\n', 'port: null\n']) {
    expect
      .soft(await refusal({ file }), 'nothing given: refused or the default')
      .toMatch(/^ {2}port: |"port":4900/m)
  }
})

test('CF5 a file that is no YAML, holds no settings or an unknown one is refused by name', async () => {
  expect(await refusal({ file: 'port: [1\n' })).toMatch(
    /crewroom\.config\.yaml is not valid YAML: \S/,
  )
  const list = await refusal({ file: '- port\n' })
  expect(list).toMatch(/crewroom\.config\.yaml must hold settings, such as: port: 4900$/)
  expect(await refusal({ file: 'just text\n' })).toContain('must hold settings')
  expect(await refusal({ file: 'prot: 1\n' })).toContain('  prot: is not a setting')
  const several = await refusal({ file: 'port: x\nlogLevel: x\nprot: 1\n' })
  for (const key of ['port', 'logLevel', 'prot']) expect(several).toContain(`  ${key}: `)
})

test('CF6 the data folder is the flag, then CREWROOM_HOME, then one in the home folder', () => {
  const home = path.join(os.homedir(), '.crewroom')
  expect(dataFolder('/a', { CREWROOM_HOME: '/b' })).toBe('/a')
  expect(dataFolder(undefined, { CREWROOM_HOME: '/b' })).toBe('/b')
  expect(dataFolder(undefined, { CREWROOM_HOME: '' })).toBe(home)
  expect(dataFolder(undefined, {})).toBe(home)
})

test('CF7 a second server on the same data is refused with a clear line; the first goes on', async () => {
  await using server = await TestServer.start()
  const { folder } = server.data
  const second = TestServer.start({ data: folder })
  await expect(second).rejects.toBeInstanceOf(StartRefused)
  await expect(second).rejects.toThrow(
    `Another Crewroom server (pid ${process.pid}, ${server.app.url}) uses ${folder}. Use it, stop it, or give another folder with --data.`,
  )
  expect((await server.call('GET', '/api/me')).status).toBe(200)
  expect(server.data.runningServer()?.url, 'still announced').toBe(server.app.url)
})

test('CF8 a port that is in use is refused with a clear line, and the data is free again', async () => {
  await using server = await TestServer.start()
  using folder = tempFolder()
  const port = Number(new URL(server.app.url).port)
  const refused = TestServer.start({ data: folder.path, config: { port } })
  await expect(refused).rejects.toThrow(
    `Port ${port} is in use. Stop what uses it, or choose another with --port (0 takes any free one).`,
  )
  expect(new DataDir(folder.path).runningServer()).toBeNull()
  await using free = await TestServer.start({ data: folder.path })
  expect((await free.call('GET', '/api/health')).status).toBe(200)
})

test('CF9 server.json is private, tells where the server is, and is withdrawn when it stops', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'server.json')
  writeFileSync(file, JSON.stringify({ url: 'http://gone', pid: 2 ** 22 + 1 }), { mode: 0o644 })
  {
    await using server = await TestServer.start({ data: folder.path })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const said = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    expect(said).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      token: server.owner,
      pid: process.pid,
      version: expect.any(String),
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const me = await server.call('GET', '/api/me', undefined, { token: said['token'] as string })
    expect(me.body).toMatchObject({ principal: 'owner' })
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))).toEqual([])
  }
  expect(existsSync(file)).toBe(false)
})

test('CF10 a server.json whose process is gone counts as none', () => {
  using folder = tempFolder()
  const data = new DataDir(path.join(folder.path, 'made', 'deep'))
  data.prepare()
  expect(statSync(data.folder).mode & 0o777).toBe(0o700)
  const server = { url: 'http://x', token: 't', observerToken: 'o', version: '1', startedAt: 'x' }
  data.announce({ ...server, pid: process.pid })
  expect(data.runningServer()).toMatchObject(server)
  data.announce({ ...server, pid: 2 ** 22 + 1 })
  expect(data.runningServer()).toBeNull()
  writeFileSync(path.join(data.folder, 'server.json'), '{}')
  expect(data.runningServer()).toBeNull()
})

test('SE6 the 21st request without a valid token in a minute is 429; who has a token goes on', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens } = await server.crew('atlas')
  for (let n = 1; n <= 20; n++) {
    const token = n % 2 === 0 ? null : `guess-${n}`
    expect((await server.call('GET', '/api/me', undefined, { token })).status, `${n}`).toBe(401)
  }
  const refused = await server.call('GET', '/api/me', undefined, { token: 'guess-21' })
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  const login = await server.call('POST', '/api/session', { code: 'guess' }, { token: null })
  expect(login.status, 'guessing codes counts too').toBe(429)
  for (const token of [server.owner, server.observer, tokens['lead'] ?? '']) {
    expect((await server.call('GET', `/api/lead/${leadId}`, undefined, { token })).status).toBe(200)
  }
  expect((await server.call('GET', '/api/health', undefined, { token: null })).status).toBe(200)
})

test('SE7 a login code is good once; its session token is the person’s and survives a restart', async () => {
  await using server = await TestServer.start()
  const redeem = (code: string) => server.call('POST', '/api/session', { code }, { token: null })
  const { body } = await server.call('POST', '/api/login-codes', {})
  const session = await redeem(body['code'])
  expect(session.status).toBe(200)
  expect(session.body).toEqual({ token: expect.any(String), expiresAt: expect.any(String) })
  const again = await redeem(body['code'])
  expect({ status: again.status, code: again.body['error'].code }).toEqual({
    status: 401,
    code: 'unauthorized',
  })
  const me = async () => {
    const asSession = { token: session.body['token'] as string }
    return (await server.call('GET', '/api/me', undefined, asSession)).body['principal']
  }
  expect(await me()).toBe('owner')
  const unused = server.app.loginUrl()
  expect(unused).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{40,}$/)
  await server.restart()
  expect(await me()).toBe('owner')
  expect((await redeem(unused.split('=')[1] ?? '')).status, 'a restart ends codes').toBe(401)
})

test('SE8 a login code is good for ten minutes', async () => {
  await using crew = testCrew()
  const codes = new LoginCodes(crew.shard)
  const [early, late] = [codes.issue(), codes.issue()]
  crew.clock.advance(10 * 60_000 - 1)
  expect(codes.redeem(early).token).toEqual(expect.any(String))
  crew.clock.advance(1)
  const expired = { code: 'unauthorized' }
  expect(() => codes.redeem(late)).toThrow(expect.objectContaining(expired))
  expect(() => codes.redeem(early)).toThrow(expect.objectContaining(expired))
})

test('SE9 tokens of agents and sessions are nowhere in the data folder as they are', async () => {
  using folder = tempFolder()
  const data = path.join(folder.path, 'data')
  mkdirSync(data)
  await using server = await TestServer.start({ data })
  const { tokens } = await server.crew('atlas', { dev: 'developer' })
  const { body } = await server.call('POST', '/api/login-codes', {})
  const session = await server.call('POST', '/api/session', { code: body['code'] })
  await server.app.core.journal.flush()
  const secrets = [...Object.values(tokens), session.body['token'] as string]
  for (const name of readdirSync(data)) {
    const bytes = readFileSync(path.join(data, name))
    for (const secret of secrets) expect.soft(bytes.includes(secret), name).toBe(false)
  }
})

test('CF11 looking for a running server in a folder that is none leaves no trace there', () => {
  using folder = tempFolder()
  const none = `${folder.path}/none`
  expect([new DataDir(none).runningServer(), existsSync(none)]).toEqual([null, false])
})

test('ST50 a server that ended in order has left its database as one file', async () => {
  using folder = tempFolder()
  const data = path.join(folder.path, 'data')
  const server = await ChildServer.start({ data, port: 0, cwd: folder.path })
  await request(`${server.url}/api/lead`, ownerToken(data), 'POST', { name: 'atlas' })
  await server.end('SIGTERM')
  expect(readdirSync(data).toSorted()).toEqual(['crewroom.sqlite', 'lock.sqlite', 'tokens.json'])
  const sqlite = new Database(path.join(data, 'crewroom.sqlite'), { readonly: true })
  expect(sqlite.prepare('select name from leads').pluck().all()).toEqual(['atlas'])
  sqlite.close()
})

test('MF42 roles are read as they are written; what is not said of one stays', async () => {
  const file = `roles:
  developer:
    prompt: |
      Use Rust.
      Nothing else.
  data-engineer: { name: Pipeline Engineer, color: '#8d4da8', prompt: Move the data. }
  designer: { prompt: '' }
`
  expect((await load({ file })).roles).toEqual({
    developer: { prompt: 'Use Rust.\nNothing else.' },
    'data-engineer': { name: 'Pipeline Engineer', color: '#8D4DA8', prompt: 'Move the data.' },
    designer: { prompt: '' },
  })
})

test.each<[what: string, file: string, line: string]>([
  [
    'an id in words',
    'roles: { Data Engineer: { prompt: x } }',
    'roles.Data Engineer: must be a role id such as data-engineer',
  ],
  [
    'no colour',
    'roles: { sre: { color: red } }',
    'roles.sre.color: must be a colour such as #8D4DA8',
  ],
  ['an unknown field', 'roles: { sre: { prompts: x } }', 'roles.sre.prompts: is not a setting'],
  [
    'too long',
    `roles: { sre: { prompt: "${'x'.repeat(16_001)}" } }`,
    'roles.sre.prompt: Too big: expected string to have <=16000 characters',
  ],
  [
    'the name of another role',
    'roles: { coder: { name: developer } }',
    'roles.coder: the role developer is called "developer" too',
  ],
  [
    'the name of the person',
    'personName: Ada\nroles: { boss: { name: Ada } }',
    'roles.boss: would be taken for the person who runs the server: give it another id or name',
  ],
  [
    'the id of the server',
    'roles: { system: { prompt: x } }',
    'roles.system: would be taken for the server itself: give it another id or name',
  ],
])('MF43 a role with %s is refused by name', async (_, file, line) => {
  expect(await refusal({ file })).toContain(`The configuration is not valid:\n  ${line}`)
})
