import type { StreamPosition } from '../journal/facts'

/** How far an agent's words to a round went; to go back to where its last output does not count. */
export type WordsMark = object

/** How far a stream was heard. */
export interface StreamPlace {
  readonly stream: string
  readonly upTo: number
}

/** How a stretch of output came to its end. */
export type OutputEnd =
  /** The agent said so. */
  | { readonly kind: 'told' }
  /** It has written nothing for a while. */
  | { readonly kind: 'quiet' }
  /** Its program ended; `reason` says why, if it did so on its own and not in order. */
  | { readonly kind: 'exit'; readonly reason: string | null; readonly isStopped: boolean }

/**
 * Takes what agents say, for the rounds that they answer. Each call is made in the order of the agent's lane. A round is named
 * by its delivery, as `asked` gave it when the output came: what was sent before a round was handed over answers another.
 */
export interface AnswerSink {
  /** The round that the agent's words count for now, by its delivery; null when they count for none. */
  asked(agentId: string): string | null
  /** Throws `round_over` unless the agent may still answer this delivery. */
  assertOpen(agentId: string, deliveryId: string): void
  /**
   * Up to where a stream counts for the round already: what comes again from before that, because its line was not complete
   * when storage failed, is not said twice.
   */
  heardTo(agentId: string, asked: string | null, stream: string): number
  /** It has written something; `prose` is what of it is neither a command nor part of one that is not complete. */
  heard(agentId: string, asked: string | null, prose: string, place: StreamPlace): void
  /** It called a tool. */
  usedTool(agentId: string, asked: string | null): void
  mark(agentId: string): WordsMark | null
  /** What was heard after that does not count: it comes again. */
  takeBack(agentId: string, mark: WordsMark | null): void
  /** What was heard up to there is stored: it does not come again. */
  settled(mark: WordsMark | null): void
  /** Whether the end of a turn ends an answer now. */
  awaitsEnd(agentId: string, asked: string | null): boolean
  /**
   * The turn is over. Records the answer if there is one, together with the place of its stream; whether it stored that.
   * Throws while storage refuses.
   */
  ended(
    agentId: string,
    asked: string | null,
    end: OutputEnd,
    position: StreamPosition | null,
  ): boolean
  /** It asks for its inbox, or with `isNew` a connection of it begins. */
  polled(agentId: string, isNew: boolean): void
  /** Whether `polled` would change anything. */
  heedsPoll(agentId: string): boolean
}
