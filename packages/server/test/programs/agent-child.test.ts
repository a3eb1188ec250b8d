import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../../src/clock'
import { settingNames } from '../../src/config'
import { AgentChild } from '../../src/programs/processes/agent-child'
import type { ChildOptions } from '../../src/programs/processes/child-shapes'
import { processStartTime } from '../../src/programs/processes/process-group'
import { endTagged, taggedProcesses } from '../../src/programs/processes/end-tagged'
import { FakeClock } from '../harness/fake-clock'
import { pass, passUntil, SentSignals } from '../harness/sent-signals'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { often } from '../harness/long'

/** What the programs share. Notes are lines of a word and a number. */
const PRELUDE = `
const fs = require('node:fs')
const { spawn } = require('node:child_process')
const note = (word, number) => fs.appendFileSync('notes', word + ' ' + number + '\\n')
const stay = () => setInterval(() => {}, 1000)
/** A process in a session of its own; deaf does not heed SIGTERM. */
const starts = (word, { deaf = false, stdio = 'ignore', env = process.env, detached = true } = {}) => {
  const script = (deaf ? "process.on('SIGTERM', () => {});" : '') +
    "require('node:fs').appendFileSync('notes', '" + word + " ' + process.pid + '\\\\n');setInterval(() => {}, 1000)"
  spawn(process.execPath, ['-e', script], { detached, stdio: ['ignore', stdio, stdio], env }).unref()
}
const noted = (word) => new Promise((resolve) => {
  const look = setInterval(() => {
    if (!fs.existsSync('notes') || !fs.readFileSync('notes', 'utf8').includes(word + ' ')) return
    clearInterval(look)
    resolve()
  }, 5)
})
`
const ENDS_WITH_INPUT = `process.stdin.on('end', () => process.exit(0)).resume()\nstay()\n`
/** However it was noticed that nobody reads there. */
const CLOSED = /no more input|ended|EPIPE/
let tags = 0

/** A folder in which programs run and note what happens to them. */
class Yard {
  readonly #folder = tempFolder()
  readonly #children: AgentChild[] = []
  readonly #tags: string[] = []

  get path(): string {
    return this.#folder.path
  }

  run(script: string, options: Partial<ChildOptions> = {}): AgentChild {
    const tag = `child-test-${process.pid}-${tags++}`
    const child = AgentChild.spawn({
      agentId: 'agent-1',
      leadId: 'lead-1',
      role: 'developer',
      command: process.execPath,
      args: ['-e', PRELUDE + script],
      cwd: this.path,
      env: {},
      tag,
      clock: systemClock,
      // More than any program here takes that ends when it is told to.
      graceMs: 20_000,
      ...options,
    })
    this.#children.push(child)
    this.#tags.push(tag)
    return child
  }

  /** A word for programs that wait for it. */
  note(word: string): void {
    appendFileSync(path.join(this.path, 'notes'), `${word} 1\n`)
  }

  /** The number that a program noted with this word, when it did. */
  async noted(word: string): Promise<number> {
    const pattern = new RegExp(`^${word} (\\d+)$`, 'm')
    const file = path.join(this.path, 'notes')
    const found = () => pattern.exec(existsSync(file) ? readFileSync(file, 'utf8') : '')?.[1]
    await eventually(`"${word}" is noted`, () => found() !== undefined)
    return Number(found())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const tag of this.#tags) await endTagged(tag, null, 0, systemClock)
    for (const child of this.#children) child.stdout.resume()
    await Promise.all(this.#children.map((child) => child.exited))
    this.#folder[Symbol.dispose]()
  }
}

/** Running, and not one that only waits to be collected by its parent. */
function runs(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat[stat.lastIndexOf(')') + 2] !== 'Z'
  } catch {
    return false
  }
}

test('PR1 a program knows whose it is, and all it starts carries its tag', async () => {
  await using yard = new Yard()
  const child = yard.run(
    `process.stdout.write(JSON.stringify(process.env)); starts('inner'); ${ENDS_WITH_INPUT}`,
    { env: { EXTRA: 'yes', CREWROOM_AGENT_ID: 'somebody-else' } },
  )
  expect(await child.spawned).toBe(true)
  const inner = await yard.noted('inner')
  expect(new Set(taggedProcesses(child.tag))).toEqual(new Set([child.pid, inner]))
  expect(taggedProcesses(child.tag.slice(0, -1))).toEqual([])
  expect(child.startTime).toBe(processStartTime(child.pid ?? 0))
  const output = text(child.stdout)
  await child.stop()
  expect(JSON.parse(await output)).toMatchObject({
    CREWROOM_AGENT_ID: 'agent-1',
    CREWROOM_LEAD_ID: 'lead-1',
    CREWROOM_ROLE: 'developer',
    CREWROOM_PROCESS_TAG: child.tag,
    EXTRA: 'yes',
    PATH: process.env['PATH'],
  })
})

test('PR20 a program inherits no setting and no token of the server, gets what it is given, and everything else', async () => {
  await using yard = new Yard()
  vi.stubEnv('CREWROOM_TOKEN', 'of-the-server')
  vi.stubEnv('crewroom_port', '4900')
  vi.stubEnv('CREWROOM_HOME', '/of-the-server')
  for (const name of settingNames()) vi.stubEnv(name, 'of-the-server')
  vi.stubEnv('MODEL_KEY', 'of-the-person')
  const child = yard.run(`process.stdout.write(JSON.stringify(process.env)); ${ENDS_WITH_INPUT}`, {
    env: { CREWROOM_HOME: '/given' },
  })
  vi.unstubAllEnvs()
  const output = text(child.stdout)
  expect(await child.spawned).toBe(true)
  await child.stop()
  const found = JSON.parse(await output) as Record<string, string>
  expect(found).not.toHaveProperty('CREWROOM_TOKEN')
  expect(found).not.toHaveProperty('crewroom_port')
  const own = Object.entries(found).filter(([, value]) => value === 'of-the-server')
  expect(own).toEqual([])
  expect(found).toMatchObject({ CREWROOM_HOME: '/given', MODEL_KEY: 'of-the-person' })
})

test('PR2 a program that cannot be started is said not to, in a sentence', async () => {
  await using yard = new Yard()
  const file = path.join(yard.path, 'notes.txt')
  writeFileSync(file, 'no program')
  chmodSync(file, 0o644)
  const cases: [Partial<ChildOptions>, string][] = [
    [{ command: 'no-such-thing' }, 'There is no program "no-such-thing" on the PATH.'],
    [{ command: '/no/such' }, 'There is no program "/no/such".'],
    [{ command: file }, `The program "${file}" may not be run.`],
    [{ cwd: '/no/folder' }, 'The folder "/no/folder" does not exist.'],
    [{ args: ['x'.repeat(1_000_000)] }, expect.stringMatching(/could not be started: .*E2BIG/)],
  ]
  for (const [options, sentence] of cases) {
    const child = yard.run('', options)
    expect(await child.spawned).toBe(false)
    expect(await child.exited).toMatchObject({ code: null, signal: null, error: sentence })
    await expect(child.write('hello')).rejects.toThrow(CLOSED)
    expect(await text(child.stdout)).toBe('')
    await child.stop()
  }
})

test('PR2 what a keeper said is heard also when its own end is heard of first', async () => {
  await using yard = new Yard()
  const says = (line: string, code: number) => ({
    command: 'sh',
    args: ['-c', `echo '${line}' >&3; exit ${code}`],
  })
  for (let n = 0; n < often(3, 20); n++) {
    const failed = yard.run('', { command: '/no/such', keeper: says('failed 2', 127) })
    const ended = yard.run('', { keeper: says('started 999999999\nended 7 0', 0) })
    // Both have ended by the time anything of them is read.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30)
    expect(await failed.exited).toMatchObject({ error: 'There is no program "/no/such".' })
    expect(await ended.ended).toMatchObject({ code: 7, signal: null })
  }
})

test('PR3 a program is told of its end by the end of its input, and has time for its work', async () => {
  await using yard = new Yard()
  // Its work takes as long as the test says, and the time of grace stands still.
  const clock = new FakeClock()
  const child = yard.run(
    `
process.on('SIGTERM', () => note('asked', 1))
process.stdin.on('end', () => {
  note('told', 1)
  noted('done').then(() => { process.stdout.write('bye'); process.exitCode = 5; process.stdin.destroy() })
}).resume()
`,
    { clock },
  )
  const output = text(child.stdout)
  await child.spawned
  const stopped = Promise.all([child.stop(), child.stop()])
  await yard.noted('told')
  yard.note('done')
  await passUntil(clock, stopped)
  expect(await child.exited).toEqual({ code: 5, signal: null, error: null, stderr: '', left: 0 })
  expect(await output).toBe('bye')
  expect(readFileSync(path.join(yard.path, 'notes'), 'utf8')).not.toContain('asked')
})

test('PR4 who does not end with the input is asked once with SIGTERM, and killed after the time of grace', async () => {
  const clock = new FakeClock()
  await using yard = new Yard()
  using sent = new SentSignals(clock)
  const child = yard.run(
    `process.on('SIGTERM', () => note('asked', 1)); process.stdin.on('end', () => note('told', 1)).resume()
starts('near', { detached: false, deaf: true }); stay(); note('begin', 1)`,
    { graceMs: 400, clock },
  )
  child.stdout.resume()
  const near = await yard.noted('near')
  await yard.noted('begin')
  const began = clock.monotonic()
  const stopped = child.stop()
  await yard.noted('told')
  await pass(clock, 399)
  expect(sent.all, 'within the grace').toEqual([])
  await pass(clock, 1)
  await yard.noted('asked')
  expect(sent.all.map(({ signal }) => signal)).toEqual(['SIGTERM', 'SIGTERM'])
  expect(new Set(sent.all.map(({ pid }) => pid))).toEqual(new Set([child.pid, near]))
  await pass(clock, 399)
  expect(sent.all, 'within the grace again').toHaveLength(2)
  await passUntil(clock, stopped)
  // It is looked for every 25 ms.
  const killed = (sent.first('SIGKILL') ?? Infinity) - began
  expect(killed).toBeGreaterThanOrEqual(800)
  expect(killed).toBeLessThanOrEqual(850)
  expect(await child.exited).toMatchObject({ code: null, signal: 'SIGKILL', left: 0 })
  expect(readFileSync(path.join(yard.path, 'notes'), 'utf8').match(/asked/g)).toHaveLength(1)
  expect(runs(near)).toBe(false)
})

test('PR5 what a program started in a session of its own ends with it, also when it is deaf', async () => {
  await using yard = new Yard()
  const child = yard.run(`starts('kind'); starts('deaf', { deaf: true }); ${ENDS_WITH_INPUT}`, {
    graceMs: 500,
  })
  child.stdout.resume()
  const pids = [await yard.noted('kind'), await yard.noted('deaf')]
  expect(pids.map(runs)).toEqual([true, true])
  await child.stop()
  expect(pids.map(runs)).toEqual([false, false])
  expect((await child.exited).code).toBe(0)
})

test('PR6 what a program left behind when it ended by itself is ended too', async () => {
  await using yard = new Yard()
  const child = yard.run(`
starts('far')
starts('near', { detached: false, deaf: true })
Promise.all([noted('far'), noted('near')]).then(() => process.exit(9))
`)
  child.stdout.resume()
  expect(await child.exited).toMatchObject({ code: 9, left: 0 })
  expect([await yard.noted('far'), await yard.noted('near')].map(runs)).toEqual([false, false])
})

test('PR7 a program whose output somebody else holds open has ended all the same', async () => {
  await using yard = new Yard()
  // With a clean environment and a session of its own, and without a keeper, it cannot be told from a stranger.
  const child = yard.run(
    `
starts('stranger', { stdio: 'inherit', env: {} })
noted('stranger').then(() => process.stdout.write('the last words', () => process.exit(0)))
`,
    { keeper: null },
  )
  const output = text(child.stdout).catch(() => 'cut off')
  let heard = ''
  child.stdout.on('data', (chunk) => (heard += String(chunk)))
  expect(await child.exited).toMatchObject({ code: 0, left: 0 })
  await output
  expect(heard).toBe('the last words')
  const stranger = await yard.noted('stranger')
  expect(runs(stranger)).toBe(true)
  process.kill(stranger, 'SIGKILL')
})

test('PR8 what a program wrote before its end can be read, however late', async () => {
  const clock = new FakeClock()
  await using yard = new Yard()
  const child = yard.run(`process.stdout.write('x'.repeat(60_000), () => process.exit(0))`, {
    clock,
  })
  const taken: Buffer[] = []
  child.stdout.on('readable', () => {})
  await child.ended
  let gone = false
  void child.exited.then(() => (gone = true))
  // Of output that a stranger holds open so much silence is the end.
  await pass(clock, 60_000)
  expect(gone).toBe(false)
  child.stdout.on('readable', () => {
    for (let part = child.stdout.read(); part !== null; part = child.stdout.read()) taken.push(part)
  })
  child.stdout.emit('readable')
  await passUntil(clock, child.exited)
  expect(Buffer.concat(taken)).toHaveLength(60_000)
})

test('PR9 a program that never reads its input holds up neither its end nor the memory', async () => {
  await using yard = new Yard()
  const child = yard.run(`note('begin', 1); stay()`, { graceMs: 300 })
  child.stdout.resume()
  await yard.noted('begin')
  let settled = ''
  const part = 'x'.repeat(1_000_000)
  const write = child.write(part).then(
    () => (settled = 'taken'),
    () => (settled = 'refused'),
  )
  await eventually('the pipe is full', () => child.stdin.writableLength > 0)
  expect(settled).toBe('')
  await child.stop()
  await write
  expect(settled).toBe('refused')
  await expect(child.write('more')).rejects.toThrow(CLOSED)
  // Node says nothing of an error to a write that is cut off like this.
  const other = yard.run(`note('other', 1); stay()`)
  other.stdout.resume()
  await yard.noted('other')
  const cut = other.write(part).then(
    () => 'taken',
    () => 'refused',
  )
  await eventually('the pipe is full', () => other.stdin.writableLength > 0)
  other.stdin.destroy()
  expect(await cut).toBe('refused')
})

test('PR10 a write is done when the program took it', async () => {
  await using yard = new Yard()
  const child = yard.run(`
let got = 0
process.stdin.on('data', (chunk) => { got += chunk.length })
process.stdin.on('end', () => { note('got', got); process.exit(0) })
`)
  child.stdout.resume()
  for (let i = 0; i < 5; i++) await child.write('✓'.repeat(100_000))
  await child.stop()
  expect(await yard.noted('got')).toBe(1_500_000)
  const closing = yard.run(`process.stdin.destroy(); fs.closeSync(0); note('closed', 1); stay()`)
  closing.stdout.resume()
  await yard.noted('closed')
  await expect(closing.write('hello')).rejects.toThrow(CLOSED)
})

test('PR11 the end of what a program complained of is kept, whatever it is', async () => {
  await using yard = new Yard()
  // In several pieces of which the cut goes through a character.
  const child = yard.run(`
const parts = ['a' + '✓'.repeat(14_000), '✓'.repeat(14_000), '✓'.repeat(14_000) + '!!']
const next = () => parts.length ? process.stderr.write(parts.shift(), () => setTimeout(next, 60)) : process.exit(1)
next()
`)
  child.stdout.resume()
  const { stderr, code } = await child.exited
  expect(code).toBe(1)
  expect(stderr).toMatch(/^✓+!!$/)
  expect(Buffer.byteLength(stderr)).toBeGreaterThan(65_530)
  expect(Buffer.byteLength(stderr)).toBeLessThanOrEqual(65_536)
  const odd = yard.run(
    `process.stderr.write(Buffer.from([0x61, 0xff, 0x62]), () => process.exit(0))`,
  )
  odd.stdout.resume()
  expect((await odd.exited).stderr).toBe('a\uFFFDb')
})

test('PR12 what a run before left is ended by its tag, and nobody else is', async () => {
  await using yard = new Yard()
  const before = yard.run(`starts('far'); starts('near', { detached: false }); stay()`)
  const other = yard.run(`starts('bystander'); stay()`)
  for (const child of [before, other]) child.stdout.resume()
  const left = [before.pid ?? 0, await yard.noted('far'), await yard.noted('near')]
  const bystander = await yard.noted('bystander')
  expect(await endTagged(before.tag, before.pid ?? null, 2_000, systemClock)).toBe(0)
  expect(left.map(runs)).toEqual([false, false, false])
  expect([other.pid ?? 0, bystander].map(runs)).toEqual([true, true])
  // Nothing there: at once, and on a clock that stands still.
  expect(await endTagged(before.tag, null, 2_000, new FakeClock())).toBe(0)
})
