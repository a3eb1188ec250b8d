import type { TurnTimes } from '@crewroom/shared/model/turn'
import type { ConfirmedInboxes } from '../journal/facts'
import { type HandMarks, NO_HAND_MARKS } from '../journal/ports/hand-marks-port'
import type { PendingDelivery } from '../journal/ports/stored-shard'
import { ConfirmedDraft } from './confirmed-draft'
import type { Crew } from './crew'
import { FreshDeliveries } from './fresh-deliveries'
import { Doubt } from './doubt'
import {
  type Chain,
  type HeldItem,
  Holding,
  type InHand,
  type Place,
  type Reach,
  reachOf,
  type StayInHand,
} from './holding'
import { HANDED_ALL, type Interval, moveHanded } from './memberships'
import type { OpenTurn } from './owed'
import { PastHandOvers } from './past-hand-overs'
import { type Rank, type Ranked, rankOf } from './reading-order'

/**
 * What agents of one crew hold and are owed, as it is now: whoever decides what to hand over, who is woken, or what to
 * show of it asks here. What is handed over without a turn is in this book alone: in no table, gone with the server.
 * The crew has what agents have confirmed, once that is a fact.
 */
export class HandBook {
  /** Contents of what waits, so that few of them are read from the tables. */
  readonly fresh = new FreshDeliveries()
  readonly #crew: Crew
  readonly #holdings = new Map<string, Holding>()
  /** Stays of which more was handed over than is stored as confirmed. */
  readonly #places = new Map<Interval, Place>()
  /** What an earlier run of the server may have handed over. */
  readonly doubt: Doubt
  readonly #past = new PastHandOvers()

  constructor(crew: Crew, headAtStart: number) {
    this.#crew = crew
    this.doubt = new Doubt(crew, headAtStart)
  }

  /** What is addressed to the agent and was not handed over, oldest first. */
  pending(agentId: string): readonly PendingDelivery[] {
    const { pending } = this.#crew.owed(agentId)
    const taken = this.#holdings.get(agentId)?.taken
    return taken && taken.size > 0 ? pending.filter(({ id }) => !taken.has(id)) : pending
  }

  /** Hand-overs that are not confirmed, oldest first. */
  open(agentId: string): readonly OpenTurn[] {
    const { turns } = this.#crew.owed(agentId)
    const held = this.held(agentId)
    if (held.length === 0) return turns
    return turns.length === 0 ? held : [...turns, ...held]
  }

  /** Those of them that are not stored. */
  held(agentId: string): readonly InHand[] {
    return this.#holdings.get(agentId)?.turns ?? []
  }

  /** Since when all of them are known that were not stored; null: since the crew was loaded. */
  get knownSince(): string | null {
    return this.#past.knownSince
  }

  /** The newest hand-overs that were not stored, as people see them: those under way, and those that are over. */
  times(): TurnTimes[] {
    const open = [...this.#holdings.values()].flatMap(({ turns }) => turns)
    return [
      ...this.#past.times,
      ...open.map(({ id, seq, agentId, at }) => ({
        id,
        seq,
        agentId,
        sentAt: at,
        seenAt: null,
        endedAt: null,
        reason: null,
      })),
    ]
  }

  /** The agent's stays of which it is owed something. */
  owing(agentId: string): readonly StayInHand[] {
    const owing = this.#crew.memberships.owing(agentId)
    if (this.#places.size === 0 || owing.length === 0) return owing
    // Asked several times for each recipient of a message: no closures, no copies of what owes nothing.
    const found: StayInHand[] = []
    for (const interval of owing) {
      const place = this.#places.get(interval)
      if (!place) found.push(interval)
      else if (place.owed > 0) {
        const { groupName, joinedSeq, leftSeq } = interval
        const { handedSeq, owed, callSeq } = place
        found.push({ groupName, joinedSeq, leftSeq, agentId, handedSeq, owed, callSeq })
      }
    }
    return found
  }

  /** Journal number up to which a stay was handed over. */
  handedIn(interval: Interval): number {
    return this.#places.get(interval)?.handedSeq ?? interval.handedSeq
  }

  /** How many messages of a stay the agent was not handed. */
  owedIn(interval: Interval): number {
    return this.#places.get(interval)?.owed ?? interval.owed
  }

  /** Journal number up to which a stay was confirmed; of what turns hold, up to which it was handed over. */
  ackedIn(interval: Interval): number {
    return this.#places.get(interval)?.ackedSeq ?? interval.handedSeq
  }

  /** The same for a group, in whichever of the agent's stays; 0 when it was in none. */
  handedSeq(agentId: string, groupName: string): number {
    const stays = this.#crew.memberships.of(agentId, groupName)
    // The agent was handed nothing while it only read along.
    const handed = stays.map((interval) => this.handedIn(interval))
    return Math.max(0, ...handed.filter((seq) => seq !== HANDED_ALL))
  }

  chain(agentId: string): Chain {
    return this.#holdings.get(agentId)?.chain ?? this.#crew.remembered(agentId)
  }

  /** Whether the agent may have been given this, which is part of a stored turn; where nothing else is known, it may. */
  mayHold(agentId: string, item: Ranked & { readonly seq: number }): boolean {
    const rank = rankOf(item)
    const before = this.doubt.marks(agentId)
    const now = this.#holdings.get(agentId)?.marks ?? NO_HAND_MARKS
    return !before || item.seq <= Math.max(before[rank], now[rank])
  }

  /** Whether the agent has confirmed a delivery that it was handed. */
  isConfirmed(agentId: string, deliveryId: string): boolean {
    const { pending } = this.#crew.owed(agentId)
    if (!pending.some(({ id }) => id === deliveryId)) return true
    return this.#holdings.get(agentId)?.acked.has(deliveryId) ?? false
  }

  /** Notes that it is about to be. */
  hold(agentId: string, item: Ranked & { readonly seq: number }): void {
    const { marks } = this.#holding(agentId)
    const rank = rankOf(item)
    marks[rank] = Math.max(marks[rank], item.seq)
  }

  /** What the agent was handed at most, by this run of the server or an earlier one. */
  marks(agentId: string): HandMarks {
    const handed = this.#holdings.get(agentId)?.marks ?? NO_HAND_MARKS
    const before = this.doubt.marks(agentId)
    const upTo = (rank: Rank) =>
      Math.max(handed[rank], before?.[rank] ?? this.doubt.seq(agentId, rank))
    return [upTo(0), upTo(1), upTo(2)]
  }

  /** Whether the agent was not handed something that it may be handed now, or later. */
  isOwed(agentId: string): boolean {
    return this.pending(agentId).length > 0 || this.owing(agentId).length > 0
  }

  /** One more message of a stay is owed. */
  owes(interval: Interval, callSeq: number | null): void {
    const place = this.#places.get(interval)
    if (!place) return
    place.owed++
    if (callSeq !== null) place.callSeq = callSeq
  }

  /** Notes a hand-over: what is in it is not owed any more, and not confirmed. */
  take(turn: InHand): void {
    const holding = this.#holding(turn.agentId)
    for (const part of turn.parts) {
      const stay = this.#crew.memberships.stay(part.groupName, turn.agentId, part.joinedSeq)
      if (stay) moveHanded(this.#place(holding, stay), part.to, part.count)
    }
    for (const id of turn.deliveryIds) {
      holding.taken.add(id)
      this.fresh.delete(id)
    }
    this.#crew.rounds.handed(turn.deliveryIds, turn.at)
    const before = this.chain(turn.agentId)
    holding.chain = {
      hop: turn.hop,
      turnSeq: turn.seq,
      turnsInChain: turn.hop === 0 ? 0 : before.turnsInChain + 1,
    }
    for (const { rank, seq } of turn.items) {
      holding.marks[rank] = Math.max(holding.marks[rank], seq)
    }
    holding.turns.push(turn)
  }

  /** Notes that what a cursor reaches is confirmed. The hand-overs of which something was not confirmed before. */
  ack(agentId: string, isReached: (item: HeldItem) => boolean, at: string): InHand[] {
    const holding = this.#holdings.get(agentId)
    if (!holding) return []
    const moved: InHand[] = []
    for (const turn of holding.turns) {
      const before = turn.acked
      for (let item = turn.items[turn.acked]; item && isReached(item);) {
        this.#ackItem(holding, agentId, item)
        item = turn.items[++turn.acked]
      }
      if (turn.acked > before) moved.push(turn)
    }
    if (moved.length > 0) {
      holding.turns = holding.turns.filter(({ acked, items }) => acked < items.length)
    }
    for (const turn of moved) {
      if (turn.acked === turn.items.length) this.#past.add(turn, at)
    }
    return moved
  }

  /** Rounds are settled or taken back: the agent holds them no more. Each was handed over alone. */
  withdraw(agentId: string, deliveryIds: readonly string[], at: string): void {
    for (const id of deliveryIds) this.fresh.delete(id)
    const holding = this.#holdings.get(agentId)
    if (!holding) return
    const gone = new Set(deliveryIds)
    for (const id of gone) {
      holding.taken.delete(id)
      holding.acked.delete(id)
    }
    const isOver = ({ items }: InHand) => items.every(({ id }) => gone.has(id))
    for (const turn of holding.turns.filter(isOver)) this.#past.add(turn, at)
    holding.turns = holding.turns.filter((turn) => !isOver(turn))
  }

  /** The same for what was handed over before this server ran: `count` messages of a stay up to `to`. */
  ackStay(interval: Interval, to: number, count: number): void {
    const place = this.#place(this.#holding(interval.agentId), interval)
    moveHanded(place, to, count)
    place.ackedSeq = to
    place.ackedCount += count
  }

  /** The same for what is addressed to the agent. */
  ackAddressed(agentId: string, items: readonly PendingDelivery[]): void {
    const holding = this.#holding(agentId)
    for (const { id, seq } of items) {
      holding.taken.add(id)
      holding.acked.set(id, seq)
    }
  }

  /** How far a page reaches that ends in a hand-over, behind so many of its items. */
  reachWithin(agentId: string, last: InHand, items: number): Reach {
    const held = this.held(agentId)
    return reachOf(held.slice(0, held.indexOf(last) + 1), items)
  }

  /** Whether the agent may be handed anything at any time, and is to go on so. */
  isThere(agentId: string): boolean {
    return this.#crew.owed(agentId).isAttached && !this.#holdings.get(agentId)?.isLeaving
  }

  /** What is to be stored before the agent is handed anything at any time; null when that is stored. */
  attaching(agentId: string): ConfirmedInboxes | null {
    this.#holding(agentId).isLeaving = false
    if (this.#crew.owed(agentId).isAttached) return null
    return new ConfirmedDraft(this.#crew).attached(agentId).done()
  }

  /** What is to be stored before what the agent holds now leaves; null when that is stored. */
  noting(agentId: string): ConfirmedInboxes | null {
    const { isAttached, inHandTo } = this.#crew.owed(agentId)
    const upTo = this.#heldTo(agentId)
    if (isAttached || upTo <= inHandTo) return null
    return new ConfirmedDraft(this.#crew).detached(agentId, upTo).done()
  }

  /** The agent is not there any more. */
  leaves(agentId: string): void {
    this.#holding(agentId).isLeaving = true
  }

  /** What agents confirmed and is not stored; null when that is nothing. */
  unstored(agentIds: Iterable<string>): ConfirmedInboxes | null {
    const draft = new ConfirmedDraft(this.#crew)
    for (const agentId of agentIds) {
      const holding = this.#holdings.get(agentId)
      if (!holding) continue
      for (const interval of holding.stays) {
        const place = this.#places.get(interval)
        if (place && place.ackedCount > 0) draft.stay(interval, place.ackedSeq, place.ackedCount)
      }
      const owed = this.#crew.owed(agentId)
      if (holding.acked.size > 0) {
        // Only what is new: however much was overtaken, and waits, no fact lists it.
        const firstLeft = owed.pending.find(({ id }) => !holding.acked.has(id))?.seq ?? Infinity
        const acked = [...holding.acked.values()]
        const upTo = Math.max(0, ...acked.filter((seq) => seq < firstLeft))
        draft.addressed(
          agentId,
          upTo,
          acked.filter((seq) => seq > upTo).toSorted((a, b) => a - b),
        )
      }
      if (holding.chain && this.#isNew(agentId, holding.chain)) draft.chain(agentId, holding.chain)
      if (holding.isLeaving && owed.isAttached) draft.detached(agentId, this.#heldTo(agentId))
    }
    return draft.done()
  }

  /** What the agent holds is noted elsewhere. */
  drop(agentId: string): void {
    const holding = this.#holdings.get(agentId)
    if (!holding) return
    for (const interval of holding.stays) this.#places.delete(interval)
    this.#holdings.delete(agentId)
  }

  /** `count` confirmed messages of a stay are stored as that. */
  stayStored(interval: Interval, count: number): void {
    const place = this.#places.get(interval)
    if (!place) return
    place.ackedCount -= count
    if (place.handedSeq > interval.handedSeq) return
    this.#places.delete(interval)
    this.#holdings.get(interval.agentId)?.stays.delete(interval)
  }

  /** A chain that the agent was in is stored. */
  chainStored(agentId: string, { turnSeq }: Chain): void {
    const holding = this.#holdings.get(agentId)
    if (holding?.chain?.turnSeq === turnSeq) holding.chain = null
  }

  /** What the agent confirmed of what is addressed to it is stored. */
  addressedStored(agentId: string): void {
    const holding = this.#holdings.get(agentId)
    if (!holding) return
    for (const id of holding.acked.keys()) holding.taken.delete(id)
    holding.acked.clear()
  }

  /** The newest that the agent holds, or may hold of an earlier run of the server. */
  #heldTo(agentId: string): number {
    return Math.max(...this.marks(agentId))
  }

  /** An agent that nobody's chain led to is as it was. */
  #isNew(agentId: string, { hop, turnsInChain }: Chain): boolean {
    const stored = this.#crew.remembered(agentId)
    return hop + turnsInChain + stored.hop + stored.turnsInChain > 0
  }

  #ackItem(holding: Holding, agentId: string, { id, seq, joinedSeq }: HeldItem): void {
    if (joinedSeq === null) {
      holding.acked.set(id, seq)
      return
    }
    for (const interval of holding.stays) {
      if (interval.joinedSeq !== joinedSeq) continue
      const place = this.#place(holding, interval)
      place.ackedSeq = Math.max(place.ackedSeq, seq)
      place.ackedCount++
      return
    }
    throw new Error(`agent ${agentId} holds something of a stay that it has not`)
  }

  #holding(agentId: string): Holding {
    let holding = this.#holdings.get(agentId)
    if (!holding) this.#holdings.set(agentId, (holding = new Holding()))
    return holding
  }

  #place(holding: Holding, interval: Interval): Place {
    let place = this.#places.get(interval)
    if (!place) {
      const { handedSeq, owed, callSeq } = interval
      place = { handedSeq, owed, callSeq, ackedSeq: handedSeq, ackedCount: 0 }
      this.#places.set(interval, place)
      holding.stays.add(interval)
    }
    return place
  }
}
