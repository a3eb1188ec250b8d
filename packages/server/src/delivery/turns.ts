import { takesTurns } from '@crewroom/shared/model/agent'
import type { Usage } from '@crewroom/shared/model/usage'
import { SYSTEM } from '@crewroom/shared/model/participant'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import { type HeldItem, type InHand, isInHand } from '../crew/holding'
import type { OpenTurn } from '../crew/owed'
import type { By, Shard } from '../crew/shard'
import { decideBudgetsAfter } from '../conduct/budget'
import { isNews, noteNews } from '../conduct/stall'
import type { TurnItem } from '../crew/turn-item'
import { rankOf } from '../crew/reading-order'
import type { Asked } from '../crew/round-book'
import type { Decision } from '../journal/decision'
import type { TurnRecord } from '../journal/facts'
import { type Answer, decideAnswer } from '../rounds/record-answer'
import { type PlannedTurn, planTurn } from './plan-turn'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

export interface BegunTurn {
  readonly turn: OpenTurn
  readonly items: readonly TurnItem[]
}

/**
 * Plans a hand-over and notes it. For an ACP program or a model it is a fact: its items may leave the process once that is
 * durable. Any other hand-over is in memory only, and its items, which are durable, may leave at once: after a crash,
 * whatever was not confirmed is handed over once more.
 */
export function beginTurn(
  shard: Shard,
  crew: Crew,
  agentId: string,
  limit?: number,
  behindOthers?: boolean,
): BegunTurn | null {
  const agent = crew.state.agents[agentId]
  if (agent && takesTurns(agent.driver)) storeHeld(shard, crew, agentId)
  const planned = planTurn(shard, crew, agentId, limit, behindOthers)
  if (!planned || !agent) return null
  const record: TurnRecord = {
    id: shard.ports.ids.record(),
    agentId,
    driver: agent.driver.kind,
    parts: planned.parts,
    deliveryIds: planned.deliveryIds,
    count: planned.items.length,
    hop: planned.hop,
  }
  noteBegun(shard, crew, record, planned.items, takesTurns(agent.driver))
  const { guard } = shard.ports
  if (planned.items.some(({ kind }) => kind !== 'reply')) guard.heard(agentId)
  else if (!planned.items.some(({ wake }) => wake)) guard.confirmed(agentId)
  if (takesTurns(agent.driver)) {
    const turn = crew.owed(agentId).turns.find(({ id }) => id === record.id)
    if (!turn) throw new Error('a turn that was begun is not there')
    return { turn, items: planned.items }
  }
  const { id, driver, parts, deliveryIds, count, hop } = record
  const turn: InHand = {
    id,
    agentId,
    driver,
    parts,
    deliveryIds,
    count,
    hop,
    // Facts up to now came before this turn; whatever a hold or a person resets from now on comes after it.
    seq: crew.state.seq + 1,
    at: iso(shard.ports.clock.now()),
    acked: 0,
    seen: false,
    items: heldItems(planned),
  }
  crew.inHand.take(turn)
  shard.handEvents.emit('handed', crew, agentId, groupsOf(turn))
  return { turn, items: planned.items }
}

/**
 * Adds the facts of a hand-over: the turn itself for an ACP program, and what it changes in what is known about the
 * agent.
 */
function noteBegun(
  shard: Shard,
  crew: Crew,
  record: TurnRecord,
  items: readonly TurnItem[],
  isTurn: boolean,
): void {
  if (!isTurn && !isNews(items)) return
  const decision = shard.decideAccepted(crew)
  if (isTurn) decision.add('turn:sent', { turn: record })
  noteNews(shard, decision, crew, record.agentId, items)
  shard.commit(crew, BY_SYSTEM, decision)
}

/**
 * Ends turns: their items are confirmed and never handed over again. With what the agent answered to the round in them, if
 * there is one: both are stored, or neither.
 */
export function endTurns(
  shard: Shard,
  crew: Crew,
  turns: readonly OpenTurn[],
  reason: string,
  usage: Usage | null = null,
  answer: Answer | null = null,
): void {
  const stored = turns.filter((turn) => !isInHand(turn))
  for (const turn of turns) {
    if (isInHand(turn)) ackInHand(shard, crew, turn.agentId, (item) => turn.items.includes(item))
  }
  const [first] = stored
  if (!first) return
  const decision = shard.decideAccepted(crew)
  const asked = answer && askedIn(crew, stored)
  if (asked) {
    decideAnswer(shard, decision, crew, asked, { ...answer, usage: answerUsage(usage) })
  }
  decideTurnsEnded(shard, decision, crew, stored, reason, usage)
  const actor = asked ? ({ kind: 'agent', id: first.agentId } as const) : SYSTEM
  shard.commit(crew, { actor, cause: { kind: 'system' } }, decision)
}

function answerUsage(usage: Usage | null): Answer['usage'] {
  if (!usage || (usage.totalTokens === null && usage.cost === null)) return undefined
  const { totalTokens: tokens, cost: usd, model } = usage
  return { tokens, usd, ...(model === undefined ? {} : { model }) }
}

/** The round that one of these turns asks, and that has no answer yet. */
function askedIn(crew: Crew, turns: readonly OpenTurn[]): Asked | null {
  for (const { agentId, deliveryIds } of turns) {
    const asked = crew.rounds
      .asked(agentId)
      .find(({ deliveryId }) => deliveryIds.includes(deliveryId))
    if (asked) return asked
  }
  return null
}

function decideTurnsEnded(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  turns: readonly OpenTurn[],
  reason: string,
  usage: Usage | null,
): void {
  for (const turn of turns) {
    decision.add('turn:ended', {
      turnId: turn.id,
      agentId: turn.agentId,
      reason,
      usage,
      groups: groupsOf(turn),
    })
  }
  decideBudgetsAfter(shard, decision, crew, turns, usage)
}

/** Notes that the agent's program works on a turn, so that the turn is never handed over again. */
export function seeTurn(shard: Shard, crew: Crew, agentId: string, turnId: string): void {
  const open = crew.inHand.open(agentId).find((turn) => turn.id === turnId)
  if (!open || open.seen) return
  if (isInHand(open)) {
    open.seen = true
    return
  }
  const decision = shard.decideAccepted(crew)
  decision.add('turn:seen', { turnId, agentId })
  shard.commit(crew, BY_SYSTEM, decision)
}

/** The agent was handed things without turns and has an ACP program now: what it holds becomes turns. */
function storeHeld(shard: Shard, crew: Crew, agentId: string): void {
  const confirmed = crew.inHand.unstored([agentId])
  const held = crew.inHand.held(agentId)
  if (!confirmed && held.length === 0) return
  const decision = shard.decideAccepted(crew)
  if (confirmed) decision.add('inbox:confirmed', confirmed)
  for (const { items, acked, parts, deliveryIds, id, driver, hop } of held) {
    const left = items.slice(acked)
    const ids = new Set(left.map((item) => item.id))
    decision.add('turn:sent', {
      turn: {
        id,
        agentId,
        driver,
        hop,
        count: left.length,
        deliveryIds: deliveryIds.filter((delivery) => ids.has(delivery)),
        parts: parts.flatMap((part) => {
          const count = left.filter(({ joinedSeq }) => joinedSeq === part.joinedSeq).length
          const stay = crew.memberships.stay(part.groupName, agentId, part.joinedSeq)
          const from = Math.max(part.from, stay ? crew.inHand.ackedIn(stay) : 0)
          return count === 0 ? [] : { ...part, from, count }
        }),
      },
    })
  }
  crew.inHand.drop(agentId)
  shard.commit(crew, BY_SYSTEM, decision)
}

/** Confirms what an agent holds without a turn. */
export function ackInHand(
  shard: Shard,
  crew: Crew,
  agentId: string,
  isReached: (item: HeldItem) => boolean,
): void {
  const { clock } = shard.ports
  const moved = crew.inHand.ack(agentId, isReached, iso(clock.now()))
  if (moved.length === 0) return
  const over = moved.filter(({ acked, items }) => acked === items.length)
  shard.handEvents.emit('confirmed', crew, agentId, groupsOf(...moved), over.length > 0)
}

/**
 * Acknowledges turns that an earlier version of the server stored, up to an item of the named one; everything before it
 * in this crew is confirmed as well. Acknowledging again changes nothing.
 */
export function ackTurns(
  shard: Shard,
  crew: Crew,
  agentId: string,
  position: { readonly turnId: string; readonly acked: number },
): void {
  const { turns } = crew.owed(agentId)
  const index = turns.findIndex((turn) => turn.id === position.turnId)
  const last = turns[index]
  if (!last) return
  const whole = position.acked >= last.count ? index + 1 : index
  const decision = shard.decideAccepted(crew)
  for (const turn of turns.slice(0, whole)) {
    decision.add('turn:ended', {
      turnId: turn.id,
      agentId,
      reason: 'acked',
      usage: null,
      groups: groupsOf(turn),
    })
  }
  if (whole === index && position.acked > last.acked) {
    decision.add('turn:acked', { turnId: last.id, agentId, acked: position.acked })
  }
  shard.commit(crew, BY_SYSTEM, decision)
}

function heldItems({ items, parts }: PlannedTurn): HeldItem[] {
  return items.map(({ id, seq, kind, hop, groupName }) => {
    const part =
      kind === 'group'
        ? parts.find((one) => one.groupName === groupName && one.from < seq && seq <= one.to)
        : undefined
    return { id, seq, joinedSeq: part?.joinedSeq ?? null, rank: rankOf({ kind, hop }) }
  })
}

function groupsOf(...turns: readonly OpenTurn[]): string[] {
  const [turn] = turns
  const [part] = turn?.parts ?? []
  if (part && turns.length === 1 && turn?.parts.length === 1) return [part.groupName]
  return [...new Set(turns.flatMap(({ parts }) => parts.map((part) => part.groupName)))]
}
