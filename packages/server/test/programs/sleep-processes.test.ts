import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { examine } from '../../src/cli/doctor'
import { AgentFloor } from '../harness/agent-floor'
import { runs } from '../harness/processes'
import { isLong } from '../harness/long'

/** A moment: what happens in it is waited for, never measured. */
const SOON = { idleStopMinutes: 0.005, completedStopMinutes: 0 }

function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
  }, 0)
}

async function asleep(floor: AgentFloor, ...names: string[]): Promise<void> {
  const { presence } = floor.server.app.core
  for (const name of names) {
    await floor.until(`${name} sleeps`, () => presence.get(floor.id(name)).asleep)
  }
}

/** What `crewroom doctor` says of the running server. */
async function sleepers(floor: AgentFloor): Promise<string[]> {
  const findings = await examine({
    nodeVersion: '20.19.0',
    data: floor.server.data,
    host: '127.0.0.1',
    port: 0,
    environment: {},
    checkScript: new URL('../../dist/database-check.js', import.meta.url),
  })
  return findings.map(({ text }) => text).filter((text) => text.startsWith('a server is running'))
}

test('SP9, SP10 an idle program ends with what it started, its record says so, and the sleeping agents are counted', async () => {
  await using floor = await AgentFloor.open(SOON)
  await floor.agent('ada', { loadSession: true, grandchild: true })
  await floor.tell('ada', 'first')
  await floor.programs.prompt('ada', 1)
  expect(floor.processes()).toHaveLength(2)
  await asleep(floor, 'ada')
  await floor.until('nothing runs', () => floor.processes().length === 0)
  const stopped = (await floor.recorded('ada')).filter(({ kind }) => kind === 'stopped')
  expect(stopped.at(-1)?.data).toMatchObject({ asleep: true })
  const metrics = await fetch(`${floor.server.app.url}/api/metrics`, {
    headers: { authorization: `Bearer ${floor.server.owner}` },
  })
  expect(await metrics.text()).toContain('\ncrewroom_programs_asleep 1\n')
  expect((await sleepers(floor)).at(-1)).toMatch(
    /; at most \d+\.\d\d s without an answer; asleep until something wakes them: 1 of its/,
  )
})

test.skipIf(!isLong)(
  'SP2, SP5, SP9, SP10 idle programs end with everything they started, and continue their sessions later: with real processes',
  async () => {
    await using floor = await AgentFloor.open(SOON)
    await floor.agent('loads', { loadSession: true, grandchild: true })
    await floor.agent('resumes', { resume: true })
    await floor.agent('forgets', { loadSession: false })
    const names = ['loads', 'resumes', 'forgets']
    for (const name of names) await floor.tell(name, 'first')
    for (const name of names) await floor.programs.prompt(name, 1)
    const before = memoryOf(floor.processes().filter(runs))
    await asleep(floor, 'loads', 'resumes')
    const { why, connection } = await floor.view('loads')
    expect([connection, why.code, why.text]).toEqual([
      'none',
      'asleep',
      'asleep; wakes with the next message',
    ])
    await floor.until('one program is left', () => floor.processes().length === 1)
    console.log(`three programs took ${before} KiB, then ${memoryOf(floor.processes())} KiB`)
    expect(floor.processes()).toEqual([floor.programs.pids('forgets').at(-1)])
    const stopped = (await floor.recorded('loads')).filter(({ kind }) => kind === 'stopped')
    expect(stopped.at(-1)?.data).toMatchObject({ asleep: true })
    await floor.until('its time has come, too', () => {
      const since = floor.server.app.core.presence.get(floor.id('forgets')).since ?? Infinity
      return Date.now() - since > 2 * SOON.idleStopMinutes * 60_000
    })
    const notes = (await floor.recorded('forgets')).filter(({ kind }) => kind === 'note')
    expect(notes.map(({ text }) => text)).toEqual([
      'Its program keeps running while idle: it could not continue this conversation later.',
    ])
    expect(await sleepers(floor)).toContainEqual(
      expect.stringMatching(
        /^a server is running: .*; asleep until something wakes them: 2 of its/,
      ),
    )

    for (const name of names) await floor.tell(name, 'second')
    for (const name of names) {
      await floor.programs.prompt(name, 2)
      await floor.settled(name)
      expect([name, floor.programs.repeats(name, ': first')]).toEqual([name, [false]])
      expect([name, floor.programs.repeats(name, ': second')]).toEqual([name, [false]])
    }
    expect(floor.programs.asked('loads', 'session/load')).toBe(1)
    expect(floor.programs.asked('resumes', 'session/resume')).toBe(1)
  },
)

test.skipIf(!isLong)(
  'SP8 after a restart of the server sleeping programs stay asleep until they are woken',
  async () => {
    await using floor = await AgentFloor.open(SOON)
    await floor.agent('ada', { loadSession: true })
    await floor.tell('ada', 'first')
    await floor.programs.prompt('ada', 1)
    await asleep(floor, 'ada')
    const starts = floor.programs.starts('ada').length
    await floor.restart()
    await asleep(floor, 'ada')
    expect((await floor.view('ada'))['why']).toMatchObject({ code: 'asleep' })
    expect([floor.programs.starts('ada').length, floor.processes()]).toEqual([starts, []])
    await floor.tell('ada', 'second')
    expect(await floor.programs.prompt('ada', 2)).toContain(': second')
    await floor.settled('ada')
    expect(floor.programs.starts('ada').length).toBe(starts + 1)
    expect(floor.programs.asked('ada', 'session/load')).toBe(1)
  },
)
