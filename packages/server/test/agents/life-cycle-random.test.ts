import { afterAll, expect, test } from 'vitest'
import { LifeWalk } from '../harness/life-walk'
import { often } from '../harness/long'

const STEPS = Number(process.env['CREWROOM_RANDOM_STEPS'] ?? often(150, 3_000))
const FIRST = Number(process.env['CREWROOM_RANDOM_SEED'] ?? 1)
const WALKS = often(1, 12)
const SEEDS = Array.from({ length: WALKS }, (_, n) => FIRST + n)

const met: Record<string, number> = {}

test.each(SEEDS)(
  'LV1, LV2, LV3, MF21, FT33, FT34, SP6 seeded walk %i through the lives of agents: the crew is as the model says after every step, nobody sleeps who must not, and whoever has nothing to do does',
  async (seed) => {
    await using walk = await LifeWalk.start(seed)
    for (let i = 0; i < STEPS / WALKS; i++) await walk.step()
    await walk.end()
    for (const [what, often] of Object.entries(walk.met)) met[what] = (met[what] ?? 0) + often
  },
  120_000,
)

afterAll(() => {
  // Short walks need not meet everything.
  if (STEPS < 3_000) return
  expect(Object.entries(met).filter(([, often]) => often < 10)).toEqual([])
})
