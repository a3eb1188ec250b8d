import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import { AgentFloor } from '../harness/agent-floor'
import { isLong } from '../harness/long'
import { ScriptedRemote } from '../harness/scripted-remote'
import { eventually } from '../harness/speaker'

const NAMES = ['ada', 'ben', 'cy', 'dee'] as const

/** Answers each question with a line. */
const PIPE = `
process.stdin.on('data', (text) => {
  const [, n] = /\\[Round (\\d+) of/.exec(String(text)) ?? []
  if (n) process.stdout.write('pip prefers the short one.\\n')
})
`
const speaks = (name: string) => ({
  when: String.raw`\[Round (\d+) of`,
  say: `${name} has something to say in round $1.`,
})

let floor: AgentFloor
let token = ''

beforeAll(async () => {
  floor = await AgentFloor.open()
  const silent = { hang: 'prompt' }
  const begins = path.join(floor.folder, 'cy goes')
  const goesOn = { when: 'ontinue', say: 'and this is the rest of it.', times: 1 }
  await floor.agent('ada', { rules: [speaks('ada')], usage: { totalTokens: 100 } })
  await floor.agent('ben', silent)
  await floor.agent(
    'cy',
    { chunks: ['cy begins, ', { awaits: begins }] },
    { rules: [goesOn, speaks('cy')] },
  )
  await floor.agent('dee', { chunks: [6_000, 'dee is late.'] }, { rules: [speaks('dee')] })
  await floor.group('plan', NAMES)
  await floor.agent('eve', { rules: [{ when: 'you sum up', say: 'Both prefer short names.' }] })
  writeFileSync(path.join(floor.folder, 'pipe.cjs'), PIPE)
  const args = [path.join(floor.folder, 'pipe.cjs')]
  await floor.add('pip', { kind: 'pipe', command: process.execPath, args })
  const made = await floor.server.call('POST', `/api/lead/${floor.leadId}/agents`, {
    name: 'web',
    role: 'architect',
    driver: { kind: 'remote' },
  })
  floor.ids['web'] = made.body['agent'].id as string
  token = made.body['token'] as string
  await floor.group('mixed', ['eve', 'pip', 'web'])
})

afterAll(async () => {
  await floor[Symbol.asyncDispose]()
})

async function get(route: string) {
  const { status, body } = await floor.server.call('GET', route)
  expect([status, body]).toEqual([200, body])
  return body
}

// Most of its half minute it waits for times that are over.
test.skipIf(!isLong)(
  'RU2, RU5, RU14, RN5, RN9 four programs discuss to the end: one is killed, one silent, one late, and the server restarts',
  async () => {
    const discussions = `/api/lead/${floor.leadId}/groups/plan/discussions`
    const limits = { rounds: 9, answerSeconds: 5, waitSeconds: 5 }
    const body = { goal: 'What do we call it?', participants: NAMES, limits }
    const started = await floor.server.call('POST', discussions, body)
    expect([started.status, started.body]).toEqual([201, started.body])
    const { id, sessionId } = started.body['run'] as RunRecord
    const rounds = async () =>
      (await get(`/api/lead/${floor.leadId}/groups/plan/sessions/${sessionId}/rounds`))[
        'rounds'
      ] as RoundRecord[]
    const opened = (n: number) =>
      eventually(`round ${n} begins`, async () => (await rounds()).length >= n, 20_000)

    await opened(3)
    await floor.until('cy has begun', () => floor.seen('cy'))
    process.kill(floor.programs.pids('cy').at(-1) ?? 0, 'SIGKILL')
    await opened(6)
    await floor.restart()
    const run = async () => (await get(`/api/runs/${id}`)) as { run: RunRecord; result: Result }
    await eventually('it ends', async () => (await run()).run.status === 'ended', 30_000)

    const { run: ended, result } = await run()
    const nameOf = (agentId: string) => NAMES.find((name) => floor.id(name) === agentId)
    const course = (await rounds()).map(({ run: of, responses }) => [
      of?.n,
      ...responses.flatMap(({ agentId, status }) => [nameOf(agentId), status]),
    ])
    // Ben is left out when he has failed twice in a row.
    expect(course).toEqual([
      [1, 'ada', 'done'],
      [2, 'ben', 'error'],
      [3, 'cy', 'done'],
      [4, 'dee', 'error'],
      [5, 'ada', 'done'],
      [6, 'ben', 'error'],
      [7, 'cy', 'done'],
      [8, 'dee', 'done'],
      [9, 'ada', 'done'],
    ])
    expect(ended).toMatchObject({ stopReason: 'max_rounds', progress: { rounds: 9, messages: 6 } })
    const word = (name: string, n: number) => `${name} has something to say in round ${n}.`
    expect(result.history.map(({ content }) => content.trim())).toEqual([
      'What do we call it?',
      word('ada', 1),
      expect.stringMatching(/and this is the rest of it\.$/),
      word('ada', 5),
      word('cy', 7),
      word('dee', 8),
      word('ada', 9),
    ])
    expect(result).toMatchObject({ finalState: 'max-rounds', conversationId: sessionId })
    expect(result.history[1]).toMatchObject({ name: 'ada', metadata: { tokens: 100 } })
    // Nothing is asked twice.
    for (const name of NAMES) {
      const asked = floor.programs
        .prompts(name)
        .flatMap((prompt) => [...prompt.matchAll(/^\[Round (\d+) of 9/gm)].map(([, n]) => n))
      expect([name, new Set(asked).size]).toEqual([name, asked.length])
    }
  },
  90_000,
)

test('RU12 (D7) a pipe, a remote agent and an ACP agent discuss: everybody at once, and one sums up; the course is a stream of lines', async () => {
  const web = new ScriptedRemote(floor.id('web'), (method, route, body) =>
    floor.server.call(method, route, body, { token }),
  )
  await web.drain()
  const started = await floor.server.call(
    'POST',
    `/api/lead/${floor.leadId}/groups/mixed/discussions`,
    {
      goal: 'Long or short names?',
      participants: ['pip', 'web'],
      policy: { kind: 'parallel', aggregator: 'eve' },
    },
  )
  expect([started.status, started.body]).toEqual([201, started.body])
  const { id, sessionId } = started.body['run'] as RunRecord
  const course = lines(id, 0)
  expect(await web.asked()).toContain('[Round 1 of 10 · discussion "Long or short names?"')
  await web.says('I find short ones easier to read.')
  const all = await course
  expect(
    all.map(({ type, speaker, content }) => [type, speaker ?? content].filter(Boolean)),
  ).toEqual([
    ['start'],
    ['message', 'human'],
    ['speaker-selected', 'pip'],
    ['speaker-selected', 'web'],
    ['message', expect.toBeOneOf(['pip', 'web'])],
    ['message', expect.toBeOneOf(['pip', 'web'])],
    ['message', 'eve'],
    ['complete'],
  ])
  expect(all.at(-1)).toMatchObject({
    conversationId: sessionId,
    rounds: 1,
    finalState: 'complete',
    summary: 'Both prefer short names.',
  })
  // Behind any line it goes on with the next one.
  const [, , , , fifth] = all
  expect(await lines(id, fifth?.seq ?? 0)).toEqual(all.slice(5))
})

interface Line {
  readonly seq: number
  readonly type: string
  readonly speaker?: string
  readonly content?: string
}

/** The stream of a discussion, to its end. */
async function lines(id: string, since: number): Promise<Line[]> {
  const { app, owner } = floor.server
  const reply = await fetch(`${app.url}/api/runs/${id}/stream?since=${since}`, {
    headers: { authorization: `Bearer ${owner}` },
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
  const text = await reply.text()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

interface Result {
  readonly conversationId: string
  readonly finalState: string
  readonly history: readonly { readonly name?: string; readonly content: string }[]
}
