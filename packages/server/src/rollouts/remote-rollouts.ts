import { LIMITS } from '@crewroom/shared/protocol/limits'
import { endsTurn, type TurnEnd } from '@crewroom/shared/protocol/turn-end'
import { joined } from '../journal/given-refs'
import type { MaskStream, SecretMask } from '../journal/ports/mask-port'
import type { GivenItem, RolloutSink } from '../journal/ports/rollout-port'
import { boundedText } from './bounded-text'

/** What a remote agent sent, as its door took it. */
interface Output extends TurnEnd {
  readonly stream: string
}

/** What an agent said, without secrets, and the question that it answers; `isOver`: its turn is. */
type Heard = (agentId: string, text: string, turnId: string | null, isOver: boolean) => void

interface Said {
  /** Up to where each stream is recorded: what is sent again is not said again. */
  readonly upTo: Map<string, number>
  /** The end of each stream that may begin a secret, until more of that stream or its end comes. */
  readonly masks: Map<string, MaskStream>
  stream: string | null
}

/**
 * The record of agents that run elsewhere. Both doors, HTTP and `/agent`, call it: with output after it was taken
 * in, so that what was refused and comes again is there once, and with inbox pages as they leave.
 */
export class RemoteRollouts {
  readonly #sink: RolloutSink
  readonly #maskOf: (agentId: string) => SecretMask
  readonly #heard: Heard
  readonly #said = new Map<string, Said>()
  /** The last page: a client that asks again without an ack gets the same page, which is not recorded again. */
  readonly #handed = new Map<string, readonly GivenItem[]>()

  /** Earlier answers: output that is sent again gets them again, which is not recorded again either. */
  readonly #answered = new WeakSet<object>()

  constructor(sink: RolloutSink, maskOf: (agentId: string) => SecretMask, heard: Heard = () => {}) {
    this.#sink = sink
    this.#maskOf = maskOf
    this.#heard = heard
  }

  /**
   * `before` is the stream's stored offset when the request came, `after` the one that answered it; `turnId` what it
   * answers.
   */
  output(
    agentId: string,
    output: Output,
    before: number,
    after: number,
    turnId: string | null = null,
  ): void {
    let said = this.#said.get(agentId)
    if (!said) this.#said.set(agentId, (said = { upTo: new Map(), masks: new Map(), stream: null }))
    const { text, stream, offset } = output
    const upTo = said.upTo.get(stream) ?? before
    const isOver = endsTurn(output, upTo)
    said.upTo.set(stream, after)
    const fresh = offset === undefined ? text : text.slice(Math.max(0, upTo - offset))
    // Streams side by side are not one text.
    if (fresh !== '' && said.stream !== null && said.stream !== stream) {
      this.#sink.turnEnded(agentId)
    }
    if (fresh !== '') said.stream = stream
    let mask = said.masks.get(stream)
    if (!mask) said.masks.set(stream, (mask = this.#maskOf(agentId).stream()))
    const shown = mask.push(fresh) + (isOver ? mask.end() : '')
    this.#sink.text(agentId, shown, turnId)
    this.#heard(agentId, shown, turnId, isOver)
    if (!isOver) return
    said.masks.delete(stream)
    this.#sink.turnEnded(agentId)
  }

  /** The server is stopping: what was held back belongs to the record, too. */
  close(): void {
    for (const [agentId, { masks }] of this.#said) {
      for (const mask of masks.values()) {
        this.#sink.text(agentId, mask.end())
        this.#sink.turnEnded(agentId)
      }
      masks.clear()
    }
  }

  /** What its commands returned, where the answer to its request says so and its inbox does not. */
  answered(agentId: string, results: readonly { readonly reply: string }[]): void {
    const news = results.filter((result) => !this.#answered.has(result))
    if (news.length === 0) return
    for (const result of news) this.#answered.add(result)
    const text = news.map(({ reply }) => reply).join('\n')
    this.#sink.record(agentId, { kind: 'prompt', text })
  }

  /** A command that it called as a tool, and what that returned. */
  called(
    agentId: string,
    line: string,
    result: { readonly ok: boolean; readonly reply: string },
  ): void {
    const mask = this.#maskOf(agentId)
    // All of a command that did nothing would be kept, whatever its sender put into it.
    this.#sink.text(
      agentId,
      result.ok ? mask.mask(line) : boundedText(line, LIMITS.rolloutStretch, mask).text,
    )
    this.#sink.turnEnded(agentId)
    this.answered(agentId, [result])
  }

  /** `turnId`: the hand-over that brought what is new on the page. */
  handed(agentId: string, items: readonly GivenItem[], turnId: string | null): void {
    const last = this.#handed.get(agentId) ?? []
    if (items.length > 0) this.#handed.set(agentId, items)
    const news = newIn(items, last)
    if (news.length === 0) return
    this.#sink.given(agentId, {
      refs: joined(news.map(({ ref }) => ref)),
      bytes: news.reduce((sum, { bytes }) => sum + bytes, 0),
      repeats: news.reduce((sum, { repeat }) => sum + (repeat ? 1 : 0), 0),
      areLines: false,
      turnId,
      isRound: news.some(({ isRound }) => isRound),
    })
  }
}

/** Mostly one item of each: then no set is made for it. */
function newIn(items: readonly GivenItem[], last: readonly GivenItem[]): readonly GivenItem[] {
  if (items.length * last.length < 64) {
    return items.filter(({ id }) => !last.some((one) => one.id === id))
  }
  const known = new Set(last.map(({ id }) => id))
  return items.filter(({ id }) => !known.has(id))
}
