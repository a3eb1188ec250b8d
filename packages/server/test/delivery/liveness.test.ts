import { expect, test } from 'vitest'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { broadcast, sendDirect } from '../../src/agents/direct-messages'
import { terminateAgent } from '../../src/agents/end-agent'
import { pauseCrew } from '../../src/agents/pause'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask, delegate } from '../../src/agents/tasks'
import { LifeCrew, RESTARTS } from '../harness/life-crew'
import { LifeModel } from '../harness/life-model'
import { assertNobodySleeps } from '../harness/liveness'
import { SteadyWorld } from '../harness/steady-world'
import { BY_PERSON, byAgent } from '../harness/test-crew'

const ACP = { kind: 'acp', command: 'fake' } as const

/** Ends an agent's turn and lets everything come of it. */
async function answers(crew: LifeCrew, id: string): Promise<void> {
  crew.programs.of(id).answers('end_turn')
  await crew.settle()
  crew.check()
}

async function rests(crew: LifeCrew, id: string): Promise<void> {
  crew.programs.of(id).exits({ code: 0, signal: null })
  await crew.settle()
}

test('LV2 the check finds who sleeps although something must wake it, and nobody else', async () => {
  const world = new SteadyWorld()
  await using crew = await LifeCrew.start(world)
  const model = new LifeModel(crew.leadId, RESTARTS, () => crew.clock.now())
  assertNobodySleeps(crew, model)
  // The crew does not know of these: as if it had forgotten to hand them over.
  model.broadcast(crew.leadId, '1')
  assertNobodySleeps(crew, model)
  model.crewPaused = true
  model.direct('human', crew.leadId, '2')
  assertNobodySleeps(crew, model)
  model.crewPaused = false
  expect(() => assertNobodySleeps(crew, model)).toThrow('does not work')
  await rests(crew, crew.leadId)
  model.gone(crew.leadId)
  expect(() => assertNobodySleeps(crew, model)).toThrow('has no program')
  model.complete('human', crew.leadId, 'completed', null)
  assertNobodySleeps(crew, model)
})

test('LV2 what comes while a program ends by itself is handed to the next one, whenever that is', async () => {
  const world = new SteadyWorld()
  await using crew = await LifeCrew.start(world, { agents: { dev: 'developer' } })
  const dev = crew.id('dev')
  for (let microtasks = 0; microtasks < 40; microtasks++) {
    const before = world.prompts(dev).length
    crew.programs.of(dev).exits({ code: 0, signal: null })
    for (let i = 0; i < microtasks; i++) await Promise.resolve()
    sendDirect(crew.shard, crew.crew, BY_PERSON, { to: dev, content: `after ${microtasks}` })
    await crew.advance(RESTARTS.steadyMs)
    const [prompt, ...others] = world.prompts(dev).slice(before)
    expect([prompt, others]).toEqual([expect.stringContaining(`after ${microtasks}`), []])
    await answers(crew, dev)
  }
})

test('LV3 a lead is woken once for what does not wake it, when all its crew is idle', async () => {
  const world = new SteadyWorld()
  await using crew = await LifeCrew.start(world, {
    agents: { dev: 'developer', arch: 'architect' },
  })
  const [lead, dev, arch] = [crew.leadId, crew.id('dev'), crew.id('arch')]
  for (const to of [dev, arch]) {
    sendDirect(crew.shard, crew.crew, BY_PERSON, { to, content: 'go' })
  }
  await crew.settle()
  broadcast(crew.shard, crew.crew, byAgent(dev), { content: 'one' })
  await answers(crew, dev)
  expect(world.prompts(lead)).toEqual([])
  broadcast(crew.shard, crew.crew, byAgent(arch), { content: 'two' })
  await answers(crew, arch)
  expect(world.prompts(lead)).toEqual([
    '[Broadcast from Developer (000211fe)]: one\n[Broadcast from Architect (000311fe)]: two',
  ])
  await answers(crew, lead)
  await crew.advance(1_000_000)
  expect(world.prompts(lead)).toHaveLength(1)
})

test('LV3 a lead whose program has ended is started for it, also when the server starts', async () => {
  const world = new SteadyWorld()
  await using crew = await LifeCrew.start(world, { agents: { dev: 'developer' } })
  await rests(crew, crew.leadId)
  broadcast(crew.shard, crew.crew, byAgent(crew.id('dev')), { content: 'one' })
  await crew.settle()
  expect(world.prompts(crew.leadId)).toEqual(['[Broadcast from Developer (000211fe)]: one'])
  await answers(crew, crew.leadId)
  await rests(crew, crew.leadId)
  sendDirect(crew.shard, crew.crew, BY_PERSON, { to: crew.id('dev'), content: 'go' })
  await crew.settle()
  broadcast(crew.shard, crew.crew, byAgent(crew.id('dev')), { content: 'two' })
  crew.programs.of(crew.id('dev')).answers('end_turn')
  // Killed before anybody could look whether the crew is idle now.
  for (let i = 0; i < 20; i++) await Promise.resolve()
  expect(crew.crew.owed(crew.id('dev')).turns).toEqual([])
  await crew.kill(0)
  expect(world.prompts(crew.leadId).slice(1)).toEqual([
    expect.stringMatching(/\n\[Broadcast from Developer \(000211fe\)\]: two$/),
  ])
})

test('LV3 who ends while its program waits to be started again keeps nobody awake', async () => {
  const world = new SteadyWorld()
  await using crew = await LifeCrew.start(world, {
    agents: { dev: 'developer', arch: 'architect' },
  })
  crew.programs.of(crew.id('dev')).exits({ code: 1, signal: null })
  await crew.settle()
  broadcast(crew.shard, crew.crew, byAgent(crew.id('arch')), { content: 'one' })
  await crew.settle()
  expect(world.prompts(crew.leadId)).toEqual([])
  completeTask(crew.shard, crew.crew, BY_PERSON, crew.id('dev'), {})
  await crew.settle()
  expect(world.prompts(crew.leadId)).toEqual([
    '[Broadcast from Architect (000311fe)]: one\n[System] Developer (000211fe) completed its task.',
  ])
})

test('LV2 who is terminated and taken up again in one breath has a program again', async () => {
  const world = new SteadyWorld()
  await using crew = await LifeCrew.start(world, { agents: { dev: 'developer' } })
  const dev = crew.id('dev')
  const before = crew.programs.of(dev)
  terminateAgent(crew.shard, crew.crew, BY_PERSON, dev, null)
  resumeAgent(crew.shard, crew.crew, BY_PERSON, dev)
  await crew.settle()
  expect(before.lives).toBe(false)
  expect(crew.programs.of(dev).ready).toBe(true)
})

test('LV4 who has completed or failed is given no prompt, also not what it was handed before', async () => {
  const world = new SteadyWorld()
  await using crew = await LifeCrew.start(world, { agents: { dev: 'developer' } })
  const dev = crew.id('dev')
  sendDirect(crew.shard, crew.crew, BY_PERSON, { to: dev, content: 'one' })
  await crew.settle()
  pauseCrew(crew.shard, crew.crew, BY_PERSON, true)
  crew.programs.of(dev).errs('overloaded')
  await crew.advance(RESTARTS.pauseMs)
  completeTask(crew.shard, crew.crew, BY_PERSON, dev, { status: 'completed' })
  pauseCrew(crew.shard, crew.crew, BY_PERSON, false)
  await crew.settle()
  expect(world.prompts(dev)).toHaveLength(1)
  delegate(crew.shard, crew.crew, BY_PERSON, { to: dev, text: 'two' })
  await crew.settle()
  expect(world.prompts(dev).slice(1)).toEqual([
    [
      '[System] The next item may be a repeat: the connection broke before you confirmed it.',
      '[Message from Human (human)]: one',
      '[Task from Human (human)]: two',
    ].join('\n'),
  ])
})

test('LV5 who has completed does not fail because its program cannot be run', async () => {
  const world = new SteadyWorld()
  await using crew = await LifeCrew.start(world)
  world.next = { ...world.next, beginning: 'missing' }
  const { agent } = createAgent(crew.shard, crew.crew, BY_PERSON, {
    role: 'developer',
    driver: ACP,
  })
  completeTask(crew.shard, crew.crew, BY_PERSON, agent.id, { summary: 'nothing to do' })
  await crew.settle()
  crew.check()
  expect(crew.crew.state.agents[agent.id]?.ended).toBe('completed')
  expect(crew.crew.state.needs).toEqual({})
})

test('LV6 a model that takes no system prompt is told who it is before anything else, whatever ends in between', async () => {
  const world = new SteadyWorld()
  world.next = { beginning: 'ready', sessions: 'loads', takesSystemPrompt: false }
  await using crew = await LifeCrew.start(world, { agents: { dev: 'developer' } })
  const dev = crew.id('dev')
  // Its session was opened, and then nothing was ever said in it.
  await crew.kill(0)
  sendDirect(crew.shard, crew.crew, BY_PERSON, { to: dev, content: 'one' })
  await crew.settle()
  expect(world.prompts(dev)[0]).toMatch(/^== YOU ==[^]*== COMMANDS ==[^]*: one$/)
  // It was told, and perhaps never read it.
  crew.programs.of(dev).exits({ code: 1, signal: null })
  await crew.advance(RESTARTS.pauseMs)
  expect(world.prompts(dev)[1]).toMatch(/^== YOU ==[^]*== COMMANDS ==[^]*: one$/)
  crew.programs.of(dev).works()
  await crew.settle()
  crew.programs.of(dev).exits({ code: 1, signal: null })
  await crew.advance(RESTARTS.pauseMs * 2)
  expect(world.prompts(dev)[2]).not.toContain('== COMMANDS ==')
  expect(world.prompts(dev)[2]).toContain('Continue.')
})

test('LV7 a sub-lead without a program is started for what its parent crew has for it', async () => {
  const world = new SteadyWorld()
  await using crew = await LifeCrew.start(world)
  const sub = createLead(crew.shard, byAgent(crew.leadId), {
    name: 'search',
    parentId: crew.leadId,
    driver: ACP,
  }).crew.state.lead.id
  await crew.settle()
  await rests(crew, sub)
  delegate(crew.shard, crew.crew, byAgent(crew.leadId), { to: sub, text: 'one' })
  await crew.settle()
  expect(world.prompts(sub)).toEqual(['[Task from Project Lead (000111fe)]: one'])
  crew.check()
})

test('LV7 a lead is woken when the last one to come to rest is a sub-lead', async () => {
  const world = new SteadyWorld()
  await using crew = await LifeCrew.start(world)
  const sub = createLead(crew.shard, byAgent(crew.leadId), {
    name: 'search',
    parentId: crew.leadId,
    driver: ACP,
    task: 'one',
  }).crew.state.lead.id
  await crew.settle()
  broadcast(crew.shard, crew.crew, byAgent(sub), { content: 'two' })
  await crew.settle()
  expect(world.prompts(crew.leadId)).toEqual([])
  await answers(crew, sub)
  expect(world.prompts(crew.leadId)).toHaveLength(1)
  expect(world.prompts(crew.leadId)[0]).toMatch(/\]: two$/)
})

test('FT14 a program that the server stops while it starts is not said to have crashed; one that ends by itself is', async () => {
  const world = new SteadyWorld()
  world.next = { ...world.next, beginning: 'hangs' }
  await using crew = await LifeCrew.start(world)
  await crew.stopAndStart()
  expect(crew.warnings).toEqual([])
  sendDirect(crew.shard, crew.crew, BY_PERSON, { to: crew.leadId, content: 'x' })
  await crew.settle()
  crew.programs.of(crew.leadId).exits({ code: 3, signal: null })
  await crew.settle()
  expect(crew.warnings.join()).toContain('"kind":"crashed"')
})
