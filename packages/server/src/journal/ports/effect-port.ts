/** How much is looked at for the effect of a crew's work: its newest hand-overs and messages. */
export interface EffectQuery {
  readonly handOvers: number
  /** Of so many of these, how long their messages had waited. */
  readonly timed: number
  /** Which groups are read, and how many messages of each. */
  readonly groups: readonly string[]
  readonly messages: number
}

/** A hand-over that has ended. */
export interface EndedHandOver {
  readonly agentId: string
  readonly at: string
  readonly tokens: number | null
  /** It held what somebody else said or gave, or something that is a reason to start. */
  readonly hasContent: boolean
  /** In milliseconds, for messages of others that were looked at: how long each had waited. */
  readonly waits: readonly number[]
}

/** A group message, as far as it counts. */
export interface WrittenMessage {
  readonly from: string
  readonly at: string
  readonly hop: number
}

export interface EffectReader {
  effect(
    leadId: string,
    query: EffectQuery,
  ): {
    readonly handOvers: readonly EndedHandOver[]
    readonly messages: readonly WrittenMessage[]
    /** There were more hand-overs than were asked for. */
    readonly hasMore: boolean
    readonly asOf: number
  }
}
