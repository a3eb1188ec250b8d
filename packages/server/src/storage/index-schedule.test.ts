import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DUE_AFTER_MS, DUE_FACTS, INDEX_AFTER_MS, IndexSchedule, MOST_OWED } from './index-schedule'

const SLICE = 128

/** A crew that writes, and an index that reads when it may; nothing of SQLite. */
class Modelled {
  readonly schedule = new IndexSchedule()
  now = 0
  behind: number

  constructor(behind: number) {
    this.behind = behind
  }

  write(facts: number): void {
    this.behind += facts
    this.schedule.wrote(facts, this.now)
    while (this.schedule.isFirst) this.read(SLICE)
  }

  read(most: number): void {
    const facts = Math.min(this.behind, most)
    this.behind -= facts
    this.schedule.read(facts, this.behind === 0, this.now)
  }

  /** One slice at most between two transactions, and batches always wait. */
  turn(most: number): boolean {
    const may = this.schedule.mayRead(true, this.now)
    if (may && this.behind > 0) this.read(most)
    return may
  }
}

test('SR20, SR21 while entries keep coming at any rate, no more than 4,096 of them are behind, and what was behind before shrinks by one for each', () => {
  const arrivals = fc.array(
    fc.tuple(fc.nat(400), fc.nat(300), fc.integer({ min: 1, max: SLICE })),
    {
      maxLength: 300,
      size: 'max',
    },
  )
  fc.assert(
    fc.property(arrivals, fc.constantFrom(0, 1, 1_000, 50_000), (steps, before) => {
      const model = new Modelled(before)
      let came = 0
      for (const [facts, ms, most] of steps) {
        model.now += ms
        came += facts
        model.write(facts)
        model.turn(most)
        expect(model.behind).toBeLessThanOrEqual(Math.max(0, before - came) + MOST_OWED)
      }
    }),
  )
})

test('SR20 a few entries go before the index: it follows when 64 have come, or once nothing came for 100 ms', () => {
  const model = new Modelled(0)
  model.write(DUE_FACTS / 2 - 1)
  expect(model.turn(SLICE)).toBe(false)
  model.write(1)
  expect(model.turn(SLICE)).toBe(true)
  expect(model.behind).toBe(0)
  model.write(1)
  model.now += INDEX_AFTER_MS - 1
  expect(model.schedule.mayRead(false, model.now)).toBe(false)
  model.now++
  expect(model.schedule.mayRead(false, model.now)).toBe(true)
  expect(model.schedule.mayRead(true, model.now), 'batches wait').toBe(false)
})

test('SR20 a crew that never rests is followed each second, however little it writes', () => {
  const model = new Modelled(0)
  for (let n = 0; n < 100; n++) {
    model.write(1)
    model.now += INDEX_AFTER_MS / 2
    model.turn(SLICE)
    expect(model.behind).toBeLessThanOrEqual((2 * DUE_AFTER_MS) / INDEX_AFTER_MS)
  }
})

test('SR10 an index that cannot be written holds up no batch', () => {
  const schedule = new IndexSchedule()
  schedule.wrote(MOST_OWED, 0)
  expect([schedule.isFirst, schedule.mayRead(true, 1)]).toEqual([true, true])
  schedule.failed()
  expect([schedule.isFirst, schedule.mayRead(true, 1)]).toEqual([false, false])
})
