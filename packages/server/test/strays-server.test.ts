import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { keeper } from '../src/crew/drivers/keeper'
import { ChildServer, ownerToken, request } from './harness/child-server'
import { keepersOf, processesOf, runs } from './harness/processes'
import { eventually } from './harness/speaker'
import { endStrays, STRAYS, strayIn } from './harness/strays'
import { tempFolder } from './harness/temp-folder'
import { TestServer } from './harness/test-server'

afterEach(endStrays)

/** What it has let go of, the program notes in the folder that it runs in. */
async function lostBy(folder: string): Promise<number[]> {
  const pids: number[] = []
  for (const word of ['meek', 'deaf']) pids.push(await strayIn(path.join(folder, 'strays'), word))
  return pids
}

/** An agent's program that lets go of two processes, and heeds neither the end of its input nor SIGTERM if it is deaf. */
function program(folder: string, isDeaf: boolean): object {
  const file = path.join(folder, 'program.cjs')
  const own = isDeaf
    ? `process.on('SIGTERM', () => {}); stay()`
    : `process.stdin.on('end', () => process.exit(0)).resume(); stay()`
  writeFileSync(file, `${STRAYS}strays('meek'); strays('deaf', 'deaf'); ${own}`)
  return { kind: 'pipe', command: process.execPath, args: [file] }
}

const agent = (folder: string, isDeaf: boolean) => ({
  name: 'ada',
  role: 'developer',
  cwd: folder,
  driver: program(folder, isDeaf),
})

const noKeeper = keeper() === null

test.skipIf(noKeeper)(
  'PR14 terminating an agent ends what its program let go of, and so do deleting its crew and stopping the server',
  async () => {
    for (const [how, isDeaf] of [
      ['terminate', false],
      ['terminate', true],
      ['delete', true],
      ['stop', false],
      ['stop', true],
    ] as const) {
      using folder = tempFolder()
      await using server = await TestServer.start({ config: { stopGraceMs: 200 } })
      const { leadId } = await server.crew('atlas')
      const made = await server.call(
        'POST',
        `/api/lead/${leadId}/agents`,
        agent(folder.path, isDeaf),
      )
      const { id } = made.body['agent']
      const pids = await lostBy(folder.path)
      expect([pids.map(runs), keepersOf(leadId).length]).toEqual([[true, true], 1])
      if (how === 'terminate') await server.call('POST', `/api/agents/${id}/terminate`, {})
      else if (how === 'delete')
        await server.call('DELETE', `/api/lead/${leadId}`, { confirm: 'atlas' })
      else await server.stop()
      // That an agent is terminated is told before its program has ended.
      await eventually(`${how}: nothing is left`, () => !pids.some(runs))
      await eventually(`${how}: no keeper is left`, () => keepersOf(leadId).length === 0)
      expect(processesOf(leadId)).toEqual([])
    }
  },
)

test.skipIf(noKeeper)(
  'PR14 after kill -9 the next start ends what programs of the run before let go of, whether they live themselves or not',
  async () => {
    for (const isDeaf of [false, true]) {
      using data = tempFolder()
      using folder = tempFolder()
      const environment = { CREWROOM_STOP_GRACE_MS: '200' }
      const first = await ChildServer.start({ data: data.path, port: 0, environment })
      const call = (server: ChildServer, method: string, route: string, body?: unknown) =>
        request(`${server.url}${route}`, ownerToken(data.path), method, body)
      const lead = await call(first, 'POST', '/api/lead', { name: 'atlas' })
      const leadId = lead?.body['lead'].id as string
      await call(first, 'POST', `/api/lead/${leadId}/agents`, agent(folder.path, isDeaf))
      const pids = await lostBy(folder.path)
      // So that the program is gone as well when the next one starts: nobody is left who would know them.
      await first.end('SIGKILL')
      if (!isDeaf) await eventually('the program has ended', () => processesOf(leadId).length === 0)
      expect(pids.map(runs)).toEqual([true, true])
      await using _second = await ChildServer.start({ data: data.path, port: 0, environment })
      expect(pids.map(runs)).toEqual([false, false])
      await eventually('no keeper is left', () => keepersOf(leadId).length === 0)
    }
  },
)
