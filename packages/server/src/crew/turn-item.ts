import type { DeliveryKind } from '@crewroom/shared/model/delivery'

/**
 * One thing that an agent is handed. The text is made at hand-over, from what the turn refers to; of a message once, for
 * all who are handed it.
 */
export interface TurnItem {
  readonly id: string
  /** The crew that it belongs to: a sub-lead gets items of two. */
  readonly leadId: string
  readonly seq: number
  readonly kind: DeliveryKind
  readonly text: string
  /** UTF-8 bytes of the text. */
  readonly bytes: number
  readonly wake: boolean
  readonly groupName: string | null
  readonly messageId: string | null
  readonly n: number | null
  readonly hop: number
  /** New work, or a person's message: hops that follow from it count from zero. */
  readonly fresh: boolean
  /** A message of a group that is meant for this agent: it names the agent, or a person wrote it. */
  readonly calls: boolean
  /** The round that it asks the agent to answer. */
  readonly round?: { readonly session: string; readonly runId: string; readonly n: number }
}
