import { fields } from './acp/acp-values'

/** Sees from an agent's own reports that its conversation was shortened, and that it may have forgotten things. */
export class Compaction {
  /** The most tokens in its context since it was last shortened. */
  #most = 0

  /** Whether this update reports a compaction: the agent says so, or its context fell to less than half. */
  seenIn(update: object): boolean {
    const { sessionUpdate, status, used, content } = fields(update)
    // In the program's words, if they are known not to be its model's.
    const { text } = fields(content)
    if (sessionUpdate === 'agent_message_chunk' && typeof text === 'string') {
      const isCompleted = text.startsWith('Compaction completed.')
      if (isCompleted) this.#most = 0
      return isCompleted
    }
    if (sessionUpdate === 'compaction_update') {
      // The smaller context, which is reported next, does not count as a second compaction.
      if (status === 'completed') this.#most = 0
      return status === 'completed'
    }
    // Some programs report 0 before they know.
    if (sessionUpdate !== 'usage_update' || typeof used !== 'number' || !(used > 0)) return false
    const isShorter = used < this.#most / 2
    this.#most = isShorter ? used : Math.max(this.#most, used)
    return isShorter
  }
}
