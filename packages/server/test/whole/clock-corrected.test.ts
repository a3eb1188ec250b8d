import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { LiveSender } from '../../src/api/sockets/live-sender'
import { Attempts } from '../../src/api/attempts'
import { Authenticator } from '../../src/api/principal'
import { LoginCodes } from '../../src/api/login-codes'
import { systemClock } from '../../src/clock'
import { endTagged } from '../../src/programs/processes/end-tagged'
import { createLogger } from '../../src/logger'
import { Recovery } from '../../src/recovery'
import { CORRECTIONS, FakeClock } from '../harness/fake-clock'
import type { FakeProgram } from '../harness/fake-program'
import type { World } from '../harness/program-world'
import { LifeCrew, RESTARTS } from '../harness/life-crew'
import { runs } from '../harness/processes'
import { command, say, team, write } from '../harness/talk'
import { testCrew } from '../harness/test-crew'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const AGENTS = { dev: 'developer', arch: 'architect' }
const TOKENS = { owner: 'o'.repeat(43), observer: 'b'.repeat(43) }
const SILENT = createLogger('silent')

function refusal(run: () => unknown): unknown {
  try {
    run()
    return null
  } catch (error) {
    if (!(error instanceof CrewError)) throw error
    return { code: error.code, ...error.details }
  }
}

test.each(CORRECTIONS)(
  'DL9 an agent’s rate is what it was when the clock is set %s by an hour',
  async (_, by) => {
    await using crew = testCrew({ agents: AGENTS, rate: { perMinute: 60, burst: 3 } })
    team(crew, 'team', ['dev', 'arch'])
    const post = () => refusal(() => say(crew, 'dev', 'on it'))
    expect([post(), post()]).toEqual([null, null])
    crew.clock.correct(by)
    expect([post(), post()]).toEqual([null, { code: 'rate_limited', retryAfter: 1 }])
    crew.clock.advance(1_000)
    expect([post(), post()]).toEqual([null, { code: 'rate_limited', retryAfter: 1 }])
  },
)

/** Programs that are ready at once and do nothing until the test ends them. */
const WORLD: World = {
  nature: () => ({ beginning: 'ready', sessions: 'loads', takesSystemPrompt: true }),
  prompted: () => {},
  heard: () => {},
  askedToCancel: () => {},
  answered: () => {},
  fell: () => {},
  gone: () => {},
}

test.each(CORRECTIONS)(
  'FT24 a program is started again after its pause, and its crashes are forgiven after a minute, also when the clock is set %s by an hour',
  async (_, by) => {
    await using crew = await LifeCrew.start(WORLD, { agents: AGENTS })
    const dev = crew.id('dev')
    write(crew, 'human', 'dev', 'go')
    await crew.settle()
    const program = (): FakeProgram | undefined => crew.programs.running.get(dev)
    const crash = async () => {
      program()?.exits({ code: 1, signal: null })
      await crew.settle()
      expect(program()).toBeUndefined()
    }
    const startsAgainAfter = async (ms: number) => {
      await crew.advance(ms / 2)
      crew.clock.correct(by)
      await crew.advance(ms / 2 - 1)
      expect(program(), 'not before').toBeUndefined()
      await crew.advance(1)
      expect(program(), `after ${ms} ms`).toBeDefined()
    }
    await crash()
    await startsAgainAfter(RESTARTS.pauseMs)
    await crew.advance(RESTARTS.steadyMs / 2)
    crew.clock.correct(by)
    await crew.advance(RESTARTS.steadyMs / 2 - 1)
    await crash()
    await startsAgainAfter(2 * RESTARTS.pauseMs)
    await crew.advance(RESTARTS.steadyMs / 2)
    crew.clock.correct(by)
    await crew.advance(RESTARTS.steadyMs / 2)
    await crash()
    await startsAgainAfter(RESTARTS.pauseMs)
  },
)

test.each(CORRECTIONS)(
  'FT24 an agent whose program goes on is not said to have been through a restart when the clock is set %s by an hour',
  async (_, by) => {
    await using crew = await LifeCrew.start(WORLD, { agents: AGENTS })
    const dev = crew.id('dev')
    await crew.advance(1_000)
    crew.clock.correct(by)
    write(crew, 'human', 'dev', 'go')
    await crew.settle()
    const program = () => crew.programs.running.get(dev)
    program()?.works()
    await crew.settle()
    program()?.exits({ code: 1, signal: null })
    await crew.advance(RESTARTS.pauseMs)
    expect(program()?.prompts.join('\n')).toContain(TEXT.crashed)
    program()?.works()
    await crew.settle()
    crew.clock.correct(by)
    await crew.kill(0)
    expect(program()?.prompts.join('\n')).toContain(TEXT.restart)
  },
)

test.each(CORRECTIONS)(
  'PR13 the time of grace is what it was when the clock is set %s by an hour',
  async (_way, by) => {
    const tag = `clock-corrected-${by}`
    const program = spawn(
      process.execPath,
      [
        '-e',
        "process.on('SIGTERM', () => console.log('asked')); console.log('ready'); setInterval(() => {}, 1000)",
      ],
      { env: { ...process.env, CREWROOM_PROCESS_TAG: tag }, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    using _ = { [Symbol.dispose]: () => program.kill('SIGKILL') }
    const exited = once(program, 'exit')
    await once(program.stdout, 'data')
    let waits = 0
    const clock = {
      ...systemClock,
      now: () => Date.now() + (waits > 0 ? by : 0),
      after: (ms: number, run: () => void) => {
        // Each look waits 25 ms: this is more than any time of grace here.
        if (++waits > 1_000) throw new Error('the grace does not end')
        return systemClock.after(ms, run)
      },
    }
    const asked = once(program.stdout, 'data')
    expect(await endTagged(tag, null, 400, clock)).toBe(0)
    expect(String(await asked)).toBe('asked\n')
    expect(await exited).toEqual([null, 'SIGKILL'])
    expect(runs(program.pid ?? 0)).toBe(false)
  },
)

test.each(CORRECTIONS)(
  'DL10 a poll waits exactly as long as requested when the clock is set %s by an hour',
  async (_, by) => {
    await using crew = testCrew({ agents: AGENTS })
    let answered = false
    const page = crew.core.inbox.fetch(crew.id('dev'), { waitMs: 10_000 })
    void page.then(() => (answered = true))
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    await turn()
    crew.clock.advance(5_000)
    crew.clock.correct(by)
    crew.clock.advance(4_999)
    await turn()
    expect(answered).toBe(false)
    crew.clock.advance(1)
    await turn()
    expect(answered).toBe(true)
    expect((await page).deliveries).toEqual([])
  },
)

test.each(CORRECTIONS)(
  'SE20 a login code ends after ten minutes, also when the clock is set %s by an hour',
  async (_, by) => {
    await using crew = testCrew()
    const codes = new LoginCodes(crew.shard)
    const [early, late] = [codes.issue(), codes.issue()]
    crew.clock.advance(5 * 60_000)
    crew.clock.correct(by)
    crew.clock.advance(5 * 60_000 - 1)
    // The clock that goes forward shows that they are over.
    expect(refusal(() => codes.redeem(early))).toEqual(by > 0 ? { code: 'unauthorized' } : null)
    crew.clock.advance(1)
    expect(refusal(() => codes.redeem(late))).toEqual({ code: 'unauthorized' })
  },
)

test('SE21 a session is good for thirty days: no clock that is set back makes them more, and no restart', async () => {
  await using crew = testCrew()
  const { clock } = crew
  let authenticator = new Authenticator(crew.shard, TOKENS)
  const login = () => {
    const codes = new LoginCodes(crew.shard)
    const { token } = codes.redeem(codes.issue())
    const who = () => authenticator.principal(token)?.kind ?? null
    expect(who()).toBe('owner')
    return who
  }
  const first = login()
  clock.advance(30 * DAY - 1)
  expect(first()).toBe('owner')
  clock.advance(1)
  expect(first()).toBeNull()

  const second = login()
  clock.advance(20 * DAY)
  clock.correct(-15 * DAY)
  clock.advance(10 * DAY - 1)
  expect(second()).toBe('owner')
  clock.advance(1)
  expect(second(), 'thirty days have gone by').toBeNull()
  clock.correct(15 * DAY)

  const third = login()
  clock.correct(-40 * DAY)
  // What is stored is all that a new start has; nobody knows how much of it has gone by.
  crew.restart()
  authenticator = new Authenticator(crew.shard, TOKENS)
  expect(third()).toBe('owner')
  clock.advance(30 * DAY - 1)
  expect(third()).toBe('owner')
  clock.advance(1)
  expect(third()).toBeNull()

  const fourth = login()
  clock.correct(30 * DAY)
  expect(fourth(), 'the computer was asleep for all of it').toBeNull()
})

test.each(CORRECTIONS)(
  'SE6 attempts are counted for a minute, also when the clock is set %s by an hour',
  (_, by) => {
    const clock = new FakeClock()
    const attempts = new Attempts(clock)
    const failed = () => {
      try {
        attempts.failed('192.0.2.1')
        return null
      } catch (error) {
        return error instanceof CrewError ? error.details : error
      }
    }
    for (let n = 0; n < LIMITS.unauthorizedPerMinute; n++) expect(failed()).toBeNull()
    clock.advance(20_000)
    clock.correct(by)
    expect(failed()).toEqual({ retryAfter: 40 })
    clock.advance(40_000)
    expect(failed()).toBeNull()
  },
)

test.each(CORRECTIONS)(
  'ST60 a writer’s failures are counted for a minute, also when the clock is set %s by an hour',
  async (_, by) => {
    const clock = new FakeClock()
    const fatal: string[] = []
    const recovery = new Recovery({
      clock,
      logger: SILENT,
      fatal: (sentence: string) => fatal.push(sentence),
      discard: () => Promise.resolve(),
      shard: { load: () => {} },
      journal: { resume: () => {}, reopen: () => {} },
      reopen: () => Promise.resolve({ port: { probe: () => Promise.resolve(null) }, position: 1 }),
      load: () => ({}),
      newEpoch: () => 'another',
      replaced: () => {},
    } as unknown as ConstructorParameters<typeof Recovery>[0])
    const fails = () => recovery.run({ code: 'WORKER_EXIT', message: 'gone' })
    for (let n = 0; n < 3; n++) await fails()
    clock.advance(59_999)
    clock.correct(by)
    for (let n = 0; n < 2; n++) await fails()
    clock.advance(1)
    for (let n = 0; n < 3; n++) await fails()
    expect(fatal, 'five within a minute').toEqual([])
    await fails()
    expect(fatal).toHaveLength(1)
  },
)

test.each(CORRECTIONS)(
  'LF9 a message that is being written is shown five times a second, also when the clock is set %s by an hour',
  async (_, by) => {
    await using crew = testCrew({ agents: AGENTS })
    team(crew, 'team', ['dev', 'arch'])
    const { live, presence, maskOf } = crew.core
    const shown: string[] = []
    new LiveSender(crew.shard, presence, live, maskOf, (_crew, mayRead, frame) => {
      const { type, text } = JSON.parse(frame.toString()) as { type: string; text: string }
      if (type === 'live:composing' && mayRead(null)) shown.push(text)
    })
    const writes = (text: string) =>
      live.emit('composing', crew.id('dev'), {
        leadId: crew.leadId,
        groupName: 'team',
        done: false,
        text,
      })
    writes('one')
    crew.clock.advance(100)
    writes('two')
    crew.clock.correct(by)
    crew.clock.advance(199)
    expect(shown).toEqual(['one'])
    crew.clock.advance(1)
    expect(shown).toEqual(['one', 'two'])
  },
)

test.each([
  ['back', -1],
  ['forward', 1],
] as const)(
  'FT25 an agent with much to say gives way to others after 5 ms of it, also while the clock is set %s',
  async (_, by) => {
    await using crew = testCrew({ agents: AGENTS })
    team(crew, 'team', ['dev', 'arch'])
    const { clock } = crew
    const monotonic = clock.monotonic.bind(clock)
    let looks = 0
    // Each look at the time is a millisecond after the one before, and an hour off by what people go by.
    clock.monotonic = () => monotonic() + looks++
    const now = clock.now.bind(clock)
    clock.now = () => now() + looks * by * HOUR
    const commands = 100
    let rounds = 0
    let done = false
    const others = (): void => {
      rounds++
      if (!done) setImmediate(others)
    }
    setImmediate(others)
    await crew.says(
      'dev',
      command('GROUP_MESSAGE', { group: 'team', content: 'on it' }).repeat(commands),
    )
    done = true
    expect(rounds).toBeGreaterThanOrEqual(commands / 5 - 1)
    expect(rounds, 'and not after each').toBeLessThan(commands)
  },
)
