import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { completeTask } from '../../src/agents/tasks'
import { terminateAgent } from '../../src/agents/end-agent'
import { deleteCrew } from '../../src/agents/delete-crew'
import { pauseCrew } from '../../src/agents/pause'
import { resumeAgent } from '../../src/agents/revive'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { addMembers, removeMember } from '../../src/groups/change-members'
import { pauseGroup } from '../../src/groups/pause-group'
import { updateGroup } from '../../src/groups/update-group'
import { createSession } from '../../src/sessions/create-session'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { postToSession } from '../../src/sessions/post-to-session'
import { retryAnswer } from '../../src/sessions/retry-answer'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import { Random } from '../harness/random'
import { crewText, takeIn } from '../harness/export-text'
import type { FakeProgram } from '../harness/fake-program'
import { LifeCrew } from '../harness/life-crew'
import type { Nature, World } from '../harness/program-world'
import { takesRound } from '../harness/round-acts'
import { team } from '../harness/talk'
import { BY_PERSON } from '../harness/test-crew'

/** What runs each of the agents. */
const DRIVERS = {
  ada: { kind: 'remote' },
  bob: { kind: 'remote' },
  cy: { kind: 'acp', command: 'fake' },
  dan: { kind: 'pipe', command: 'fake', args: [] },
} as const
type Name = keyof typeof DRIVERS
const NAMES = Object.keys(DRIVERS) as readonly Name[]
/** A pipe's turn is over. */
const QUIET_MS = 2_000
const STOP_REASONS = ['end_turn', 'end_turn', 'end_turn', 'max_tokens', 'refusal', 'cancelled']
const SEEDS = Number(process.env['CREWROOM_SESSION_SEEDS'] ?? 6)
const STEPS = 60

/** A walk through the lives of sessions, in which the state law is checked after each act. */
class Lives implements World {
  readonly log: string[] = []
  readonly sessions: string[] = []
  done = 0
  readonly #random: Random
  #life: LifeCrew | null = null

  constructor(random: Random) {
    this.#random = random
  }

  /** A group of four agents with two sessions. */
  async begin(): Promise<void> {
    this.#life = await LifeCrew.start(this)
    for (const name of NAMES) this.#crew.hire(name, 'developer', BY_PERSON, DRIVERS[name])
    await this.#crew.settle()
    this.#crew.check()
    team(this.#crew, 'plan', NAMES)
    for (let n = 0; n < 2; n++) this.open()
  }

  get #crew(): LifeCrew {
    if (!this.#life) throw new Error('the walk has not begun')
    return this.#life
  }

  // What programs are like, and hear: they do nothing until the walk has them do it.

  nature(): Nature {
    const sessions = this.#random.pick(['loads', 'loads', 'forgets', 'only new'] as const)
    return { beginning: 'ready', sessions, takesSystemPrompt: true }
  }

  prompted(program: FakeProgram): void {
    program.obeysCancel = this.#random.chance(0.7)
  }

  heard(): void {}
  askedToCancel(): void {}
  answered(): void {}
  fell(): void {}
  gone(): void {}

  async step(): Promise<void> {
    const random = this.#random
    const name = random.pick(NAMES)
    const chance = random.next()
    if (chance < 0.2) this.write()
    else if (chance < 0.36) await this.take(name)
    else if (chance < 0.56) await this.says(name)
    else if (chance < 0.6) await this.restart()
    else if (chance < 0.62) await this.time(random.below(700_000))
    else if (chance < 0.63) await this.move()
    else this.act(name)
    await this.#crew.settle()
    this.#crew.check()
    this.compare()
  }

  open(): void {
    const { shard, crew } = this.#crew
    this.sessions.push(createSession(shard, crew, BY_PERSON, { group: 'plan' }).id)
  }

  /** Whatever a person may do; a refusal changes nothing. */
  act(name: Name): void {
    const { shard, crew } = this.#crew
    const random = this.#random
    const id = this.#crew.id(name)
    const session = this.#session()
    const at = { group: 'plan', session }
    const isOn = random.chance(0.5)
    const acts: readonly (readonly [string, () => unknown])[] = [
      ['open', () => this.open()],
      ['interrupt', () => interruptAnswer(shard, crew, BY_PERSON, { ...at, agent: id })],
      ['interrupt', () => interruptAnswer(shard, crew, BY_PERSON, { ...at, agent: id })],
      ['retry', () => this.retry(session, id)],
      ['retry', () => this.retry(session, id)],
      [
        'archive',
        () =>
          updateSession(shard, crew, BY_PERSON, { ...at, status: isOn ? 'archived' : 'active' }),
      ],
      [
        'agents',
        () =>
          updateSession(shard, crew, BY_PERSON, {
            ...at,
            agents: NAMES.filter(() => random.chance(0.7)),
          }),
      ],
      ['delete', () => random.chance(0.3) && deleteSession(shard, crew, BY_PERSON, at)],
      [
        'terminate',
        () => random.chance(0.3) && terminateAgent(shard, crew, BY_PERSON, id, 'enough'),
      ],
      ['complete', () => random.chance(0.5) && completeTask(shard, crew, BY_PERSON, id, {})],
      [
        'resume',
        () => {
          resumeAgent(shard, crew, BY_PERSON, id)
          this.#crew.startProgram(id)
        },
      ],
      ['leave', () => removeMember(shard, crew, BY_PERSON, { group: 'plan', member: id })],
      ['join', () => addMembers(shard, crew, BY_PERSON, { group: 'plan', members: [id] })],
      ['pause crew', () => pauseCrew(shard, crew, BY_PERSON, isOn)],
      ['pause group', () => pauseGroup(shard, crew, BY_PERSON, 'plan', isOn)],
      ['archive group', () => random.chance(0.3) && archiveGroup(shard, crew, BY_PERSON, 'plan')],
      ['unarchive group', () => unarchiveGroup(shard, crew, BY_PERSON, 'plan')],
      [
        'mode',
        () =>
          updateGroup(shard, crew, BY_PERSON, {
            group: 'plan',
            chat: { broadcastMode: isOn ? 'all' : 'mention_only' },
          }),
      ],
    ]
    const [what, run] = random.pick(acts)
    this.#tried(`${what} ${name} ${session}`, run)
  }

  retry(session: string, agent: string): void {
    const { shard, crew } = this.#crew
    const n = crew.state.rounds[session]?.at(-1)?.n ?? 1
    retryAnswer(shard, crew, BY_PERSON, { group: 'plan', session, n, agent })
  }

  write(): void {
    const { shard, crew } = this.#crew
    const random = this.#random
    const names = random.chance(0.3) ? NAMES.filter(() => random.chance(0.5)) : []
    const asks =
      names.length > 0 && random.chance(0.5) ? names.map((name) => this.#crew.id(name)) : undefined
    const content = `${names.map((name) => `@${name}`).join(' ')} well, ${this.log.length}?`
    const input = { group: 'plan', session: this.#session(), content, asks }
    this.#tried(`write ${input.session} to ${asks ? names.join() : content}`, () =>
      postToSession(shard, crew, BY_PERSON, input),
    )
  }

  /** A remote agent takes what waits for it; to programs it comes of itself, but they are started again after a pause. */
  async take(name: Name): Promise<void> {
    if (DRIVERS[name].kind !== 'remote') return this.time(1_000)
    this.log.push(`${name} takes`)
    const { inbox } = this.#crew.core
    const page = await inbox.fetch(this.#crew.id(name), {})
    const kinds = page.deliveries.map(({ kind }) => kind)
    if (kinds.includes('round')) expect(kinds).toEqual(['round'])
    if (this.#random.chance(0.6)) await inbox.ack(this.#crew.id(name), page.cursor)
  }

  async says(name: Name): Promise<void> {
    const random = this.#random
    const text = random.chance(0.15) ? '\n' : `${name} has ${this.log.length}\n`
    const isEnd = random.chance(0.8)
    const crashes = random.chance(0.06)
    this.log.push(`${name} says${isEnd ? '' : ' and goes on'}${crashes ? ' and crashes' : ''}`)
    if (DRIVERS[name].kind === 'remote') {
      await this.#crew.core.intake.output(this.#crew.crew, this.#crew.id(name), {
        text,
        stream: 'main',
        endOfTurn: isEnd,
      })
      return
    }
    const program = this.#program(name)
    if (!program) return
    if (DRIVERS[name].kind === 'pipe') program.prints(text)
    else if (program.prompted) {
      if (random.chance(0.3)) program.works()
      program.writes(text, () => 1 + random.below(9))
    }
    await this.#crew.settle()
    if (crashes) program.exits({ code: random.below(2), signal: null })
    else if (!isEnd) return
    else if (DRIVERS[name].kind === 'pipe') await this.#crew.advance(QUIET_MS)
    else if (random.chance(0.1)) program.errs('overloaded')
    else program.answers(random.pick(STOP_REASONS))
  }

  async restart(): Promise<void> {
    const isKill = this.#random.chance(0.7)
    this.log.push(isKill ? 'the server is killed' : 'the server stops and starts')
    if (isKill) await this.#crew.kill(this.#random.below(20))
    else await this.#crew.stopAndStart()
  }

  async time(ms: number): Promise<void> {
    this.log.push(`${ms} ms pass`)
    await this.#crew.advance(ms)
  }

  /** The crew becomes a file, is deleted, and comes out of the file. */
  async move(): Promise<void> {
    const { shard, leadId } = this.#crew
    this.log.push('the crew moves')
    const text = await crewText(this.#crew)
    this.#crew.act(() => deleteCrew(shard, this.#crew.crew, BY_PERSON, 'atlas'))
    await this.#crew.settle()
    await takeIn(this.#crew, text)
    expect(await crewText(this.#crew), 'its file').toBe(text)
    this.#crew.act(() => pauseCrew(shard, shard.crew(leadId), BY_PERSON, false))
  }

  /** What must be after whatever was done. */
  compare(): void {
    const { crew, shard, leadId } = this.#crew
    const { state } = crew
    for (const session of this.sessions) {
      const { rounds } = shard.ports.reader.rounds(leadId, session, 100_000, 1_000)
      expect(rounds.map(({ n }) => n)).toEqual(rounds.map((_, at) => at + 1))
      for (const { n, closed, responses } of rounds) {
        const what = `round ${n} of ${session}`
        const thinking = responses.filter(({ status }) => status === 'thinking')
        expect(new Set(responses.map(({ agentId }) => agentId)).size, what).toBe(responses.length)
        if (thinking.length === 0) expect(closed, what).not.toBeNull()
        if (closed === 'answered' || closed === 'stopped') expect(thinking, what).toEqual([])
        if (!state.sessions[session]) expect(thinking, what).toEqual([])
        for (const { agentId } of thinking) {
          expect(state.agents[agentId]?.ended, what).not.toBe('terminated')
          expect(state.groups['plan']?.memberIds, what).toContain(agentId)
          expect(state.sessions[session]?.activeAgents, what).toContain(agentId)
        }
      }
      const said = shard.ports.reader.page(leadId, {
        groupName: 'plan',
        sessionId: session,
        limit: 200,
        viewer: null,
      })
      expect(said.messages.map(({ n }) => n)).toEqual(
        said.messages.map((_, at) => (said.messages[0]?.n ?? 1) + at),
      )
      const answers = said.messages.filter(
        ({ round }) => round?.as === 'answer' || round?.as === 'late',
      )
      const byRound = answers.map(({ from, round }) => `${from} ${round?.n}`)
      // Who was asked again in a round may have said something to the first question, too.
      expect(new Set(byRound).size).toBe(byRound.length)
    }
    const asked = new Set(crew.rounds.allAsked().map(({ deliveryId }) => deliveryId))
    for (const name of NAMES) {
      for (const { id, kind } of crew.owed(this.#crew.id(name)).pending) {
        if (kind === 'round') expect(asked, `what ${name} is owed`).toContain(id)
      }
    }
  }

  /** Nothing is paused any more, and everybody answers: then nobody is asked anything. */
  async end(): Promise<void> {
    const life = this.#crew
    const { shard } = life
    this.log.push('the end')
    life.act(() => pauseCrew(shard, life.crew, BY_PERSON, false))
    life.act(() => pauseGroup(shard, life.crew, BY_PERSON, 'plan', false))
    await life.settle()
    for (let round = 0; round < 40 && life.crew.rounds.allAsked().length > 0; round++) {
      for (const name of NAMES) await this.#finish(name)
      await life.advance(QUIET_MS)
    }
    // A program that answered for an agent that has completed does not come back after a kill: its time runs out.
    for (const { agentId } of life.crew.rounds.allAsked()) {
      expect([life.crew.state.agents[agentId]?.ended, agentId]).toEqual(['completed', agentId])
    }
    await life.advance(LIMITS.answerSeconds * 1_000)
    expect(life.crew.rounds.allAsked()).toEqual([])
    life.check()
    this.compare()
  }

  async #finish(name: Name): Promise<void> {
    const life = this.#crew
    if (life.crew.state.agents[life.id(name)]?.ended === 'terminated') return
    if (DRIVERS[name].kind === 'remote') {
      await life.says(name, `${name} is done`)
      await takesRound(life, name)
      return
    }
    const program = this.#program(name)
    if (!program) return
    if (DRIVERS[name].kind === 'pipe') program.prints(`${name} is done\n`)
    else if (program.prompted) {
      program.writes(`${name} is done\n`, () => 9)
      program.answers('end_turn')
    }
    await life.settle()
  }

  /** The program of an agent, if it can say anything. */
  #program(name: Name): FakeProgram | null {
    const program = this.#crew.programs.running.get(this.#crew.id(name))
    if (!program || program.stopping) return null
    return DRIVERS[name].kind === 'pipe' || program.ready ? program : null
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#crew[Symbol.asyncDispose]()
  }

  #session(): string {
    return this.#random.pick(this.sessions)
  }

  #tried(what: string, run: () => unknown): void {
    try {
      // The laws are looked at when all that follows from it has happened.
      run()
      this.done++
      this.log.push(what)
    } catch (error) {
      if (!(error instanceof CrewError) || error.code === 'internal') throw error
      this.log.push(`${what} (${error.code})`)
    }
  }
}

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'SN30, EX41 seeded walk %i through the lives of sessions: no question is lost, doubled or left open',
  async (seed) => {
    await using lives = new Lives(new Random(seed))
    await lives.begin()
    try {
      for (let n = 0; n < STEPS; n++) await lives.step()
      await lives.end()
    } catch (error) {
      throw new Error(`${lives.log.join('\n')}\n${String(error)}`, { cause: error })
    }
    // Some walks are short of what can be done; none is idle.
    expect(lives.done).toBeGreaterThan(5)
  },
  60_000,
)
