/** When something was handed over to an agent, and when that was over. */
export interface TurnTimes {
  readonly id: string
  /** Journal number of the hand-over. */
  readonly seq: number
  readonly agentId: string
  readonly sentAt: string
  /** Since when its program has shown that it works on it; only programs of driver acp do. */
  readonly seenAt: string | null
  readonly endedAt: string | null
  /** How it ended: `acked` by a remote agent, taken by a pipe, or the reason of an ACP program. */
  readonly reason: string | null
}
