import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Crew } from '../crew/crew'
import type { Asked } from '../crew/round-book'
import type { By, Shard } from '../crew/shard'
import type { AnswerSink, OutputEnd, StreamPlace } from '../intake/answer-sink'
import type { Decision } from '../journal/decision'
import type { Envelope, StreamPosition } from '../journal/facts'
import { type Answer, decideAfterthought, decideAnswer } from './record-answer'
import { roundOver } from './round-over'
import { hears, NOTHING_SAID, type SaidSoFar, textOf } from './said'
import { answerBy, saying } from './stop-reason'

/** What one agent says to a round. */
interface Words {
  readonly leadId: string
  readonly asked: Asked
  /** Before it had said anything. */
  readonly first: SaidSoFar
  said: SaidSoFar
  /** As much of it as does not come again, whatever happens to storage. */
  settled: SaidSoFar
  /** It passed, by asking for its inbox: what it says up to the end of its turn comes late. */
  hasPassed: boolean
  /** Who sent it an interrupt since: if its program cancels, that stopped it. */
  interruptedBy: string | null
}

/** Where the words of an agent stood. */
interface Mark {
  readonly words: Words
  readonly said: SaidSoFar
}

/** A question and the crew that it is asked in. */
interface Question {
  readonly crew: Crew
  readonly asked: Asked
}

/**
 * What agents say while they answer rounds: their words between the hand-over and the end of their turn. In memory only;
 * after a restart it begins with what is said from then on, and that is marked as cut.
 */
export class AnswerBook implements AnswerSink {
  readonly #shard: Shard
  readonly #words = new Map<string, Words>()

  constructor(shard: Shard) {
    this.#shard = shard
    shard.handEvents.on('handed', (crew, agentId) => {
      const asked = crew.rounds.answering(agentId)
      if (asked && this.#words.get(agentId)?.asked.deliveryId !== asked.deliveryId) {
        this.#begin({ crew, asked })
      }
    })
  }

  /** A prompt with a round leaves for an ACP program. `isContinued`: it has said part of its answer before. */
  prompted(agentId: string, isContinued: boolean): void {
    const question = this.#question(agentId)
    if (question) this.#begin(question, isContinued)
  }

  asked(agentId: string): string | null {
    const question = this.#question(agentId)
    if (question) return question.asked.deliveryId
    // It has passed and may add something; or its question is over in memory alone, and open again if storage refuses that.
    return this.#words.get(agentId)?.asked.deliveryId ?? null
  }

  assertOpen(agentId: string, deliveryId: string): void {
    if (!this.#open(agentId, deliveryId)) throw roundOver()
  }

  heardTo(agentId: string, asked: string | null, stream: string): number {
    const words = this.#words.get(agentId)
    return words?.asked.deliveryId === asked ? (words?.said.heardTo.get(stream) ?? 0) : 0
  }

  heard(agentId: string, asked: string | null, prose: string, place: StreamPlace): void {
    const words = this.#wordsFor(agentId, asked)
    if (!words) return
    words.said = hears(words.said, prose, place)
    if (!this.awaitsEnd(agentId, asked)) return
    this.#shard.findCrew(words.leadId)?.rounds.noteWriting(agentId, true)
  }

  usedTool(agentId: string, asked: string | null): void {
    const words = this.#wordsFor(agentId, asked)
    if (words) words.said = { ...words.said, sinceTool: '', isSinceToolCut: false }
  }

  mark(agentId: string): Mark | null {
    const words = this.#words.get(agentId)
    return words ? { words, said: words.said } : null
  }

  takeBack(agentId: string, mark: Mark | null): void {
    const words = this.#words.get(agentId)
    if (words) words.said = mark?.words === words ? mark.said : words.first
  }

  settled(mark: Mark | null): void {
    if (mark) mark.words.settled = mark.said
  }

  awaitsEnd(agentId: string, asked: string | null): boolean {
    return asked !== null && (this.#hasPassed(agentId, asked) || !!this.#open(agentId, asked))
  }

  ended(
    agentId: string,
    asked: string | null,
    end: OutputEnd,
    position: StreamPosition | null,
  ): boolean {
    const question = asked === null ? null : this.#open(agentId, asked)
    if (!question) {
      const isStored = this.#hasPassed(agentId, asked) && this.#afterthought(agentId, position)
      this.#comesBack(agentId)
      return isStored
    }
    const answer = this.#answerTo(question, end)
    question.crew.rounds.noteWriting(agentId, false)
    const isStored = answer !== null && this.#record(question, answer, position)
    // A program that is gone says nothing more to any round.
    if (end.kind === 'exit') this.#comesBack(agentId)
    return isStored
  }

  /** What an ACP program said to a round that one of these deliveries asks, as its turn ends. Null when it answers none. */
  answerOf(agentId: string, stopReason: string): Answer | null {
    const question = this.#question(agentId)
    if (!question) return null
    const { crew, asked } = question
    const words = this.#wordsOf(asked)
    const answer = answerBy(stopReason, textOf(words?.said), words === null)
    const by = words?.interruptedBy ?? null
    const isKnown = by === HUMAN_ID || (by !== null && crew.state.agents[by] !== undefined)
    return answer.how === 'cancelled' && isKnown ? { ...answer, stoppedBy: by } : answer
  }

  heedsPoll(agentId: string): boolean {
    return this.#isAstray(agentId) || this.#question(agentId) !== null
  }

  polled(agentId: string, isNew: boolean): void {
    const question = this.#question(agentId)
    if (!question) {
      if (isNew || !this.#holdsAnything(agentId)) this.#comesBack(agentId)
      return
    }
    const { crew, asked } = question
    if (isNew || crew.state.agents[agentId]?.driver.kind !== 'remote') return
    if (!crew.inHand.isConfirmed(agentId, asked.deliveryId)) return
    const words = this.#wordsOf(asked) ?? this.#begin(question, true)
    if (words.said.hasWritten) return
    words.hasPassed = true
    try {
      this.#record(question, saying(textOf(words.said)), null)
    } catch (error) {
      words.hasPassed = false
      throw error
    }
  }

  /** Answers that are stored are forgotten here. */
  published(entries: readonly Envelope[]): void {
    for (const { type, data } of entries) {
      if (type === 'round:responded') {
        const { agentId, deliveryId, status } = data.response
        const words = this.#words.get(agentId)
        // It has started a discussion, and goes on with its answer; or it passed, and may say something after all.
        const isOver = words?.asked.deliveryId === deliveryId && status !== 'thinking'
        if (isOver && !(words.hasPassed && status === 'passed')) this.#words.delete(agentId)
      } else if (type === 'direct:message') {
        const { kind, to, from } = data.message
        const words = kind === 'interrupt' && to !== null ? this.#words.get(to) : undefined
        if (words) words.interruptedBy = from
      } else if (type === 'lead:deleted') {
        for (const agentId of data.agentIds) this.#words.delete(agentId)
      }
    }
  }

  /** Memory was rebuilt: what remote agents said and is not stored comes again, and some rounds are handed over again. */
  forget(): void {
    for (const [agentId, words] of this.#words) {
      const driver = this.#shard.crewOf(agentId)?.state.agents[agentId]?.driver.kind
      words.hasPassed = false
      if (driver === 'pipe') this.#keepInHand(words)
      const question = this.#question(agentId)
      if (question?.asked.deliveryId !== words.asked.deliveryId) this.#words.delete(agentId)
      else if (driver === 'remote') words.said = words.settled
    }
  }

  /** A pipe that has begun to answer has the round, though that was not stored: it cannot say again what it has said. */
  #keepInHand({ leadId, asked, said }: Words): void {
    const { agentId, deliveryId } = asked
    const crew = this.#shard.findCrew(leadId)
    const waits = crew?.inHand.pending(agentId).filter(({ id }) => id === deliveryId) ?? []
    if (!crew || waits.length === 0 || !said.hasWritten) return
    crew.inHand.ackAddressed(agentId, waits)
    this.#shard.handEvents.emit('confirmed', crew, agentId, [], false)
  }

  #begin({ crew, asked }: Question, isCut = false): Words {
    const first = { ...NOTHING_SAID, isCut }
    const leadId = crew.state.lead.id
    const words = {
      leadId,
      asked,
      first,
      said: first,
      settled: first,
      hasPassed: false,
      interruptedBy: null,
    }
    this.#words.set(asked.agentId, words)
    return words
  }

  #question(agentId: string): Question | null {
    const crews = this.#shard.crewsOf(agentId)
    for (const crew of crews) {
      const asked = crew.rounds.answering(agentId)
      if (asked) return { crew, asked }
    }
    for (const crew of crews) {
      const asked = crew.rounds.kept(agentId)
      if (asked) return { crew, asked }
    }
    return null
  }

  /** A question that has no answer yet, in hand or not. */
  #open(agentId: string, deliveryId: string): Question | null {
    for (const crew of this.#shard.crewsOf(agentId)) {
      const asked = crew.rounds.asked(agentId).find((one) => one.deliveryId === deliveryId)
      if (asked) return { crew, asked }
    }
    return null
  }

  #hasPassed(agentId: string, asked: string | null): boolean {
    const words = this.#words.get(agentId)
    return words?.hasPassed === true && words.asked.deliveryId === asked
  }

  #wordsOf(asked: Asked): Words | null {
    const words = this.#words.get(asked.agentId)
    return words?.asked.deliveryId === asked.deliveryId ? words : null
  }

  /** Where what the agent says is kept; nothing was kept of a round that an earlier run of the server handed over. */
  #wordsFor(agentId: string, asked: string | null): Words | null {
    const words = this.#words.get(agentId)
    if (words?.asked.deliveryId === asked) return words
    if (asked === null || !this.awaitsEnd(agentId, asked)) return null
    const question = this.#open(agentId, asked)
    return question && this.#begin(question, true)
  }

  #answerTo({ crew, asked }: Question, end: OutputEnd): Answer | null {
    const words = this.#wordsOf(asked)
    const { hasWritten = false } = words?.said ?? {}
    const said = saying(textOf(words?.said), words === null)
    const isKept = crew.rounds.kept(asked.agentId)?.deliveryId === asked.deliveryId
    // Whoever does not say a word may not have it.
    if (isKept && said.text.trim() === '') return null
    if (end.kind === 'told' || hasWritten) {
      const isBroken = end.kind === 'exit' && (end.isStopped || end.reason !== null)
      return isBroken ? { ...said, cut: true } : said
    }
    // It was quiet before it was asked, or another program of it gets the round.
    if (end.kind === 'quiet' || end.isStopped) return null
    if (!crew.inHand.isConfirmed(asked.agentId, asked.deliveryId)) return null
    return end.reason === null ? said : { ...said, how: 'failed', error: end.reason }
  }

  #record({ crew, asked }: Question, answer: Answer, position: StreamPosition | null): boolean {
    return this.#decide(crew, asked.agentId, position, (decision) =>
      decideAnswer(this.#shard, decision, crew, asked, answer),
    )
  }

  #afterthought(agentId: string, position: StreamPosition | null): boolean {
    const words = this.#words.get(agentId)
    const crew = words && this.#shard.findCrew(words.leadId)
    // It is forgotten when it is stored: refused, it comes again.
    const isStored =
      words !== undefined &&
      crew !== undefined &&
      this.#decide(crew, agentId, position, (decision) =>
        decideAfterthought(this.#shard, decision, crew, words.asked, textOf(words.said)),
      )
    if (!isStored) this.#words.delete(agentId)
    return isStored
  }

  /** Decides in the crew of the round, and stores the stream's place in the agent's own, together. */
  #decide(
    crew: Crew,
    agentId: string,
    position: StreamPosition | null,
    decide: (decision: Decision) => object | null,
  ): boolean {
    const decision = this.#shard.decideAccepted(crew)
    if (decide(decision) === null) return false
    const decided = new Map([[crew, decision]])
    const home = this.#shard.crewOf(agentId)
    if (position && home) {
      const own = decided.get(home) ?? this.#shard.decideAccepted(home)
      own.add('stream:advanced', { position })
      decided.set(home, own)
    }
    const by: By = { actor: { kind: 'agent', id: agentId }, cause: { kind: 'system' } }
    this.#shard.commitTogether(by, decided)
    return true
  }

  #isAstray(agentId: string): boolean {
    return this.#shard.crewsOf(agentId).some(({ rounds }) => rounds.isAstray(agentId))
  }

  #holdsAnything(agentId: string): boolean {
    return this.#shard.crewsOf(agentId).some(({ inHand }) => inHand.open(agentId).length > 0)
  }

  #comesBack(agentId: string): void {
    let isBack = false
    for (const { rounds } of this.#shard.crewsOf(agentId)) {
      if (rounds.comeBack(agentId)) isBack = true
    }
    if (isBack) this.#shard.handEvents.emit('back', agentId)
  }
}
