import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync } from 'esbuild'
import { afterEach, expect, test } from 'vitest'
import { inviteLines } from '@crewroom/shared/text/invite-lines'
import { inviteJoinLines } from '@crewroom/shared/text/join-lines'
import { ArgumentSpy } from '../harness/argument-spy'
import { crewroom } from '../harness/crewroom'
import { crewroomHere } from '../harness/crewroom-here'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0
/** The lines call this machine: no proxy is between. */
const env = { ...process.env, NO_PROXY: '*', no_proxy: '*' }

interface Invited {
  readonly invite: object
  readonly code: string
  readonly url: string
}

test('IN15, DA15, SE11 invite prints the code once and lines for each kind of agent, and names the crews where several are meant', async () => {
  await using server = await TestServer.start()
  const data = ['--data', server.data.folder]
  const invite = (...flags: string[]) => crewroomHere(['invite', ...flags, ...data])
  expect(await invite()).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^There is no crew on this server\. Create one /),
  })
  const atlas = await server.crew('atlas')
  const invites = async () =>
    (await server.call('GET', `/api/lead/${atlas.leadId}/invites`)).body['invites']
  const { code, out, errors } = await crewroom(['invite', ...data])
  expect([code, errors]).toEqual([0, ''])
  const printed = /^crew_invite_[\w-]{43}$/m.exec(out)?.[0] ?? ''
  const [made] = await invites()
  expect(out.split('\n').slice(0, 2)).toEqual([
    `Invitation to atlas for 1 agent, until ${made.expiresAt}.`,
    'Its code is shown only now:',
  ])
  for (const { text } of inviteJoinLines(server.app.url, printed))
    expect(out).toContain(`${text}\n`)
  for (const { title, text } of inviteLines(server.app.url, printed)) {
    expect(out).toContain(`--- ${title} ---\n${text.trimEnd()}\n`)
  }
  const asked = await invite('--crew', 'ATLAS', '--role', 'qa-tester', '--uses', '3', '--minutes', '5', '--json') // prettier-ignore
  const how = path.join(server.data.folder, 'how.md')
  writeFileSync(how, 'Be brief.\n')
  const told = JSON.parse((await invite('--instruct', `@${how}`, '--json')).out) as Invited
  const register = { name: 'ivy', inviteCode: told.code }
  const { body: ivy } = await server.call('POST', '/api/v1/auth/register', register)
  const read = await server.call('GET', `/api/agents/${ivy['agentId']}/instructions`)
  expect(read.body['own']).toBe('Be brief.')
  for (const [given, why] of [
    ['@no-such-file', 'cannot be read (ENOENT)'],
    ['w'.repeat(16_001), 'Instructions have at most 16000 characters.'],
  ] as const)
    // prettier-ignore
    expect((await invite('--instruct', given)).errors).toContain(why)
  const answer = JSON.parse(asked.out) as Invited
  expect(answer).toMatchObject({ invite: { roleId: 'qa-tester', uses: 3 }, url: server.app.url })
  expect(await invites()).toHaveLength(2)
  const { leadId } = await server.crew('borealis')
  expect((await invite()).errors).toContain(`There are 2 crews. Choose one with --crew, by its name or id:\n  ${atlas.leadId}  atlas\n  ${leadId}  borealis\n`) // prettier-ignore
  expect((await invite('--crew', leadId)).code).toBe(0)
  const unknown = await invite('--crew', 'cepheus')
  expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('No crew is called "cepheus"')]) // prettier-ignore
  expect((await crewroom(['invite', '--uses', 'many', ...data])).errors).toContain(
    'Give a whole number from 1.',
  )
  await server.stop()
  expect((await invite()).errors).toContain('No Crewroom server is running')
})

test('IN16, IN19 the lines for curl, TypeScript and Python work as they are pasted, and no address and no argument has a secret in it', async () => {
  await using server = await TestServer.start()
  using folder = tempFolder()
  const { leadId, tokens } = await server.crew('atlas')
  const lead = { token: tokens['lead'] ?? '' }
  const { body } = await server.call('POST', `/api/lead/${leadId}/invites`, { uses: 3 })
  const code = body['code'] as string
  const lines = inviteLines(server.app.url, code)
  const at = (name: string) => path.join(folder.path, name)
  const spy = new ArgumentSpy(folder.path, ['curl', 'sed'])
  const programs = {
    curl: ['bash', 'curl.sh', (text: string) => text],
    typescript: [process.execPath, 'agent.mjs', (text: string) => transformSync(text, { loader: 'ts' }).code], // prettier-ignore
    python: ['python3', 'agent.py', (text: string) => text],
  } as const
  for (const { kind, text } of lines) {
    for (const [address] of text.matchAll(/\b(?:http|ws):\/\/\S*/g)) {
      expect(address).not.toMatch(/crew_invite|KEY|key/)
    }
    if (kind === 'json-rpc' || !isThere(kind === 'typescript' ? process.execPath : kind === 'curl' ? 'curl' : 'python3')) continue // prettier-ignore
    const [program, file, made] = programs[kind]
    // Each registers one agent of this name in its turn.
    const name = `agent-${kind}`
    writeFileSync(at(file), made(text.replace('my-agent', name)))
    const child = spawn(program, [at(file)], {
      env: { ...env, PATH: spy.path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let out = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (out += part.toString()))
    const find = () =>
      Object.values(server.app.core.shard.crew(leadId).state.agents).find(
        (agent) => agent.name === name,
      )
    await eventually(`${kind} is in the crew: ${out}`, () => find() !== undefined, 20_000)
    const to = `/api/agents/${find()?.id}/messages`
    await server.call('POST', to, { content: `Welcome, ${name}` }, lead)
    await eventually(`${kind} reads it`, () => out.includes(`Welcome, ${name}`), 20_000)
    // It is given its key, and its output runs commands.
    const key = /apiKey\W+([\w-]+)/.exec(out)?.[1] ?? ''
    expect(key.length).toBeGreaterThan(40)
    if (kind === 'curl') expect(spy.lines().length).toBeGreaterThan(3)
    for (const line of spy.lines()) {
      expect(line).not.toContain(code)
      expect(line).not.toContain(key)
    }
    child.kill('SIGKILL')
  }
})
