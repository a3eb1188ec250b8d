import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { completeTask } from '../../src/agents/tasks'
import { terminateAgent } from '../../src/agents/end-agent'
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
import { takesRound } from '../harness/round-acts'
import { team } from '../harness/talk'
import { BY_PERSON, testCrew, type TestCrew } from '../harness/test-crew'

const NAMES = ['ada', 'bob', 'cy', 'dan'] as const
const SEEDS = Number(process.env['CREWROOM_SESSION_SEEDS'] ?? 6)
const STEPS = 80

/** A walk through the lives of sessions, in which the state law is checked after each act. */
class Lives {
  readonly log: string[] = []
  readonly sessions: string[] = []
  done = 0
  readonly #crew: TestCrew
  readonly #random: Random

  constructor(crew: TestCrew, random: Random) {
    this.#crew = crew
    this.#random = random
  }

  async step(): Promise<void> {
    const random = this.#random
    const name = random.pick(NAMES)
    const chance = random.next()
    if (chance < 0.2) this.write()
    else if (chance < 0.36) await this.take(name)
    else if (chance < 0.56) await this.says(name)
    else if (chance < 0.6) this.restart()
    else if (chance < 0.63) this.time()
    else this.act(name)
    this.compare()
  }

  /** Whatever a person may do; a refusal changes nothing. */
  act(name: string): void {
    const { shard, crew } = this.#crew
    const random = this.#random
    const id = this.#crew.id(name)
    const session = this.#session()
    const at = { group: 'plan', session }
    const isOn = random.chance(0.5)
    const acts: readonly (readonly [string, () => unknown])[] = [
      [
        'open',
        () => this.sessions.push(createSession(shard, crew, BY_PERSON, { group: 'plan' }).id),
      ],
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
      ['resume', () => resumeAgent(shard, crew, BY_PERSON, id)],
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

  async take(name: string): Promise<void> {
    this.log.push(`${name} takes`)
    const { inbox } = this.#crew.core
    const page = await inbox.fetch(this.#crew.id(name), {})
    const kinds = page.deliveries.map(({ kind }) => kind)
    if (kinds.includes('round')) expect(kinds).toEqual(['round'])
    if (this.#random.chance(0.6)) await inbox.ack(this.#crew.id(name), page.cursor)
    this.#crew.check()
  }

  async says(name: string): Promise<void> {
    this.log.push(`${name} says`)
    const text = this.#random.chance(0.15) ? '' : `${name} has ${this.log.length}`
    await this.#crew.core.intake.output(this.#crew.crew, this.#crew.id(name), {
      text,
      stream: 'main',
      endOfTurn: this.#random.chance(0.8),
    })
    this.#crew.check()
  }

  restart(): void {
    this.log.push('restart')
    this.#crew.restart()
  }

  time(): void {
    const ms = this.#random.below(700_000)
    this.log.push(`${ms} ms pass`)
    this.#crew.clock.advance(ms)
    this.#crew.check()
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
    const { shard, crew } = this.#crew
    this.log.push('the end')
    this.#crew.act(() => pauseCrew(shard, crew, BY_PERSON, false))
    this.#crew.act(() => pauseGroup(shard, crew, BY_PERSON, 'plan', false))
    for (let round = 0; round < 40 && crew.rounds.allAsked().length > 0; round++) {
      for (const name of NAMES) {
        if (crew.state.agents[this.#crew.id(name)]?.ended === 'terminated') continue
        await this.#crew.says(name, `${name} is done`)
        await takesRound(this.#crew, name)
      }
    }
    expect(crew.rounds.allAsked()).toEqual([])
    this.compare()
  }

  #session(): string {
    return this.#random.pick(this.sessions)
  }

  #tried(what: string, run: () => unknown): void {
    try {
      this.#crew.act(run)
      this.done++
      this.log.push(what)
    } catch (error) {
      if (!(error instanceof CrewError) || error.code === 'internal') throw error
      this.log.push(`${what} (${error.code})`)
    }
  }
}

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'SN30 seeded walk %i through the lives of sessions: no question is lost, doubled or left open',
  async (seed) => {
    await using crew = testCrew({
      agents: { ada: 'developer', bob: 'developer', cy: 'architect', dan: 'qa-tester' },
    })
    team(crew, 'plan', NAMES)
    const lives = new Lives(crew, new Random(seed))
    for (let n = 0; n < 2; n++) {
      lives.sessions.push(
        crew.act(() => createSession(crew.shard, crew.crew, BY_PERSON, { group: 'plan' })).id,
      )
    }
    try {
      for (let n = 0; n < STEPS; n++) await lives.step()
      await lives.end()
    } catch (error) {
      throw new Error(`${lives.log.join('\n')}\n${String(error)}`, { cause: error })
    }
    expect(lives.done).toBeGreaterThan(10)
  },
  60_000,
)
