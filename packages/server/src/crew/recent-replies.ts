interface Reply {
  /** On the monotonic clock. */
  readonly at: number
  readonly agentId: string
}

/**
 * The newest replies in one place, counted as they come and go: a busy group with a high limit costs no more per reply
 * than a quiet one. At most `share` replies of one agent count.
 */
export class RecentReplies {
  readonly #most: number
  readonly #share: number
  #replies: Reply[] = []
  /** Those before it are over; they leave the list together, when they are half of it. */
  #first = 0
  readonly #byAgent = new Map<string, number>()
  #counted = 0

  /** More than `most` cannot change the answer. */
  constructor(most: number, share: number) {
    this.#most = most
    this.#share = share
  }

  /** When the newest was written, on the monotonic clock. */
  get newestAt(): number {
    return this.#replies.at(-1)?.at ?? -Infinity
  }

  get agentIds(): string[] {
    return Array.from(this.#byAgent.keys())
  }

  /** Adds one; how many count now of those that are newer than `since`. */
  add(reply: Reply, since: number): number {
    this.#replies.push(reply)
    this.#count(reply.agentId, 1)
    for (let oldest = this.#replies[this.#first]; oldest; oldest = this.#replies[this.#first]) {
      if (oldest.at > since && this.#replies.length - this.#first <= this.#most) break
      this.#first++
      this.#count(oldest.agentId, -1)
    }
    if (this.#first > this.#replies.length / 2) {
      this.#replies = this.#replies.slice(this.#first)
      this.#first = 0
    }
    return this.#counted
  }

  #count(agentId: string, by: 1 | -1): void {
    const before = this.#byAgent.get(agentId) ?? 0
    const after = before + by
    if (after === 0) this.#byAgent.delete(agentId)
    else this.#byAgent.set(agentId, after)
    this.#counted += Math.min(after, this.#share) - Math.min(before, this.#share)
  }
}
