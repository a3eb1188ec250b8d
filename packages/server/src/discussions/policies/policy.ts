import type { Policy, RunRecord, StopReason } from '@crewroom/shared/model/run'
import type { RoundAsk, RoundRecord } from '@crewroom/shared/model/round'

/** A participant, or whoever chooses, sums up or manages, as a policy knows it. */
export interface Speaker {
  /** `human` is the person. */
  readonly id: string
  readonly name: string
  /** What it may be called, in lower case: handle, name, short id, role, in these four places; '' for one that it does not have. */
  readonly names: readonly string[]
  readonly role: string
  readonly description: string
  readonly expertise: readonly string[]
  /** May be asked: it is in the group and in the discussion, has not ended for good, and has not failed twice in a row. */
  readonly isEligible: boolean
  /** A question would bring it something: it was asked nothing here yet, or others have said something since. */
  readonly hasNew: boolean
}

/** Something that was said in the session. */
export interface Said {
  readonly from: string
  readonly content: string
  /** Ids of those whom it mentions. */
  readonly mentions: readonly string[]
  /** Said in between: it answers nothing. */
  readonly isInterjection?: boolean
}

/** What a policy decides by. All of it is in memory: a step reads no table. */
export interface RunView {
  readonly run: RunRecord
  /** The participants, in the order of turns. */
  readonly speakers: readonly Speaker[]
  /** The newest messages of the session, oldest first, 50 at most. */
  readonly last: readonly Said[]
  /** The name of any agent of the crew, or of the person. */
  readonly nameOf: (id: string) => string
}

/** What happens next. `note`: a sentence for those who are asked, before what they read. */
export type Step =
  | {
      readonly do: 'ask'
      readonly ask: Exclude<RoundAsk, 'human'>
      readonly speakers: readonly string[]
      /** Why these, in a few words; people read it. */
      readonly reason: string
      readonly note?: string | undefined
      /** How often in a row whoever chooses has now been asked once more; 0 if left out. */
      readonly again?: number | undefined
    }
  | {
      readonly do: 'human'
      readonly asks: 'answer' | 'choose'
      readonly reason: string
      /** What the person is asked, where somebody said it. */
      readonly prompt?: string | undefined
    }
  | { readonly do: 'end'; readonly why: StopReason; readonly summary?: string | undefined }

/**
 * Turn-taking, as pure functions: no shard, no clock, nothing thrown. `first` for a discussion without rounds, `after` when a
 * round has closed. Limits are not its business: whoever calls it has looked at them.
 */
export interface PolicyRules<P extends Policy = Policy> {
  first(view: RunView, policy: P): Step
  after(view: RunView, policy: P, closed: RoundRecord): Step
}
