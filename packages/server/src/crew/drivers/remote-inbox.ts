import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Clock } from '../../clock'
import type { Crew } from '../crew'
import type { Delivery } from '../delivery'
import type { PresenceBook } from '../presence'
import type { Shard } from '../shard'
import { itemsOfTurn, type TurnItem } from '../turn-items'
import { ackTurns, beginTurn } from '../turns'

export interface InboxDelivery {
  readonly id: string
  readonly kind: TurnItem['kind']
  readonly text: string
  readonly groupName?: string
  readonly messageId?: string
  readonly n?: number
  readonly wake: boolean
  /** Handed over before and not acknowledged: it may have been read already. */
  readonly repeat: boolean
}

export interface InboxPage {
  readonly deliveries: readonly InboxDelivery[]
  /** Acknowledges exactly what came with it, and everything before. */
  readonly cursor: string
  readonly more: boolean
}

/** An agent that was heard from this recently counts as connected. */
const CONNECTED_FOR_MS = 60_000

/** The inbox of agents that fetch: long polling over HTTP, pushed pages over `/agent`. */
export class RemoteInbox {
  readonly #shard: Shard
  readonly #presence: PresenceBook
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #expiry = new Map<string, () => void>()

  constructor(shard: Shard, delivery: Delivery, presence: PresenceBook) {
    this.#shard = shard
    this.#presence = presence
    delivery.on('owed', (agentId) => {
      for (const wake of this.#waiting.get(agentId) ?? []) wake()
    })
  }

  /** Calls `wake` whenever more is owed, until the returned function is called. */
  watch(agentId: string, wake: () => void): () => void {
    let watchers = this.#waiting.get(agentId)
    if (!watchers) this.#waiting.set(agentId, (watchers = new Set()))
    watchers.add(wake)
    return () => watchers.delete(wake)
  }

  /** Notes a sign of life: connected for a minute from now, or for as long as `hold` says. */
  heard(agentId: string, hold = false): void {
    this.#expiry.get(agentId)?.()
    this.#expiry.delete(agentId)
    this.#presence.set(agentId, { connection: 'connected' })
    if (hold) return
    const cancel = this.#shard.ports.clock.after(CONNECTED_FOR_MS, () => this.lost(agentId))
    this.#expiry.set(agentId, cancel)
  }

  lost(agentId: string): void {
    this.#expiry.get(agentId)?.()
    this.#expiry.delete(agentId)
    this.#presence.set(agentId, { connection: 'lost' })
  }

  /**
   * What was handed over and not acknowledged, again, then what is new, up to `limit`. Waits up to `waitMs` for
   * something when there is nothing. Stored before it is returned.
   */
  async fetch(
    agentId: string,
    options: { readonly limit?: number; readonly waitMs?: number; readonly signal?: AbortSignal },
  ): Promise<InboxPage> {
    const until = this.#shard.ports.clock.now() + (options.waitMs ?? 0)
    // Listening begins before looking: what comes to be owed in between must not be waited for.
    const bell = new Bell()
    const unwatch = this.watch(agentId, () => bell.ring())
    try {
      for (;;) {
        const page = await this.#page(agentId, options.limit ?? LIMITS.page)
        const left = until - this.#shard.ports.clock.now()
        if (page.deliveries.length > 0 || left <= 0 || options.signal?.aborted) return page
        await bell.rung(this.#shard.ports.clock, left, options.signal)
      }
    } finally {
      unwatch()
    }
  }

  /** New items only, for a connection that has the earlier ones; null when there is nothing. */
  async fetchNew(agentId: string, limit: number): Promise<InboxPage | null> {
    const crew = this.#crew(agentId)
    const begun = beginTurn(this.#shard, crew, agentId, limit)
    if (!begun) return null
    await this.#shard.journal.durable(crew.state.lead.id)
    return {
      deliveries: begun.items.map((item) => toDelivery(item, false)),
      cursor: encodeCursor(begun.turnId, begun.items.length),
      more: this.#hasMore(crew, agentId),
    }
  }

  /** Acknowledges up to the cursor. Acknowledging again is no error; resolves when it is durable. */
  async ack(agentId: string, cursor: string): Promise<void> {
    const crew = this.#crew(agentId)
    if (cursor === EMPTY_CURSOR) return
    ackTurns(this.#shard, crew, agentId, decodeCursor(cursor))
    await this.#shard.journal.durable(crew.state.lead.id)
  }

  async #page(agentId: string, limit: number): Promise<InboxPage> {
    const crew = this.#crew(agentId)
    const leadId = crew.state.lead.id
    await this.#shard.journal.durable(leadId)
    const deliveries: InboxDelivery[] = []
    let cursor = EMPTY_CURSOR
    for (const turn of crew.owed(agentId).turns) {
      const items = itemsOfTurn(this.#shard, crew, turn)
      const room = limit - deliveries.length
      if (room <= 0) return { deliveries, cursor, more: true }
      const part = items.slice(turn.acked, turn.acked + room)
      deliveries.push(...part.map((item) => toDelivery(item, true)))
      cursor = encodeCursor(turn.id, turn.acked + part.length)
      if (turn.acked + part.length < items.length) return { deliveries, cursor, more: true }
    }
    const room = limit - deliveries.length
    const begun = room > 0 ? beginTurn(this.#shard, crew, agentId, room) : null
    if (begun) {
      deliveries.push(...begun.items.map((item) => toDelivery(item, false)))
      cursor = encodeCursor(begun.turnId, begun.items.length)
      await this.#shard.journal.durable(leadId)
    }
    return { deliveries, cursor, more: this.#hasMore(crew, agentId) }
  }

  #hasMore(crew: Crew, agentId: string): boolean {
    if (crew.owed(agentId).pending.length > 0) return true
    for (const interval of crew.memberships.ofAgent(agentId)) {
      if (interval.owed > 0 && !crew.state.groups[interval.groupName]?.paused) return true
    }
    return false
  }

  #crew(agentId: string): Crew {
    const crew = this.#shard.crewOf(agentId)
    if (!crew) throw new CrewError('agent_not_found', 'There is no such agent.')
    return crew
  }
}

/** Remembers that it was rung until somebody has waited for it. */
class Bell {
  #rang = false
  #wake: () => void = () => {}

  ring(): void {
    this.#rang = true
    this.#wake()
  }

  /** Resolves when it was rung since the last wait, after `ms`, or when the signal aborts. */
  async rung(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#rang) {
      await new Promise<void>((resolve) => {
        const cancel = clock.after(ms, resolve)
        this.#wake = () => {
          cancel()
          resolve()
        }
        signal?.addEventListener('abort', this.#wake, { once: true })
      })
    }
    this.#rang = false
  }
}

const EMPTY_CURSOR = 'empty'

function encodeCursor(turnId: string, acked: number): string {
  return `${turnId}.${acked}`
}

function decodeCursor(cursor: string): { turnId: string; acked: number } {
  const match = /^([\w-]{1,64})\.(\d{1,6})$/.exec(cursor)
  if (!match?.[1]) {
    throw new CrewError('validation', 'This cursor did not come from an inbox page.', {
      fields: { cursor: 'not a cursor of this inbox' },
    })
  }
  return { turnId: match[1], acked: Number(match[2]) }
}

function toDelivery(item: TurnItem, repeat: boolean): InboxDelivery {
  return {
    id: item.id,
    kind: item.kind,
    text: item.text,
    ...(item.groupName === null ? {} : { groupName: item.groupName }),
    ...(item.messageId === null ? {} : { messageId: item.messageId }),
    ...(item.n === null ? {} : { n: item.n }),
    wake: item.wake,
    repeat,
  }
}
