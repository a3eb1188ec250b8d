import { spawn, type SpawnOptions } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { isLong } from '../harness/long'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const ACP_AGENT = fileURLToPath(new URL('../harness/programs/acp-agent.mjs', import.meta.url))
/** Of every preset: the lead ends its task, all others only listen. */
const BEHAVIOUR = { loadSession: true, echo: 'live' }

/** A PATH on which `gemini` is a program of ours. */
function withAgent(folder: string): NodeJS.ProcessEnv {
  const bin = path.join(folder, 'bin')
  mkdirSync(bin)
  const script = `#!/bin/sh\nexec '${process.execPath}' '${ACP_AGENT}' "$@"\n`
  writeFileSync(path.join(bin, 'gemini'), script)
  chmodSync(path.join(bin, 'gemini'), 0o755)
  return {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env['PATH']}`,
    ACP_BEHAVIOUR: JSON.stringify({ ...BEHAVIOUR, log: path.join(folder, 'prompts.jsonl') }),
    FORCE_COLOR: undefined,
    CREWROOM_PORT: '0',
  }
}

async function crewroom(args: readonly string[], options: SpawnOptions) {
  const child = spawn(process.execPath, [CLI, ...args], { ...options, stdio: 'pipe' })
  let [out, errors] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, errors }
}

const DONE = 'Write the parser.\nSAY [[ COMPLETE_TASK {"summary":"the parser is there"} ]]'

test('CL8 run starts a server, gives a task to a crew of coding agents, and ends with its lead', async () => {
  using folder = tempFolder()
  const data = path.join(folder.path, 'data')
  const cwd = path.join(folder.path, 'work')
  mkdirSync(cwd)
  const args = ['run', DONE, '--agent', 'gemini', '--cwd', cwd, '--crew', 'developer, qa-tester']
  const env = withAgent(folder.path)
  const { code, out, errors } = await crewroom([...args, '--data', data], { env })
  expect([code, errors]).toEqual([0, ''])
  expect(out).toMatch(/^Dashboard: http:\/\/127\.0\.0\.1:\d+\/leads\/[0-9a-f-]{36}\/groups#code=/)
  expect(out).toMatch(/Developer joins the crew\n/)
  expect(out).toMatch(/the crew Write the parser is created\n/)
  expect(out).toMatch(/You give Project Lead a task: Write the parser\.\n/)
  expect(out).toMatch(
    /\n\nCompleted in \d+ s: the parser is there\n\n.*Tokens: not reported by their programs\n(Turns: \d.*\n)?$/s,
  )
  const database = new Database(path.join(data, 'crewroom.sqlite'), { readonly: true })
  const agents = database
    .prepare('select role, ended, cwd, driver from agents order by rowid')
    .all()
  database.close()
  const driver = expect.stringContaining('"preset":"gemini"')
  expect(agents).toEqual([
    { role: 'lead', ended: 'completed', cwd, driver },
    { role: 'developer', ended: null, cwd, driver },
    { role: 'qa-tester', ended: null, cwd, driver },
  ])
  const prompts = readFileSync(path.join(folder.path, 'prompts.jsonl'), 'utf8')
  expect(prompts).toContain('[Task from Human (human)]: Write the parser.')
})

test('CL9 run uses the server that runs, ends with 1 when the lead has failed, and leaves the server be', async () => {
  await using server = await TestServer.start()
  using folder = tempFolder()
  const task = 'SAY [[ COMPLETE_TASK {"status":"failed","summary":"no access"} ]]'
  const args = ['run', `Try.\n${task}`, '--agent', 'claude', '--data', server.data.folder]
  // The server's own PATH decides what it can run: here the lead's program is missing.
  const env = withAgent(folder.path)
  const bin = path.join(folder.path, 'bin')
  writeFileSync(path.join(bin, 'claude-agent-acp'), '#!/bin/sh\nexit 1\n')
  chmodSync(path.join(bin, 'claude-agent-acp'), 0o755)
  const { code, out } = await crewroom(args, { env })
  expect(code).toBe(1)
  expect(out).toMatch(/\n\nFailed in \d+ s: .*claude-agent-acp/)
  expect((await server.call('GET', '/api/health')).status).toBe(200)
})

test('CL42, HP8 run tells its events in JSON, with what began and how it ended around them', async () => {
  using folder = tempFolder()
  const args = [
    'run',
    DONE,
    '--agent',
    'gemini',
    '--json',
    '--data',
    path.join(folder.path, 'data'),
  ]
  const { code, out } = await crewroom(args, { env: withAgent(folder.path), cwd: folder.path })
  expect(code).toBe(0)
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const leadId = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(lines[0]).toEqual({ type: 'run:began', leadId, url: expect.stringContaining('#code=') })
  const [id] = [lines[0]?.['leadId']]
  expect(lines.at(-1)).toEqual({
    type: 'run:ended',
    status: 'completed',
    reason: 'the parser is there',
    ms: expect.any(Number),
    tasks: [
      {
        agentId: id,
        status: 'completed',
        text: DONE,
        summary: 'the parser is there',
        tokens: null,
        cost: null,
        costKind: null,
      },
    ],
    agents: [
      {
        id,
        name: 'Project Lead',
        color: expect.stringMatching(/^#/),
        tokens: null,
        cost: null,
        costKind: null,
      },
    ],
    needs: [],
    messages: 0,
    groups: 0,
    effects: [
      expect.objectContaining({
        leadId: id,
        emptyWakes: 0,
        openings: 0,
        answers: 0,
        isPart: false,
      }),
    ],
  })
  const events = lines.slice(1, -1)
  expect(events.map(({ leadId: of }) => of)).toEqual(events.map(() => lines[0]?.['leadId']))
  expect(events.map(({ type }) => type)).toContain('task:completed')
})

test.skipIf(!isLong)(
  'PM18, CL43 a run also sums up the crews below its lead, and asks nothing on behalf of agents that are done',
  async () => {
    using folder = tempFolder()
    const command = (name: string, payload: object) => `⟦⟦ ${name} ${JSON.stringify(payload)} ⟧⟧\n`
    const rules = [
      {
        when: '^\\[Task from Human',
        permission: true,
        say: command('CREATE_AGENT', { role: 'lead', name: 'search', task: 'Search it' }),
      },
      {
        when: '^\\[Task from Project Lead.*Search it',
        say: command('CREATE_AGENT', { role: 'developer', name: 'Sue', task: 'Write the index' }),
      },
      {
        when: '^\\[Task from Project Lead.*the index',
        say: command('COMPLETE_TASK', { summary: 'It is written' }),
      },
      {
        when: 'its task: It is written',
        say: command('COMPLETE_TASK', { summary: 'It searches' }),
      },
      { when: 'its task: It searches', say: command('COMPLETE_TASK', { summary: 'All is done' }) },
    ]
    const env = {
      ...withAgent(folder.path),
      ACP_BEHAVIOUR: JSON.stringify({ systemPrompt: true, rules, usage: { totalTokens: 7 } }),
    }
    const data = path.join(folder.path, 'data')
    const args = ['run', 'Build the search', '--agent', 'gemini', '--json', '--data', data]
    const running = crewroom(args, { env, cwd: folder.path })
    const needs = (...words: string[]) => crewroom(['needs', ...words, '--data', data], { env })
    // The program waits for this answer; the terminal next to it can give it.
    await eventually('it asks', async () => (await needs('--json')).out.startsWith('{'))
    const { id, permission } = JSON.parse((await needs('--json')).out) as NeedRecord
    expect((await needs('answer', id, permission?.options[0]?.optionId ?? '')).code).toBe(0)
    const { code, out } = await running
    expect(code).toBe(0)
    const summary = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '') as Record<string, object[]>
    expect(summary).toMatchObject({
      tasks: [
        { text: 'Build the search', summary: 'All is done' },
        { text: 'Search it', summary: 'It searches' },
        { text: 'Write the index', summary: 'It is written' },
      ],
      agents: [{ name: 'Project Lead' }, { name: 'search' }, { name: 'Sue' }],
      needs: [],
    })
    expect(summary['agents']?.every((agent) => 'tokens' in agent && Number(agent.tokens) > 0)).toBe(
      true,
    )
  },
)

test('CL44 a run that is stopped says what becomes of its crew, and does not pass for one that is done', async () => {
  using folder = tempFolder()
  const data = path.join(folder.path, 'data')
  const env = { ...withAgent(folder.path), ACP_BEHAVIOUR: JSON.stringify({ hang: 'prompt' }) }
  const stopped = async () => {
    const args = ['run', 'Write it.', '--agent', 'gemini', '--data', data]
    const child = spawn(process.execPath, [CLI, ...args], {
      env,
      cwd: folder.path,
      stdio: 'pipe',
    })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    for await (const chunk of child.stdout) if (String(chunk).includes('You give')) break
    child.kill('SIGINT')
    return { code: await ended, errors }
  }
  expect(await stopped()).toEqual({
    code: 1,
    errors: 'Stopped before the crew was done. Nothing is lost: crewroom start continues it.\n',
  })
  if (!isLong) return
  const [keeper] = [spawn(process.execPath, [CLI, 'start', '--no-open', '--data', data], { env })]
  const over = new Promise((resolve) => keeper.once('close', resolve))
  try {
    for await (const chunk of keeper.stdout) if (String(chunk).includes('is running')) break
    expect(await stopped()).toEqual({
      code: 1,
      errors: 'The crew continues without you; crewroom tail follows it.\n',
    })
  } finally {
    keeper.kill()
    await over
  }
})

test('CL10 run refuses what cannot be run before anything is made', async () => {
  using folder = tempFolder()
  const env = withAgent(folder.path)
  const data = path.join(folder.path, 'data')
  const refused = async (...args: readonly string[]) => {
    const { code, errors } = await crewroom(['run', ...args, '--data', data], { env })
    expect.soft(code, args.join(' ')).toBe(1)
    return errors
  }
  expect(await refused('x', '--agent', 'nobody')).toContain('Known ones: claude, codex')
  expect(await refused('x', '--agent', 'codex')).toContain(
    'codex needs the program codex-acp, which is not on the PATH',
  )
  expect(await refused('x', '--agent', 'codex')).toContain(
    'npm install --global @agentclientprotocol',
  )
  expect(await refused('x', '--agent', 'codex', '--program', './not-there')).toContain(
    `${path.resolve('not-there')} is not a program that can be run.`,
  )
  expect(await refused(' ', '--agent', 'gemini')).toContain('The task is empty.')
  expect(await refused('x', '--agent', 'gemini', '--cwd', '/not/there')).toContain(
    'is not a folder',
  )
  expect(await refused('x', '--agent', 'gemini', '--crew', 'A b')).toContain(
    '"A b" is not a role id',
  )
  expect(() => readFileSync(path.join(data, 'crewroom.sqlite'))).toThrow('ENOENT')
})

test('DA14 run gives instructions to the lead, typed or from a file, and refuses what cannot be read or is too long', async () => {
  using folder = tempFolder()
  const data = path.join(folder.path, 'data')
  const file = path.join(folder.path, 'how.md')
  writeFileSync(file, 'Be brief.\n')
  const env = withAgent(folder.path)
  const start = (instructions: string) =>
    crewroom(['run', DONE, '--agent', 'gemini', '--cwd', folder.path, '--data', data, '--instruct', instructions], { env }) // prettier-ignore
  const missing = await start('@no-such-file')
  expect(missing.code).not.toBe(0)
  expect(missing.errors).toMatch(/The instructions in .*no-such-file cannot be read \(ENOENT\)/)
  const long = await start('w'.repeat(16_001))
  expect(long.errors).toContain('Instructions have at most 16000 characters.')
  const { code, errors } = await start(`@${file}`)
  expect([code, errors]).toEqual([0, ''])
  const prompts = readFileSync(path.join(folder.path, 'prompts.jsonl'), 'utf8')
  expect(prompts).toContain('== YOUR INSTRUCTIONS ==\\nBe brief.')
})
