import { expect, test } from 'vitest'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { COMMON, SessionWalk } from '../harness/session-walk'
import { testCrew } from '../harness/test-crew'

const STEPS = Number(process.env['CREWROOM_SESSION_STEPS'] ?? 150)
const WALKS = Number(process.env['CREWROOM_SESSION_WALKS'] ?? 2)

/** A single walk may have no chance for some of it. */
const everDone = new Set<string>()

test.each(Array.from({ length: WALKS }, (_, at) => at + 1))(
  'SN10, SL2, EX36 seeded walk %i: sessions in memory are what a restart loads after every act, and their file becomes the same crew',
  async (seed) => {
    const walk = new SessionWalk(seed)
    await using crew = walk.crew
    for (let n = 0; n < STEPS; n++) await walk.step()
    for (const act of walk.done) everDone.add(act)
    const text = await crewText(crew)
    await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
    await takeIn(other, text)
    expect(await crewText(other, crew.leadId)).toBe(text)
    const { lead, ...state } = other.shard.crew(crew.leadId).state
    expect({ ...state, lead: { ...lead, paused: false } }).toEqual({
      ...crew.crew.state,
      lead: { ...crew.crew.state.lead, paused: false },
    })
  },
  120_000,
)

test('SN10 the walks together do what is common', () => {
  expect([...everDone]).toEqual(expect.arrayContaining([...COMMON]))
})
