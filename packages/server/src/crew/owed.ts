import type { DeliveryRecord, TurnRecord } from '../journal/facts'
import type { PendingDelivery, StoredTurn } from '../journal/ports/stored-shard'

/** A hand-over that is not confirmed. */
export interface OpenTurn extends StoredTurn {
  acked: number
  seen: boolean
}

/** What one agent is owed beside its groups' messages, and what it holds unconfirmed. */
export class OwedBook {
  pending: PendingDelivery[] = []
  turns: OpenTurn[] = []

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
