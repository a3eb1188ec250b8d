import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frozen, MET_AT } from './frozen'
import { linesOf } from './folder'
import { command, type Reply, type Running, start } from './running'

const SERVER = fileURLToPath(new URL('../../../', import.meta.url))
const TSC = fileURLToPath(
  new URL('../../../../../node_modules/typescript/bin/tsc', import.meta.url),
)
const place = mkdtempSync(path.join(os.tmpdir(), 'held-packed-'))
const data = path.join(place, 'data')
const old = path.join(place, 'node_modules/crewroom-old')
const cli = path.join(old, 'dist/cli.js')
let server: Running
let leadId = ''

// The packed file of the recorded version beside this one: a program imports either.
beforeAll(async () => {
  for (const folder of [old, data]) mkdirSync(folder, { recursive: true })
  const unpack = (file: string, to: string, ...more: readonly string[]) =>
    execFileSync('tar', ['--extract', '--gzip', '--file', frozen(file), '-C', to, ...more])
  unpack('crewroom-0.1.0.tgz', old, '--strip-components=1')
  unpack('folder.tgz', data)
  symlinkSync(path.join(SERVER, 'node_modules'), path.join(old, 'node_modules'))
  symlinkSync(SERVER, path.join(place, 'node_modules/crewroom'))
  writeFileSync(path.join(place, 'package.json'), '{"type":"module"}')
  server = await start(data, { at: MET_AT })
  const { leads } = await server.ask('GET', '/api/lead')
  leadId = (leads as Reply[]).find(({ name }) => name === 'atlas')?.['id']
})
afterAll(async () => {
  await server.stop()
  rmSync(place, { recursive: true, force: true })
})

const CLIENT = `
import { connectAgent, connectObserver, createClient } from 'crewroom-old/client'

const { URL: url, OWNER: token, LEAD: id } = process.env
const client = createClient({ url, token, retries: 2 })
const crew = '/api/lead/{id}'
const { agent, token: key } = await client.post(crew + '/agents', {
  path: { id },
  body: { role: 'developer', name: 'olga' },
})
await client.post(crew + '/groups', { path: { id }, body: { name: 'old', memberIds: [agent.id] } })
const told = Promise.withResolvers?.() ?? deferred()
const observer = connectObserver({
  url,
  token,
  state: true,
  onEvent: (event) => {
    if (event.type === 'group:message' && event.message.from === agent.id) told.resolve(event.message)
  },
})
const olga = connectAgent({
  url,
  agentId: agent.id,
  token: key,
  onItems: async (items, turn) => {
    if (!items.some(({ text }) => text.includes('Are you there?'))) return
    await turn.say('⟦⟦ GROUP_MESSAGE ' + JSON.stringify({ group: 'old', content: 'I am.' }) + ' ⟧⟧\\n')
  },
})
await client.post(crew + '/groups/{name}/messages', {
  path: { id, name: 'old' },
  body: { content: 'Are you there?' },
})
const { content } = await told.promise
const { messages } = await client.get(crew + '/groups/{name}/messages', { path: { id, name: 'old' } })
observer.close()
olga.close()
console.log(JSON.stringify({ content, read: messages.map((one) => one.content) }))
process.exit(0)

function deferred() {
  const made = {}
  made.promise = new Promise((resolve) => (made.resolve = resolve))
  return made
}
`

test('OA17 the client library of the recorded version writes, reads, follows and answers on this server', async () => {
  writeFileSync(path.join(place, 'client.js'), CLIENT)
  const said = await run(['client.js'], { URL: server.url, OWNER: server.token, LEAD: leadId })
  expect(said).toBe('{"content":"I am.","read":["Are you there?","I am."]}\n')
})

const EMBEDDED = `
import { ChatGroupRegistry, GroupChatActor, type ConversationMessage, type GroupChatInput } from 'crewroom'
import type { GroupChatResult, RegistryEvents, SqliteDatabase } from 'crewroom/embed'

export function groupsOn(database: SqliteDatabase): string[] {
  const registry = new ChatGroupRegistry(database)
  const heard: string[] = []
  const note = (...[{ message }]: RegistryEvents['group:message']) => void heard.push(message.content)
  registry.on('group:message', note)
  registry.create('lead', 'plan', ['dora'])
  const { id } = registry.sendMessage('plan', 'lead', 'dora', 'Developer', 'Hello')
  const isNew: boolean = registry.addReaction(id, 'lead', '👍')
  return isNew ? heard : registry.getMembers('plan', 'lead')
}

const input: GroupChatInput = {
  participants: ['dora', { name: 'ben', role: 'plans', expertise: ['layers'] }],
  initialMessage: 'How do we build it?',
  maxRounds: 2,
  policy: 'round-robin',
}
const chat = (history: ConversationMessage[]) => 'after ' + history.length
const actor = new GroupChatActor()
const result: GroupChatResult = await actor.execute(input, { actors: { dora: chat, ben: { chat } } })
actor.close()
console.log(JSON.stringify(result.history.map(({ name, content }) => [name ?? null, content])))
`
/** Whatever was exported is still, in a form that programs of then can use. */
const TYPES = `
import * as embed from 'crewroom'
import type * as oldEmbed from 'crewroom-old'
import * as client from 'crewroom/client'
import type * as oldClient from 'crewroom-old/client'

export const sameEmbed: typeof oldEmbed = embed
export const sameClient: typeof oldClient = client
`

test('OA17 a program that embeds the recorded version compiles with the types of this one, and runs', async () => {
  writeFileSync(path.join(place, 'embedded.ts'), EMBEDDED)
  writeFileSync(path.join(place, 'types.ts'), TYPES)
  const options = ['--strict', '--skipLibCheck', '--types', '', '--lib', 'es2023,dom']
  const kinds = ['--target', 'es2023', '--module', 'nodenext']
  expect(await run([TSC, ...options, ...kinds, 'embedded.ts', 'types.ts'])).toBe('')
  expect(JSON.parse(await run(['embedded.js']))).toEqual([
    [null, 'How do we build it?'],
    ['dora', 'after 1'],
    ['ben', 'after 2'],
  ])
})

test('OA17 the commands of the recorded version work on this server', async () => {
  const done = async (...args: readonly string[]) => {
    const ran = await command([...args, '--data', data], { cli })
    expect(ran, `${args.join(' ')}: ${ran.out}${ran.errors}`).toMatchObject({ code: 0 })
    return ran.out
  }
  const [exported, needs, invited, resumed, rebuilt] = await Promise.all([
    done('export', '--lead', leadId),
    done('needs', '--json'),
    done('invite', '--crew', 'atlas', '--role', 'developer', '--json'),
    done('resume', '--crew', 'atlas', '--json'),
    done('files', 'rebuild'),
  ])
  const [header] = linesOf(exported) as Reply[]
  expect(header).toMatchObject({ crewroom: 'export', version: 6, kind: 'crew', leadId })
  const { needs: waiting } = await server.ask('GET', `/api/lead/${leadId}/needs`)
  expect(linesOf(needs).map((need) => (need as Reply)['id'])).toEqual(
    (waiting as Reply[]).map(({ id }) => id),
  )
  const { code } = JSON.parse(invited) as Reply
  const registered = { name: 'ida', inviteCode: code }
  expect(await server.ask('POST', '/api/v1/auth/register', registered)).toHaveProperty('apiKey')
  expect(JSON.parse(resumed)).toMatchObject({ wasPaused: false })
  expect(rebuilt).toContain('were written again')
  // It reads the database itself, whose tables have changed since: refused in words, and left as it is.
  const backup = await command(['backup', path.join(place, 'backup.crewroom'), '--data', data], {
    cli,
  })
  expect(backup).toMatchObject({ code: 70 })
  expect(backup.errors).toContain('was written by a newer version of Crewroom than this one')
  await done('import', frozen('exports/crew-v1.ndjson'))
  const { leads } = await server.ask('GET', '/api/lead')
  expect((leads as Reply[]).map(({ id }) => id)).toContain('0001a001-0000-4000-8000-000000000001')
})

test('OA17 the tail of the recorded version follows this server', async () => {
  const said = await followed(['tail', '--json', '--data', data], async (seen) => {
    const messages = `/api/lead/${leadId}/groups/plan/messages`
    while (!seen().includes('For the tail.')) {
      await server.ask('POST', messages, { content: 'For the tail.' })
    }
  })
  const events = linesOf(said.slice(0, said.lastIndexOf('\n') + 1)) as Reply[]
  expect(events.map(({ type }) => type as string)).toContain('group:message')
})

test('OA17 the MCP server of the recorded version joins this server and offers its tools', async () => {
  const send = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'held', version: '1' },
  }
  const input =
    send(1, 'initialize', hello) +
    `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n` +
    send(2, 'tools/list', {})
  const args = ['mcp', '--crew', 'atlas', '--role', 'developer', '--data', data]
  const said = await followed(
    args,
    async (seen) => {
      while (!seen().includes('"id":2')) await new Promise((resolve) => setImmediate(resolve))
    },
    input,
  )
  const answers = linesOf(said) as Reply[]
  const tools = answers.find(({ id }) => id === 2)?.['result'].tools as Reply[]
  expect(tools.length).toBeGreaterThan(0)
})

/** A command of the recorded version while it runs; what it has printed when `act` is done. */
async function followed(
  args: readonly string[],
  act: (seen: () => string) => Promise<void>,
  input?: string,
): Promise<string> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: place,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = new Promise((resolve) => child.once('close', resolve))
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  if (input !== undefined) child.stdin.write(input)
  const ended = gone.then(() => Promise.reject(new Error(`it ended: ${out}`)))
  try {
    await Promise.race([act(() => out), ended])
    return out
  } finally {
    ended.catch(() => undefined)
    child.kill('SIGTERM')
    await gone
  }
}

/** A program in the folder of both versions, to its end. */
function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: place,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()))
  return new Promise<string>((resolve) => child.once('close', () => resolve(out)))
}
