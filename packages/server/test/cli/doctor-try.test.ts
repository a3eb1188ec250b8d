import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type DoctorOptions, examine } from '../../src/cli/doctor'
import type { TriedAgent } from '../../src/cli/try-agents'
import { systemClock } from '../../src/clock'
import { DataDir } from '../../src/data-dir'
import { LOADED_LATER } from '../../src/loaded-later'
import { createMask } from '../../src/rollouts/secret-mask'
import { crewroom } from '../harness/crewroom'
import { processesOf, runs } from '../harness/processes'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { isLong } from '../harness/long'

const ACP_AGENT = new URL('../harness/programs/acp-agent.mjs', import.meta.url).pathname
const CHECK_SCRIPT = new URL('../../dist/database-check.js', import.meta.url)
/** Nothing that is tried here is that slow, however busy the machine is. */
const PATIENT_MS = 120_000
const SECRET = 'sk-test-4f9a8b7c6d5e4f3a2b1c'

/** A folder with programs that are called like coding agents, and nothing else that is. */
class Installed {
  readonly #folder = tempFolder()
  readonly bin = path.join(this.#folder.path, 'bin')
  readonly data = path.join(this.#folder.path, 'data')
  readonly notes = path.join(this.#folder.path, 'notes')
  readonly searchPath = [this.bin, path.dirname(process.execPath), '/usr/bin', '/bin'].join(
    path.delimiter,
  )

  constructor() {
    mkdirSync(this.bin)
  }

  script(name: string, text: string): void {
    writeFileSync(path.join(this.bin, name), text, { mode: 0o755 })
  }

  /** The agent of the tests under that name. */
  agent(name: string, behaviour: object): void {
    const given = JSON.stringify({ notes: this.notes, ...behaviour })
    this.script(
      name,
      `#!/usr/bin/env node\nprocess.env.ACP_BEHAVIOUR = ${JSON.stringify(given)}\nimport(${JSON.stringify(ACP_AGENT)})\n`,
    )
  }

  /** What doctor finds of coding agents that are installed, by preset. */
  async tried(ms: number, signal = new AbortController().signal) {
    const options: DoctorOptions = {
      nodeVersion: '20.19.0',
      data: new DataDir(this.data),
      host: '127.0.0.1',
      port: 0,
      environment: { PATH: this.searchPath },
      checkScript: CHECK_SCRIPT,
      tries: {
        acp: LOADED_LATER.acp,
        clock: systemClock,
        mask: createMask([SECRET]),
        ms,
        signal,
      },
    }
    const found = (await examine(options)).flatMap((finding) =>
      finding.tried ? [[finding.tried.preset, finding] as const] : [],
    )
    return new Map(found)
  }

  /** Numbers of all processes that the agents noted. */
  pids(): number[] {
    if (!existsSync(this.notes)) return []
    const lines = readFileSync(this.notes, 'utf8').trim().split('\n')
    return lines.flatMap((line) => {
      const { pid, grandchild } = JSON.parse(line) as { pid?: number; grandchild?: number }
      return pid ?? grandchild ?? []
    })
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]()
  }
}

test('CL50, CL51 doctor --try says what an installed coding agent answers: version, modes, Node.js, whether it wants a login', async () => {
  using installed = new Installed()
  installed.agent('opencode', { modes: ['build', 'plan'] })
  installed.agent('codex-acp', {
    auth: 'session',
    authMethods: [
      { id: 'chatgpt', name: 'ChatGPT', description: 'Log in with ChatGPT' },
      { id: 'key', name: 'API key' },
    ],
  })
  const found = await installed.tried(PATIENT_MS)
  expect([...found.keys()], 'in the order of the presets').toEqual(['codex', 'opencode'])
  const node = process.versions.node
  expect(found.get('opencode')).toEqual({
    kind: 'ok',
    text: `coding agent opencode: acp-agent 1.2.3 opens a session without a login; modes: build (at first), plan; on Node.js ${node}`,
    tried: {
      preset: 'opencode',
      command: 'opencode',
      outcome: 'ready',
      problem: null,
      agent: { name: 'acp-agent', version: '1.2.3' },
      logins: [],
      modes: [
        { id: 'build', name: 'build', description: null },
        { id: 'plan', name: 'plan', description: null },
      ],
      mode: 'build',
      node,
      minNode: null,
    } satisfies TriedAgent,
  })
  expect(found.get('codex')).toMatchObject({
    kind: 'note',
    text: 'coding agent codex: acp-agent 1.2.3 needs a login: run codex login, or set OPENAI_API_KEY. It offers: ChatGPT (Log in with ChatGPT); API key.',
    tried: { outcome: 'login', modes: [], logins: [{ id: 'chatgpt' }, { id: 'key' }] },
  })
  expect(installed.pids().filter(runs)).toEqual([])
})

test('CL52 a program that speaks something else, ends, or prints without end is a problem that says why', async () => {
  using installed = new Installed()
  installed.script('claude-agent-acp', '#!/bin/sh\nexec cat\n')
  installed.agent('copilot', {
    exitIn: 'start',
    exitCode: 3,
    stderr: `${'warning\n'.repeat(20_000)}Error: no key like ${SECRET}\n`,
  })
  installed.agent('qwen', { initializeError: { code: -32_601, message: 'Method not found' } })
  installed.agent('cline', { garbage: true, stderr: 'x'.repeat(100_000) })
  const found = await installed.tried(PATIENT_MS)
  const text = (preset: string) => found.get(preset)?.text
  const foreign = 'does not work here. The program does not speak the Agent Client Protocol.'
  expect.soft(text('claude')).toContain(`coding agent claude: claude-agent-acp ${foreign}`)
  expect.soft(text('qwen')).toContain(`coding agent qwen: qwen ${foreign}`)
  expect
    .soft(text('copilot'))
    .toBe(
      "coding agent copilot: copilot does not work here. The agent's program ended with exit code 3. It wrote: Error: no key like [masked:value]",
    )
  expect.soft(found.get('copilot')?.kind).toBe('problem')
  expect.soft(found.get('cline')?.kind, 'lines that are no messages are left out').toBe('ok')
  expect(installed.pids().filter(runs)).toEqual([])
})

test.skipIf(!isLong)(
  'CL52, CL53 a program that hangs or floods is given up after its time, and ended with what it started',
  async () => {
    using installed = new Installed()
    installed.agent('gemini', { hang: 'session', grandchild: true })
    installed.agent('cline', { hang: 'initialize', ignoreEnd: true, ignoreTerm: true })
    installed.script('kimi', '#!/bin/sh\nexec yes\n')
    const found = await installed.tried(1_500)
    for (const preset of ['gemini', 'cline', 'kimi']) {
      expect.soft(found.get(preset)?.kind).toBe('problem')
      expect
        .soft(found.get(preset)?.text)
        .toContain('does not work here. It did not open a session within 1.5 s.')
    }
    expect(installed.pids().filter(runs)).toEqual([])
    expect(processesOf('try')).toEqual([])
  },
)

test.skipIf(!isLong)(
  'CL53 what a program started ends with it, in a session of its own and deaf to signals',
  async () => {
    using installed = new Installed()
    installed.agent('gemini', { grandchild: 'ignoresTerm' })
    const found = await installed.tried(PATIENT_MS)
    expect(found.get('gemini')?.kind).toBe('ok')
    expect(installed.pids()).toHaveLength(2)
    expect(installed.pids().filter(runs)).toEqual([])
  },
)

test('CL53 a stop in the middle ends what runs, and starts nothing else', async () => {
  using installed = new Installed()
  for (const name of ['codex-acp', 'opencode', 'gemini']) {
    installed.agent(name, { hang: 'session', grandchild: true })
  }
  const stop = new AbortController()
  const found = installed.tried(PATIENT_MS, stop.signal)
  await eventually('two have started', () => installed.pids().length === 4)
  stop.abort()
  expect([...(await found).keys()]).toEqual(['codex', 'opencode'])
  expect(installed.pids().filter(runs)).toEqual([])
})

test('CL54 the Node.js that the first line of a program finds is compared with the least that the program needs', async () => {
  using installed = new Installed()
  const old = path.join(installed.bin, 'old', 'node')
  mkdirSync(path.dirname(old))
  writeFileSync(old, '#!/bin/sh\necho v20.1.0\n', { mode: 0o755 })
  installed.script('kimi', `#!${old}\n`)
  const found = await installed.tried(PATIENT_MS)
  expect(found.get('kimi')?.tried).toMatchObject({ node: '20.1.0', minNode: '22.19' })
  expect(found.get('kimi')?.text).toContain(' It needs Node.js 22.19 or newer, and runs on 20.1.0.')
})

test('CL50, CL55 the command starts coding agents only with --try, and prints them as JSON', async () => {
  using installed = new Installed()
  installed.agent('opencode', { modes: ['build'] })
  const environment = { PATH: installed.searchPath }
  const doctor = (...flags: string[]) =>
    crewroom(['doctor', '--json', '--port', '0', '--data', installed.data, ...flags], {
      environment,
    })
  const untried = await doctor()
  expect(JSON.parse(untried.out).findings.some((one: object) => 'tried' in one)).toBe(false)
  expect(installed.pids()).toEqual([])
  const { out, code } = await doctor('--try')
  expect(code).toBe(0)
  const all = JSON.parse(out).findings as { tried?: TriedAgent }[]
  expect(all.flatMap(({ tried }) => tried ?? [])).toMatchObject([
    { preset: 'opencode', outcome: 'ready', mode: 'build' },
  ])
  expect(installed.pids()).toHaveLength(1)
  expect(installed.pids().filter(runs)).toEqual([])
})
