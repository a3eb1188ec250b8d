import { expect } from 'vitest'
import type { Hold } from '@crewroom/shared/model/conduct'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { sendDirect } from '../../src/agents/direct-messages'
import { liveAgent } from '../../src/live/agent'
import { pauseCrew } from '../../src/agents/pause'
import { pauseGroup } from '../../src/groups/pause-group'
import type { FakeProgram } from './fake-program'
import type { Fate, Nature, World } from './program-world'
import { readPrompt } from './handed-items'
import { CONDUCT } from './hold-model'
import { LifeCrew, RESTARTS } from './life-crew'
import { LifeModel } from './life-model'
import { assertNobodySleeps } from './liveness'
import { hire, personAct, sayAct } from './person-acts'
import { mention, programAct, turnTo, wrapUp } from './program-acts'
import { Random } from './random'
import { SLEEP, SleepModel } from './sleep-model'
import { BY_PERSON } from './test-crew'
import { PERSON, short, WalkContext } from './walk-context'

const HEALTHY: Nature = { beginning: 'ready', sessions: 'loads', takesSystemPrompt: true }
const BAD_BEGINNINGS: readonly Nature['beginning'][] = [
  ...(['slow', 'slow', 'slow', 'slow'] as const),
  ...(['hangs', 'dies', 'dies', 'missing', 'wants login'] as const),
]

/** A walk through the lives of a crew's agents: each step is done to a model and to the crew, and compared. */
export class LifeWalk implements World {
  readonly #counts = { prompts: 0, repeats: 0, continued: 0, starts: 0, kills: 0, falls: 0 }
  readonly #random: Random
  readonly #sleep = new SleepModel()
  #context: WalkContext | null = null
  #wrong: unknown = null
  /** Programs that are started now do what they should. */
  #healthy = true

  static async start(seed: number): Promise<LifeWalk> {
    const walk = new LifeWalk(seed)
    const crew = await LifeCrew.start(walk, { conduct: CONDUCT, sleep: SLEEP })
    const model = new LifeModel(crew.leadId, RESTARTS, () => crew.clock.now())
    walk.#context = new WalkContext(crew, model, walk.#random, (program) => walk.#crashed(program))
    for (let n = 0; n < 4; n++) hire(walk.#walk)
    await crew.settle()
    walk.#healthy = false
    return walk
  }

  private constructor(seed: number) {
    this.#random = new Random(seed)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context?.crew[Symbol.asyncDispose]()
  }

  get #walk(): WalkContext {
    if (!this.#context) throw new Error('the walk has not begun')
    return this.#context
  }

  get crew(): LifeCrew {
    return this.#walk.crew
  }

  /** How often the walk met what it is for. */
  get met(): Readonly<Record<string, number>> {
    const { refused, model } = this.#walk
    return {
      ...this.#counts,
      refused,
      wokenAlone: model.wokenAlone,
      holds: model.holds,
      slept: this.#sleep.slept,
    }
  }

  // What the programs tell.

  nature(agentId: string): Nature {
    const random = this.#random
    this.#counts.starts++
    this.#context?.model.started(agentId)
    this.#stirred({ agentId })
    if (this.#healthy) return HEALTHY
    // Every fourth agent's program hardly ever starts.
    const frail = Number.parseInt(agentId.slice(0, 4), 16) % 4 === 0
    return {
      beginning: random.chance(frail ? 0.5 : 0.85) ? 'ready' : random.pick(BAD_BEGINNINGS),
      sessions: random.pick(['loads', 'loads', 'forgets', 'only new']),
      takesSystemPrompt: random.chance(0.5),
    }
  }

  prompted(program: FakeProgram, text: string): void {
    const { model, crew } = this.#walk
    this.#counts.prompts++
    this.#stirred(program)
    program.obeysCancel = this.#random.chance(0.7)
    try {
      const handed = readPrompt(text)
      this.#walk.note(`  ${short(program.agentId)} is given ${JSON.stringify(handed)}`)
      this.#counts.repeats += handed.repeats.length
      this.#counts.continued += handed.continued ? 1 : 0
      // A hold that has just ended is a reason for this prompt.
      const { groups, agents } = crew.crew.state
      model.passed((group, id) => !(group === null ? agents[id] : groups[group])?.hold)
      model.prompted(
        program.agentId,
        handed,
        (id) => crew.programs.running.get(id)?.starting ?? false,
      )
      expect(handed.fresh.length).toBeLessThanOrEqual(LIMITS.turnItems)
      if (handed.fresh.length > 1) expect(handed.freshBytes).toBeLessThanOrEqual(LIMITS.turnBytes)
      expect(handed.lost, 'told that it forgot').toBe(
        program.forgot && program.prompts.length === 1,
      )
      expect(program.briefed, 'its model was told who it is').toBe(true)
    } catch (error) {
      // The server would take it for an answer of the program.
      this.#wrong ??= error
    }
  }

  heard(program: FakeProgram): void {
    this.#stirred(program)
    if (program.worked) this.#walk.model.worked(program.agentId)
    this.#walk.model.heard(program.agentId)
  }

  askedToCancel(program: FakeProgram): void {
    this.#walk.model.askedToCancel(program.agentId)
  }

  answered(program: FakeProgram): void {
    this.#stirred(program)
    this.#walk.model.worked(program.agentId)
    this.#walk.model.answered(program.agentId)
  }

  fell(program: FakeProgram, fate: Fate): void {
    this.#walk.note(`  ${short(program.agentId)}: ${fate}`)
    if (fate === 'missing' || fate === 'wants login') this.#walk.model.unusable(program.agentId)
    else this.#crashed(program)
  }

  gone(program: FakeProgram): void {
    if (program.wasReady) this.#walk.model.ready(program.agentId)
    this.#walk.model.gone(program.agentId)
  }

  #stirred({ agentId }: Pick<FakeProgram, 'agentId'>): void {
    if (this.#context) this.#sleep.stirred(agentId, this.#walk.crew.clock.now())
  }

  #crashed(program: FakeProgram): void {
    this.#counts.falls++
    if (program.wasReady) this.#walk.model.ready(program.agentId)
    this.#walk.model.crashed(program.agentId, program.startedAt)
  }

  // The walk.

  step(): Promise<void> {
    return this.#explained(async () => {
      await this.#act()
      await this.#walk.crew.settle()
      this.#compare()
    })
  }

  /** Everything is unpaused, healthy and answered; then everyone is written to once more. */
  end(): Promise<void> {
    return this.#explained(async () => {
      const walk = this.#walk
      const { crew, model } = walk
      this.#healthy = true
      walk.note('the end')
      model.serverPaused = model.crewPaused = false
      crew.shard.pauseAll(false, BY_PERSON)
      pauseCrew(crew.shard, crew.crew, BY_PERSON, false)
      for (const [name, group] of model.groups) {
        group.paused = false
        model.pauseGroup(name, false)
        pauseGroup(crew.shard, crew.crew, BY_PERSON, name, false)
      }
      await this.#untilQuiet()
      this.#compare()
      for (const { id, status } of model.agents.values()) {
        if (status === 'terminated') continue
        const mark = walk.mark()
        walk.agree(`human writes ${mark} to ${short(id)}`, model.direct(PERSON, id, mark), () =>
          sendDirect(crew.shard, crew.crew, BY_PERSON, { to: id, content: `~${mark}~` }),
        )
      }
      await this.#untilQuiet()
      this.#compare()
      this.#compareAll()
    })
  }

  async #explained(run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      throw new Error(`${this.#walk.log}\n${String(error)}`, { cause: error })
    }
  }

  async #act(): Promise<void> {
    const walk = this.#walk
    const { random, crew, model } = walk
    const kind = random.next()
    if (kind < 0.03) await this.#rest()
    else if (kind < 0.06) await this.#circle()
    else if (kind < 0.58) programAct(walk)
    else if (kind < 0.86) {
      for (let n = random.below(3); n >= 0; n--) personAct(walk)
    } else if (kind < 0.965) {
      const ms = random.chance(0.3) ? random.below(100_000) : random.below(3_000)
      walk.note(`${ms} ms pass`)
      await crew.advance(ms)
    } else if (kind < 0.985) {
      await this.#kill()
    } else {
      walk.note('the server stops and starts')
      this.#counts.kills++
      model.serverStopping = true
      await crew.stopAndStart(() => this.#serverBegan())
    }
  }

  /** Everybody comes to rest; what is said then wakes nobody but perhaps the lead. */
  async #rest(): Promise<void> {
    const { crew } = this.#walk
    this.#walk.note('everybody comes to rest')
    const busy = () => [...crew.programs.running.values()].some((p) => p.prompted || p.starting)
    for (let rounds = 0; busy() && rounds < 20; rounds++) {
      wrapUp(this.#walk)
      await crew.settle()
    }
    for (const program of crew.programs.running.values()) {
      if (!program.ready || this.#random.chance(0.7)) continue
      mention(this.#walk, program)
      await crew.settle()
    }
  }

  /** Two agents answer each other for a while. */
  async #circle(): Promise<void> {
    const { crew, random } = this.#walk
    const pair = [...crew.programs.running.values()].filter(({ ready }) => ready)
    if (pair.length < 2) return
    const [one, other] = [random.pick(pair), random.pick(pair)]
    if (one === other) return
    this.#walk.note('two talk in a circle')
    for (let turn = 0; turn < 6; turn++) {
      const [from, to] = turn % 2 === 0 ? [one, other] : [other, one]
      if (!from.ready || from.stopping) return
      turnTo(this.#walk, from, to.agentId)
      if (from.prompted) from.answers('end_turn')
      await crew.settle()
    }
  }

  /** Killed at rest, or in the middle of handing over what was just said. */
  async #kill(): Promise<void> {
    const walk = this.#walk
    this.#counts.kills++
    if (walk.random.chance(0.7)) {
      this.#healthy = true
      for (let n = walk.random.below(3); n >= 0; n--) sayAct(walk)
      this.#healthy = false
    }
    const microtasks = walk.random.below(40)
    walk.note(`kill -9 after ${microtasks}`)
    await walk.crew.kill(microtasks, () => this.#serverBegan())
  }

  #serverBegan(): void {
    const { model } = this.#walk
    model.serverBegan()
    this.#sleep.serverBegan(model.agents.keys())
  }

  async #untilQuiet(): Promise<void> {
    const { crew } = this.#walk
    for (;;) {
      wrapUp(this.#walk)
      await crew.settle()
      if (this.#wrong !== null) throw this.#wrong
      const busy = [...crew.programs.running.values()].some((p) => p.prompted || p.starting)
      const due = crew.clock.nextDue()
      if (!busy && due === null) return
      if (!busy && due !== null) await crew.advance(due - crew.clock.now())
    }
  }

  #compare(): void {
    if (this.#wrong !== null) throw this.#wrong
    const { crew, model, memory } = this.#walk
    model.passed()
    crew.check()
    for (const agent of model.agents.values()) {
      const { id, status } = agent
      const who = short(id)
      expect(memory.state.agents[id]?.ended ?? 'active', `status of ${who}`).toBe(status)
      expect(
        memory.openTasks(id).map((task) => [task.by, task.text]),
        `open tasks of ${who}`,
      ).toEqual(model.openTasks(id).map((task) => [task.by, task.text]))
      const program = crew.programs.running.get(id)
      const live = liveAgent(crew.shard, memory, crew.core.presence, id)
      if (program?.stopping || agent.ending) continue
      expect(live.status, `what ${who} does`).toBe(
        program?.starting ? 'starting' : program?.prompted ? 'working' : 'idle',
      )
      expect(live.connection === 'connected', `connection of ${who}`).toBe(program?.ready ?? false)
      if (!program?.ready || !program.worked) continue
      const { sessionId } = program.opened
      expect(memory.remembered(id).acpSessionId, `what ${who} goes on with`).toBe(sessionId)
    }
    expect(Object.keys(memory.state.agents)).toEqual([...model.agents.keys()])
    const needs = Object.values(memory.state.needs).map(
      ({ kind, agentId, groupName }) => `${kind} ${agentId} ${groupName}`,
    )
    expect(needs.sort()).toEqual(
      model.needs.map(({ kind, agent, group }) => `${kind} ${agent} ${group}`).sort(),
    )
    this.#compareHolds()
    this.#sleep.check(crew, model)
    assertNobodySleeps(crew, model)
  }

  #compareHolds(): void {
    const { model, memory } = this.#walk
    const { groups, agents } = memory.state
    for (const [name, { hold }] of model.groups)
      expect(untilOf(groups[name]), name).toBe(hold.until)
    for (const { id, hold } of model.agents.values()) {
      expect(untilOf(agents[id]), `hold of ${short(id)}`).toBe(hold.until)
    }
  }

  /** With nothing under way any more: everything was handed over, and the tables say what the model says. */
  #compareAll(): void {
    const { crew, model, memory } = this.#walk
    const { reader } = crew.shard.ports
    for (const { id, status, waiting, unseen, inWork } of model.agents.values()) {
      if (status === 'terminated') continue
      expect({ waiting, unseen, inWork }, short(id)).toEqual({
        waiting: [],
        unseen: [],
        inWork: false,
      })
      const live = liveAgent(crew.shard, memory, crew.core.presence, id)
      expect(live.owed.count).toBe(0)
    }
    expect(
      reader
        .tasks(crew.leadId, { status: null, before: null, limit: 100_000 })
        .tasks.map((task) => [task.agentId, task.text, task.status]),
    ).toEqual(model.tasks.map((task) => [task.agent, task.text, task.status]))
    for (const [name, group] of model.groups) {
      const said = reader.messagesByN(crew.leadId, name, 1, 1_000_000)
      expect(said.map(({ content }) => /~(\d+)~/.exec(content)?.[1])).toEqual(group.messages)
      expect(memory.state.groups[name]?.archived, name).toBe(group.archived)
    }
  }
}

function untilOf(place: { readonly hold: Hold | null } | undefined): number | null {
  return place?.hold ? Date.parse(place.hold.until) : null
}
