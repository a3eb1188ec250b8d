import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { Envelope } from './facts'
import type { RowReader } from './ports/reader-port'
import { crewEvent, eventFor, hasOwnForm, isHidden, type Past, type Stays } from './visibility'

/** What a replay reads. */
export type EventReader = Pick<RowReader, 'events' | 'oldestSeq'>

/** Where a subscription writes to. */
export interface Sink {
  /** An event as this viewer sees it, and its frame, which subscribers share. False when it takes no more. */
  send(event: CrewEvent, frame: Buffer): boolean
  gap(leadId: string): void
  /** Resolves when a replay may go on: the subscriber has taken what it was sent. */
  drained(): Promise<void>
}

/** What the fan-out must know of a crew. */
export interface FanOutCrew {
  readonly durableSeq: number
  readonly memberships: Stays
  readonly past: Past
}

export interface SubscriptionHandle {
  /** Everything visible up to this number was sent. */
  at(): number
  leave(): void
}

interface Subscription {
  readonly sink: Sink
  readonly leadId: string
  readonly viewer: string | null
  /** Everything visible up to here was sent. */
  sent: number
  /** While it replays, live events are read from the tables with the rest. */
  replaying: boolean
  closed: boolean
}

/** Facts per step of a replay: even all of the largest messages stay below what a socket may hold unsent. */
const REPLAY_PAGE = 40

/**
 * Sends what became durable to whoever subscribed, in order, each event serialised once. A subscriber that was
 * away replays from the journal and is then live; nothing is skipped and nothing comes twice in between.
 */
export class FanOut {
  readonly #reader: EventReader
  readonly #crew: (leadId: string) => FanOutCrew | undefined
  readonly #byLead = new Map<string, Set<Subscription>>()

  constructor(reader: EventReader, crew: (leadId: string) => FanOutCrew | undefined) {
    this.#reader = reader
    this.#crew = crew
  }

  /**
   * Subscribes from `since` (exclusive), or from now on. A `since` that this journal does not reach back to, or
   * has not reached yet, is a gap: the client takes a snapshot.
   */
  subscribe(
    sink: Sink,
    leadId: string,
    viewer: string | null,
    since: number | undefined,
  ): SubscriptionHandle {
    const head = this.#crew(leadId)?.durableSeq ?? 0
    const possible =
      since === undefined || (since <= head && since + 1 >= this.#reader.oldestSeq(leadId))
    const subscription: Subscription = {
      sink,
      leadId,
      viewer,
      sent: since !== undefined && possible ? since : head,
      replaying: false,
      closed: false,
    }
    let all = this.#byLead.get(leadId)
    if (!all) this.#byLead.set(leadId, (all = new Set()))
    all.add(subscription)
    if (!possible) sink.gap(leadId)
    if (subscription.sent < head) this.#replay(subscription)
    return {
      at: () => subscription.sent,
      leave: () => {
        subscription.closed = true
        all.delete(subscription)
      },
    }
  }

  /** Where a new subscriber would begin. */
  at(leadId: string): number {
    return this.#crew(leadId)?.durableSeq ?? 0
  }

  published(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      const subscriptions = this.#byLead.get(entry.leadId)
      if (!subscriptions || subscriptions.size === 0) continue
      const event = crewEvent(entry)
      if (event?.type === 'lead:deleted') this.#end(event, subscriptions)
      else if (event) this.#broadcast(event, subscriptions)
      else {
        for (const subscription of subscriptions) {
          // A client that came when this was durable and not yet published is ahead of it, and is not set back.
          if (!subscription.replaying && entry.seq > subscription.sent) {
            subscription.sent = entry.seq
          }
        }
      }
    }
  }

  /** The crew's last event, for everyone who followed it, even those that were not sent all of it yet. */
  #end(event: CrewEvent, subscriptions: ReadonlySet<Subscription>): void {
    const frame = encode(event)
    for (const subscription of subscriptions) {
      subscription.sent = event.seq
      subscription.closed = true
      subscription.sink.send(event, frame)
    }
    this.#byLead.delete(event.leadId)
  }

  #broadcast(event: CrewEvent, subscriptions: ReadonlySet<Subscription>): void {
    const stays = this.#crew(event.leadId)?.memberships
    if (!stays) return
    let shared: Buffer | null = null
    for (const subscription of subscriptions) {
      if (subscription.replaying || event.seq <= subscription.sent) continue
      subscription.sent = event.seq
      const seen = eventFor(event, subscription.viewer, stays)
      if (!seen) continue
      // Such as the group that a new member did not know.
      if (hasOwnForm(event, subscription.viewer)) subscription.sink.send(seen, encode(seen))
      else subscription.sink.send(seen, (shared ??= encode(seen)))
    }
  }

  #replay(subscription: Subscription): void {
    subscription.replaying = true
    const step = (): void => {
      const crew = this.#crew(subscription.leadId)
      if (subscription.closed || !crew) return
      const { events, last } = this.#reader.events(
        subscription.leadId,
        subscription.sent,
        REPLAY_PAGE,
      )
      // The tables may be ahead of what was published. A client that was sent that would be at a place that does not exist
      // yet, and could not come back to it.
      const { durableSeq } = crew
      for (const event of events) {
        if (event.seq > durableSeq) break
        const seen = eventFor(event, subscription.viewer, crew.memberships)
        // Without it the client's picture would be another than ours: it takes a snapshot, which has nothing of it either.
        if (seen && isHidden(event, subscription.viewer, crew.past)) {
          subscription.sent = durableSeq
          subscription.replaying = false
          subscription.sink.gap(subscription.leadId)
          return
        }
        if (seen && !subscription.sink.send(seen, encode(seen))) return
      }
      subscription.sent = Math.min(last, durableSeq)
      subscription.replaying = subscription.sent < durableSeq
      if (subscription.replaying) void subscription.sink.drained().then(step)
    }
    step()
  }
}

function encode(event: CrewEvent): Buffer {
  return Buffer.from(JSON.stringify(event))
}
