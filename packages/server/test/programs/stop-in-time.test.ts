import { expect, test } from 'vitest'
import { Config } from '../../src/config'
import { AgentManager } from '../../src/programs/agent-manager'
import { createAgent } from '../../src/agents/create-agent'
import { sendDirect } from '../../src/agents/direct-messages'
import { LOADED_LATER } from '../../src/loaded-later'
import { realPrograms } from '../../src/programs/real-programs'
import { createLogger } from '../../src/logger'
import { plannedDriver, ProgramNotes } from '../harness/agent-floor'
import { runs } from '../harness/processes'
import { pass, passUntil, SentSignals } from '../harness/sent-signals'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { BY_PERSON, testCrew } from '../harness/test-crew'

/** What nothing but SIGKILL ends, with a process of its own that is the same. */
const DEAF = {
  hang: 'prompt',
  chunks: ['on it'],
  noCancel: true,
  ignoreEnd: true,
  ignoreTerm: true,
  grandchild: 'ignoresTerm',
}

/** A crew on a fake clock with one agent, whose program is a real one and works on a prompt. */
async function atWork(behaviour: object) {
  const folder = tempFolder()
  const { stopGraceMs, acpStartMs, acpCancelMs } = Config.parse({})
  let manager: AgentManager | null = null
  const crew = testCrew({
    begun: (core) => {
      manager = new AgentManager(
        {
          shard: core.shard,
          intake: core.intake,
          toolCalls: core.toolCalls,
          answers: core.answers,
          presence: core.presence,
          live: core.live,
          rollouts: core.rollouts,
          programs: realPrograms(LOADED_LATER.acp),
          logger: createLogger('silent'),
          maskOf: core.maskOf,
          heads: core.shard.heads(),
          graceMs: stopGraceMs,
          acpStartMs,
          acpCancelMs,
          prices: {},
          sleep: { idleMs: 0, completedMs: 0 },
          permissionMs: null,
          model: LOADED_LATER.model,
          environment: {},
          modelHosts: new Set<string>(),
        },
        core.signals,
        { limit: 0, pauseMs: 500, steadyMs: 60_000 },
      )
    },
  })
  const made = manager as AgentManager | null
  if (!made) throw new Error('no manager was made')
  await made.resume()
  const notes = new ProgramNotes(folder.path)
  const driver = plannedDriver(folder.path, 'ada', [behaviour]) as { kind: 'acp' }
  const input = { role: 'developer', name: 'ada', driver }
  const { agent } = createAgent(crew.shard, crew.crew, BY_PERSON, input)
  sendDirect(crew.shard, crew.crew, BY_PERSON, { to: agent.id, content: 'go' })
  await eventually('it works', () => crew.crew.owed(agent.id).turns.some(({ seen }) => seen))
  return {
    crew,
    clock: crew.clock,
    manager: made,
    graceMs: stopGraceMs,
    pids: [...notes.pids('ada'), ...notes.pids('ada', 'grandchild')],
    told: (what: object) =>
      eventually(JSON.stringify(what), () => {
        const [[key, value] = []] = Object.entries(what)
        return notes.notes('ada').some((note) => note[key ?? ''] === value)
      }),
    [Symbol.asyncDispose]: async () => {
      await crew[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

test('FT14 a program that heeds nothing is told to stop, then that its input is over, then asked, then killed, all within five seconds', async () => {
  await using work = await atWork(DEAF)
  const { clock, manager, graceMs } = work
  using sent = new SentSignals(clock)
  expect(work.pids.map(runs)).toEqual([true, true])
  const began = clock.monotonic()
  const stopped = manager.stop()
  await work.told({ method: 'session/cancel' })
  await pass(clock, graceMs)
  await work.told({ ended: true })
  await pass(clock, graceMs - 1)
  expect(sent.all, 'it may still end by itself').toEqual([])
  await pass(clock, 1)
  await work.told({ ignored: 'SIGTERM' })
  await pass(clock, graceMs - 1)
  expect(sent.first('SIGKILL'), 'it may still end because it was asked').toBeNull()
  await passUntil(clock, stopped)
  expect(work.pids.map(runs)).toEqual([false, false])
  // What is left of the five seconds is for storing and closing.
  expect((sent.first('SIGKILL') ?? Infinity) - began).toBeLessThanOrEqual(4_000)
})

test('FT14 a program that stops when it is told to is sent no signal, and none of the times of grace passes', async () => {
  await using work = await atWork({ hang: 'prompt', chunks: ['on it'] })
  const { clock, manager } = work
  using sent = new SentSignals(clock)
  const began = clock.monotonic()
  await manager.stop()
  expect([clock.monotonic() - began, sent.all]).toEqual([0, []])
  expect(work.pids.map(runs)).toEqual([false])
})
