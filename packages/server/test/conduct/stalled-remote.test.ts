import { expect, test } from 'vitest'
import { delegate } from '../../src/agents/tasks'
import { watchStalls } from '../harness/life-crew'
import { eventually } from '../harness/speaker'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { dev: 'developer', qa: 'qa-tester' }

/** Agents that call the server, each with a task, on a fake clock with the watch on. */
function atWork(names: readonly (keyof typeof AGENTS)[]): TestCrew {
  const crew = testCrew({ agents: AGENTS, begun: (core) => watchStalls(core) })
  for (const name of names) {
    delegate(crew.shard, crew.crew, BY_PERSON, { to: name, text: 'build it' })
  }
  return crew
}

async function pass(crew: TestCrew, ms: number): Promise<void> {
  crew.act(() => crew.clock.advance(ms))
  await new Promise((resolve) => setImmediate(resolve))
  crew.check()
}

/** Minute by minute. */
async function passMinutes(crew: TestCrew, minutes: number): Promise<void> {
  for (let i = 0; i < minutes; i++) await pass(crew, 60_000)
}

const stall = (crew: TestCrew, name: string) => crew.crew.remembered(crew.id(name)).stall

test('LV21 a remote agent that thinks with its page open counts as at work for a quarter of an hour', async () => {
  await using crew = atWork(['dev'])
  const id = crew.id('dev')
  crew.core.inbox.heard(id)
  // It was there for a while before it is given what it thinks about.
  await pass(crew, 59_000)
  crew.core.inbox.heard(id)
  const page = await crew.core.inbox.fetch(id, { for: 'wake' })
  // After a minute it counts as not connected.
  await passMinutes(crew, 14)
  expect([stall(crew, 'dev'), crew.crew.state.needs]).toEqual([null, {}])
  await crew.core.inbox.ack(id, page.cursor)
  await passMinutes(crew, 1)
  expect(stall(crew, 'dev'), 'it confirmed, and is quiet').toBe('asked')
})

test('LV21 a remote agent that is gone with its page open is noticed in the end', async () => {
  await using crew = atWork(['dev'])
  const id = crew.id('dev')
  crew.core.inbox.heard(id)
  await crew.core.inbox.fetch(id, { for: 'wake' })
  await passMinutes(crew, 40)
  expect(Object.values(crew.crew.state.needs).map(({ text }) => text)).toEqual([
    'Its program is not connected, and its task is open: build it',
  ])
})

test('LV23 a look that is due while storage is away is made up for', async () => {
  await using crew = atWork(['dev'])
  crew.core.inbox.heard(crew.id('dev'), true)
  await crew.reads('dev')
  const { journal } = crew.shard
  const failure = { code: 'SQLITE_FULL', message: 'full' }
  Object.defineProperty(journal, 'failure', { configurable: true, get: () => failure })
  await passMinutes(crew, 2)
  Reflect.deleteProperty(journal, 'failure')
  expect(stall(crew, 'dev')).toBeNull()
  await pass(crew, 1_000)
  expect(stall(crew, 'dev')).toBe('asked')
})

test('LV24 the quiet of one agent does not put off what is due for another', async () => {
  await using crew = atWork(['dev', 'qa'])
  for (const name of ['dev', 'qa']) crew.core.inbox.heard(crew.id(name), true)
  await crew.reads('dev')
  await pass(crew, 30_000)
  await crew.reads('qa')
  await pass(crew, 30_000)
  expect([stall(crew, 'dev'), stall(crew, 'qa')]).toEqual(['asked', null])
  await pass(crew, 30_000)
  expect([stall(crew, 'dev'), stall(crew, 'qa')]).toEqual(['asked', 'asked'])
})

test('LV20 a server that was stopped in the quiet minute of a pipe agent asks it after its next start', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const driver = { kind: 'pipe', command: '/bin/sh', args: ['-c', 'cat > /dev/null'] }
  const hired = await server.call('POST', `/api/lead/${leadId}/agents`, {
    name: 'dev',
    role: 'developer',
    driver,
    task: 'build it',
  })
  expect(hired.status).toBe(201)
  const id = hired.body['agent'].id as string
  const crew = () => server.app.core.shard.crew(leadId)
  const hasRead = () => {
    const { inHand } = crew()
    const isHanded = inHand.chain(id).turnSeq > 0
    return isHanded && inHand.pending(id).length + inHand.open(id).length === 0
  }
  await eventually('it was handed its task', hasRead)
  await server.restart()
  await eventually('it is asked', () => crew().remembered(id).stall === 'asked' && hasRead())
  await server.restart()
  await eventually('a person is called', () => crew().remembered(id).stall === 'told')
})
