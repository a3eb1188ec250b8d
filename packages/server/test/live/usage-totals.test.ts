import type { UsageBy } from '@crewroom/shared/model/usage-total'
import { NO_USAGE, type Usage } from '@crewroom/shared/model/usage'
import { expect, test } from 'vitest'
import { sendDirect } from '../../src/agents/direct-messages'
import { completeTask, delegate } from '../../src/agents/tasks'
import { readUsage } from '../../src/agents/read-usage'
import { endTurns } from '../../src/delivery/turns'
import { storeTurn } from '../harness/stored-turns'
import { type TestCrew, testCrew } from '../harness/test-crew'

const HOUR = 3_600_000

function turn(crew: TestCrew, name: string, used: Partial<Usage> | null, task = () => {}): void {
  crew.act(() =>
    sendDirect(crew.shard, crew.crew, crew.by('human'), { to: crew.id(name), content: 'go on' }),
  )
  crew.act(() => storeTurn(crew.shard, crew.crew, crew.id(name)))
  task()
  const open = crew.crew.owed(crew.id(name)).turns
  crew.act(() =>
    endTurns(crew.shard, crew.crew, open, 'end_turn', used && { ...NO_USAGE, ...used }),
  )
}

const totals = async (crew: TestCrew, by: UsageBy, more: { since?: string; limit?: number } = {}) =>
  (await readUsage(crew.shard, crew.crew, { by, limit: 500, ...more })).totals

test('US7, US19 what turns used is summed up by agent, task, day and hour, and what nobody reported is unknown', async () => {
  await using crew = testCrew({ agents: { dora: 'developer', ben: 'developer' } })
  const { shard } = crew
  const begin = Math.ceil(crew.clock.now() / (24 * HOUR)) * 24 * HOUR
  crew.clock.advance(begin + 22 * HOUR - crew.clock.now())
  const day = (later: number) => new Date(begin + later * HOUR).toISOString()
  const give = (text: string) =>
    crew.act(() => delegate(shard, crew.crew, crew.by('human'), { to: crew.id('dora'), text }))
  expect(await totals(crew, 'crew'), 'nothing yet').toEqual([])

  turn(crew, 'dora', { inputTokens: 5, outputTokens: 1, cost: 0.5 })
  crew.clock.advance(1)
  give('the first')
  crew.clock.advance(1)
  // Its task ends within the turn, which was for it.
  turn(
    crew,
    'dora',
    { inputTokens: 100, outputTokens: 10, totalTokens: 160, cachedReadTokens: 50 },
    () => crew.act(() => completeTask(shard, crew.crew, crew.by('dora'), crew.id('dora'), {})),
  )
  crew.clock.advance(2 * HOUR)
  give('the second')
  crew.clock.advance(1)
  turn(crew, 'dora', { totalTokens: 7, cost: 0.25, estimatedCost: 0.25 })
  turn(crew, 'ben', { contextUsed: 10 })
  turn(crew, 'ben', null)

  const [first, second] = ['the first', 'the second'].map((text) =>
    crew.database.prepare('select id from tasks where text = ?').pluck().get(text),
  )
  const none = {
    agentId: null,
    inputTokens: null,
    outputTokens: null,
    totalTokens: null,
    cachedReadTokens: null,
    cachedWriteTokens: null,
    cost: null,
    costKind: null,
  }
  const all = {
    agentId: null,
    inputTokens: 105,
    outputTokens: 11,
    totalTokens: 173,
    cachedReadTokens: 50,
    cachedWriteTokens: null,
    cost: 0.75,
    costKind: 'partly',
  }
  const check = async () => {
    expect(await totals(crew, 'crew')).toEqual([{ key: null, turns: 5, reported: 3, ...all }])
    expect(await totals(crew, 'agent')).toEqual([
      { key: crew.id('dora'), turns: 3, reported: 3, ...all },
      { key: crew.id('ben'), turns: 2, reported: 0, ...none },
    ])
    expect(await totals(crew, 'task')).toEqual([
      {
        ...none,
        key: first,
        turns: 1,
        reported: 1,
        inputTokens: 100,
        outputTokens: 10,
        totalTokens: 160,
        cachedReadTokens: 50,
      },
      {
        ...none,
        key: second,
        turns: 1,
        reported: 1,
        totalTokens: 7,
        cost: 0.25,
        costKind: 'estimated',
      },
      {
        ...none,
        key: null,
        turns: 3,
        reported: 1,
        inputTokens: 5,
        outputTokens: 1,
        totalTokens: 6,
        cost: 0.5,
        costKind: 'reported',
      },
    ])
    expect(await totals(crew, 'day')).toMatchObject([
      { key: day(0).slice(0, 10), turns: 2, totalTokens: 166 },
      { key: day(24).slice(0, 10), turns: 3, totalTokens: 7 },
    ])
    expect(await totals(crew, 'hour')).toMatchObject([
      { key: day(22).slice(0, 13), turns: 2 },
      { key: day(24).slice(0, 13), turns: 3 },
    ])
    const apart = (await readUsage(shard, crew.crew, { by: 'hour', each: 'agent', limit: 500 }))
      .totals
    const [dora, ben] = [crew.id('dora'), crew.id('ben')]
    const told = apart.map(({ key, agentId, turns, cost }) => [key, agentId, turns, cost])
    expect(told).toHaveLength(3)
    expect(told[0]).toEqual([day(22).slice(0, 13), dora, 2, 0.5])
    expect(told).toContainEqual([day(24).slice(0, 13), dora, 1, 0.25])
    expect(told).toContainEqual([day(24).slice(0, 13), ben, 2, null])
    const late = { since: day(24.5) }
    expect(await totals(crew, 'crew', late), 'from the beginning of the hour').toMatchObject([
      { turns: 3, totalTokens: 7 },
    ])
  }
  await check()
  crew.restart()
  await check()

  await expect(
    readUsage(shard, crew.crew, { by: 'task', each: 'agent', limit: 1 }),
  ).rejects.toThrow('by day or by hour only')
  const newest = await readUsage(shard, crew.crew, { by: 'hour', limit: 1 })
  expect(newest).toMatchObject({ hasMore: true, totals: [{ key: day(24).slice(0, 13) }] })
  const most = await readUsage(shard, crew.crew, { by: 'agent', limit: 1 })
  expect(most).toMatchObject({ hasMore: true, totals: [{ key: crew.id('dora') }] })
})
