import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { ConductGuard } from '../../src/crew/conduct-guard'
import { pauseCrew } from '../../src/agents/pause'
import { CORRECTIONS, FakeClock } from '../harness/fake-clock'
import { groupOf, say, SOON, talk, team, work, write } from '../harness/talk'
import { type TestCrew, testCrew } from '../harness/test-crew'

const HOUR = 3_600_000
const AGENTS = { dev: 'developer', arch: 'architect' }

/** Two agents that answer each other until they are held. */
const untilHeld = (crew: TestCrew) => talk(crew, work, (from, text) => say(crew, from, text))

test.each(CORRECTIONS)(
  'CD15 a hold lasts as long as it was to when the clock is set %s by an hour, whatever happens meanwhile',
  async (_, by) => {
    await using crew = testCrew({ agents: AGENTS, conduct: SOON })
    team(crew, 'team', ['dev', 'arch'])
    for (const meanwhile of [
      () => {},
      // Each looks at the holds that there are and sets their times again.
      () => [true, false].map((on) => pauseCrew(crew.shard, crew.crew, crew.by('human'), on)),
      () => crew.core.resume(),
    ]) {
      await untilHeld(crew)
      const { hold } = groupOf(crew) ?? {}
      const length = Date.parse(hold?.until ?? '') - Date.parse(hold?.since ?? '')
      crew.clock.advance(length / 2)
      crew.clock.correct(by)
      meanwhile()
      crew.act(() => crew.clock.advance(length / 2 - 1))
      expect.soft(groupOf(crew)?.hold, 'to its end').not.toBeNull()
      crew.act(() => crew.clock.advance(1))
      expect.soft(groupOf(crew)?.hold, 'and no longer').toBeNull()
    }
  },
)

test.each(CORRECTIONS)(
  'CD15 holds are in a row for an hour after the last, also when the clock is set %s by an hour',
  async (_, by) => {
    for (const what of ['group', 'agent'] as const) {
      await using crew = testCrew({ agents: AGENTS, conduct: SOON })
      if (what === 'group') team(crew, 'team', ['dev', 'arch'])
      const dev = () => crew.crew.state.agents[crew.id('dev')]
      const place = () =>
        what === 'group'
          ? groupOf(crew)
          : dev()?.hold
            ? dev()
            : crew.crew.state.agents[crew.id('arch')]
      const strikes = async () => {
        if (what === 'group') await untilHeld(crew)
        else
          await talk(crew, work, (from, text) =>
            write(crew, from, from === 'dev' ? 'arch' : 'dev', text),
          )
        const held = place()
        expect(held?.hold).not.toBeNull()
        crew.act(() => crew.clock.advance(LIMITS.holdSecondsMost * 1000))
        expect(place()?.hold).toBeNull()
        return held?.conduct.strikes
      }
      // When an hour has gone by since it began, a first hold of two minutes has been over for 58.
      expect(await strikes()).toBe(1)
      crew.clock.correct(by)
      expect(await strikes(), `${what}: within the hour`).toBe(2)
      crew.clock.advance(HOUR)
      crew.clock.correct(by)
      expect(await strikes(), `${what}: after it`).toBe(1)
    }
  },
)

test('CD15 after a restart holds are in a row for no longer than an hour, whatever the clock says by then', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  const ended = async () => {
    await untilHeld(crew)
    const strikes = groupOf(crew)?.conduct.strikes
    crew.act(() => crew.clock.advance(LIMITS.holdSecondsMost * 1000))
    return strikes
  }
  expect(await ended()).toBe(1)
  crew.clock.correct(-40 * 24 * HOUR)
  crew.restart()
  crew.clock.advance(HOUR)
  expect(await ended()).toBe(1)
})

test.each(CORRECTIONS)(
  'CD15 answers count for two minutes, also when the clock is set %s by an hour',
  (_, by) => {
    const clock = new FakeClock()
    const guard = new ConductGuard(clock, SOON)
    const answer = () => ['dev', 'arch'].map((who) => guard.replied('team', who)).includes(true)
    for (let n = 0; n < SOON.replies / 2 - 1; n++) expect(answer()).toBe(false)
    clock.correct(by)
    expect(answer(), 'within two minutes').toBe(true)
    clock.advance(LIMITS.replySeconds * 1000)
    expect(answer(), 'after two minutes').toBe(false)
  },
)
