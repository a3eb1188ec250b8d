import { expect, test } from 'vitest'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { createLead } from '../../src/agents/create-agent'
import { pauseCrew } from '../../src/agents/pause'
import { closeNeed } from '../../src/groups/close-need'
import { createGroup } from '../../src/groups/create-group'
import { pauseGroup } from '../../src/groups/pause-group'
import { listNeeds } from '../../src/crew/needs'
import { answerPermission } from '../../src/crew/permissions'
import type { FactData, FactType } from '../../src/journal/facts'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { asksToRun, programAsks, settled } from '../harness/program-asks'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const YES = { outcome: 'selected', optionId: 'yes' }
const NO = { outcome: 'selected', optionId: 'no' }

/** Needs as a person is told of them, with the end that each has by now. */
function needs(crew: TestCrew): readonly NeedRecord[] {
  const own = [...crew.shard.crews()].flatMap((one) => listNeeds(one, BY_PERSON))
  return crew.shard.permissions.timedNeeds(own)
}

const untilOf = (crew: TestCrew) => needs(crew).map(({ permission }) => permission?.until)
const inMinutes = (crew: TestCrew, minutes: number) =>
  new Date(crew.clock.now() + minutes * MINUTE).toISOString()

async function fact<T extends FactType>(crew: TestCrew, type: T, data: FactData[T]): Promise<void> {
  const decision = crew.shard.decide(crew.crew)
  decision.add(type, data)
  crew.shard.commit(crew.crew, BY_PERSON, decision)
  await settled()
}

function held(crew: TestCrew, isHeld: boolean): Promise<void> {
  const agent = crew.crew.state.agents[crew.id('dev')]
  if (!agent) throw new Error('no agent')
  // A person ends it before its own end.
  const since = inMinutes(crew, 0)
  const until = inMinutes(crew, 365 * 24 * 60)
  const hold = { reason: 'hops', count: 40, agentIds: [], since, until } as const
  return isHeld
    ? fact(crew, 'agent:held', { agent: { ...agent, hold } })
    : fact(crew, 'agent:released', { agent: { ...agent, hold: null } })
}

function usedUp(agent: string | null) {
  return (crew: TestCrew, isUsedUp: boolean): Promise<void> => {
    const stage = isUsedUp ? 'reached' : null
    const agentId = agent && crew.id(agent)
    return fact(crew, 'budget:changed', { budget: { agentId, usd: 1, tokens: null, stage, needId: null } }) // prettier-ignore
  }
}

const paused = async (crew: TestCrew, isPaused: boolean): Promise<void> => {
  pauseCrew(crew.shard, crew.crew, BY_PERSON, isPaused)
  await settled()
}
const allPaused = async (crew: TestCrew, isPaused: boolean): Promise<void> => {
  crew.shard.pauseAll(isPaused, BY_PERSON)
  await settled()
}

type Stop = (crew: TestCrew, isOn: boolean) => Promise<void>

const STOPS: readonly (readonly [what: string, stop: Stop])[] = [
  ['a pause of the crew', paused],
  ['a pause of all crews', allPaused],
  ['a hold of the agent', held],
  ['a budget of the crew that is used up', usedUp(null)],
  ['a budget of the agent that is used up', usedUp('dev')],
]

async function waits(crew: TestCrew, ms: number | null = 30 * MINUTE, agentId = crew.id('dev')) {
  const { permissions, recorded } = programAsks(crew, agentId, ms)
  const outcomes: unknown[] = []
  const ask = async (command: string) => {
    void permissions.ask('turn', asksToRun(command), false).then((end) => outcomes.push(end))
    await settled()
  }
  await ask('git push')
  return { permissions, recorded, outcomes, ask }
}

test.for(STOPS)('PM13 %s stops the time of open requests, which wait on, and what was left passes afterwards', async ([, stop]) => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions, outcomes } = await waits(crew)
  crew.clock.advance(10 * MINUTE)
  await stop(crew, true)
  expect(untilOf(crew)).toEqual([null])
  crew.clock.advance(DAY)
  expect([outcomes, needs(crew).map(({ kind }) => kind)]).toEqual([[], ['permission']])
  await stop(crew, false)
  expect(untilOf(crew)).toEqual([inMinutes(crew, 20)])
  crew.clock.advance(20 * MINUTE - 1)
  await settled()
  expect(outcomes).toEqual([])
  crew.clock.advance(1)
  await settled()
  expect([outcomes, needs(crew).map(({ kind }) => kind)]).toEqual([[NO], ['refused']])
  permissions.close()
}) // prettier-ignore

test.for(STOPS)('PM13 what is asked during %s is a need as well, and has its whole time afterwards', async ([, stop]) => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  await stop(crew, true)
  const { permissions, outcomes } = await waits(crew)
  crew.clock.advance(DAY)
  expect([outcomes, untilOf(crew)]).toEqual([[], [null]])
  await stop(crew, false)
  expect(untilOf(crew)).toEqual([inMinutes(crew, 30)])
  crew.clock.advance(30 * MINUTE)
  await settled()
  expect(outcomes).toEqual([NO])
  permissions.close()
}) // prettier-ignore

test.for(STOPS)('PM13 a request is answered during %s, once, and its program has the answer at once', async ([, stop]) => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions, outcomes, recorded, ask } = await waits(crew)
  await ask('rm -r build')
  await ask('npm test')
  await stop(crew, true)
  const [push, remove, tests] = needs(crew).filter(({ kind }) => kind === 'permission')
  const answer = (need: NeedRecord | undefined, optionId: string, always = false) =>
    answerPermission(crew.shard, crew.crew, BY_PERSON, need?.id ?? '', { optionId, always })
  answer(push, 'yes')
  await settled()
  expect(outcomes).toEqual([YES])
  expect(() => answer(push, 'no')).toThrow('already answered this request: Allow')
  closeNeed(crew.shard, BY_PERSON, remove?.id ?? '', 'dismiss')
  await settled()
  expect(outcomes).toEqual([YES, NO])
  answer(tests, 'yes', true)
  await settled()
  expect(outcomes).toEqual([YES, NO, YES])
  await ask('npm test')
  expect(outcomes, 'a rule answers meanwhile').toEqual([YES, NO, YES, YES])
  await stop(crew, false)
  crew.clock.advance(DAY)
  await settled()
  expect(outcomes).toHaveLength(4)
  expect(recorded.map(({ by }) => by)).toEqual(['person', 'person', 'person', 'rule'])
  permissions.close()
}) // prettier-ignore

test('PM13 with two reasons the time stands until both are over, and a second pause takes nothing from it', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions, outcomes } = await waits(crew)
  crew.clock.advance(MINUTE)
  await paused(crew, true)
  await allPaused(crew, true)
  await held(crew, true)
  crew.clock.advance(DAY)
  await paused(crew, false)
  crew.clock.advance(DAY)
  await allPaused(crew, false)
  crew.clock.advance(DAY)
  expect([outcomes, untilOf(crew)]).toEqual([[], [null]])
  await held(crew, false)
  expect(untilOf(crew)).toEqual([inMinutes(crew, 29)])
  crew.clock.advance(9 * MINUTE)
  await paused(crew, true)
  crew.clock.advance(DAY)
  await paused(crew, false)
  expect(untilOf(crew)).toEqual([inMinutes(crew, 20)])
  permissions.close()
})

test('PM13 the clock of a lead of two crews stands as long as either is paused', async () => {
  for (const which of ['its own crew', 'its parent’s crew'] as const) {
    await using crew = testCrew()
    const driver = { kind: 'remote' } as const
    const own = createLead(crew.shard, byAgent(crew.leadId), { name: 'sub', parentId: crew.leadId, driver }).crew // prettier-ignore
    const { permissions, outcomes } = await waits(crew, 30 * MINUTE, own.state.lead.id)
    const stopped = which === 'its own crew' ? own : crew.crew
    pauseCrew(crew.shard, stopped, BY_PERSON, true)
    await settled()
    expect(untilOf(crew), which).toEqual([null])
    crew.clock.advance(DAY)
    expect(outcomes, which).toEqual([])
    pauseCrew(crew.shard, stopped, BY_PERSON, false)
    await settled()
    expect(untilOf(crew), which).toEqual([inMinutes(crew, 30)])
    permissions.close()
  }
})

const NOTHING: readonly (readonly [what: string, act: (crew: TestCrew) => unknown])[] = [
  ['a pause of another crew', (crew) => pauseCrew(crew.shard, createLead(crew.shard, BY_PERSON, { name: 'borealis' }).crew, BY_PERSON, true)],
  ['a pause of a group of the agent', (crew) => {
    createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'build', members: [crew.id('dev')] })
    pauseGroup(crew.shard, crew.crew, BY_PERSON, 'build', true)
  }],
  ['a pause of the crew that ends at once', async (crew) => {
    await paused(crew, true)
    await paused(crew, false)
  }],
] // prettier-ignore

test.for(NOTHING)('PM12, PM13 %s changes nothing about a request', async ([, act]) => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions, outcomes } = await waits(crew)
  await act(crew)
  await settled()
  expect([outcomes, untilOf(crew)]).toEqual([[], [inMinutes(crew, 30)]])
  crew.clock.advance(30 * MINUTE)
  await settled()
  expect(outcomes).toEqual([NO])
  permissions.close()
})

test('PM12, PM13 a request that has no time limit has none after a pause', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions, outcomes } = await waits(crew, null)
  await paused(crew, true)
  await paused(crew, false)
  crew.clock.advance(365 * DAY)
  expect([outcomes, untilOf(crew)]).toEqual([[], [null]])
  permissions.close()
})

const ENDS: readonly (readonly [what: string, end: (permissions: Awaited<ReturnType<typeof waits>>['permissions']) => void])[] = [
  ['its turn is cancelled', (permissions) => permissions.cancel()],
  ['its turn is over', (permissions) => permissions.ended(false)],
  ['its program ends', (permissions) => permissions.close()],
] // prettier-ignore

test.for(ENDS)('PM13 a request is cancelled in a pause as well when %s, and a late answer is refused with that', async ([, end]) => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions, outcomes } = await waits(crew)
  const [need] = needs(crew)
  await paused(crew, true)
  end(permissions)
  await settled()
  expect([outcomes, needs(crew)]).toEqual([[{ outcome: 'cancelled' }], []])
  const late = () => answerPermission(crew.shard, crew.crew, BY_PERSON, need?.id ?? '', { optionId: 'yes' }) // prettier-ignore
  expect(late).toThrow('This request was cancelled: the agent was stopped, or its turn is over.')
  await paused(crew, false)
  crew.clock.advance(DAY)
  await settled()
  expect(outcomes).toHaveLength(1)
  permissions.close()
}) // prettier-ignore

test('PM6, PM13 a file that is written in a pause has the request; the crew that it becomes has none, and the first waits on', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions, outcomes } = await waits(crew)
  await paused(crew, true)
  await using other = testCrew({ ids: new CountingIds('ffff', 'ffff-') })
  await takeIn(other, await crewText(crew))
  expect(needs(other)).toEqual([])
  expect([outcomes, needs(crew).map(({ kind }) => kind)]).toEqual([[], ['permission']])
  permissions.close()
})

test('PM13 what else waits for a person stays open in a pause: a question, and what is answered then reaches its agent afterwards', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  await crew.says('dev', '⟦⟦ AGENT_MESSAGE {"to":"human","content":"Which key?"} ⟧⟧\n')
  await paused(crew, true)
  crew.clock.advance(DAY)
  expect(needs(crew).map(({ kind }) => kind)).toEqual(['question'])
  await paused(crew, false)
  expect(needs(crew).map(({ kind }) => kind)).toEqual(['question'])
})
