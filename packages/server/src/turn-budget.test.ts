import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FakeClock } from '../test/harness/fake-clock'
import { TurnBudget } from './turn-budget'

/** Work that takes so long by the clock, and what was done of it. */
function working() {
  const clock = new FakeClock()
  const turns = new TurnBudget(clock)
  const done: string[] = []
  const take = (key: object, name: string, ms = 2, then = () => {}) =>
    turns.run(key, () => {
      clock.advance(ms)
      done.push(name)
      then()
    })
  return { turns, take, taken: () => done.splice(0) }
}

test('BW6 what fits into a turn is done at once', () => {
  const { take, taken } = working()
  for (let n = 0; n < 3; n++) take({}, `${n}`, 1)
  expect(taken()).toEqual(['0', '1', '2'])
})

test('BW6 what a turn has no time for is done in the next ones, a piece of each key in turn', async () => {
  const { turns, take, taken } = working()
  const [a, b, c] = [{}, {}, {}]
  take(a, 'long', 9)
  for (const name of ['a1', 'a2', 'a3', 'a4']) take(a, name)
  for (const name of ['b1', 'b2']) take(b, name)
  take(c, 'c1')
  expect([taken(), turns.waiting(a), turns.waiting(b)]).toEqual([['long'], 4, 2])
  await nextTurn()
  expect(taken()).toEqual(['a1', 'b1', 'c1'])
  await nextTurn()
  expect(taken()).toEqual(['a2', 'b2', 'a3'])
  await nextTurn()
  expect([taken(), turns.waiting(a)]).toEqual([['a4'], 0])
})

test('BW6 what comes while others wait does not overtake them, nor what came before from the same key', async () => {
  const { take, taken } = working()
  const [a, b] = [{}, {}]
  take(a, 'long', 9)
  take(a, 'a1', 1, () => take(a, 'a3', 1))
  take(a, 'a2', 1)
  await Promise.resolve()
  take(b, 'b1', 1)
  expect(taken()).toEqual(['long'])
  await nextTurn()
  expect(taken()).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('BW6 a piece that fails ends nothing for the others', async () => {
  const { turns, take, taken } = working()
  const failed: unknown[] = []
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.once('uncaughtException', (error) => failed.push(error.message))
  take({}, 'long', 9)
  turns.run({}, () => {
    throw new Error('broken')
  })
  take({}, 'other')
  await nextTurn()
  await nextTurn()
  for (const listener of listeners) process.on('uncaughtException', listener)
  expect([taken(), failed]).toEqual([['long', 'other'], ['broken']])
})
