/** What was said outside of groups: to one agent, to the person, or to everybody. */
export interface DirectMessage {
  readonly id: string
  /** The lead's journal number of its event. */
  readonly seq: number
  readonly leadId: string
  readonly kind: 'direct' | 'broadcast' | 'interrupt'
  readonly from: string
  readonly fromRole: string
  /** An agent's id or `human`; null for a broadcast. */
  readonly to: string | null
  readonly content: string
  /** ISO-8601 with milliseconds and Z. */
  readonly timestamp: string
  /** The sender's own id for it: sent again with it, it is the same message. */
  readonly clientId?: string | undefined
  /** How many hand-overs from agent to agent led to it; 0 for what a person wrote. */
  readonly hop: number
}
