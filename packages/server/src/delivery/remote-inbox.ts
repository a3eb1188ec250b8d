import { isSilenced } from '@crewroom/shared/model/group'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { Bell } from './bell'
import type { Signals } from './signals'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import { itemsOfTurn } from './turn-items'
import type { OpenTurn } from '../crew/owed'
import type { PendingDelivery } from '../journal/ports/stored-shard'
import type { TurnItem } from '../crew/turn-item'
import { attach, detach, noteHeld } from './attach'
import type { Confirmations } from './confirmations'
import { decodeCursor } from './cursor'
import { type InboxPage, PageDraft } from './inbox-page'
import { agentMustWake, feedsOnlyItself, isRound, openCrews, openTurns, stored } from './hand-over'
import { ackReach } from './reach'
import { ackTurns, beginTurn } from './turns'
import { roundGateOf } from '../crew/round-gate'
import { isHeld } from '../crew/wake'
import { unconfirmedIn } from './unconfirmed'

/** What a poll waits for: `wake` means only items that are a reason to start; everything else comes with them. */
export type WaitsFor = 'all' | 'wake'

/**
 * How many items of each hand-over were sent over one connection, or were acknowledged before. Items sent elsewhere
 * (over a poll whose answer was lost, or an earlier connection) are not counted: acknowledging anything later would
 * confirm them too.
 */
export type Sent = WeakMap<OpenTurn, number>

/** An agent counts as connected for this long after it was heard from. */
const CONNECTED_FOR_MS = 60_000

/**
 * Doors at which an agent's program gets what it is owed: over a connection that it keeps open, or when it asks. Where it
 * answers rounds `byName` alone, asking again passes none.
 */
export const INBOX_DOORS = {
  '/agent': { isOpen: true, byName: false },
  '/rpc/ws': { isOpen: true, byName: true },
  '/api/agents/:agentId/inbox': { isOpen: false, byName: false },
  '/mcp': { isOpen: false, byName: true },
} as const
export type InboxDoor = keyof typeof INBOX_DOORS
export type OpenDoor = {
  [Door in InboxDoor]: (typeof INBOX_DOORS)[Door]['isOpen'] extends true ? Door : never
}[InboxDoor]

/** The inbox of agents whose programs run elsewhere: long polling over HTTP, pushed pages over `/agent`. */
export class RemoteInbox {
  readonly #shard: Shard
  readonly #presence: PresenceBook
  readonly #confirmations: Confirmations
  readonly #polled: (agentId: string, isNew: boolean) => Promise<void> | null
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #expiry = new Map<string, () => void>()
  readonly #connected = new Map<string, Set<OpenDoor>>()
  /** When each agent last asked for its inbox, on the monotonic clock. */
  readonly #askedAt = new Map<string, number>()
  /** Agents to be handed what waits for them although none of it wakes. */
  readonly #wanted = new Set<string>()

  constructor(
    shard: Shard,
    signals: Signals,
    presence: PresenceBook,
    confirmations: Confirmations,
    /** Told that the agent asks for its inbox, behind all that it said before. */
    polled: (agentId: string, isNew: boolean) => Promise<void> | null,
  ) {
    this.#polled = polled
    this.#shard = shard
    this.#presence = presence
    this.#confirmations = confirmations
    signals.on('owed', (agentId) => {
      for (const wake of this.#waiting.get(agentId) ?? []) wake()
    })
    signals.on('wanted', (agentId) => {
      this.#wanted.add(agentId)
      for (const wake of this.#waiting.get(agentId) ?? []) wake()
    })
    signals.on('gone', (agentIds) => {
      for (const agentId of agentIds) {
        this.#wanted.delete(agentId)
        this.#askedAt.delete(agentId)
      }
    })
  }

  /** Calls `wake` whenever more is owed, until the returned function is called. */
  watch(agentId: string, wake: () => void): () => void {
    let watchers = this.#waiting.get(agentId)
    if (!watchers) this.#waiting.set(agentId, (watchers = new Set()))
    watchers.add(wake)
    return () => watchers.delete(wake)
  }

  /** A connection counts until `disconnects`, whatever else is heard from the agent meanwhile. */
  connects(agentId: string, door: OpenDoor): void {
    this.heard(agentId, true)
    this.#connected.set(agentId, (this.#connected.get(agentId) ?? new Set()).add(door))
  }

  /** The agent has no connection to this door any more; without one to another door it is lost. */
  disconnects(agentId: string, door: OpenDoor): void {
    const doors = this.#connected.get(agentId)
    doors?.delete(door)
    if (doors === undefined || doors.size === 0) this.lost(agentId)
  }

  /**
   * Whether a program of the agent reads its inbox: over `/agent`, or it asked for it within the last minute. It would miss
   * what is handed over to it elsewhere.
   */
  isReadElsewhere(agentId: string): boolean {
    if (this.#connected.get(agentId)?.has('/agent') === true) return true
    const asked = this.#askedAt.get(agentId) ?? -Infinity
    return this.#shard.ports.clock.monotonic() - asked < CONNECTED_FOR_MS
  }

  /**
   * Notes a sign of life: the agent is connected for a minute from now or, with `hold`, until it is heard from again.
   */
  heard(agentId: string, hold = false): void {
    this.#expiry.get(agentId)?.()
    this.#expiry.delete(agentId)
    this.#presence.set(agentId, { connection: 'connected', pull: null })
    if (hold || this.#connected.has(agentId)) return
    const cancel = this.#shard.ports.clock.after(CONNECTED_FOR_MS, () => this.lost(agentId))
    this.#expiry.set(agentId, cancel)
  }

  /**
   * Notes that the agent's program asks for what there is and cannot be handed anything. `waits`: it waits for something
   * to read now; `isThere`: it keeps a connection open.
   */
  pulls(agentId: string, waits: boolean, isThere: boolean): void {
    this.#expiry.get(agentId)?.()
    this.#expiry.delete(agentId)
    if (this.#connected.has(agentId)) return
    this.#presence.set(agentId, {
      connection: waits || isThere ? 'connected' : 'lost',
      pull: waits ? 'waits' : 'away',
    })
  }

  lost(agentId: string): void {
    this.#connected.delete(agentId)
    this.#expiry.get(agentId)?.()
    this.#expiry.delete(agentId)
    this.#presence.set(agentId, { connection: 'lost' })
    detach(this.#shard, agentId)
  }

  /**
   * Repeats what was handed over and not acknowledged, then adds what is new, up to `limit`. If there is nothing, waits
   * up to `waitMs` for something or, with `for: 'wake'`, for something that is a reason to start.
   */
  async fetch(
    agentId: string,
    options: {
      readonly limit?: number
      readonly waitMs?: number
      readonly for?: WaitsFor
      readonly signal?: AbortSignal
      readonly sent?: Sent
      readonly door?: InboxDoor
    },
  ): Promise<InboxPage> {
    const now = this.#shard.ports.clock.monotonic()
    const until = now + (options.waitMs ?? 0)
    if (options.sent === undefined) this.#askedAt.set(agentId, until)
    const byName = options.door !== undefined && INBOX_DOORS[options.door].byName
    const heeded = byName ? null : this.#polled(agentId, options.sent !== undefined)
    if (heeded) await heeded
    // Listening begins before looking: nothing that becomes owed in between is missed.
    const bell = new Bell()
    const unwatch = this.watch(agentId, () => bell.ring())
    try {
      for (;;) {
        const page = await this.#page(agentId, options)
        await noteHeld(this.#shard, agentId)
        const left = until - this.#shard.ports.clock.monotonic()
        if (page.deliveries.length > 0 || left <= 0 || options.signal?.aborted) return page
        await bell.rungWithin(this.#shard.ports.clock, left, options.signal)
      }
    } finally {
      unwatch()
    }
  }

  /**
   * Notes that the agent has a connection, so that not every hand-over has to be stored. To be awaited before it is
   * handed anything; null when it is stored already.
   */
  attach(agentId: string): Promise<void> | null {
    return attach(this.#shard, agentId)
  }

  /** Whether there is something to hand over: new, or not sent over this connection. */
  hasNew(agentId: string, sent: Sent, waitsFor?: WaitsFor): boolean {
    this.#assertKnown(agentId)
    const isLeft = this.#hasMore(agentId)
    if (isLeft && this.#isDue(agentId, waitsFor)) return true
    if (!isLeft) this.#wanted.delete(agentId)
    return this.#hasUnsent(agentId, sent)
  }

  /**
   * What is new, for a connection that is attached, preceded by what the agent may have but was not sent over this
   * connection; null when there is nothing.
   */
  takeNew(agentId: string, limit: number, sent: Sent): InboxPage | null {
    const page = new PageDraft()
    const again = this.#hasUnsent(agentId, sent) ? this.#again(agentId, limit, page, sent) : 'all'
    if (again === 'left') return page.done(true)
    if (again === 'all') this.#begin(agentId, limit - page.deliveries.length, page, sent)
    const done = this.#done(agentId, page)
    return done.deliveries.length === 0 ? null : done
  }

  /** The newest hand-over that the agent has not confirmed, of a round its delivery; null when it has confirmed all. */
  newestHeld(agentId: string): string | null {
    let newest: string | null = null
    for (const crew of this.#shard.crewsOf(agentId)) {
      const turn = crew.inHand.held(agentId).at(-1)
      if (turn) newest = (isRound({ crew, turn }) ? turn.deliveryIds[0] : null) ?? turn.id
    }
    return newest
  }

  /** Acknowledges up to the cursor; resolves when that is durable. Acknowledging again is allowed. */
  async ack(agentId: string, cursor: string): Promise<void> {
    this.confirm(agentId, cursor)
    // A connection of the agent may have waited for room.
    for (const wake of this.#waiting.get(agentId) ?? []) wake()
    const confirmed = this.confirmed()
    this.#confirmations.write()
    await confirmed
  }

  /**
   * The same for a caller that awaits `confirmed`: it counts at once, and is stored together with what others confirm.
   */
  confirm(agentId: string, cursor: string): void {
    this.#assertKnown(agentId)
    for (const place of decodeCursor(cursor)) {
      for (const crew of this.#shard.crewsOf(agentId)) {
        if ('turnId' in place) ackTurns(this.#shard, crew, agentId, place)
        else if (place.leadId === crew.state.lead.id) {
          ackReach(this.#shard, crew, agentId, place.reach)
        }
      }
    }
  }

  /** How many items the agent was sent over a connection and has not acknowledged. */
  unconfirmed(agentId: string, sent: Sent): number {
    let count = 0
    for (const crew of this.#shard.crewsOf(agentId)) {
      count += unconfirmedIn(crew, agentId, (turn) => sent.get(turn) ?? 0)
    }
    return count
  }

  /** Resolves when everything acknowledged so far is stored. */
  confirmed(): Promise<void> {
    return this.#confirmations.stored()
  }

  /** Whether new items may be handed over. The results of an agent's own commands do not keep it going for ever. */
  #isDue(agentId: string, waitsFor: WaitsFor = 'all'): boolean {
    if (feedsOnlyItself(this.#shard, agentId)) return false
    return waitsFor === 'all' || this.#wanted.has(agentId) || agentMustWake(this.#shard, agentId)
  }

  async #page(
    agentId: string,
    options: { readonly limit?: number; readonly for?: WaitsFor; readonly sent?: Sent },
  ): Promise<InboxPage> {
    const { limit = LIMITS.page, for: waitsFor, sent } = options
    this.#assertKnown(agentId)
    await stored(this.#shard, agentId)
    const page = new PageDraft()
    const again = this.#again(agentId, limit, page, sent)
    if (again === 'left') return page.done(true)
    if (again === 'all' && (page.deliveries.length > 0 || this.#isDue(agentId, waitsFor))) {
      this.#begin(agentId, limit - page.deliveries.length, page, sent)
    }
    return this.#done(agentId, page)
  }

  /**
   * Whether the agent holds something that was not sent over this connection. Called with each push, so it copies
   * nothing.
   */
  #hasUnsent(agentId: string, sent: Sent): boolean {
    for (const crew of openCrews(this.#shard, agentId)) {
      for (const turn of crew.inHand.open(agentId)) {
        if ((sent.get(turn) ?? 0) < turn.count) return true
      }
    }
    return false
  }

  /**
   * Adds what the agent holds and was not sent over this connection, oldest first. `left`: the page has no room for the
   * rest; `round`: nothing may follow on this page.
   */
  #again(agentId: string, limit: number, page: PageDraft, sent?: Sent): 'all' | 'left' | 'round' {
    let hasRound = false
    for (const open of openTurns(this.#shard, agentId)) {
      const { crew, turn } = open
      const from = Math.max(turn.acked, sent?.get(turn) ?? 0)
      if (from >= turn.count) continue
      const room = limit - page.deliveries.length
      if (room <= 0 || hasRound || (isRound(open) && page.deliveries.length > 0)) return 'left'
      hasRound = isRound(open)
      const items = itemsOfTurn(this.#shard, crew, turn)
      const part = items.slice(from, from + room)
      const upTo = from + part.length
      page.add(crew, turn, upTo, part, () => true)
      sent?.set(turn, upTo < items.length ? upTo : turn.count)
      if (upTo < items.length) return 'left'
    }
    return hasRound ? 'round' : 'all'
  }

  /**
   * The page as it leaves: items that it has no room for come with the next poll, and an empty page never says that
   * there is more.
   */
  #done(agentId: string, page: PageDraft): InboxPage {
    const isEmpty = page.deliveries.length === 0
    const isLeft = this.#hasMore(agentId)
    const more = isLeft && !isEmpty && !feedsOnlyItself(this.#shard, agentId)
    if (more) this.#wanted.add(agentId)
    else if (!isEmpty || !isLeft) this.#wanted.delete(agentId)
    return page.done(more)
  }

  /** Begins a turn with what is new, in each crew that has something. */
  #begin(agentId: string, limit: number, page: PageDraft, sent?: Sent): void {
    let room = limit
    for (const crew of openCrews(this.#shard, agentId)) {
      const hasOthers = page.deliveries.length > 0
      const begun = room > 0 ? beginTurn(this.#shard, crew, agentId, room, hasOthers) : null
      if (!begun) continue
      const isRepeat = (item: TurnItem) => crew.inHand.doubt.isDoubtful(agentId, item)
      page.add(crew, begun.turn, begun.items.length, begun.items, isRepeat)
      sent?.set(begun.turn, begun.turn.count)
      // A page with a round has nothing else.
      room = isRound({ crew, turn: begun.turn }) ? 0 : room - begun.items.length
    }
  }

  #hasMore(agentId: string): boolean {
    return openCrews(this.#shard, agentId).some((crew) => {
      const gate = roundGateOf(this.#shard, crew, agentId)
      const isLeft = (item: PendingDelivery) => gate.lets(item) && !isHeld(crew, agentId, item)
      if (crew.inHand.pending(agentId).some(isLeft)) return true
      if (!gate.opensGroups) return false
      for (const { groupName } of crew.inHand.owing(agentId)) {
        const group = crew.state.groups[groupName]
        if (group && !isSilenced(group)) return true
      }
      return false
    })
  }

  #assertKnown(agentId: string): void {
    if (this.#shard.crewOf(agentId)) return
    throw new CrewError('agent_not_found', 'There is no such agent.')
  }
}
