import { NO_USAGE, type Usage } from '@crewroom/shared/model/usage'
import { expect, test } from 'vitest'
import { answerBudget } from '../../src/agents/answer-budget'
import { budgetsOf, setBudget } from '../../src/agents/budgets'
import { terminateAgent } from '../../src/agents/end-agent'
import { sendDirect } from '../../src/agents/direct-messages'
import { openCrews } from '../../src/delivery/hand-over'
import { planTurn } from '../../src/delivery/plan-turn'
import { endTurns } from '../../src/delivery/turns'
import { liveAgent } from '../../src/live/agent'
import { mustWake } from '../../src/crew/wake'
import { storeTurn } from '../harness/stored-turns'
import { type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { dora: 'developer', ben: 'developer' } as const

const write = (crew: TestCrew, name: string) =>
  crew.act(() =>
    sendDirect(crew.shard, crew.crew, crew.by('human'), { to: crew.id(name), content: 'go on' }),
  )
const begin = (crew: TestCrew, name: string) =>
  crew.act(() => storeTurn(crew.shard, crew.crew, crew.id(name)))
const end = (crew: TestCrew, name: string, used: Partial<Usage> | null) =>
  crew.act(() => {
    const open = crew.crew.owed(crew.id(name)).turns
    endTurns(crew.shard, crew.crew, open, 'end_turn', used && { ...NO_USAGE, ...used })
  })
function turn(crew: TestCrew, name: string, used: Partial<Usage> | null): void {
  write(crew, name)
  expect(begin(crew, name), `${name} may begin`).not.toBeNull()
  end(crew, name, used)
}
const limit = (
  crew: TestCrew,
  name: string | null,
  usd: number | null,
  tokens: number | null = null,
) =>
  crew.act(() =>
    setBudget(crew.shard, crew.crew, crew.by('human'), {
      agentId: name === null ? null : crew.id(name),
      usd,
      tokens,
    }),
  )
const needs = (crew: TestCrew) =>
  Object.values(crew.crew.state.needs).map(({ kind, agentId, text }) => ({ kind, agentId, text }))
const isKeptBack = (crew: TestCrew, name: string) => {
  write(crew, name)
  const id = crew.id(name)
  const planned = planTurn(crew.shard, crew.crew, id)
  expect(mustWake(crew.shard, crew.crew, id)).toBe(planned !== null)
  return planned === null
}

test('US10, US11 a crew’s budget warns once at 80 %, holds everything back at 100 %, and delivery continues when it is raised', async () => {
  await using crew = testCrew({ agents: AGENTS })
  limit(crew, null, 1)
  turn(crew, 'dora', { cost: 0.79 })
  expect(needs(crew)).toEqual([])
  turn(crew, 'ben', { cost: 0.01 })
  const warned = {
    kind: 'budget',
    agentId: crew.leadId,
    text: 'The crew has used $0.80 of $1.00, which is more than 80 % of its budget. At 100 % nothing more is delivered to its agents.',
  }
  expect(needs(crew)).toEqual([warned])
  turn(crew, 'ben', { cost: 0.1 })
  expect(needs(crew), 'once').toEqual([warned])

  // It is reached in mid-turn: another turn that is under way goes on to its end.
  write(crew, 'ben')
  begin(crew, 'ben')
  turn(crew, 'dora', { cost: 0.1 })
  const reached = {
    kind: 'budget',
    agentId: crew.leadId,
    text: 'The crew has used $1.00 of $1.00: its budget is used up, and nothing more is delivered to its agents. Raise the budget, let it go on once, or leave it paused.',
  }
  expect(needs(crew)).toEqual([reached])
  expect(crew.crew.owed(crew.id('ben')).turns, 'not cut off').toHaveLength(1)
  end(crew, 'ben', { cost: 0.5 })
  expect(needs(crew), 'and asks once').toEqual([reached])
  const check = () => {
    expect(['dora', 'ben'].map((name) => isKeptBack(crew, name))).toEqual([true, true])
    const { why } = liveAgent(crew.shard, crew.crew, crew.core.presence, crew.id('dora'))
    expect(why).toMatchObject({
      code: 'paused',
      text: expect.stringMatching(/^the budget of the crew is used up/),
    })
    expect(budgetsOf(crew.crew)).toMatchObject([
      { agentId: null, usd: 1, stage: 'reached', spentUsd: expect.closeTo(1.5, 9) },
    ])
    expect(needs(crew)).toEqual([reached])
  }
  check()
  crew.restart()
  check()

  limit(crew, null, 1.2)
  expect(needs(crew)[0]?.text, 'still too little').toContain(
    '$1.50 of $1.20: its budget is used up',
  )
  limit(crew, null, 3)
  expect(needs(crew)).toEqual([])
  expect(['dora', 'ben'].map((name) => isKeptBack(crew, name))).toEqual([false, false])
  limit(crew, null, null)
  expect(budgetsOf(crew.crew)).toEqual([])
  crew.restart()
  expect(budgetsOf(crew.crew)).toEqual([])
})

test('US10, US12 an agent’s budget holds back only what is addressed to that agent, and counts tokens too', async () => {
  await using crew = testCrew({ agents: AGENTS })
  limit(crew, 'dora', null, 1_000)
  limit(crew, 'ben', null, 1_000)
  turn(crew, 'dora', { inputTokens: 900, outputTokens: 99 })
  turn(crew, 'dora', { totalTokens: 1 })
  turn(crew, 'ben', { cost: 5 })
  expect(needs(crew)).toMatchObject([
    {
      kind: 'budget',
      agentId: crew.id('dora'),
      text: expect.stringContaining(
        '1,000 of 1,000 tokens: its budget is used up, and nothing more is delivered to it.',
      ),
    },
  ])
  expect(['dora', 'ben'].map((name) => isKeptBack(crew, name))).toEqual([true, false])
  expect(liveAgent(crew.shard, crew.crew, crew.core.presence, crew.id('dora')).why.text).toMatch(
    /^its budget is used up; 1 item waits/,
  )
  // The program of ben reports money only: its tokens are unknown, and not 0.
  const views = budgetsOf(crew.crew)
  expect(views.find(({ agentId }) => agentId === crew.id('ben'))).toMatchObject({
    spentTokens: null,
    unreported: [crew.id('ben')],
    stage: null,
  })
  expect(views.find(({ agentId }) => agentId === crew.id('dora'))?.unreported).toEqual([])
})

test('US10 a budget below what was used is used up at once, and only a person sets one', async () => {
  await using crew = testCrew({ agents: AGENTS })
  turn(crew, 'dora', { cost: 2 })
  limit(crew, null, 1)
  expect(isKeptBack(crew, 'ben')).toBe(true)
  expect(needs(crew)).toHaveLength(1)
  for (const name of ['lead', 'dora']) {
    expect(() =>
      setBudget(crew.shard, crew.crew, crew.by(name), { agentId: null, usd: 9, tokens: null }),
    ).toThrow('only the person who runs the crew may set budgets')
  }
  expect(() =>
    setBudget(crew.shard, crew.crew, crew.by('human'), { agentId: 'nobody', usd: 9, tokens: null }),
  ).toThrow('There is no such agent')
})

const answer = (
  crew: TestCrew,
  given: { action: 'raise' | 'once'; usd?: number; tokens?: number },
  needId = Object.keys(crew.crew.state.needs).at(-1) ?? '',
) => crew.act(() => answerBudget(crew.shard, crew.crew, crew.by('human'), needId, given))

test('US14 delivery goes on once although a budget is used up: until a turn that began after that has ended', async () => {
  await using crew = testCrew({ agents: AGENTS })
  limit(crew, null, 1)
  write(crew, 'ben')
  begin(crew, 'ben')
  turn(crew, 'dora', { cost: 1 })
  write(crew, 'dora')
  const [first] = Object.keys(crew.crew.state.needs)
  answer(crew, { action: 'once' })
  expect(needs(crew), 'nothing is asked meanwhile').toEqual([])
  expect(budgetsOf(crew.crew)).toMatchObject([{ stage: 'overrun', needId: null, usd: 1 }])
  // The turn of ben began before that: it does not use it up, not even after a restart.
  crew.restart()
  end(crew, 'ben', { cost: 0.5 })
  expect(needs(crew)).toEqual([])
  expect(begin(crew, 'dora')).not.toBeNull()
  // It counts as a turn even if its program does not report what it used.
  end(crew, 'dora', null)
  expect(needs(crew)).toMatchObject([{ kind: 'budget', text: expect.stringContaining('$1.50 of $1.00: its budget is used up') }]) // prettier-ignore
  expect(['dora', 'ben'].map((name) => isKeptBack(crew, name))).toEqual([true, true])
  // A second answer to what was asked first changes nothing.
  expect(() => answer(crew, { action: 'once' }, first)).toThrow(
    'does not wait for an answer any more',
  )
  expect(isKeptBack(crew, 'dora')).toBe(true)
})

test('US15 a person raises a budget to more than was used by answering its need; anything else is refused', async () => {
  await using crew = testCrew({ agents: AGENTS })
  limit(crew, 'dora', 1)
  turn(crew, 'dora', { cost: 0.9 })
  expect(() => answer(crew, { action: 'once' })).toThrow('This budget is not used up')
  turn(crew, 'dora', { cost: 0.6 })
  const refused = [
    [{ action: 'raise' }, 'Say to what the budget is raised'],
    [{ action: 'raise', usd: 0.5 }, 'That is less than it is now'],
    [{ action: 'raise', usd: 1.5 }, '$1.50 are used already'],
    [{ action: 'raise', tokens: 5 }, 'does not limit tokens'],
    [{ action: 'once', usd: 5 }, 'leaves the limits as they are'],
  ] as const
  for (const [given, why] of refused) expect(() => answer(crew, given), why).toThrow(why)
  const needId = Object.keys(crew.crew.state.needs)[0] ?? ''
  const by = crew.by('lead')
  const once = { action: 'once' } as const
  expect(() => answerBudget(crew.shard, crew.crew, by, needId, once)).toThrow('only the person')
  expect(isKeptBack(crew, 'dora'), 'nothing was changed').toBe(true)
  answer(crew, { action: 'raise', usd: 1.51 })
  expect(isKeptBack(crew, 'dora')).toBe(false)
  // It is nearly used up again, and that needs a person.
  expect(needs(crew)[0]?.text).toContain('more than 80 % of its budget')
})

test('US12 after a restart an agent whose budget is used up is still handed nothing, while others are', async () => {
  await using crew = testCrew({ agents: AGENTS })
  limit(crew, 'dora', 1)
  turn(crew, 'dora', { cost: 1 })
  write(crew, 'dora')
  write(crew, 'ben')
  crew.restart()
  const { shard } = crew
  expect(openCrews(shard, crew.id('dora'))).toEqual([])
  expect(openCrews(shard, crew.id('ben'))).toEqual([crew.crew])
  const inbox = async (name: string) => (await crew.core.inbox.fetch(crew.id(name), {})).deliveries
  expect(await inbox('dora')).toEqual([])
  expect(JSON.stringify(await inbox('ben'))).toContain('go on')
  limit(crew, 'dora', 2)
  expect(openCrews(shard, crew.id('dora'))).toEqual([crew.crew])
  expect(JSON.stringify(await inbox('dora'))).toContain('go on')
})

test('US10, US11 the end of the lead leaves the need of the crew’s budget open: other agents still wait for the answer', async () => {
  await using crew = testCrew({ agents: AGENTS })
  limit(crew, null, 1)
  limit(crew, 'lead', 0.5)
  turn(crew, 'lead', { cost: 1 })
  expect(needs(crew)).toHaveLength(2)
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('human'), crew.leadId, 'enough'))
  expect(needs(crew)).toMatchObject([{ kind: 'budget', text: expect.stringMatching(/^The crew/) }])
  expect(isKeptBack(crew, 'ben')).toBe(true)
  answer(crew, { action: 'raise', usd: 2 })
  expect(isKeptBack(crew, 'ben')).toBe(false)
})
