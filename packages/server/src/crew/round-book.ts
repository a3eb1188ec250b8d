import { takesTurns } from '@crewroom/shared/model/agent'
import { askedAt, responseOf, type RoundRecord } from '@crewroom/shared/model/round'
import type { Draft, Envelope } from '../journal/facts'
import type { StoredAsked, StoredCrew } from '../journal/ports/stored-shard'
import { type Asked, AskedBook } from './asked-book'
import type { Crew } from './crew'
import { LeftRounds } from './left-rounds'

export type { Asked }

/**
 * The agents that are asked in a crew's rounds, and what each was given of its sessions. Derived from the crew's facts: the same
 * after a restart. Two things are in memory only: which agents are astray, and since when agents without turns answer.
 */
export class RoundBook {
  readonly #crew: Crew
  /** session id → agent id → number up to which it was given the session's messages. */
  readonly #given = new Map<string, Map<string, number>>()
  /** What the deliveries of rounds in memory bring, by id; from before a restart, only those of open questions. */
  readonly #ranges = new Map<string, StoredAsked>()
  /** The keys of that, by session. */
  readonly #rangesOf = new Map<string, Set<string>>()
  readonly #asked = new AskedBook()
  readonly #left: LeftRounds
  /**
   * Agents whose round was settled before they ended their turn: nobody knows which round they speak to, so they are
   * handed none before that turn is over.
   */
  readonly #astray = new Set<string>()
  /** Agents in the middle of a turn that answers a round. */
  readonly #writing = new Set<string>()
  /** Deliveries that were taken back in the decision that is being applied: nobody was handed them. */
  #takenBack = new Set<string>()
  /** Since when the rounds are answered that were handed over, by delivery. */
  readonly #since = new Map<string, string>()

  constructor(crew: Crew, stored: Pick<StoredCrew, 'given' | 'asked'>) {
    this.#crew = crew
    for (const { sessionId, agentId, seq } of stored.given) this.#give(sessionId, agentId, seq)
    for (const asked of stored.asked) this.#noteRange(asked)
    for (const round of Object.values(crew.state.rounds).flat()) this.#asked.round(round)
    this.#left = new LeftRounds(crew.state.rounds)
  }

  /** Open questions to an agent, oldest first. */
  asked(agentId: string): readonly Asked[] {
    return this.#asked.of(agentId)
  }

  /** All open questions of the crew, oldest first. */
  allAsked(): readonly Asked[] {
    return this.#asked.all()
  }

  /** The question that the agent is answering now: it was handed over, and has no answer yet. Null when there is none. */
  answering(agentId: string): Asked | null {
    const asked = this.asked(agentId)
    if (asked.length === 0) return null
    const waiting = new Set(this.#crew.inHand.pending(agentId).map(({ id }) => id))
    return asked.find(({ deliveryId }) => !waiting.has(deliveryId)) ?? null
  }

  /**
   * The question that a remote agent may have held when an earlier run of the server was killed. It waits to be handed over
   * again; its program may answer it without that.
   */
  kept(agentId: string): Asked | null {
    const asked = this.asked(agentId)
    if (asked.length === 0) return null
    if (this.#crew.state.agents[agentId]?.driver.kind !== 'remote') return null
    const { inHand } = this.#crew
    const kept = new Set(
      inHand
        .pending(agentId)
        .filter((item) => inHand.doubt.isDoubtful(agentId, item))
        .map(({ id }) => id),
    )
    return asked.find(({ deliveryId }) => kept.has(deliveryId)) ?? null
  }

  /** Number up to which the agent was given the session's messages; 0 for nothing. */
  given(sessionId: string, agentId: string): number {
    return this.#given.get(sessionId)?.get(agentId) ?? 0
  }

  /** The same after what a decision holds so far. */
  givenIn(drafts: readonly Draft[], sessionId: string, agentId: string): number {
    let given = this.given(sessionId, agentId)
    for (const { type, data } of drafts) {
      if (type === 'delivery:created' && data.delivery.content.form === 'round') {
        const { content, agentId: to } = data.delivery
        if (content.sessionId === sessionId && to === agentId) {
          given = Math.max(given, content.toSeq)
        }
      } else if (type === 'delivery:withdrawn' && !data.given && data.agentId === agentId) {
        for (const id of data.deliveryIds) {
          const range = this.#ranges.get(id)
          if (range?.sessionId === sessionId) given = Math.min(given, range.fromSeq)
        }
      }
    }
    return given
  }

  /** What a question's delivery brings, as far as memory knows. */
  rangeOf(deliveryId: string): StoredAsked | undefined {
    return this.#ranges.get(deliveryId)
  }

  /** A round with an open question, the newest of its run, or one that the tables do not have as it is. */
  round(runId: string, n: number): RoundRecord | undefined {
    const round = this.#crew.state.rounds[runId]?.find((one) => one.n === n)
    return round ?? this.#left.find(runId, n)
  }

  /** Facts up to there are in the tables. */
  settled(seq: number): void {
    this.#left.settled(seq)
  }

  /**
   * Since when the agent answers: since it was handed the question, which may have waited. Only if an earlier run of the server
   * handed it over: since it was asked.
   */
  answeringSince(asked: Asked): string {
    const { agentId, deliveryId, runId, n } = asked
    const { turns } = this.#crew.owed(agentId)
    const sent = turns.find(({ deliveryIds }) => deliveryIds.includes(deliveryId))?.at
    const round = this.round(runId, n)
    const response = round && responseOf(round, agentId)
    return this.#since.get(deliveryId) ?? sent ?? (response ? askedAt(round, response) : '')
  }

  /** Notes that something is handed over. */
  handed(deliveryIds: readonly string[], at: string): void {
    for (const id of deliveryIds) if (this.#ranges.has(id)) this.#since.set(id, at)
  }

  /** Notes whether the agent has begun to say something to its round, and not ended its turn. */
  noteWriting(agentId: string, isWriting: boolean): void {
    if (isWriting) this.#writing.add(agentId)
    else this.#writing.delete(agentId)
  }

  isAstray(agentId: string): boolean {
    return this.#astray.has(agentId)
  }

  /** Its turn is over. Whether it was astray. */
  comeBack(agentId: string): boolean {
    return this.#astray.delete(agentId)
  }

  apply(envelope: Envelope): void {
    this.#left.apply(envelope, this.#crew.state.rounds)
    switch (envelope.type) {
      case 'delivery:created': {
        const { id, agentId, content } = envelope.data.delivery
        if (content.form !== 'round') return
        const { sessionId, fromSeq, toSeq } = content
        this.#noteRange({ deliveryId: id, agentId, sessionId, fromSeq, toSeq })
        this.#give(sessionId, agentId, toSeq)
        return
      }
      case 'delivery:withdrawn': {
        const { deliveryIds, given } = envelope.data
        if (given) return
        for (const id of deliveryIds) {
          this.#takenBack.add(id)
          const range = this.#ranges.get(id)
          if (range) this.#setBack(range)
        }
        return
      }
      case 'round:responded': {
        const { runId, sessionId, n, response } = envelope.data
        const { agentId, status, deliveryId } = response
        const wasHanded = !this.#takenBack.delete(deliveryId)
        const isCutShort = status === 'error' || status === 'interrupted'
        // Answered by name, or by a command: the rest of its turn answers nothing. It is not answered if it started a discussion.
        const goesOn = status !== 'thinking' && this.#writing.delete(agentId)
        if (wasHanded && (isCutShort || goesOn)) this.#goAstray(agentId)
        const round = this.round(runId, n)
        if (round) this.#asked.response(round, agentId)
        else this.#asked.end(agentId, runId, n)
        this.#forgetRanges(sessionId, runId)
        return
      }
      case 'round:opened':
        this.#asked.round(envelope.data.round)
        this.#forgetRanges(envelope.data.round.sessionId, envelope.data.round.runId)
        return
      case 'round:closed':
        this.#forgetRanges(envelope.data.sessionId, envelope.data.runId)
        return
      case 'turn:sent':
        this.handed(envelope.data.turn.deliveryIds, envelope.at)
        return
      case 'agent:resumed':
        // Whatever it was saying is long over.
        this.#astray.delete(envelope.data.agent.id)
        return
      case 'session:updated':
        if (envelope.data.session.status === 'deleted') this.#forget(envelope.data.session.id)
        return
      default:
    }
  }

  /** A round is over for an agent that is still in the turn that was to answer it. */
  #goAstray(agentId: string): void {
    const agent = this.#crew.state.agents[agentId]
    if (!agent || !takesTurns(agent.driver)) this.#astray.add(agentId)
  }

  #noteRange(range: StoredAsked): void {
    this.#ranges.set(range.deliveryId, range)
    const ids = this.#rangesOf.get(range.sessionId)
    if (ids) ids.add(range.deliveryId)
    else this.#rangesOf.set(range.sessionId, new Set([range.deliveryId]))
  }

  /** Rounds of this run may have left memory. */
  #forgetRanges(sessionId: string, runId: string): void {
    const rounds = this.#crew.state.rounds[runId] ?? []
    const known = new Set(rounds.flatMap(({ responses }) => responses.map((one) => one.deliveryId)))
    const ids = this.#rangesOf.get(sessionId)
    for (const id of ids ?? []) {
      if (known.has(id)) continue
      ids?.delete(id)
      this.#ranges.delete(id)
      this.#since.delete(id)
    }
    if (ids?.size === 0) this.#rangesOf.delete(sessionId)
  }

  #forget(sessionId: string): void {
    this.#given.delete(sessionId)
    this.#asked.endSession(sessionId)
    this.#forgetRanges(sessionId, sessionId)
  }

  /** The next round begins where this one did; a later one may have begun behind it. */
  #setBack({ sessionId, agentId, fromSeq }: StoredAsked): void {
    const agents = this.#given.get(sessionId)
    const given = agents?.get(agentId)
    if (agents && given !== undefined) agents.set(agentId, Math.min(given, fromSeq))
  }

  #give(sessionId: string, agentId: string, seq: number): void {
    const agents = this.#given.get(sessionId) ?? new Map<string, number>()
    agents.set(agentId, Math.max(agents.get(agentId) ?? 0, seq))
    this.#given.set(sessionId, agents)
  }
}
