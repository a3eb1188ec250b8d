import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../src/clock'
import { AgentChild } from '../../src/programs/processes/agent-child'
import type { ChildOptions } from '../../src/programs/processes/child-shapes'
import { keeper } from '../../src/programs/processes/keeper'
import { endTagged } from '../../src/programs/processes/end-tagged'
import { runs } from '../harness/processes'
import { eventually } from '../harness/speaker'
import { endStrays, STRAYS, strayIn } from '../harness/strays'
import { tempFolder } from '../harness/temp-folder'

afterEach(endStrays)

let tags = 0

/** A program in a folder of its own, whose strays note their numbers there. */
class Yard {
  readonly #folder = tempFolder()
  readonly tag = `stray-test-${process.pid}-${tags++}`
  child!: AgentChild

  run(script: string, options: Partial<ChildOptions> = {}): AgentChild {
    const file = path.join(this.#folder.path, 'program.cjs')
    writeFileSync(file, STRAYS + script)
    this.child = AgentChild.spawn({
      agentId: 'agent-1',
      leadId: 'lead-1',
      role: 'developer',
      command: process.execPath,
      args: [file],
      cwd: this.#folder.path,
      env: {},
      tag: this.tag,
      clock: systemClock,
      graceMs: 300,
      ...options,
    })
    return this.child
  }

  stray(word: string): Promise<number> {
    return strayIn(path.join(this.#folder.path, 'strays'), word)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await endTagged(this.tag, null, 0, systemClock)
    this.child.stdout.resume()
    await this.child.exited
    this.#folder[Symbol.dispose]()
  }
}

const hasKeeper = keeper() !== null

test.skipIf(!hasKeeper)(
  'PR14 what cleared its environment, left for a session of its own and forked twice ends with its program, deaf or not',
  async () => {
    await using yard = new Yard()
    const child = yard.run(`strays('meek'); strays('deaf', 'deaf'); stay()`)
    child.stdout.resume()
    const pids = [await yard.stray('meek'), await yard.stray('deaf')]
    for (const pid of pids) {
      expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).toBe('')
      const [, , , session] = statOf(pid)
      expect(session, 'a session of its own').not.toBe(statOf(child.pid ?? 0)[3])
    }
    await child.stop()
    expect(pids.map(runs)).toEqual([false, false])
    expect(runs(child.pid ?? 0)).toBe(false)
    expect((await child.exited).left).toBe(0)
  },
)

test.skipIf(!hasKeeper)(
  'PR14 it ends also when its program ended by itself, whatever its code, and when it holds its output',
  async () => {
    for (const [code, how] of [
      [0, 'holds'],
      [9, 'meek'],
    ] as const) {
      await using yard = new Yard()
      const child = yard.run(`strays('own', '${how}').then(() => process.exit(${code}))`)
      const output = text(child.stdout).catch(() => 'cut off')
      const pid = await yard.stray('own')
      expect(await child.exited).toMatchObject({ code, signal: null, left: 0 })
      expect(runs(pid)).toBe(false)
      await output
    }
  },
)

test.skipIf(!hasKeeper)('PR14 what it starts in its turn is found as well', async () => {
  await using yard = new Yard()
  const child = yard.run(`strays('own', 'parent'); stay()`)
  child.stdout.resume()
  const pids = [await yard.stray('own'), await yard.stray('own-child')]
  process.kill(pids[0] ?? 0, 'SIGKILL')
  await eventually('it is gone', () => !runs(pids[0] ?? 0))
  expect(runs(pids[1] ?? 0)).toBe(true)
  await child.stop()
  expect(pids.map(runs)).toEqual([false, false])
})

test.skipIf(!hasKeeper)(
  'PR15 beside its keeper a program is what it would be alone: its environment, its signals, and its end',
  async () => {
    const seen: unknown[] = []
    for (const options of [{}, { keeper: null }]) {
      await using yard = new Yard()
      const child = yard.run('', {
        command: 'sh',
        args: ['-c', 'env; grep -E "Sig(Ign|Blk)" /proc/self/status; cat; kill -ABRT $$'],
        env: { PERL5OPT: '-w', PERL_BADLANG: '1', LC_ALL: 'none_NONE', EXTRA: 'a b\nc=d ü' },
        graceMs: 20_000,
        ...options,
      })
      const said = text(child.stdout)
      expect(await child.spawned).toBe(true)
      expect(Number(statOf(child.pid ?? 0)[2]), 'leads its group').toBe(child.pid)
      await child.stop()
      const { pid, tag, ...rest } = { pid: child.pid, tag: yard.tag, ...(await child.exited) }
      expect(rest).toEqual({ code: null, signal: 'SIGABRT', error: null, stderr: '', left: 0 })
      const lines = (await said).replaceAll(tag, 'tag').replaceAll(`${pid}`, 'pid').split('\n')
      seen.push(lines.filter((line) => !/^(PWD|OLDPWD|_)=/.test(line)).toSorted(byText))
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]).toContain('PERL5OPT=-w')
  },
)

test.skipIf(!hasKeeper)(
  'PR15 a keeper heeds no signal, and a program that stops or kills its own has ended all the same',
  async () => {
    for (const [signal, end] of [
      ['SIGTERM', { code: 0, signal: null }],
      ['SIGSTOP', { code: 0, signal: null }],
      ['SIGKILL', { code: null, signal: 'SIGKILL' }],
    ] as const) {
      await using yard = new Yard()
      const child = yard.run(
        `
process.stdin.on('end', () => process.exit(0)).resume()
fs.appendFileSync('strays', 'keeper ' + process.ppid + '\\nown ' + process.pid + '\\n')
process.kill(process.ppid, '${signal}')
stay()`,
      )
      child.stdout.resume()
      const [kept, own] = [await yard.stray('keeper'), await yard.stray('own')]
      await child.stop()
      expect(await child.exited, signal).toMatchObject({ ...end, left: 0 })
      expect(runs(own), signal).toBe(false)
      await eventually(`its keeper is gone: ${signal}`, () => !runs(kept))
    }
  },
)

test('PR16 without a keeper what stays below its program is found, and what is given to somebody else is not', async () => {
  await using yard = new Yard()
  const child = yard.run(`strays('lost').then(() => below('near')); stay()`, { keeper: null })
  child.stdout.resume()
  const [lost, near] = [await yard.stray('lost'), await yard.stray('near')]
  expect(readFileSync(`/proc/${near}/environ`, 'latin1')).toBe('')
  // Asked while it lives: an end of the input would make it leave the other to somebody else.
  expect(await endTagged(yard.tag, child.pid ?? null, 300, systemClock)).toBe(0)
  expect([near, lost].map(runs)).toEqual([false, true])
})

const byText = (a: string, b: string) => a.localeCompare(b)

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
