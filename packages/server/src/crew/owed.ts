import type {
  ConfirmedAddressed,
  ConfirmedExcept,
  DeliveryRecord,
  TurnRecord,
} from '../journal/facts'
import {
  ANYTHING,
  type PendingDelivery,
  type StoredInbox,
  type StoredTurn,
} from '../journal/ports/stored-shard'

/** A hand-over that is not confirmed. */
export interface OpenTurn extends StoredTurn {
  acked: number
  seen: boolean
}

/** What one agent is owed beside its groups' messages, and what it holds unconfirmed, as the tables have it. */
export class OwedBook {
  /** Addressed to it, and neither part of a turn nor confirmed. */
  pending: PendingDelivery[] = []
  turns: OpenTurn[] = []
  /** What it may hold without a turn: nothing newer, or anything. */
  inHandTo = 0
  /** The same when this server started. */
  inHandAtStart = 0

  /** As the tables have it. */
  load({ inHandTo }: StoredInbox): void {
    this.inHandTo = inHandTo
    this.inHandAtStart = inHandTo
  }

  /** Whether anything may be handed to it at once. */
  get isAttached(): boolean {
    return this.inHandTo === ANYTHING
  }

  confirmed(entry: ConfirmedAddressed | ConfirmedExcept): void {
    const { upTo } = entry
    if ('beyond' in entry) {
      const gone = new Set(entry.beyond)
      this.pending = this.pending.filter(({ seq }) => seq > upTo && !gone.has(seq))
      return
    }
    const left = new Set(entry.skipped)
    this.pending = this.pending.filter(({ seq }) => seq > upTo || left.has(seq))
  }

  add(delivery: DeliveryRecord, seq: number, at: string): void {
    const { id, agentId, kind, wake, hop } = delivery
    this.pending.push({ id, agentId, seq, kind, wake, at, hop })
  }

  sent(turn: TurnRecord, seq: number, at: string): void {
    if (turn.deliveryIds.length > 0) {
      const gone = new Set(turn.deliveryIds)
      this.pending = this.pending.filter((delivery) => !gone.has(delivery.id))
    }
    this.turns.push({ ...turn, seq, at, acked: 0, seen: false })
  }

  /** These are not to be handed over, or not again. */
  withdraw(deliveryIds: readonly string[]): void {
    const gone = new Set(deliveryIds)
    this.pending = this.pending.filter(({ id }) => !gone.has(id))
  }

  /** The program works on it. */
  sawTurn(turnId: string): void {
    const turn = this.turns.find((open) => open.id === turnId)
    if (turn) turn.seen = true
  }

  acked(turnId: string, acked: number): void {
    const turn = this.turns.find((open) => open.id === turnId)
    if (turn) turn.acked = acked
  }

  ended(turnId: string): void {
    this.turns = this.turns.filter((turn) => turn.id !== turnId)
  }
}
