import type { RunRecord } from '@crewroom/shared/model/run'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { NeedRecord } from '@crewroom/shared/model/need'
import {
  changeRun,
  continueRun,
  nextSpeaker,
  pauseRun,
  resumeRun,
  stopRun,
} from '../../src/discussions/change-run'
import { skipTurn } from '../../src/discussions/skip-turn'
import {
  type LimitsInput,
  startRun,
  type StartedRun,
  type StartRunInput,
} from '../../src/discussions/start-run'
import type { Envelope } from '../../src/journal/facts'
import { SessionCrew } from './session-crew'

/** What an agent says to a question; null: nothing, so that it passes. */
export type Says = (question: string, who: string) => string | null

const NAMES = ['ana', 'ben', 'cy', 'lead']
/** No discussion of a test is longer. */
const LONGEST = 400

/** Answers of each agent, in their order; the last one again and again. */
export function scripted(script: Readonly<Record<string, readonly (string | null)[]>>): Says {
  const turns = new Map<string, number>()
  return (_question, who) => {
    const turn = turns.get(who) ?? 0
    turns.set(who, turn + 1)
    const lines = script[who] ?? []
    return lines[Math.min(turn, lines.length - 1)] ?? null
  }
}

/** The command with which an agent starts a discussion. */
export function startsDiscussion(input: object): string {
  return `⟦⟦ START_DISCUSSION ${JSON.stringify({ group: 'plan', ...input })} ⟧⟧\n`
}

type Run = Pick<RunRecord, 'id'>

/** A crew with a group of three agents, and the discussions in it. */
export class DiscussionCrew extends SessionCrew {
  /** Starts one; agents are named by their names in the crew. */
  start(input: Partial<StartRunInput> = {}, by = 'human'): StartedRun {
    const { crew } = this
    const asked = { group: 'plan', goal: 'Which name is the clearest?', ...input }
    return crew.act(() => startRun(crew.shard, crew.crew, crew.by(by), asked))
  }

  /** Whatever the server does by itself now. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    this.crew.check()
  }

  /** The discussion as it is now, in memory or, when it is over, in the tables. */
  run({ id }: Pick<RunRecord, 'id'>): RunRecord {
    const run = this.crew.crew.state.runs[id] ?? this.crew.shard.ports.reader.run(id)
    if (!run) throw new Error('no such discussion')
    return run
  }

  pause({ id }: Run): void {
    this.crew.act(() => pauseRun(this.crew.shard, this.crew.by('human'), id))
  }

  resume({ id }: Run): void {
    this.crew.act(() => resumeRun(this.crew.shard, this.crew.by('human'), id))
  }

  stop({ id }: Run, by = 'human'): void {
    this.crew.act(() => stopRun(this.crew.shard, this.crew.by(by), id))
  }

  skip({ id }: Run): void {
    this.crew.act(() => skipTurn(this.crew.shard, this.crew.by('human'), id))
  }

  next({ id }: Run, speaker: string): void {
    this.crew.act(() => nextSpeaker(this.crew.shard, this.crew.by('human'), id, speaker))
  }

  goesOn({ id }: Run, limits?: LimitsInput): void {
    this.crew.act(() => continueRun(this.crew.shard, this.crew.by('human'), id, limits))
  }

  change({ id }: Run, participants: readonly string[]): void {
    this.crew.act(() => changeRun(this.crew.shard, this.crew.by('human'), id, participants))
  }

  /** What waits for the person in a discussion. */
  turn({ id }: Run): NeedRecord | undefined {
    return Object.values(this.crew.crew.state.needs).find(({ turn }) => turn?.runId === id)
  }

  /** The person writes in its session. */
  async writes({ sessionId }: Pick<RunRecord, 'sessionId'>, content: string): Promise<void> {
    this.post({ id: sessionId } as never, 'human', content)
    await this.settle()
  }

  /** The discussion that was started last. */
  newest(): RunRecord {
    const run = this.facts('run:started').at(-1)?.data.run
    if (!run) throw new Error('no discussion was started')
    return run
  }

  /** How it ended, in a few words. */
  end(run: Run): readonly [string | null, string | null, number] {
    const { stopReason, summary, progress } = this.run(run)
    return [stopReason, summary, progress.rounds]
  }

  nameOf(id: string): string {
    return NAMES.find((name) => this.crew.id(name) === id) ?? id
  }

  /** Agents that have a question which waits for them, in the order in which they were asked. */
  asked(): readonly string[] {
    return this.crew.crew.rounds.allAsked().map(({ agentId }) => this.nameOf(agentId))
  }

  /** Lets one agent answer the question that it is asked. */
  async answers(who: string, says: string | null | Says): Promise<string> {
    const question = await this.question(who)
    const text = typeof says === 'function' ? says(question, who) : says
    await this.says(who, text ?? '')
    await this.settle()
    return question
  }

  /** Lets everybody who is asked answer until nobody is: the discussion has ended, or waits for the person. */
  async plays(says: Says): Promise<void> {
    await this.settle()
    for (let turn = 0; turn < LONGEST; turn++) {
      const [who] = this.asked()
      if (who === undefined) return
      await this.answers(who, says)
    }
    throw new Error('a discussion that does not end')
  }

  /** Facts of one type, in their order. */
  facts<T extends Envelope['type']>(type: T): Extract<Envelope, { type: T }>[] {
    return this.crew.published.filter(
      (one): one is Extract<Envelope, { type: T }> => one.type === type,
    )
  }

  /** Each round of a discussion as it was opened: what it asks, of whom, and why. */
  course({ id }: Pick<RunRecord, 'id'>): string[] {
    return this.facts('round:opened')
      .map(({ data: { round } }) => round)
      .filter(({ run }) => run?.id === id)
      .map((round) => `${round.run?.n} ${round.ask} ${this.speakers(round)}: ${round.reason}`)
  }

  private speakers({ responses }: RoundRecord): string {
    return responses.map(({ agentId }) => this.nameOf(agentId)).join(' ')
  }

  /** What was said in its session: by whom, and what. */
  said({ sessionId }: Pick<RunRecord, 'sessionId'>): string[] {
    return this.messages({ id: sessionId } as never).map(
      ({ from, content }) => `${this.nameOf(from)}: ${content}`,
    )
  }
}
