import type { Core } from '../../src/core'
import type { Signals } from '../../src/delivery/signals'
import { AgentManager } from '../../src/programs/agent-manager'
import type { RolloutSink } from '../../src/journal/ports/rollout-port'
import type { SleepLimits } from '../../src/programs/sleep'
import { StallWatch } from '../../src/agents/stall-watch'
import { createLogger } from '../../src/logger'
import { CountingIds } from './counting-ids'
import type { World } from './program-world'
import { FakePrograms } from './fake-programs'
import { TestCrew, type TestCrewOptions } from './test-crew'

export const RESTARTS = { limit: 2, pauseMs: 1_000, steadyMs: 60_000 } as const
const TIMES = {
  graceMs: 2_000,
  acpStartMs: 30_000,
  acpCancelMs: 10_000,
  permissionMs: null,
  prices: {},
  environment: {},
  modelHosts: new Set<string>(),
  model: () => Promise.reject(new Error('no model is asked here')),
} as const
const NO_SLEEP: SleepLimits = { idleMs: 0, completedMs: 0 }

const NO_ROLLOUTS: RolloutSink = {
  text: () => {},
  thought: () => {},
  unasked: () => {},
  record: () => {},
  given: () => {},
  turnEnded: () => {},
  ended: () => {},
}

/** More rounds of the event loop than anything takes to come to rest; a loop without end fails here. */
const MOST_ROUNDS = 2_000

interface LifeOptions extends Omit<TestCrewOptions, 'driver' | 'begun' | 'ids'> {
  /** Whether agents that go quiet with an open task are noticed, as they are by a server. */
  readonly watchesStalls?: boolean
  /** When programs fall asleep; never when it is not given. */
  readonly sleep?: SleepLimits
  /** Some of its agents are pipes. */
  readonly hasPipes?: boolean
}

/**
 * A pipe that is owed something is handed it at once, which is decided while what it is owed is still being published:
 * with a journal that settles in the call, others would hear of both in the wrong order.
 */
function aMomentLater(signals: Signals): Signals {
  return Object.create(signals, {
    on: {
      value: (name: 'owed', listen: (agentId: string) => void) =>
        signals.on(
          name,
          name === 'owed' ? (agentId) => queueMicrotask(() => listen(agentId)) : listen,
        ),
    },
  }) as Signals
}

/** Wires what notices quiet agents to a run of the domain. */
export function watchStalls(core: Core): StallWatch {
  const { shard, presence, intake } = core
  const lastWords = (agentId: string) => intake.lastWords(agentId)
  const stalls = new StallWatch({ shard, presence, lastWords })
  core.onPublished((entries) => stalls.published(entries))
  core.onPresence((agentId) => stalls.presenceChanged(agentId))
  return stalls
}

/**
 * A crew of ACP agents whose programs are no processes: the real domain with the real AgentManager, on a fake clock.
 * Begin with `start`.
 */
export class LifeCrew extends TestCrew {
  readonly programs: FakePrograms
  /** What the server has logged as worth a look. */
  readonly warnings: readonly string[]
  readonly #manager: () => AgentManager
  readonly #stalls: () => StallWatch | null

  static async start(world: World, options: LifeOptions = {}): Promise<LifeCrew> {
    const crew = new LifeCrew(world, options)
    await crew.#resume()
    return crew
  }

  private constructor(
    world: World,
    { watchesStalls = false, sleep = NO_SLEEP, hasPipes = false, ...options }: LifeOptions,
  ) {
    const programs = new FakePrograms(world)
    const warnings: string[] = []
    const write = (line: string) => void warnings.push(line)
    const logger = createLogger('warn', undefined, { write })
    let manager: AgentManager | null = null
    let stalls: StallWatch | null = null
    super({
      ...options,
      // A starting server looks for processes of its crews: it must not find those of other tests.
      ids: new CountingIds('11fe'),
      driver: { kind: 'acp', command: 'fake' },
      begun: (core, life) => {
        programs.abandon()
        const made = new AgentManager(
          {
            shard: core.shard,
            intake: core.intake,
            toolCalls: core.toolCalls,
            answers: core.answers,
            presence: core.presence,
            live: core.live,
            rollouts: NO_ROLLOUTS,
            programs: programs.forLife(() => life.over),
            logger,
            maskOf: core.maskOf,
            heads: core.shard.heads(),
            sleep,
            ...TIMES,
          },
          hasPipes ? aMomentLater(core.signals) : core.signals,
          RESTARTS,
        )
        core.onPresence((agentId) => made.presenceChanged(agentId))
        if (watchesStalls) stalls = watchStalls(core)
        manager = made
      },
    })
    this.programs = programs
    this.warnings = warnings
    this.#stalls = () => stalls
    this.#manager = () => {
      if (!manager) throw new Error('no server is running')
      return manager
    }
  }

  /** What a person does who resumes an agent, beside the verb. */
  startProgram(agentId: string): void {
    this.#manager().start(agentId)
  }

  /** Lets everything run that needs no time to pass, until nothing happens any more. */
  async settle(): Promise<void> {
    let before = ''
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      // The manager looks at idle leads in a later round than what made them idle.
      await new Promise<void>((resolve) => setImmediate(resolve))
      const now = this.#everything()
      if (now === before) return
      before = now
    }
    throw new Error('it does not come to rest')
  }

  /** Moves time on, timer by timer: what one of them does is over when the next is due. */
  async advance(ms: number): Promise<void> {
    await this.settle()
    const until = this.clock.now() + ms
    while (this.clock.step(until)) await this.settle()
    this.clock.advance(until - this.clock.now())
  }

  /** kill -9 of the server, after this many turns of whatever is under way, and a new start. */
  async kill(microtasks: number, killed: () => void = () => {}): Promise<void> {
    for (let i = 0; i < microtasks; i++) await Promise.resolve()
    killed()
    this.restart()
    await this.#resume()
    this.check()
  }

  /** What SIGTERM and a new start do. */
  async stopAndStart(ended: () => void = () => {}): Promise<void> {
    let stopped = false
    const stopping = this.#manager().stop()
    void stopping.then(() => (stopped = true))
    await this.settle()
    while (!stopped) {
      if (!this.clock.step(Infinity)) throw new Error('the server does not stop')
      await this.settle()
    }
    await stopping
    if (this.programs.running.size > 0) throw new Error('programs were left running')
    await this.core.intake.idle()
    await this.kill(0, ended)
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    this.programs.abandon()
    await super[Symbol.asyncDispose]()
  }

  async #resume(): Promise<void> {
    await this.#manager().resume()
    this.#stalls()?.lookAtAll()
    await this.settle()
  }

  #everything(): string {
    const programs = [...this.programs.running.values()].map(
      (program) =>
        `${program.tag} ${program.starting} ${program.prompts.length} ${program.prompted}`,
    )
    return [this.published.length, this.clock.nextDue(), ...programs].join()
  }
}
