import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { keeper } from '../../src/programs/processes/keeper'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { keepersOf, processesOf, runs } from '../harness/processes'
import { eventually } from '../harness/speaker'
import { endStrays, STRAYS, strayIn } from '../harness/strays'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

afterEach(endStrays)

/** What an agent's program does beside letting go of two processes: it ends with its input, or heeds nothing. */
const NATURES = {
  meek: `process.stdin.on('end', () => process.exit(0)).resume(); stay()`,
  deaf: `process.on('SIGTERM', () => {}); stay()`,
}

/** Makes an agent of each nature; the processes that their programs have let go of. */
async function lost(folder: string, make: (agent: object) => Promise<unknown>): Promise<number[]> {
  const pids: number[] = []
  for (const [name, script] of Object.entries(NATURES)) {
    const cwd = path.join(folder, name)
    mkdirSync(cwd, { recursive: true })
    const file = path.join(cwd, 'program.cjs')
    writeFileSync(file, `${STRAYS}strays('meek'); strays('deaf', 'deaf'); ${script}`)
    const driver = { kind: 'pipe', command: process.execPath, args: [file] }
    await make({ name, role: 'developer', cwd, driver })
  }
  for (const name of Object.keys(NATURES)) {
    for (const word of ['meek', 'deaf']) {
      pids.push(await strayIn(path.join(folder, name, 'strays'), word))
    }
  }
  expect(pids.filter(runs)).toHaveLength(4)
  return pids
}

const noKeeper = keeper() === null

test.skipIf(noKeeper)(
  'PR14 terminating an agent ends what its program let go of, and so do deleting its crew and stopping the server',
  async () => {
    using folder = tempFolder()
    await using server = await TestServer.start({ config: { stopGraceMs: 200 } })
    const ends = {
      terminate: async (_: string, ids: readonly string[]) => {
        for (const id of ids) await server.call('POST', `/api/agents/${id}/terminate`, {})
      },
      delete: async (leadId: string) => {
        await server.call('DELETE', `/api/lead/${leadId}`, { confirm: 'atlas' })
      },
      stop: () => server.stop(),
    }
    for (const [how, end] of Object.entries(ends)) {
      const { leadId } = await server.crew('atlas')
      const ids: string[] = []
      const pids = await lost(path.join(folder.path, how), async (agent) => {
        const { body } = await server.call('POST', `/api/lead/${leadId}/agents`, agent)
        ids.push(body['agent'].id as string)
      })
      expect(keepersOf(leadId)).toHaveLength(2)
      await end(leadId, ids)
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
    using data = tempFolder()
    using folder = tempFolder()
    const environment = { CREWROOM_STOP_GRACE_MS: '200' }
    const first = await ChildServer.start({ data: data.path, port: 0, environment })
    const post = (route: string, body: unknown) =>
      request(`${first.url}${route}`, ownerToken(data.path), 'POST', body)
    const leadId = (await post('/api/lead', { name: 'atlas' }))?.body['lead'].id as string
    const pids = await lost(folder.path, (agent) => post(`/api/lead/${leadId}/agents`, agent))
    await first.end('SIGKILL')
    // One program ends with its input: of what it let go of, only its keeper knows.
    await eventually('one program has ended', () => processesOf(leadId).length === 1)
    expect(pids.filter(runs)).toHaveLength(4)
    await using _second = await ChildServer.start({ data: data.path, port: 0, environment })
    expect(pids.filter(runs)).toEqual([])
    await eventually('no keeper is left', () => keepersOf(leadId).length === 0)
  },
)
