import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import type { CommandName } from '@crewroom/shared/command/payloads'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const ACP_AGENT = fileURLToPath(new URL('../harness/programs/acp-agent.mjs', import.meta.url))

const command = (name: CommandName, payload: object) => `${commandLine(name, payload)}\n`
const message = (content: string) => command('GROUP_MESSAGE', { group: 'work', content })
const LIKE = command('REACT', { group: 'work', emoji: '👍' })
const report = (name: string) => command('COMPLETE_TASK', { summary: `the part of ${name}` })
const part = (name: string) => message(`${name} has a part in ${name.toLowerCase()}.ts`)
const all = (name: string) => LIKE + part(name) + report(name)
const GIVEN = '^\\[Task from Project Lead'
const OPEN = 'task is still open'

/** What each part is about: nothing in common, so that the only group is the one that the lead makes. */
const TASKS = {
  Ann: 'Write the parser',
  Ben: 'Translate the manual',
  Cleo: 'Measure start-up',
  Dan: 'Draw icons',
  Eve: 'Choose a licence',
  Finn: 'Check every link',
  Gia: 'Answer the mail',
}
const NAMES = Object.keys(TASKS)

/** The habits of each program, by the name of its agent. */
const HABITS = {
  Ann: { systemPrompt: true, rules: [{ when: GIVEN, say: all('Ann') }] },
  // Its program ends in the middle; when it is started again it says its session is loaded, and replays it afterwards.
  Ben: {
    loadSession: true,
    exitAfterPrompt: true,
    replayAfterLoad: { startMs: 100, everyMs: 100 },
    history: [message('Ben says something old'), report('an old Ben')],
    rules: [
      { when: GIVEN, say: `I begin.\n${LIKE}` },
      { when: OPEN, say: part('Ben') + report('Ben') },
    ],
  },
  // Ends its turn when it is refused a permission, at once because it offers nothing to choose.
  Cleo: {
    endsOnRefusal: { say: 'I may not do that.' },
    rules: [
      { when: GIVEN, permission: [], say: 'never said' },
      // As the notice says it; her first prompt says it of any permission.
      { when: 'Continue without it', times: 1, say: all('Cleo') },
    ],
  },
  // Closes its task only when it is reminded.
  Dan: {
    rules: [
      { when: GIVEN, say: `On it.\n${LIKE}${part('Dan')}` },
      { when: OPEN, say: report('Dan') },
    ],
  },
  // Never closes it.
  Eve: { rules: [{ when: GIVEN, say: `${LIKE}${part('Eve')}The licence is MIT.` }] },
}

const PIPE = `
const { createInterface } = require('node:readline')
let given = false
createInterface({ input: process.stdin }).on('line', (line) => {
  if (!new RegExp(${JSON.stringify(GIVEN)}).test(line)) return
  process.stdout.write(${JSON.stringify(all('Finn'))})
})
`

const BEGIN = [
  ...['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'].map((name) =>
    command('CREATE_AGENT', { role: 'developer', name, driver: name.toLowerCase() }),
  ),
  command('CREATE_GROUP', { name: 'work', members: NAMES }),
  message('Do your part and report.'),
  ...Object.entries(TASKS).map(([to, task]) => command('DELEGATE', { to, task })),
].join('')

const LEAD = {
  systemPrompt: true,
  rules: [
    // Only if it was told who joined while it started.
    { when: '^\\[Task from Human', say: BEGIN },
    {
      when: 'Its last words: .*MIT',
      say: command('TERMINATE_AGENT', { agent: 'Eve', reason: 'It is done.' }),
    },
    {
      when: 'completed its task: the part of|Its last words:',
      heard: NAMES.length,
      times: 1,
      say: command('COMPLETE_TASK', { summary: 'All seven parts are there.' }),
    },
  ],
}

interface Line {
  readonly type: string
  readonly [key: string]: unknown
}

test('WW1 a lead and seven programs of different kinds do one job: nobody is asked twice or forgotten, and the crew ends by itself', async () => {
  using folder = tempFolder()
  const at = (...parts: readonly string[]) => path.join(folder.path, ...parts)
  const log = (name: string) => at(`${name}.prompts`)
  const acp = (name: string, behaviour: object) => ({
    kind: 'acp',
    command: process.execPath,
    args: [ACP_AGENT],
    env: { ACP_BEHAVIOUR: JSON.stringify({ ...behaviour, log: log(name) }) },
  })
  const drivers: Record<string, object> = {
    finn: { kind: 'pipe', command: process.execPath, args: [at('finn.cjs')] },
  }
  for (const [name, habits] of Object.entries(HABITS)) {
    drivers[name.toLowerCase()] = acp(name, habits)
  }
  writeFileSync(at('finn.cjs'), PIPE)
  writeFileSync(at('crewroom.config.yaml'), JSON.stringify({ drivers, restartPauseMs: 0 }))
  mkdirSync(at('bin'))
  writeFileSync(at('bin', 'gemini'), `#!/bin/sh\nexec '${process.execPath}' '${ACP_AGENT}' "$@"\n`)
  chmodSync(at('bin', 'gemini'), 0o755)
  const lead = { ...LEAD, log: log('lead'), holdSession: at('go') }
  const args = [
    'run',
    'Ship it.',
    '--agent',
    'gemini',
    '--json',
    '--port',
    '0',
    '--data',
    at('data'),
  ]
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder.path,
    env: {
      ...process.env,
      PATH: `${at('bin')}${path.delimiter}${process.env['PATH']}`,
      ACP_BEHAVIOUR: JSON.stringify(lead),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const lines = () =>
    said
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  using gia = new RemoteLoop()
  try {
    await eventually(
      'it begins',
      () => lines().some(({ type }) => type === 'agent:created'),
      20_000,
    )
    const server = JSON.parse(readFileSync(at('data', 'server.json'), 'utf8')) as {
      url: string
      token: string
    }
    const leadId = String(lines()[0]?.['leadId'])
    // Joins while the program of the lead starts.
    await gia.join(server, leadId)
    writeFileSync(at('go'), '')
    expect(await ended).toBe(0)
  } finally {
    child.kill()
  }
  const events = lines()
  const of = (type: string) => events.filter((line) => line.type === type)
  expect(of('group:held').concat(of('agent:held'), of('agent:failed')), 'no hold').toEqual([])
  expect(of('group:created')).toHaveLength(1)
  const written = of('group:message')
    .map(({ message: one }) => (one as { content: string }).content)
    .sort()
  const parts = NAMES.map((name) => `${name} has a part in ${name.toLowerCase()}.ts`)
  expect(written).toEqual(['Do your part and report.', ...parts].sort())
  expect(of('group:reaction').map(({ action }) => action)).toEqual(NAMES.map(() => 'add'))
  const closed = of('task:completed').map(({ task }) => (task as { summary: string }).summary)
  const reports = NAMES.filter((name) => name !== 'Eve').map((name) => `the part of ${name}`)
  expect(closed.slice(0, -1).sort()).toEqual(reports.sort())
  expect(closed.at(-1)).toBe('All seven parts are there.')
  for (const name of Object.keys(HABITS)) {
    const prompts = readFileSync(log(name), 'utf8')
    expect(prompts.split('[Task from ').length - 1, `${name} is given its task once`).toBe(1)
    expect(prompts.split(OPEN).length - 1, `${name} is reminded at most once`).toBeLessThan(2)
  }
  expect(gia.tasks, 'Gia is given hers once').toBe(1)
  expect(events.at(-1)).toMatchObject({
    type: 'run:ended',
    status: 'completed',
    reason: 'All seven parts are there.',
  })
  expect(existsSync(at('data', 'server.json')), 'its server has ended').toBe(false)
})

/** A remote agent as the README has it: asks for what wakes it, answers, and confirms. */
class RemoteLoop implements Disposable {
  tasks = 0
  readonly #gone = new AbortController()

  async join(server: { url: string; token: string }, leadId: string): Promise<void> {
    const call = async (token: string, address: string, body?: object) => {
      const response = await fetch(`${server.url}/api/${address}`, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: this.#gone.signal,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      return (await response.json()) as Record<string, unknown>
    }
    const made = await call(server.token, `lead/${leadId}/agents`, {
      role: 'developer',
      name: 'Gia',
    })
    const { id } = made['agent'] as { id: string }
    const token = String(made['token'])
    void this.#loop((address, body) => call(token, `agents/${id}/${address}`, body)).catch(() => {})
  }

  async #loop(call: (address: string, body?: object) => Promise<Record<string, unknown>>) {
    for (;;) {
      const page = await call('inbox?wait=25&for=wake')
      const deliveries = page['deliveries'] as { text: string }[]
      const given = deliveries.filter(({ text }) => new RegExp(GIVEN).test(text)).length
      this.tasks += given
      if (given > 0) await call('output', { text: all('Gia'), replies: 'inline' })
      if (deliveries.length > 0) await call('inbox/ack', { cursor: page['cursor'] })
    }
  }

  [Symbol.dispose](): void {
    this.#gone.abort()
  }
}
