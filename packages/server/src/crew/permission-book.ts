import type { PermissionAnswer } from '@crewroom/shared/model/need'
import type { Envelope } from '../journal/facts'

/** How many answers are remembered, so that a second answer is refused with the first one. */
const ANSWERED_KEPT = 500

/** A running program that may ask for permission. */
export interface PermissionAsker {
  readonly agentId: string
  readonly leadId: () => string | undefined
  /** A need of its agent was closed, durably. */
  closed(needId: string, answer: PermissionAnswer | undefined): void
  /** The crew's rules changed. */
  ruled(): void
  /** Nothing more is handed to its agent: the agent, its crew or all crews were stopped. */
  stopped(why: 'paused' | 'held'): void
}

/** The programs that may ask, their open requests, and how earlier ones were answered. In memory only. */
export class PermissionBook {
  readonly #askers = new Set<PermissionAsker>()
  readonly #waiting = new Set<string>()
  readonly #answered = new Map<string, PermissionAnswer>()

  join(asker: PermissionAsker): () => void {
    this.#askers.add(asker)
    return () => this.#askers.delete(asker)
  }

  waits(needId: string): void {
    this.#waiting.add(needId)
  }

  isWaiting(needId: string): boolean {
    return this.#waiting.has(needId)
  }

  /** Nobody waits for an answer any more. */
  over(needId: string): void {
    this.#waiting.delete(needId)
  }

  answered(needId: string, answer: PermissionAnswer): void {
    // The request ended with its program: nobody answered it.
    if (answer.by === 'restart') return
    this.#answered.set(needId, answer)
    const [oldest] = this.#answered.keys()
    if (this.#answered.size > ANSWERED_KEPT && oldest !== undefined) this.#answered.delete(oldest)
  }

  answerOf(needId: string): PermissionAnswer | undefined {
    return this.#answered.get(needId)
  }

  /** Memory was rebuilt from the tables: an answer that was not stored does not count. */
  forgetAnswers(): void {
    this.#answered.clear()
  }

  /** An answer reaches its program only when it is durable. */
  published(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      switch (entry.type) {
        case 'need:closed':
          if (entry.data.answer) this.answered(entry.data.need.id, entry.data.answer)
          this.#tell((asker) => asker.closed(entry.data.need.id, entry.data.answer))
          break
        case 'permission:rule_added':
          this.#tell((asker) => asker.leadId() === entry.leadId && asker.ruled())
          break
        case 'lead:paused':
          // A lead of two crews stops for either: each knows whether the pause is its own.
          this.#tell((asker) => asker.stopped('paused'))
          break
        case 'server:paused':
          if (entry.data.paused) this.#tell((asker) => asker.stopped('paused'))
          break
        case 'agent:held':
          this.#tell((asker) => asker.agentId === entry.data.agent.id && asker.stopped('held'))
          break
        default:
      }
    }
  }

  #tell(one: (asker: PermissionAsker) => unknown): void {
    for (const asker of this.#askers) one(asker)
  }
}
