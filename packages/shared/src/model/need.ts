/** Something that waits for a person. */
export interface NeedRecord {
  readonly id: string
  readonly leadId: string
  /**
   * `question`: an agent wrote to the person. `failed`: an agent's program could not be kept running. `held`: agents
   * talk in circles, and what they write is kept back. `stalled`: an agent went quiet with its task open, even after it
   * was asked to continue. `refused`: an agent's request for permission was refused.
   */
  readonly kind: 'question' | 'failed' | 'held' | 'stalled' | 'refused'
  readonly agentId: string
  /** In a sentence; cut at 500 characters. */
  readonly text: string
  /** The direct message it is about, if any. */
  readonly messageId: string | null
  /** The group that is held; null when it is the agent. */
  readonly groupName: string | null
  readonly createdAt: string
}
