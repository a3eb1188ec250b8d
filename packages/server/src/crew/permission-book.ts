import type { NeedRecord, PermissionAnswer } from '@crewroom/shared/model/need'
import type { Envelope } from '../journal/facts'

/** How many answers are remembered, so that a second answer is refused with the first one. */
const ANSWERED_KEPT = 500

/** A running program that may ask for permission. */
export interface PermissionAsker {
  readonly agentId: string
  /** Where it works. */
  readonly folder: string
  readonly leadId: () => string | undefined
  /** A need of its agent was closed, durably. */
  closed(needId: string, answer: PermissionAnswer | undefined): void
  /** The crew's rules changed. */
  ruled(): void
  /** A pause, a hold or a budget that is used up began or ended: its requests' time stands, or passes. */
  timed(): void
}

/** The programs that may ask, their open requests, and how earlier ones were answered. In memory only. */
export class PermissionBook {
  readonly #askers = new Set<PermissionAsker>()
  readonly #waiting = new Set<string>()
  readonly #answered = new Map<string, PermissionAnswer>()
  /** Ends of requests whose time stood since they were opened; null: it stands now. */
  readonly #ends = new Map<string, string | null>()

  join(asker: PermissionAsker): () => void {
    this.#askers.add(asker)
    return () => this.#askers.delete(asker)
  }

  /** Where the agent's program works, if one may ask. */
  folderOf(agentId: string): string | null {
    return [...this.#askers].find((asker) => asker.agentId === agentId)?.folder ?? null
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
    this.#ends.delete(needId)
  }

  /** It ends then if nobody answers. */
  ends(needId: string, until: string | null): void {
    this.#ends.set(needId, until)
  }

  /** The same of whichever of these needs has another end than it was opened with. */
  endsOf(needs: readonly NeedRecord[]): Readonly<Record<string, string | null>> {
    if (this.#ends.size === 0) return {}
    const moved = needs.flatMap(({ id }) => {
      const until = this.#ends.get(id)
      return until === undefined ? [] : [[id, until] as const]
    })
    return Object.fromEntries(moved)
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
        case 'lead:resumed':
        case 'server:paused':
        case 'agent:held':
        case 'agent:released':
        case 'budget:changed':
        case 'lead:deleted':
          this.timed()
          break
        default:
      }
    }
  }

  /** A pause may have begun or ended. A lead of two crews stops for either: each knows whether it has to. */
  timed(): void {
    this.#tell((asker) => asker.timed())
  }

  /** Needs as they are now: with the end that a request has by now. */
  timedNeeds(needs: readonly NeedRecord[]): readonly NeedRecord[] {
    const ends = this.endsOf(needs)
    return needs.map((need) => {
      const until = ends[need.id]
      const { permission } = need
      return until === undefined || !permission
        ? need
        : { ...need, permission: { ...permission, until } }
    })
  }

  #tell(one: (asker: PermissionAsker) => unknown): void {
    for (const asker of this.#askers) one(asker)
  }
}
