import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { endsTurn, type TurnEnd } from '@crewroom/shared/protocol/turn-end'
import { SYSTEM } from '@crewroom/shared/model/participant'
import type { StreamPosition } from '../journal/facts'
import { assertNoSecret } from '../crew/secrets'
import type { AnswerSink, OutputEnd, WordsMark } from './answer-sink'
import type { CommandResult, CommandSink, RepliesTo } from './command-sink'
import { AgentStream, assertOneMore } from './agent-stream'
import type { Crew } from '../crew/crew'
import { Composing } from './composing'
import type { Answered } from './kept-answers'
import { type Lane, Lanes } from './lanes'
import { JournalRoom, notStored } from './journal-room'
import type { LiveFeed } from '../crew/live-feed'
import type { Shard } from '../crew/shard'
import { TurnBudget } from '../turn-budget'

export interface OutputInput extends TurnEnd {
  readonly stream: string
  readonly replies?: RepliesTo | undefined
  /** The delivery that its words answer, or null for none; without it the round that the agent was handed last. */
  readonly answers?: string | null | undefined
}

export interface OutputResult {
  readonly stream: string
  readonly offset: number
  readonly safe: number
  readonly epoch: string
  readonly results: readonly CommandResult[]
}

/** What storage refused is tried again after this long. */
const RETRY_MS = 500

/** Of so many streams an agent's lane remembers that text was refused. */
const MOST_REFUSED = 64

/** Output that was acted on, and when that is stored: the next output need not wait for the disk. */
interface Acted {
  readonly result: Omit<OutputResult, 'epoch'>
  readonly stored: Promise<void>
}

/**
 * Agents' output: scanned per stream, answered per agent in order. One agent's commands and their replies never
 * overtake each other; agents do not wait for each other, and an agent's next output does not wait for the disk.
 */
export class Intake {
  readonly #shard: Shard
  readonly #sink: CommandSink
  readonly #answers: AnswerSink
  readonly #composing: Composing
  readonly #lanes = new Lanes()
  readonly #room: JournalRoom
  /** All lanes share one: many short outputs of many agents are one piece of work. */
  readonly #turns: TurnBudget

  constructor(shard: Shard, sink: CommandSink, answers: AnswerSink, live: LiveFeed) {
    this.#shard = shard
    this.#sink = sink
    this.#answers = answers
    this.#composing = new Composing(shard, live)
    this.#room = new JournalRoom(shard)
    this.#turns = new TurnBudget(shard.ports.clock)
  }

  /** The round that an agent's words count for now, by its delivery; null when they count for none. */
  asked(agentId: string): string | null {
    return this.#answers.asked(agentId)
  }

  /** Output of an agent's own program. Resolves when every command in it is durable, in the order of the outputs. */
  async output(crew: Crew, agentId: string, input: OutputInput): Promise<OutputResult> {
    // Output that was sent before a round was handed over does not answer it, however long it waits here.
    const asked = input.answers === undefined ? this.#answers.asked(agentId) : input.answers
    const { result, stored } = await this.#lanes.run(agentId, (lane) =>
      this.#output(lane, crew, agentId, input, asked).catch(async (error: unknown) => {
        // A refusal is at once there, and must not overtake the answers before it.
        await Promise.allSettled(lane.unstored)
        throw error
      }),
    )
    await stored
    return { ...result, epoch: this.#shard.journal.epoch }
  }

  /** Text of a stream that cannot be sent again (a pipe). Resolves when it was acted on: read on then. */
  feed(stream: AgentStream, text: string): Promise<void> {
    const asked = this.#answers.asked(stream.agentId)
    return this.#lanes.run(stream.agentId, async (lane) => {
      this.#beginTurn(stream)
      stream.feed(text)
      this.#composing.begun(stream)
      this.#hear(lane, stream, asked)
      await this.#answer(lane, stream)
      this.#composing.over(stream)
    })
  }

  /** The agent called a tool between two parts of its text. */
  usedTool(stream: AgentStream): Promise<void> {
    const asked = this.#answers.asked(stream.agentId)
    return this.#lanes.run(stream.agentId, async () => {
      this.#answers.usedTool(stream.agentId, asked)
    })
  }

  /**
   * The turn of such a stream is over: quiet, or its process ended. Without `end` whoever runs its program knows what
   * becomes of a round that it answers.
   */
  endTurn(stream: AgentStream, end: OutputEnd | null = null): Promise<void> {
    const asked = this.#answers.asked(stream.agentId)
    return this.#lanes.run(stream.agentId, async (lane) => {
      stream.endTurn()
      this.#hear(lane, stream, asked, true)
      await this.#answer(lane, stream)
      this.#composing.over(stream)
      stream.resetTurn()
      if (end) await this.#endAnswer(stream.agentId, asked, end)
    })
  }

  /** Does something behind everything that the agent has said before. */
  behindOutput<T>(agentId: string, run: () => T): Promise<T> {
    return this.#lanes.run(agentId, async () => run())
  }

  /** The agent asks for its inbox, behind what it said before; `isNew`: over a connection that begins. Null: no matter. */
  polled(agentId: string, isNew: boolean): Promise<void> | null {
    if (!this.#answers.heedsPoll(agentId)) return null
    return this.behindOutput(agentId, () => this.#answers.polled(agentId, isNew))
  }

  /** Records the answer of a program that cannot say it again, however long storage takes. */
  async #endAnswer(agentId: string, asked: string | null, end: OutputEnd): Promise<void> {
    for (;;) {
      while (this.#room.mustWait(false)) await this.#room.wait()
      const crew = this.#shard.crewOf(agentId)
      if (!crew || asked === null) {
        this.#answers.ended(agentId, asked, end, null)
        return
      }
      try {
        // A question that is over in memory alone is open again if storage refuses that.
        if (!this.#answers.awaitsEnd(agentId, asked)) {
          await this.#shard.journal.durable(crew.state.lead.id)
        }
        this.#answers.ended(agentId, asked, end, null)
        await this.#shard.journal.durable(crew.state.lead.id)
        return
      } catch (error) {
        if (!(error instanceof CrewError)) throw error
        // What the batch held is gone from memory; its words are not.
        await new Promise<void>((resolve) => this.#shard.ports.clock.after(RETRY_MS, resolve))
      }
    }
  }

  /** A new inbox page: what REACT without a message means may be newer from now on. */
  inboxRead(agentId: string): void {
    for (const stream of this.#lanes.get(agentId)?.streams.values() ?? []) {
      if (stream.notes.began !== null) stream.notes.began = this.#heads(agentId)
    }
  }

  /** These agents are not there any more. */
  gone(agentIds: readonly string[]): void {
    for (const agentId of agentIds) this.#lanes.delete(agentId)
  }

  /** Memory was rebuilt: what scanners had read beyond the stored positions is expected again. */
  forget(): void {
    for (const lane of this.#lanes.values()) {
      lane.streams.clear()
      lane.refused.clear()
    }
  }

  /** The newest words of an agent outside of commands, or the end of them; null when none are known. */
  lastWords(agentId: string): string | null {
    const words = this.#lanes.get(agentId)?.words
    return words?.now.trim() || words?.last.trim() || null
  }

  /** Resolves when nothing is being answered. */
  async idle(): Promise<void> {
    const lanes = [...this.#lanes.values()]
    await Promise.allSettled(lanes.map((lane) => lane.tail))
    await Promise.allSettled(lanes.flatMap((lane) => [...lane.unstored]))
  }

  async #output(
    lane: Lane,
    crew: Crew,
    agentId: string,
    input: OutputInput,
    asked: string | null,
  ): Promise<Acted> {
    while (this.#room.mustWait(true)) await this.#room.wait()
    this.#assertTakes(lane, input)
    const leadId = crew.state.lead.id
    assertNoSecret(this.#shard.maskOf(crew), 'stream', input.stream)
    const stream = this.#stream(lane, crew, agentId, input.stream)
    const before = stream.position
    const text = input.offset === undefined ? input.text : stream.newPart(input.text, input.offset)
    const isOver = endsTurn(input, before.offset)
    const isAgain = input.text !== '' && text === ''
    if (input.answers && !isAgain) this.#answers.assertOpen(agentId, input.answers)
    // A turn's end that is sent again ends nothing that was handed over since.
    const isEnd = isOver && !(isAgain && stream.endedAt === stream.offset)
    const endsAnswer = isEnd && this.#answers.awaitsEnd(agentId, asked)
    const mark = this.#answers.mark(agentId)
    const from = input.offset ?? before.offset
    const to = Math.min(from + input.text.length, before.done)
    const answered = lane.kept.recall(stream.name, from, to)
    try {
      this.#beginTurn(stream)
      stream.feed(text)
      if (isOver) stream.endTurn()
      this.#hear(lane, stream, asked, isOver)
      this.#composing.begun(stream)
      const isPlaced =
        (await this.#answer(lane, stream, input.replies, before, answered, endsAnswer)) &&
        !endsAnswer
      this.#composing.over(stream)
      if (isOver) stream.resetTurn()
      const place = isPlaced ? null : stream.position
      const isStored = isEnd && this.#answers.ended(agentId, asked, { kind: 'told' }, place)
      // Output without a command moves only the place.
      if (place && !isStored) this.#store(place)
      const { offset, safe } = stream.position
      const results = answered.map(({ result }) => result)
      return {
        result: { stream: stream.name, offset, safe, results },
        stored: this.#stored(lane, stream, leadId, this.#answers.mark(agentId)),
      }
    } catch (error) {
      this.#answers.takeBack(agentId, mark)
      this.#expectAgain(lane, stream)
      throw error
    } finally {
      // What was sent again as a whole, or in parts, may be so once more.
      if (input.replies === 'inline' && text !== '') lane.kept.keep(stream.name, answered)
    }
  }

  /** When everything so far is durable. If it is refused, the stream is expected again from its stored place. */
  #stored(lane: Lane, stream: AgentStream, leadId: string, mark: WordsMark | null): Promise<void> {
    const stored = this.#shard.journal
      .durable(leadId)
      .then(() => this.#answers.settled(mark))
      .catch((error: unknown) => {
        this.#expectAgain(lane, stream)
        throw error
      })
      .finally(() => lane.unstored.delete(stored))
    lane.unstored.add(stored)
    // The sender awaits it a moment later.
    stored.catch(() => {})
    return stored
  }

  /** The scanner has read what was not acted on or not stored. Its stored position is the truth. */
  #expectAgain(lane: Lane, stream: AgentStream): void {
    if (lane.streams.get(stream.name) === stream) lane.streams.delete(stream.name)
    stream.endMessage()
    this.#composing.over(stream)
  }

  /**
   * Throws while nothing can be stored. The end of a turn that was sent behind refused text is refused with it: it would cut
   * off what was half said, and the rest of that, sent again, would be no command any more.
   */
  #assertTakes(lane: Lane, { text, stream, endOfTurn }: OutputInput): void {
    const { journal } = this.#shard
    if (text === '' && endOfTurn && lane.refused.has(stream)) {
      throw new CrewError(
        'busy',
        'The text before the end of this turn was refused. Send it again, and then the end of the turn.',
        { retryAfter: 1 },
      )
    }
    try {
      journal.assertWritable()
    } catch (error) {
      if (text !== '' && lane.refused.size < MOST_REFUSED) lane.refused.add(stream)
      throw error
    }
    lane.refused.delete(stream)
  }

  /** Runs what was found. Whether the stream's place was stored with the last of it. */
  async #answer(
    lane: Lane,
    stream: AgentStream,
    replies: RepliesTo = 'inbox',
    before?: StreamPosition,
    answered: Answered[] = [],
    /** The place moves with the answer to a round, after all commands. */
    isPlacedLater = false,
  ): Promise<boolean> {
    let isPlaced = false
    for (let found = stream.take(); found; found = stream.take()) {
      while (this.#mustWait(stream)) await this.#wait(lane, stream)
      // Output before this was refused meanwhile: what follows it must not be stored as if that had run.
      if (stream.resumable && lane.streams.get(stream.name) !== stream) throw notStored()
      const { end } = found.kind === 'command' ? found.command : found.malformed
      stream.ran(end)
      const result = this.#sink(
        {
          agentId: stream.agentId,
          stream: stream.name,
          notes: stream.notes,
          // Until the last command, the place to scan from again is where the text began: what follows a command may
          // be in another batch, and lost.
          position: before
            ? stream.hasMore || isPlacedLater
              ? { ...before, done: end }
              : stream.position
            : null,
          tally: lane.tally,
          replies,
        },
        found,
      )
      if (result) answered.push({ end, result })
      isPlaced = !stream.hasMore
      if (!stream.resumable) this.#room.watch(stream.agentId)
    }
    return isPlaced
  }

  #mustWait({ resumable }: AgentStream): boolean {
    return this.#room.mustWait(resumable) || this.#turns.isSpent()
  }

  /** Until there may be room in the journal, or time in a turn. Ask again right before it is used: others wait, too. */
  #wait(lane: Lane, { resumable }: AgentStream): Promise<void> {
    return this.#room.mustWait(resumable) ? this.#room.wait() : this.#turns.next(lane)
  }

  #hear({ words }: Lane, stream: AgentStream, asked: string | null, isOver = false): void {
    const { agentId, name } = stream
    const spoken = stream.takeSpoken(this.#answers.heardTo(agentId, asked, name))
    const place = { stream: name, upTo: stream.spokenTo }
    // The end of a turn alone is nothing written.
    if (!isOver || spoken !== '') this.#answers.heard(agentId, asked, spoken, place)
    words.now = (words.now + stream.takeProse()).slice(-LIMITS.previewUnits)
    if (!isOver) return
    if (words.now.trim() !== '') words.last = words.now
    words.now = ''
  }

  #store(position: StreamPosition): void {
    const crew = this.#shard.crewOf(position.agentId)
    if (!crew) throw new CrewError('agent_not_found', 'There is no such agent.')
    const decision = this.#shard.decideAccepted(crew)
    decision.add('stream:advanced', { position })
    this.#shard.commit(crew, { actor: SYSTEM, cause: { kind: 'system' } }, decision)
  }

  #heads(agentId: string): ReadonlyMap<string, number> {
    const crews = this.#shard.crewsOf(agentId)
    return new Map(crews.map(({ state }) => [state.lead.id, state.seq]))
  }

  #beginTurn(stream: AgentStream): void {
    stream.notes.began ??= this.#heads(stream.agentId)
  }

  #stream(lane: Lane, crew: Crew, agentId: string, name: string): AgentStream {
    const known = lane.streams.get(name)
    const stored = crew.stream(agentId, name)
    if (!known && !stored) assertOneMore(crew.streamCount(agentId))
    const stream = known ?? new AgentStream({ agentId, name, resumable: true, stored })
    // The one that was used last stands last.
    lane.streams.delete(name)
    lane.streams.set(name, stream)
    const [oldest] = lane.streams.keys()
    if (lane.streams.size > LIMITS.streamsKept && oldest !== undefined) {
      this.#letGo(lane, oldest)
    }
    return stream
  }

  /** As after a restart: what was half said in it is expected again from its stored place. */
  #letGo(lane: Lane, name: string): void {
    const stream = lane.streams.get(name)
    lane.streams.delete(name)
    if (!stream) return
    stream.endMessage()
    this.#composing.over(stream)
  }
}
