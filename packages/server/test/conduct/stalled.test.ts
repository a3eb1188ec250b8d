import { expect, test } from 'vitest'
import { setBudget } from '../../src/agents/budgets'
import { delegate } from '../../src/agents/tasks'
import { interrupt, sendDirect } from '../../src/agents/direct-messages'
import { createLead } from '../../src/agents/create-agent'
import { terminateAgent } from '../../src/agents/end-agent'
import { dismissNeed } from '../../src/crew/needs'
import { pauseCrew } from '../../src/agents/pause'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import type { AcpUsage } from '../../src/programs/acp/acp-values'
import { LifeCrew, watchStalls } from '../harness/life-crew'
import { often } from '../harness/long'
import { command } from '../harness/talk'
import { SteadyWorld } from '../harness/steady-world'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }
const ASKED =
  '[System] Your task is still open: build it\n  Continue it, report it with COMPLETE_TASK, or say what you are waiting for.'

class Life {
  readonly world = new SteadyWorld()
  crew!: LifeCrew

  static async start(): Promise<Life> {
    const life = new Life()
    life.crew = await LifeCrew.start(life.world, { agents: AGENTS, watchesStalls: true })
    return life
  }

  /** The newest prompts of an agent since it was last asked for. */
  prompts(name: string): readonly string[] {
    return this.world.prompts(this.crew.id(name))
  }

  needs(): [string, string][] {
    return Object.values(this.crew.crew.state.needs).map(({ kind, agentId }) => [kind, agentId])
  }

  async give(to: string, by: 'human' | 'lead' = 'lead', text = 'build it'): Promise<void> {
    const given = { to: this.crew.id(to), text, again: true }
    delegate(this.crew.shard, this.crew.crew, this.crew.by(by), given)
    await this.crew.settle()
  }

  /** A lead that the lead has made, and its crew. */
  subLead() {
    const { shard, leadId } = this.crew
    const driver = { kind: 'acp', command: 'fake' } as const
    const input = { name: 'search', parentId: leadId, driver }
    const sub = createLead(shard, byAgent(leadId), input).crew
    return { sub, id: sub.state.lead.id }
  }

  /** It writes this and ends its turn. */
  async turn(name: string, text = '', usage: AcpUsage | null = null): Promise<void> {
    const program = this.crew.programs.running.get(this.crew.id(name))
    if (!program?.prompted) throw new Error(`${name} has no prompt`)
    if (text !== '') program.writes(text, () => 100_000)
    program.answers('end_turn', usage)
    await this.crew.settle()
  }

  isAtWork(name: string): boolean {
    return this.crew.programs.running.get(this.crew.id(name))?.prompted ?? false
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.crew[Symbol.asyncDispose]()
  }
}

test('LV10 an agent that ends its turn with an open task is asked once to continue; if it goes quiet again, a person and its delegator are notified', async () => {
  await using life = await Life.start()
  const { crew } = life
  const id = crew.id('dev')
  await life.give('dev')
  await life.turn('dev', 'It is built, I think.\n')
  expect(life.prompts('dev').at(-1)).toBe(ASKED)
  expect([life.needs(), life.prompts('lead')]).toEqual([[], []])
  const words = `It is in lib.ts.\n${command('REACT', { group: 'no', emoji: '👍' })}`
  await life.turn('dev', words)
  // The refusal of its command is a turn of its own.
  await life.turn('dev')
  expect(life.needs()).toEqual([['stalled', id]])
  const [need] = Object.values(crew.crew.state.needs)
  expect(need?.text).toBe(
    'It has stopped, and its task is open: build it · Its last words: It is in lib.ts.',
  )
  expect(life.prompts('lead')).toEqual([
    `[System] Developer (${id.slice(0, 8)}) stopped without closing its task. Its last words: It is in lib.ts.`,
  ])
  await life.turn('lead')
  await crew.kill(0)
  expect([life.isAtWork('dev'), life.isAtWork('lead'), life.needs()]).toEqual([
    false,
    false,
    [['stalled', id]],
  ])
})

test('LV11 what is handed over to it settles what waited for a person, and it may be asked again', async () => {
  await using life = await Life.start()
  const { crew } = life
  await life.give('dev', 'human')
  for (let i = 0; i < 2; i++) await life.turn('dev')
  expect(life.needs()).toEqual([['stalled', crew.id('dev')]])
  sendDirect(crew.shard, crew.crew, BY_PERSON, { to: 'dev', content: 'Report it, please.' })
  await crew.settle()
  expect(life.needs()).toEqual([])
  await life.turn('dev')
  expect(life.prompts('dev').at(-1)).toBe(ASKED)
  await life.turn('dev', command('COMPLETE_TASK', { summary: 'built' }))
  expect([life.needs(), life.isAtWork('dev')]).toEqual([[], false])
})

test('LV11 what others go on saying in a group asks nobody again, unless it names the agent', async () => {
  await using life = await Life.start()
  const { crew } = life
  const members = [crew.id('dev'), crew.id('qa')]
  createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'team', members })
  await life.give('dev')
  await life.turn('dev')
  const asked = () => life.prompts('dev').filter((text) => text === ASKED).length
  const says = async (content: string) => {
    sendMessage(crew.shard, crew.crew, crew.by('qa'), { group: 'team', content })
    await crew.settle()
  }
  expect([asked(), life.needs()]).toEqual([1, []])
  await life.turn('dev')
  expect(life.needs(), 'asked once').toEqual([['stalled', crew.id('dev')]])
  // Its lead is told, and has nothing to say.
  await life.turn('lead')
  await says('lib.ts is tested')
  expect(life.prompts('dev').at(-1)).toContain('lib.ts is tested')
  await life.turn('dev')
  expect([asked(), life.needs()], 'nothing new').toEqual([1, [['stalled', crew.id('dev')]]])
  // With everybody idle its lead reads what was said.
  await life.turn('lead')
  await says('@dev lib.ts is tested')
  expect(life.needs()).toEqual([])
  await life.turn('dev')
  await life.turn('lead')
  expect([asked(), life.isAtWork('dev')]).toEqual([2, true])
})

test('LV12 nobody is asked while somebody works whom it may wait for, and nobody is forgotten when nobody does', async () => {
  await using life = await Life.start()
  const { crew } = life
  const members = [crew.id('dev'), crew.id('qa')]
  createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'team', members })
  await life.give('lead', 'human', 'have it built')
  await life.give('dev')
  await life.give('arch')
  await life.give('qa')
  // Its lead waits for all three; dev and qa share a group, and arch wrote with nobody.
  await life.turn('lead')
  await life.turn('dev')
  await life.turn('arch')
  expect([life.isAtWork('lead'), life.isAtWork('dev'), life.isAtWork('arch')]).toEqual([
    false,
    false,
    true,
  ])
  await life.turn('arch', command('AGENT_MESSAGE', { to: crew.id('qa'), content: 'is it tested?' }))
  expect([life.isAtWork('arch'), life.needs()], 'it waits for qa').toEqual([false, []])
  // Its task, and then what arch wrote.
  for (let i = 0; i < 2; i++) await life.turn('qa')
  expect([life.prompts('dev').at(-1), life.prompts('qa').at(-1)]).toEqual([ASKED, ASKED])
  expect(life.needs(), 'arch was asked before, and waits for nobody any more').toEqual([
    ['stalled', crew.id('arch')],
  ])
  expect(life.prompts('lead').at(-1)).toMatch(/^\[System\] Architect .* stopped without closing/)
  // With nobody else to wait for, its lead is asked for its own task.
  for (const name of ['dev', 'qa', 'lead']) await life.turn(name)
  await life.turn('lead')
  expect(life.prompts('lead').at(-1)).toContain('Your task is still open: have it built')
  await life.turn('lead')
  const told = ['arch', 'dev', 'qa', 'lead'].map((name) => ['stalled', crew.id(name)])
  expect(life.needs()).toEqual(told)
  expect(life.crew.programs.running.size).toBe(4)
  for (const name of ['lead', 'dev', 'arch', 'qa']) expect(life.isAtWork(name), name).toBe(false)
})

test('LV20 nobody is forgotten whose turn ended when the server was killed, and no start asks twice', async () => {
  for (const microtasks of often([0, 2, 8], [0, 1, 2, 4, 8, 16, 30])) {
    await using life = await Life.start()
    const { crew } = life
    const asked = () => life.prompts('dev').filter((text) => text.includes(ASKED)).length
    await life.give('dev')
    crew.programs.running.get(crew.id('dev'))?.answers('end_turn')
    await crew.kill(microtasks)
    expect(life.isAtWork('dev'), `${microtasks}`).toBe(true)
    await life.turn('dev')
    // Where its program had not yet been seen to end its turn, it goes on with that first.
    if (life.isAtWork('dev')) await life.turn('dev')
    expect([asked(), life.needs()]).toEqual([1, [['stalled', crew.id('dev')]]])
    await life.turn('lead')
    await crew.kill(0)
    await crew.stopAndStart()
    expect([asked(), life.needs(), life.isAtWork('dev'), life.isAtWork('lead')]).toEqual([
      1,
      [['stalled', crew.id('dev')]],
      false,
      false,
    ])
  }
})

test('LV25 a restart forgets nobody that an agent has written with', async () => {
  await using life = await Life.start()
  const { crew } = life
  for (const name of ['dev', 'qa', 'arch']) await life.give(name, 'human')
  const words = command('AGENT_MESSAGE', { to: crew.id('qa'), content: 'tell me when it is done' })
  await life.turn('dev', words)
  await crew.kill(0)
  const ends = command('COMPLETE_TASK', { summary: 'planned' })
  await life.turn('arch', ends)
  expect([life.isAtWork('qa'), life.isAtWork('dev')], 'it waits for qa').toEqual([true, false])
  // Its task, and then what dev wrote.
  await life.turn('qa', ends)
  if (life.isAtWork('qa')) await life.turn('qa')
  expect(life.prompts('dev').at(-1)).toContain(ASKED)
})

test('LV13 who was interrupted, has asked a person, or is paused is not asked', async () => {
  await using life = await Life.start()
  const { crew } = life
  const { shard } = crew
  for (const name of ['dev', 'arch', 'qa']) await life.give(name, 'human')
  interrupt(shard, crew.crew, BY_PERSON, { to: 'dev', content: 'Stop and wait.' })
  await crew.settle()
  await life.turn('dev')
  await life.turn('arch', command('AGENT_MESSAGE', { to: 'human', content: 'Which key?' }))
  pauseCrew(shard, crew.crew, BY_PERSON, true)
  await life.turn('qa')
  expect(['dev', 'arch', 'qa'].map((name) => life.isAtWork(name))).toEqual([false, false, false])
  pauseCrew(shard, crew.crew, BY_PERSON, false)
  await crew.settle()
  expect(['dev', 'arch', 'qa'].map((name) => life.isAtWork(name))).toEqual([false, false, true])
  const [question] = Object.values(crew.crew.state.needs)
  dismissNeed(shard, crew.crew, BY_PERSON, question?.id ?? '')
  await crew.settle()
  expect(life.prompts('arch').at(-1), 'nobody answers').toContain(ASKED)
  terminateAgent(shard, crew.crew, BY_PERSON, crew.id('arch'), null)
  await life.turn('qa')
  expect(life.needs()).toEqual([['stalled', crew.id('qa')]])
  terminateAgent(shard, crew.crew, BY_PERSON, crew.id('qa'), null)
  expect(life.needs()).toEqual([])
})

test('LV22 a sub-lead that was interrupted in either of its crews is not asked about a task of the other', async () => {
  await using life = await Life.start()
  const { crew } = life
  const { shard } = crew
  const { sub, id } = life.subLead()
  const program = () => crew.programs.running.get(id)
  await crew.settle()
  for (const [of, by] of [
    [crew.crew, sub],
    [sub, crew.crew],
  ] as const) {
    delegate(shard, of, BY_PERSON, { to: id, text: 'search it' })
    await crew.settle()
    interrupt(shard, by, BY_PERSON, { to: id, content: 'Stop and wait.' })
    await crew.settle()
    program()?.answers('end_turn')
    await crew.settle()
    expect([program()?.prompted, life.needs()]).toEqual([false, []])
    expect([of.remembered(id).stall, by.remembered(id).stall]).toEqual(['stopped', 'stopped'])
  }
  sendDirect(shard, sub, BY_PERSON, { to: id, content: 'Go on.' })
  await crew.settle()
  program()?.answers('end_turn')
  await crew.settle()
  expect(life.world.prompts(id).at(-1), 'what is new settles both').toContain('search it')
})

test('LV26 who belongs to no paused crew is asked, also where a sub-lead of its crew has one', async () => {
  await using life = await Life.start()
  const { crew } = life
  const { shard } = crew
  const { sub, id } = life.subLead()
  delegate(shard, crew.crew, crew.by('lead'), { to: id, text: 'search it' })
  await life.give('lead', 'human', 'have it built')
  await life.give('dev', 'human')
  pauseCrew(shard, sub, BY_PERSON, true)
  crew.programs.running.get(id)?.answers('end_turn')
  await life.turn('lead')
  await life.turn('dev')
  expect(life.prompts('dev').at(-1)).toBe(ASKED)
  await life.turn('dev')
  expect(life.needs(), 'the sub-lead goes on, and its lead waits for it').toEqual([
    ['stalled', crew.id('dev')],
  ])
  expect([life.isAtWork('lead'), crew.programs.running.get(id)?.prompted]).toEqual([false, false])
  pauseCrew(shard, sub, BY_PERSON, false)
  await crew.settle()
  expect(life.world.prompts(id).at(-1)).toContain('Your task is still open: search it')
})

test('LV27 a task that is given again after each stall is left to a person after the third, until one acts', async () => {
  await using life = await Life.start()
  const { crew } = life
  const asked = () =>
    life.prompts('dev').filter((text) => text.includes('report it with COMPLETE_TASK, or')).length
  const needs = () => Object.values(crew.crew.state.needs).map(({ kind, text }) => [kind, text])
  const again = command('DELEGATE', { to: 'dev', task: 'build it', again: true })
  /** The lead gives it again whenever it is told. */
  const goOn = async () => {
    for (let turns = 0; turns < 40; turns++) {
      if (life.isAtWork('dev')) await life.turn('dev')
      else if (life.isAtWork('lead')) await life.turn('lead', again)
      else return
    }
    throw new Error('it does not come to an end')
  }
  await life.give('dev')
  await goOn()
  const person = ['stalled', 'It has stopped, and its task is open: build it']
  expect([crew.crew.openTasks(crew.id('dev')).length, needs()]).toEqual([4, [person]])
  expect(asked(), 'once for each of three stalls').toBe(3)
  const told = life.prompts('lead').filter((text) => text.includes('stopped'))
  expect(told).toHaveLength(3)
  expect(told.at(-1)).toMatch(
    /^\[System\] Developer .* stopped 3 times without closing a task, and a person has been notified\. You will not be notified of it again\.$/m,
  )
  // What agents have for it changes nothing, also after a restart.
  await crew.kill(0)
  await life.give('dev')
  await goOn()
  expect([asked(), needs()]).toEqual([3, [person]])
  sendDirect(crew.shard, crew.crew, BY_PERSON, { to: 'dev', content: 'Report it, please.' })
  await crew.settle()
  expect(needs()).toEqual([])
  await life.turn('dev')
  expect(asked()).toBe(4)
  await life.turn('dev', command('COMPLETE_TASK', { summary: 'built' }))
  expect(needs()).toEqual([])
})

test('LV27 a task that it reports between two stalls begins the count again', async () => {
  await using life = await Life.start()
  const ends = command('COMPLETE_TASK', { summary: 'built' })
  for (const round of [1, 2, 3, 4]) {
    await life.give('dev')
    for (let i = 0; i < 2; i++) await life.turn('dev')
    expect(life.prompts('lead').at(-1), `${round}`).toContain('stopped without closing its task')
    await life.turn('lead', command('AGENT_MESSAGE', { to: 'dev', content: 'report it' }))
    await life.turn('dev', ends)
    while (life.isAtWork('lead')) await life.turn('lead')
  }
})

/** A crew of agents that call the server, on a fake clock, with the watch on. */
function remoteCrew(): TestCrew {
  return testCrew({ agents: AGENTS, begun: (core) => watchStalls(core) })
}

test('LV14 a program that does not say when its turn is over is quiet after a minute without a sign of it', async () => {
  await using crew = remoteCrew()
  const need = () => Object.values(crew.crew.state.needs)
  const pass = async (ms: number) => {
    crew.act(() => crew.clock.advance(ms))
    await new Promise((resolve) => setImmediate(resolve))
    crew.check()
  }
  const texts = async () => (await crew.reads('dev')).map(({ text }) => text)
  const id = crew.id('dev')
  crew.core.inbox.heard(id, true)
  delegate(crew.shard, crew.crew, BY_PERSON, { to: 'dev', text: 'build it' })
  await crew.reads('dev')
  await pass(59_000)
  await crew.says('dev', 'still at it\n')
  await pass(59_000)
  expect(await texts(), 'it was heard of').toEqual([])
  await pass(1_000)
  expect(await texts()).toEqual([ASKED])
  await pass(59_000)
  expect(need()).toEqual([])
  crew.core.inbox.lost(id)
  await pass(60_000)
  expect(need().map(({ text }) => text)).toEqual([
    'Its program is not connected, and its task is open: build it · Its last words: still at it',
  ])
  await pass(600_000)
  expect([need().length, await texts()]).toEqual([1, []])
})

test('LV10, US12 an agent whose own budget is used up is not asked to continue, and no person is notified that it went quiet', async () => {
  await using life = await Life.start()
  const { crew } = life
  const id = crew.id('dev')
  const budget = (tokens: number) =>
    setBudget(crew.shard, crew.crew, BY_PERSON, { agentId: id, usd: null, tokens })
  await life.give('dev')
  budget(1_000)
  const usage = {
    inputTokens: 900,
    outputTokens: 100,
    totalTokens: 1_000,
    thoughtTokens: null,
    cachedReadTokens: null,
    cachedWriteTokens: null,
  }
  await life.turn('dev', 'I am half-way.\n', usage)
  expect(life.needs()).toEqual([['budget', id]])
  const given = life.prompts('dev').length
  const check = () => {
    expect(life.prompts('dev').slice(given)).toEqual([])
    expect(life.needs()).toEqual([['budget', id]])
  }
  // The watch looks at the crew for the sake of another agent.
  await life.give('arch', 'lead', 'draw it')
  await life.turn('arch', 'Drawn.\n')
  expect(life.prompts('arch').at(-1)).toContain('Your task is still open: draw it')
  await crew.advance(3_600_000)
  check()
  await crew.kill(0)
  await crew.advance(3_600_000)
  check()
  budget(2_000)
  await crew.settle()
  expect(life.prompts('dev').slice(given), 'now it is asked').toEqual([
    expect.stringContaining(ASKED),
  ])
})
