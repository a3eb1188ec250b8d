import { expect, test } from 'vitest'
import { broadcast, interrupt, sendDirect } from '../../src/agents/direct-messages'
import { terminateAgent } from '../../src/agents/end-agent'
import { pauseCrew } from '../../src/agents/pause'
import { resumeAgent } from '../../src/agents/revive'
import { answerPermission } from '../../src/crew/permissions'
import { completeTask } from '../../src/agents/tasks'
import { liveAgent } from '../../src/live/agent'
import type { Nature } from '../harness/program-world'
import { LifeCrew } from '../harness/life-crew'
import { SteadyWorld } from '../harness/steady-world'
import { BY_PERSON, byAgent } from '../harness/test-crew'

const MINUTE = 60_000
const SLEEP = { idleMs: 15 * MINUTE, completedMs: 2 * MINUTE }

interface Scene extends AsyncDisposable {
  readonly crew: LifeCrew
  readonly world: SteadyWorld
  readonly dev: string
}

/** A lead that has gone quiet and a developer that has worked on one message and rests since. */
async function atRest(nature: Partial<Nature> = {}, sleep = SLEEP): Promise<Scene> {
  const world = new SteadyWorld()
  world.next = { ...world.next, ...nature }
  const crew = await LifeCrew.start(world, { agents: { dev: 'developer' }, sleep })
  const dev = crew.id('dev')
  tells(crew, dev, 'first')
  await crew.settle()
  await answers(crew, dev)
  return { crew, world, dev, [Symbol.asyncDispose]: () => crew[Symbol.asyncDispose]() }
}

function tells(crew: LifeCrew, to: string, content: string): void {
  sendDirect(crew.shard, crew.crew, BY_PERSON, { to, content })
}

async function answers(crew: LifeCrew, id: string): Promise<void> {
  crew.programs.of(id).answers('end_turn')
  await crew.settle()
}

function live(crew: LifeCrew, id: string) {
  const { connection, status, why } = liveAgent(crew.shard, crew.crew, crew.core.presence, id)
  return { connection, status, code: why.code, text: why.text }
}

const ASLEEP = {
  connection: 'none',
  status: 'idle',
  code: 'asleep',
  text: 'asleep; wakes with the next message',
}

test('SP1, SP2 an idle program ends after its time, not before, and its session continues when something wakes the agent', async () => {
  await using scene = await atRest()
  const { crew, world, dev } = scene
  const { sessionId } = crew.programs.of(dev).opened
  await crew.advance(15 * MINUTE - 1)
  expect(live(crew, dev)).toMatchObject({ connection: 'connected', code: 'idle' })
  await crew.advance(1)
  expect(crew.programs.running.has(dev)).toBe(false)
  expect(live(crew, dev)).toEqual(ASLEEP)
  // No crash: nothing waits to be started, now or later.
  await crew.advance(100 * MINUTE)
  expect(crew.programs.running.size).toBe(0)
  tells(crew, dev, 'second')
  await crew.settle()
  expect(crew.programs.of(dev).opened).toMatchObject({ sessionId, loaded: true })
  expect(live(crew, dev)).toMatchObject({ connection: 'connected', code: 'working' })
  expect(world.prompts(dev).map((text) => text.split('\n').at(-1))).toEqual([
    '[Message from Human (human)]: first',
    '[Message from Human (human)]: second',
  ])
  expect(crew.warnings).toEqual([])
})

test('SP1 every request and every output starts its time again, and it does not run while a prompt is under way', async () => {
  await using scene = await atRest()
  const { crew, dev } = scene
  await crew.advance(14 * MINUTE)
  tells(crew, dev, 'long work')
  await crew.advance(100 * MINUTE)
  expect(crew.programs.of(dev).prompted).toBe(true)
  await answers(crew, dev)
  await crew.advance(14 * MINUTE)
  crew.programs.of(dev).writes('Still here.', () => 100)
  await crew.advance(14 * MINUTE)
  expect(live(crew, dev).connection).toBe('connected')
  await crew.advance(MINUTE)
  expect(live(crew, dev)).toEqual(ASLEEP)
})

test('SP3 a completed agent sleeps sooner, and a message to it brings back the agent, its program and its session', async () => {
  await using scene = await atRest()
  const { crew, world, dev } = scene
  const { sessionId } = crew.programs.of(dev).opened
  tells(crew, dev, 'then end')
  await crew.settle()
  completeTask(crew.shard, crew.crew, BY_PERSON, dev, {})
  await answers(crew, dev)
  await crew.advance(2 * MINUTE - 1)
  expect(crew.programs.running.has(dev)).toBe(true)
  await crew.advance(1)
  expect(crew.programs.running.has(dev)).toBe(false)
  expect(live(crew, dev).code).toBe('ended')
  tells(crew, dev, 'once more')
  await crew.settle()
  expect(world.prompts(dev)).toHaveLength(3)
  expect(crew.programs.of(dev).opened).toMatchObject({ sessionId, loaded: true })
})

test('SP4 with 0 a program never sleeps; for a completed agent the shorter of the two times counts', async () => {
  for (const [idleMs, completedMs, ends] of [
    [0, 0, false],
    [0, MINUTE, true],
    [MINUTE, 5 * MINUTE, true],
  ] as const) {
    await using scene = await atRest({}, { idleMs, completedMs })
    const { crew, dev } = scene
    tells(crew, dev, 'then end')
    await crew.settle()
    completeTask(crew.shard, crew.crew, BY_PERSON, dev, {})
    await answers(crew, dev)
    await crew.advance(MINUTE)
    expect(crew.programs.running.has(dev), `${idleMs} ${completedMs}`).toBe(!ends)
  }
})

test('SP5 a program that could not continue its conversation later keeps running, unless it has none yet', async () => {
  await using scene = await atRest({ sessions: 'only new' })
  const { crew, dev } = scene
  await crew.advance(100 * MINUTE)
  expect(live(crew, dev)).toMatchObject({ connection: 'connected', code: 'idle' })
  // Nobody ever spoke with it.
  expect(crew.programs.running.has(crew.leadId)).toBe(false)
})

test('SP5 a program that could not continue a conversation before keeps running with the next one', async () => {
  await using scene = await atRest()
  const { crew, world, dev } = scene
  await crew.advance(15 * MINUTE)
  world.next = { ...world.next, sessions: 'forgets' }
  tells(crew, dev, 'second')
  await crew.settle()
  await answers(crew, dev)
  await crew.advance(100 * MINUTE)
  expect(live(crew, dev).connection).toBe('connected')
})

test('SP6 an item that arrives while a program falls asleep is handed to the next program, once, whenever that starts', async () => {
  await using scene = await atRest()
  const { crew, world, dev } = scene
  for (let microtasks = 0; microtasks < 40; microtasks++) {
    const before = world.prompts(dev).length
    await crew.advance(15 * MINUTE - 1)
    crew.clock.advance(1)
    for (let i = 0; i < microtasks; i++) await Promise.resolve()
    if (microtasks % 2 === 0) tells(crew, dev, `after ${microtasks}`)
    else interrupt(crew.shard, crew.crew, BY_PERSON, { to: dev, content: `after ${microtasks}` })
    await crew.settle()
    const [prompt, ...others] = world.prompts(dev).slice(before)
    expect([microtasks, prompt, others]).toEqual([
      microtasks,
      expect.stringContaining(`after ${microtasks}`),
      [],
    ])
    await answers(crew, dev)
  }
  expect(crew.warnings).toEqual([])
})

test('SP6 an item that wakes nobody leaves the agent asleep, and comes with the next one that does', async () => {
  await using scene = await atRest()
  const { crew, world, dev } = scene
  await crew.advance(15 * MINUTE)
  broadcast(crew.shard, crew.crew, byAgent(crew.leadId), { content: 'for your information' })
  await crew.settle()
  expect(crew.programs.running.has(dev)).toBe(false)
  expect(live(crew, dev)).toMatchObject({
    code: 'asleep',
    text: 'asleep; 1 item waits; wakes with the next message',
  })
  tells(crew, dev, 'now')
  await crew.settle()
  expect(world.prompts(dev).at(-1)).toMatch(
    /\]: for your information[^]*\]: now|\]: now[^]*\]: for your information/,
  )
})

test('SP7 a sleeping lead is woken when its crew is idle and others have written to it', async () => {
  await using scene = await atRest()
  const { crew, world, dev } = scene
  await crew.advance(15 * MINUTE)
  expect(crew.programs.running.size).toBe(0)
  tells(crew, dev, 'go')
  await crew.settle()
  broadcast(crew.shard, crew.crew, byAgent(dev), { content: 'done here' })
  await answers(crew, dev)
  expect(world.prompts(crew.leadId)).toEqual([expect.stringContaining(']: done here')])
})

test('SP7 a sleeping agent can be terminated, resumed, interrupted and paused', async () => {
  await using scene = await atRest()
  const { crew, world, dev } = scene
  await crew.advance(15 * MINUTE)
  pauseCrew(crew.shard, crew.crew, BY_PERSON, true)
  tells(crew, dev, 'in the pause')
  await crew.settle()
  expect(live(crew, dev).code).toBe('paused')
  expect(crew.programs.running.size).toBe(0)
  pauseCrew(crew.shard, crew.crew, BY_PERSON, false)
  await crew.settle()
  expect(world.prompts(dev).at(-1)).toContain(']: in the pause')
  await answers(crew, dev)
  await crew.advance(15 * MINUTE)
  interrupt(crew.shard, crew.crew, BY_PERSON, { to: dev, content: 'stop that' })
  await crew.settle()
  expect(world.prompts(dev).at(-1)).toContain('stop that')
  await answers(crew, dev)
  await crew.advance(15 * MINUTE)
  terminateAgent(crew.shard, crew.crew, BY_PERSON, dev, null)
  await crew.settle()
  expect(live(crew, dev).code).toBe('ended')
  resumeAgent(crew.shard, crew.crew, BY_PERSON, dev)
  await crew.settle()
  expect(live(crew, dev)).toMatchObject({ connection: 'connected', code: 'idle' })
})

test('SP8 a server that starts leaves programs asleep until something wakes their agents', async () => {
  await using scene = await atRest()
  const { crew, world, dev } = scene
  await crew.advance(15 * MINUTE)
  await crew.kill(0)
  expect(crew.programs.running.size).toBe(0)
  expect(live(crew, dev)).toEqual(ASLEEP)
  await crew.stopAndStart()
  expect(crew.programs.running.size).toBe(0)
  tells(crew, dev, 'second')
  await crew.settle()
  expect(crew.programs.of(dev).opened.loaded).toBe(true)
  expect(world.prompts(dev)).toHaveLength(2)
})

test('SP11 a program that asks for permission while it is idle keeps running until that is answered, and its time starts again', async () => {
  await using scene = await atRest()
  const { crew, dev } = scene
  await crew.advance(10 * MINUTE)
  const request = {
    toolCall: { toolCallId: 't', kind: 'execute', rawInput: { command: 'ls' } },
    options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
  }
  const answered = crew.programs.of(dev).asksPermission(request)
  await crew.advance(100 * MINUTE)
  const [need] = Object.values(crew.crew.state.needs).filter(({ kind }) => kind === 'permission')
  if (!need) throw new Error('its request does not wait')
  answerPermission(crew.shard, crew.crew, BY_PERSON, need.id, { optionId: 'yes' })
  await crew.settle()
  expect(await answered).toEqual({ outcome: 'selected', optionId: 'yes' })
  await crew.advance(15 * MINUTE - 1)
  expect(crew.programs.running.has(dev)).toBe(true)
  await crew.advance(15 * MINUTE)
  expect(live(crew, dev)).toEqual(ASLEEP)
})
