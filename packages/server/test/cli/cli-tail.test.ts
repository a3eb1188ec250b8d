import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { patience } from '../../../shared/test/patience'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const WAIT = { timeout: patience(30_000), interval: 100 }

let child: ChildProcess | null = null
afterEach(() => {
  child?.kill('SIGKILL')
  child = null
})

/** `crewroom tail` on the server's data, with what it has printed so far. */
function startTail(server: TestServer, ...flags: readonly string[]) {
  const run = spawn(process.execPath, [CLI, 'tail', '--data', server.data.folder, ...flags], {
    env: { ...process.env, FORCE_COLOR: undefined },
  })
  child = run
  let out = ''
  let notes = ''
  run.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  run.stderr.on('data', (chunk: Buffer) => (notes += chunk.toString()))
  return { lines: () => out.split('\n').filter((line) => line !== ''), notes: () => notes }
}

async function groupOf(server: TestServer, leadId: string, members: readonly string[]) {
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'plan', memberIds: members })
  let n = 0
  return {
    /** Writes as the person until the follower is there to show it. */
    async sayUntil(seen: () => boolean): Promise<void> {
      await expect
        .poll(async () => {
          await server.call('POST', `${groups}/plan/messages`, { content: `knock ${n++}` })
          return seen()
        }, WAIT)
        .toBe(true)
    },
    say: (content: string, token = server.owner) =>
      server.call('POST', `${groups}/plan/messages`, { content }, { token }),
  }
}

test('CL1 tail tells in words what happens from now on, with names', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { Dora: 'developer' })
  const plan = await groupOf(server, leadId, [ids['Dora'] ?? ''])
  const run = startTail(server)
  await plan.sayUntil(() => run.lines().length > 0)
  await plan.say('Who takes\nthe parser?', tokens['Dora'])
  await server.call('POST', `/api/lead/${leadId}/agents`, { name: 'Quin', role: 'qa-tester' })
  await expect.poll(() => run.lines().join('\n'), WAIT).toMatch(/Quin joins the crew as QA Tester/)
  const text = run.lines().join('\n')
  expect(text).toMatch(/^\d\d:\d\d:\d\d #plan Dora: Who takes\n\s+the parser\?$/m)
  expect(text).toMatch(/^\d\d:\d\d:\d\d #plan You: knock \d+$/m)
  expect(text, 'no colours where there is no terminal').not.toContain('\u001b')
})

test('CL2 tail --json gives one event per line, of one crew only when asked', async () => {
  await using server = await TestServer.start()
  const { leadId, ids } = await server.crew('atlas', { Dora: 'developer' })
  const other = await server.crew('borealis')
  const plan = await groupOf(server, leadId, [ids['Dora'] ?? ''])
  const run = startTail(server, '--json', '--lead', leadId)
  await plan.sayUntil(() => run.lines().length > 0)
  await groupOf(server, other.leadId, [])
  const { body } = await plan.say('the last')
  await expect.poll(() => run.lines().at(-1), WAIT).toContain('the last')
  const events = run.lines().map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(events.at(-1)).toMatchObject({ type: 'group:message', message: body['message'] })
  expect(events.every((event) => event['leadId'] === leadId)).toBe(true)
})

test('CL3 tail goes on after a restart of the server, at another port, and misses and doubles nothing', async () => {
  await using server = await TestServer.start()
  const { leadId, ids } = await server.crew('atlas', { Dora: 'developer' })
  const plan = await groupOf(server, leadId, [ids['Dora'] ?? ''])
  const run = startTail(server, '--json')
  await plan.sayUntil(() => run.lines().length > 0)
  await server.restart()
  for (const n of [1, 2, 3]) await plan.say(`after ${n}`)
  await expect.poll(() => run.lines().at(-1), WAIT).toContain('after 3')
  const seqs = run.lines().map((line) => (JSON.parse(line) as { seq: number }).seq)
  const { body } = await server.call(
    'GET',
    `/api/events?lead=${leadId}&since=${(seqs[0] ?? 1) - 1}`,
  )
  expect(seqs).toEqual((body['events'] as { seq: number }[]).map(({ seq }) => seq))
  expect(run.notes()).toContain('waiting for the server')
})

test('CL4 tail says in one sentence that no server runs, or that there is no such crew', async () => {
  using folder = tempFolder()
  const without = spawnSync(process.execPath, [CLI, 'tail', '--data', folder.path], {
    encoding: 'utf8',
    timeout: patience(60_000),
  })
  expect(without.status).toBe(1)
  expect(without.stderr).toBe(
    `No Crewroom server is running on ${folder.path}. Start one with: crewroom start\n`,
  )
  await using server = await TestServer.start()
  const run = startTail(server, '--lead', 'nobody')
  const status = await new Promise((resolve) => child?.once('exit', resolve))
  expect(status).toBe(1)
  await expect.poll(() => run.notes(), WAIT).toMatch(/^There is no such crew\..*\n$/)
})
