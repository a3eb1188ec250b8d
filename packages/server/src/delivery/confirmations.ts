import { SYSTEM } from '@crewroom/shared/model/participant'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }
/** Confirmations are stored after this long at the latest, and no more often. */
const EVERY_MS = 100
/** What storage refused is tried again after this long. */
const RETRY_MS = 1_000

/** One promise for everybody who waits for the same write. */
interface Waiting {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes into the journal what agents have confirmed: for all agents together, with the next batch or within 100 ms, so
 * that a message to many members costs no more than one to few.
 */
export class Confirmations {
  readonly #shard: Shard
  readonly #unstored = new Map<string, Set<string>>()
  #waiting: Waiting | null = null
  #lastAt = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(shard: Shard) {
    this.#shard = shard
    const note = (crew: Crew, agentId: string) => this.#note(crew, agentId)
    shard.handEvents.on('handed', note)
    shard.handEvents.on('confirmed', note)
    shard.handEvents.on('left', note)
    shard.handEvents.on('wanted', () => this.write())
  }

  /** A batch is about to leave: confirmations join it, if they were last written long enough ago. */
  join(): void {
    if (this.#unstored.size === 0) return
    if (this.#shard.ports.clock.monotonic() - this.#lastAt >= EVERY_MS) this.write()
  }

  /** Resolves when everything confirmed so far is stored. */
  stored(): Promise<void> {
    this.#waiting ??= waiting()
    this.#cancel ??= this.#shard.ports.clock.after(EVERY_MS, () => this.write())
    return this.#waiting.promise
  }

  /** Writes the confirmations now. */
  write(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#lastAt = this.#shard.ports.clock.monotonic()
    const waiting = this.#waiting
    this.#waiting = null
    try {
      for (const [leadId, agentIds] of this.#unstored) {
        const crew = this.#shard.findCrew(leadId)
        const confirmed = crew?.inHand.unstored(agentIds)
        if (crew && confirmed) {
          const decision = this.#shard.decideAccepted(crew)
          decision.add('inbox:confirmed', confirmed)
          this.#shard.commit(crew, BY_SYSTEM, decision)
        }
        this.#unstored.delete(leadId)
      }
    } catch (error) {
      this.#cancel ??= this.#shard.ports.clock.after(RETRY_MS, () => this.write())
      waiting?.reject(error)
      return
    }
    if (waiting) this.#shard.journal.allDurable().then(waiting.resolve, waiting.reject)
  }

  /** The server is stopping: nothing more is handed to anybody. */
  leaveAll(): void {
    for (const crew of this.#shard.crews()) {
      for (const agentId of Object.keys(crew.state.agents)) {
        if (!crew.owed(agentId).isAttached) continue
        crew.inHand.leaves(agentId)
        this.#note(crew, agentId)
      }
    }
    this.write()
  }

  /** Memory was rebuilt: confirmations that were not stored are gone, and their items are owed again. */
  forget(): void {
    this.#unstored.clear()
  }

  #note(crew: Crew, agentId: string): void {
    const leadId = crew.state.lead.id
    const agentIds = this.#unstored.get(leadId)
    if (agentIds) agentIds.add(agentId)
    else this.#unstored.set(leadId, new Set([agentId]))
    this.#cancel ??= this.#shard.ports.clock.after(EVERY_MS, () => this.write())
  }
}

function waiting(): Waiting {
  let resolve!: () => void
  let reject!: (error: unknown) => void
  const promise = new Promise<void>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}
