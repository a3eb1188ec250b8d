import { describe, expect, test } from 'vitest'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { answer, interrupt, openSession, takesRound, write } from '../harness/round-acts'
import { Random } from '../harness/random'
import { testCrew, type TestCrew } from '../harness/test-crew'

const NAMES = ['ada', 'bob', 'cy'] as const
type Name = (typeof NAMES)[number]

interface Said {
  readonly by: string
  readonly text: string
}

interface Asked {
  readonly n: number
  closed: 'answered' | 'superseded' | null
  readonly of: Map<Name, 'thinking' | 'done' | 'passed' | 'interrupted' | 'skipped'>
}

interface Question {
  readonly n: number
  readonly from: number
  readonly to: number
  state: 'waits' | 'unconfirmed' | 'answering'
}

/** The simplest thing that could say what agents are given: one list of messages, and how far each agent has it. */
class Naive {
  readonly said: Said[] = []
  readonly given = new Map<Name, number>()
  readonly questions = new Map<Name, Question[]>()
  readonly rounds: Asked[] = []

  get n(): number {
    return this.rounds.length
  }

  open(name: Name): Question[] {
    return this.questions.get(name) ?? []
  }

  write(text: string, asks: readonly Name[]): void {
    this.said.push({ by: 'human', text })
    for (const round of this.rounds) round.closed ??= 'superseded'
    for (const name of NAMES) {
      const [first] = this.open(name).filter(({ state }) => state === 'waits')
      if (first) this.takeBack(name, first, 'skipped')
    }
    if (asks.length === 0) return
    const n = this.n + 1
    this.rounds.push({ n, closed: null, of: new Map(asks.map((name) => [name, 'thinking'])) })
    for (const name of asks) {
      const from = this.given.get(name) ?? 0
      const to = this.said.length
      this.questions.set(name, [...this.open(name), { n, from, to, state: 'waits' }])
      this.given.set(name, to)
    }
  }

  /** What waits behind it would leave a gap: it is taken back, too. */
  takeBack(name: Name, question: Question, as: 'skipped' | 'interrupted'): void {
    for (const one of this.open(name).filter(({ n }) => n >= question.n)) this.end(name, one, as)
    this.given.set(name, Math.min(this.given.get(name) ?? 0, question.from))
  }

  end(name: Name, question: Question, as: 'done' | 'passed' | 'interrupted' | 'skipped'): void {
    this.questions.set(
      name,
      this.open(name).filter((one) => one !== question),
    )
    const round = this.rounds[question.n - 1]
    round?.of.set(name, as)
    if (round && ![...round.of.values()].includes('thinking')) round.closed ??= 'answered'
  }

  text({ n, from, to }: Question, name: Name): string {
    const news = this.said.slice(from, to).filter(({ by }) => by !== name)
    const before = from === 0 ? Math.max(0, news.length - 11) : 0
    const left =
      before === 0
        ? []
        : [
            `[System] ${before} earlier message${before === 1 ? ' is' : 's are'} left out; [[ READ_GROUP {"group":"plan","session":"Talk"} ]] reads ${before === 1 ? 'it' : 'them'}.`,
          ]
    const [only] = news
    const blocks =
      news.length === 1 && only?.by === 'human'
        ? [only.text]
        : news.slice(before).map(({ by, text }) => `[${by === 'human' ? 'User' : by}]: ${text}`)
    return `[Round ${n} · session "Talk" in group "plan"] Answer in plain text; your text is posted for you.\n${[...left, ...blocks].join('\n\n')}`
  }
}

class Walk {
  readonly naive = new Naive()
  readonly heard = new Map<Name, string[]>()
  readonly log: string[] = []
  readonly #crew: TestCrew
  readonly #session: SessionRecord
  readonly #random: Random
  #marks = 0

  constructor(crew: TestCrew, session: SessionRecord, random: Random) {
    this.#crew = crew
    this.#session = session
    this.#random = random
  }

  async step(): Promise<void> {
    const chance = this.#random.next()
    const name = this.#random.pick(NAMES)
    if (chance < 0.25) this.write()
    else if (chance < 0.3) this.interject(name)
    else if (chance < 0.55) await this.take(name, this.#random.chance(0.5))
    else if (chance < 0.75) this.answer(name)
    else if (chance < 0.88) this.interrupt(name)
    else this.restart()
    this.compare()
  }

  write(): void {
    const asks = NAMES.filter(() => this.#random.chance(0.7))
    const text = this.#mark()
    this.log.push(`human writes ${text} to ${asks.join()}`)
    // Nobody is asked when nobody is named: an empty list is not one that a door takes.
    write(this.#crew, this.#session, text, { asks })
    this.naive.write(text, asks)
  }

  interject(name: Name): void {
    const text = this.#mark()
    this.log.push(`${name} interjects ${text}`)
    write(this.#crew, this.#session, text, { from: name })
    // What an agent posts while it answers is its answer.
    const question = this.naive.open(name).find(({ state }) => state !== 'waits')
    if (question) this.naive.end(name, question, 'done')
    this.naive.said.push({ by: name, text })
  }

  async take(name: Name, confirms: boolean): Promise<void> {
    const open = this.naive.open(name)
    // An agent that answers is handed nothing else.
    if (open.some(({ state }) => state === 'answering')) return
    const next =
      open.find(({ state }) => state === 'unconfirmed') ??
      open.find(({ state }) => state === 'waits')
    this.log.push(`${name} takes ${next?.n}${confirms ? '' : ' and does not confirm it'}`)
    const { inbox } = this.#crew.core
    const page = await inbox.fetch(this.#crew.id(name), { limit: 1 })
    const texts = page.deliveries.map(({ text }) => text)
    expect(texts).toEqual(next ? [this.naive.text(next, name)] : [])
    if (!next) return
    if (confirms) await inbox.ack(this.#crew.id(name), page.cursor)
    next.state = confirms ? 'answering' : 'unconfirmed'
  }

  answer(name: Name): void {
    const question = this.naive.open(name).find(({ state }) => state !== 'waits')
    expect(this.#crew.crew.rounds.answering(this.#crew.id(name))?.n).toBe(question?.n)
    if (!question) return
    const text = this.#random.chance(0.2) ? '' : this.#mark()
    this.log.push(`${name} answers ${question.n} with ${text}`)
    answer(this.#crew, name, text)
    this.naive.end(name, question, text === '' ? 'passed' : 'done')
    if (text !== '') this.naive.said.push({ by: name, text })
  }

  interrupt(name: Name): void {
    const [question] = this.naive.open(name)
    if (!question) return
    this.log.push(`${name} is interrupted in ${question.n}`)
    interrupt(this.#crew, this.#session, name)
    if (question.state === 'waits') this.naive.takeBack(name, question, 'interrupted')
    else this.naive.end(name, question, 'interrupted')
  }

  restart(): void {
    this.log.push('restart')
    this.#crew.restart()
    for (const question of NAMES.flatMap((name) => this.naive.open(name))) {
      if (question.state === 'unconfirmed') question.state = 'waits'
    }
  }

  compare(): void {
    const { crew } = this.#crew
    for (const name of NAMES) {
      const id = this.#crew.id(name)
      const open = this.naive.open(name)
      expect(
        crew.rounds.asked(id).map(({ n }) => n),
        `asked of ${name}`,
      ).toEqual(open.map(({ n }) => n))
      const { said, given } = this.naive
      const upTo = given.get(name) ?? 0
      const window = crew.window(`s:${this.#session.id}`)
      const seq = upTo === 0 ? 0 : seqOf(window.messages, said[upTo - 1]?.text)
      expect(crew.rounds.given(this.#session.id, id), `given to ${name}`).toBe(seq)
    }
    this.#compareRounds()
  }

  /** All rounds, as the tables have them. */
  #compareRounds(): void {
    const { shard, leadId } = this.#crew
    const { rounds } = shard.ports.reader.rounds(leadId, this.#session.id, 1_000, 1_000)
    const nameOf = (id: string) => NAMES.find((name) => this.#crew.id(name) === id)
    expect(
      rounds.map(({ n, closed, responses }) => [
        n,
        closed,
        ...responses.map(({ agentId, status }) => [nameOf(agentId), status]),
      ]),
    ).toEqual(this.naive.rounds.map(({ n, closed, of }) => [n, closed, ...of]))
  }

  #mark(): string {
    return `~${++this.#marks}~`
  }
}

function seqOf(messages: readonly { content: string; seq: number }[], text?: string): number {
  return messages.find(({ content }) => content === text)?.seq ?? -1
}

const SEEDS = Number(process.env['CREWROOM_ROUND_SEEDS'] ?? 8)

describe('RN40 what rounds give', () => {
  test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    'RN40 by chance, seed %i',
    async (seed) => {
      await using crew = testCrew({
        agents: { ada: 'developer', bob: 'developer', cy: 'architect' },
      })
      const session = openSession(crew, NAMES, 'Talk')
      for (const name of NAMES) await takesRound(crew, name)
      const walk = new Walk(crew, session, new Random(seed))
      try {
        for (let n = 0; n < 60; n++) await walk.step()
      } catch (error) {
        throw new Error(`${walk.log.join('\n')}\n${String(error)}`, { cause: error })
      }
    },
  )
})
