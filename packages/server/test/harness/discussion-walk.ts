import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { terminateAgent } from '../../src/agents/end-agent'
import { pauseCrew } from '../../src/agents/pause'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask } from '../../src/agents/tasks'
import {
  changeRun,
  continueRun,
  nextSpeaker,
  pauseRun,
  resumeRun,
  stopRun,
} from '../../src/discussions/change-run'
import type { PolicyInput } from '../../src/discussions/policy-settings'
import { dismissNeed } from '../../src/crew/needs'
import type { Core } from '../../src/core'
import { skipTurn } from '../../src/discussions/skip-turn'
import { addMembers, removeMember } from '../../src/groups/change-members'
import type { Envelope } from '../../src/journal/facts'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { updateSession } from '../../src/sessions/update-session'
import { DiscussionCrew } from './discussion-crew'
import { DiscussionLaw } from './discussion-law'
import { FaultyStorage } from './faulty-storage'
import { Random } from './random'
import { BY_PERSON } from './test-crew'

const AGENTS = ['ana', 'ben', 'cy'] as const
const ANYBODY = [...AGENTS, 'lead', HUMAN_ID] as const
/** A discussion that is left alone ends within so many answers. */
const LONGEST = 120

/** Every so many walks the state law is checked after each act, and otherwise after so many. */
const OFTEN = 10
const SELDOM = 25

/** Discussions in which everything happens at random, until they are left alone and have to end. */
export class DiscussionWalk {
  readonly room: DiscussionCrew
  readonly law = new DiscussionLaw()
  readonly #storage = new FaultyStorage()
  readonly #random: Random
  /** What was published since the law was last looked at. */
  readonly #seen: (readonly Envelope[])[] = []
  /** All that were ever started. */
  readonly #ids: string[] = []
  readonly done = new Map<string, number>()
  /** What was done, in its order. */
  readonly trace: string[] = []

  constructor(seed: number) {
    this.#random = new Random(seed)
    const begun = (core: Core) => {
      core.onPublished((entries) => {
        for (const { type, data } of entries) {
          if (type === 'run:started') this.#ids.push(data.run.id)
        }
        this.#seen.push(entries)
      })
    }
    this.room = new DiscussionCrew({ storage: this.#storage, begun })
    // The state law is what takes longest.
    const { crew } = this.room
    const check = crew.check.bind(crew)
    let calls = 0
    crew.check = () => {
      calls += 1
      if (seed % OFTEN === 0 || calls % SELDOM === 0) check()
    }
  }

  async walk(steps: number): Promise<void> {
    const { room } = this
    while (this.#ids.length === 0) await this.#act('starts', () => this.#start())
    for (let step = 0; step < steps; step++) await this.#step()
    // From now on nobody does anything but answer.
    const { crew } = room
    await this.#act('', () => pauseCrew(crew.shard, crew.crew, BY_PERSON, false))
    for (let step = 0; step < LONGEST; step++) {
      const runs = Object.values(crew.crew.state.runs)
      if (runs.length === 0) break
      for (const run of runs) {
        if (run.status === 'paused')
          await this.#act('', () => resumeRun(crew.shard, BY_PERSON, run.id))
      }
      const [who] = room.asked()
      if (who !== undefined) await this.#answer(who)
      else await this.#act('', () => this.#turn())
      // Whoever is not handed its question because it is told to wait elsewhere.
      if (step % 10 === 9) await this.#act('', () => crew.clock.advance(61_000))
    }
    this.law.over(crew)
  }

  async #step(): Promise<void> {
    const random = this.#random
    const asked = this.room.asked()
    if (asked.length > 0 && random.chance(0.55)) {
      this.#count('answers')
      return this.#answer(random.pick(asked))
    }
    const acts = this.#acts()
    const isQuiet = Object.keys(this.room.crew.crew.state.runs).length === 0
    const all = Object.keys(acts) as (keyof typeof acts)[]
    const begin = ['starts', 'continues'] as const
    const name = random.pick(isQuiet && random.chance(0.6) ? begin : all)
    await this.#act(name, acts[name])
  }

  async #act(name: string, act: () => unknown): Promise<void> {
    this.trace.push(name)
    try {
      await act()
      this.#count(name)
    } catch (error) {
      if (!(error instanceof CrewError)) throw error
      this.trace.push(`refused: ${error.message}`)
    }
    await this.#settle()
  }

  async #settle(): Promise<void> {
    await this.room.settle()
    for (const entries of this.#seen.splice(0)) this.law.observe(this.room.crew, entries)
  }

  #count(name: string): void {
    this.done.set(name, (this.done.get(name) ?? 0) + 1)
  }

  #acts() {
    const { crew } = this.room
    const random = this.#random
    const { shard, crew: own } = crew
    const name = random.pick([...AGENTS, 'lead'])
    const agent = crew.id(name)
    const runs = Object.values(own.state.runs)
    const run = runs.length > 0 ? random.pick(runs) : undefined
    const id = run?.id ?? 'none'
    const some = () => ANYBODY.filter(() => random.chance(0.6)).map((one) => this.#idOf(one))
    return {
      starts: () => this.#start(),
      'takes a turn': () => this.#turn(),
      interjects: () =>
        run && this.room.post({ id: run.sessionId } as never, HUMAN_ID, random.pick(TEXTS)),
      interrupts: () =>
        interruptAnswer(shard, own, BY_PERSON, {
          group: 'plan',
          session: run?.sessionId ?? '',
          agent,
        }),
      pauses: () => pauseRun(shard, BY_PERSON, id),
      resumes: () => resumeRun(shard, BY_PERSON, id),
      'resumes too': () => resumeRun(shard, BY_PERSON, id),
      chooses: () => nextSpeaker(shard, BY_PERSON, id, this.#idOf(random.pick(ANYBODY))),
      skips: () => skipTurn(shard, BY_PERSON, id),
      changes: () => changeRun(shard, BY_PERSON, id, some()),
      stops: () => {
        if (!random.chance(0.2)) return
        this.law.putAway.add(id)
        stopRun(shard, BY_PERSON, id)
      },
      continues: () =>
        continueRun(
          shard,
          BY_PERSON,
          random.pick(this.#ids),
          random.chance(0.5) ? {} : { rounds: 9 },
        ),
      dismisses: () => {
        const need = Object.values(own.state.needs).find(({ turn }) => turn)
        return need && dismissNeed(shard, own, BY_PERSON, need.id)
      },
      archives: () => {
        if (!run || !random.chance(0.15)) return
        this.law.putAway.add(id)
        const place = { group: 'plan', session: run.sessionId }
        updateSession(shard, own, BY_PERSON, { ...place, status: 'archived' })
      },
      leaves: () => removeMember(shard, own, BY_PERSON, { group: 'plan', member: agent }),
      joins: () => addMembers(shard, own, BY_PERSON, { group: 'plan', members: [agent] }),
      'joins again': () => addMembers(shard, own, BY_PERSON, { group: 'plan', members: [agent] }),
      ends: () =>
        name !== 'lead' &&
        random.chance(0.4) &&
        terminateAgent(shard, own, BY_PERSON, agent, 'enough'),
      completes: () => completeTask(shard, own, BY_PERSON, agent, {}),
      'is resumed': () => resumeAgent(shard, own, BY_PERSON, agent),
      'pauses all': () =>
        pauseCrew(shard, own, BY_PERSON, !own.state.lead.paused && random.chance(0.3)),
      waits: () => crew.clock.advance(random.pick([1_000, 20_000, 61_000])),
      restarts: () => crew.restart(),
      'loses storage': () => this.#loseStorage(),
    }
  }

  #idOf(name: string): string {
    return name === HUMAN_ID ? name : this.room.crew.id(name)
  }

  #start(): unknown {
    const random = this.#random
    const anybody = () => random.pick([...AGENTS, 'lead'])
    const policy = random.pick<PolicyInput>([
      { kind: 'round_robin' },
      { kind: 'selection', by: anybody(), repeat: random.chance(0.3) },
      { kind: 'selection', by: anybody(), prompt: 'Whoever knows most.' },
      { kind: 'selection', by: 'rules' },
      { kind: 'selection', by: 'human' },
      { kind: 'round_robin', transitions: { ana: ['ben', 'cy'], ben: ['ana'] } },
      { kind: 'parallel', aggregator: random.chance(0.7) ? anybody() : null },
      { kind: 'hierarchical', manager: anybody() },
    ])
    const participants = ANYBODY.filter((one) => random.chance(one === HUMAN_ID ? 0.35 : 0.7))
    return this.room.start({
      policy,
      participants: participants.length > 0 ? participants : undefined,
      limits: {
        rounds: 1 + random.below(8),
        messages: random.chance(0.2) ? 1 + random.below(6) : null,
        answerSeconds: 60,
        waitSeconds: 60,
        humanSeconds: random.chance(0.8) ? 30 : null,
        onHumanTimeout: random.pick(['stop', 'skip'] as const),
        stall: 1 + random.below(3),
        ...(random.chance(0.2) ? { until: { all: [{ word: 'Short.' }, { rounds: 2 }] } } : {}),
      },
    })
  }

  /** The person does what is waited for. */
  #turn(): unknown {
    const { crew } = this.room
    const needs = Object.values(crew.crew.state.needs).filter(({ turn }) => turn)
    if (needs.length === 0) return undefined
    const { turn } = this.#random.pick(needs)
    if (!turn) return undefined
    if (turn.asks === 'choose') {
      const { participants } = this.room.run({ id: turn.runId })
      return nextSpeaker(crew.shard, BY_PERSON, turn.runId, this.#random.pick(participants))
    }
    return this.room.post({ id: turn.sessionId } as never, HUMAN_ID, this.#random.pick(TEXTS))
  }

  async #answer(who: string): Promise<void> {
    const { room } = this
    const question = await room.question(who)
    this.trace.push(`${who} reads: ${question.slice(0, 90).replaceAll('\n', ' | ')}`)
    if (question === '') {
      // Another question of it is under way, or nothing is handed over now.
      await this.#act('', () => room.crew.clock.advance(1_000))
    }
    const words = this.#words(question)
    this.trace.push(`${who} says: ${words}`)
    await room.says(who, words)
    await this.#settle()
  }

  #words(question: string): string {
    const random = this.#random
    if (question.includes('Who speaks next?') && random.chance(0.7)) {
      return random.pick(['NEXT: ana', 'ben.', 'I say\nNEXT: @cy', 'NEXT: human', 'TERMINATE'])
    }
    if (question.includes('you manage') && random.chance(0.7)) {
      return random.pick(['@ana please', '@ben and @cy please', 'What do you say, @human?'])
    }
    if (random.chance(0.18)) {
      const policy = random.pick([
        '"round_robin"',
        '"selection"',
        '"parallel"',
        '"hierarchical","by":"ben"',
      ])
      const input = `{"group":"plan","goal":"Which one?","with":["${random.pick(AGENTS)}","${random.pick(AGENTS)}"],"policy":${policy},"rounds":${1 + random.below(3)}}`
      return `Let us see.\n⟦⟦ START_DISCUSSION ${input} ⟧⟧\n`
    }
    return random.pick(TEXTS)
  }

  /** What was decided last is never stored. */
  async #loseStorage(): Promise<void> {
    const { crew } = this.room
    this.#storage.breaks()
    try {
      const [who] = this.room.asked()
      if (who !== undefined && this.#random.chance(0.5)) {
        // Nobody is told that it was stored, so nobody waits for that.
        void crew.core.intake
          .output(crew.crew, crew.id(who), { text: 'lost', stream: 'main', endOfTurn: true })
          .catch(() => {})
      } else {
        const [run] = Object.values(crew.crew.state.runs)
        const [speaker] = run?.participants ?? []
        if (run && speaker) nextSpeaker(crew.shard, BY_PERSON, run.id, speaker)
      }
    } finally {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      this.#storage.refuses()
      crew.recover()
    }
  }
}

const TEXTS = [
  'I would call it settings.json.',
  'It is not done yet, but nearly.',
  'Then it is settled.\n[DONE]',
  '[DONE]',
  'We should not TERMINATE this now.',
  'ok',
  '',
  '\n',
  'NEXT: ana',
  'TERMINATE',
  'What do you think, @ben?',
  '@cy and @human, is that so?',
  'Short.',
]
