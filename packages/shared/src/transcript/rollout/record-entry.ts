import type { DeliveryKind } from '../../model/delivery'
import type { RolloutEntry } from '../../model/rollout'

/** One thing of a hand-over, as whoever has the tables knows it. */
export interface GivenItem {
  readonly kind: DeliveryKind
  readonly groupName: string | null
  /** The message of a group that it is. */
  readonly messageId: string | null
  readonly text: string
  /** The round of a session that it asks. */
  readonly round?: { readonly session: string; readonly n: number }
}

/** An entry of an agent's record, a `prompt` with what is known of it beside its text. */
export interface RecordEntry extends RolloutEntry {
  readonly items?: readonly GivenItem[]
}

/** A piece of what an agent says: its words, or a command that was answered. */
export type SpokenPart =
  | { readonly kind: 'words'; readonly text: string }
  | {
      readonly kind: 'command'
      /** As in the help; as written where there is no such command. */
      readonly verb: string
      readonly written: string
      /** Null where it cannot be read: `raw` is its beginning then. */
      readonly payload: Readonly<Record<string, unknown>> | null
      readonly raw: string
    }

/**
 * Finds the commands of one stream, of which the parts may end anywhere. What is in code or is an example did not run,
 * and is words.
 */
export interface CommandFinder {
  feed(text: string): readonly SpokenPart[]
  endTurn(): readonly SpokenPart[]
  /** A command has begun and not ended. */
  readonly isOpen: boolean
}
