import type { Usage } from '@crewroom/shared/model/usage'
import type { Crew } from '../crew/crew'
import type { OpenTurn } from '../crew/owed'
import type { PendingDelivery } from '../journal/ports/stored-shard'
import type { Shard } from '../crew/shard'
import { itemsOfTurn } from './turn-items'
import type { TurnItem } from '../crew/turn-item'
import type { Answer } from '../rounds/record-answer'
import { beginTurn, endTurns, seeTurn } from './turns'
import { roundGateOf } from '../crew/round-gate'
import { isPaused, mustWake, somethingWaits } from '../crew/wake'

/**
 * What is handed to an agent at once. Usually one turn; for a sub-lead one turn per crew, because a turn is a fact of
 * one crew. The order between crews is not promised: the parent's turn comes first.
 */
export interface HandOver {
  readonly turnIds: readonly string[]
  readonly items: readonly TurnItem[]
}

export interface OpenHandOver {
  readonly crew: Crew
  readonly turn: OpenTurn
}

/** Crews from which something may be handed over now. */
export function openCrews(shard: Shard, agentId: string): readonly Crew[] {
  const crews = shard.crewsOf(agentId)
  const [only] = crews
  // Most agents are in one crew, and this is called for each of them with each message.
  if (only && crews.length === 1) return isPaused(shard, only, agentId) ? [] : crews
  return crews.filter((crew) => !isPaused(shard, crew, agentId)).reverse()
}

/** Hand-overs that are not confirmed, oldest first in each crew; with `alsoPaused` also those of paused crews. */
export function openTurns(shard: Shard, agentId: string, alsoPaused = false): OpenHandOver[] {
  const crews = alsoPaused ? shard.crewsOf(agentId) : openCrews(shard, agentId)
  return crews.flatMap((crew) => crew.inHand.open(agentId).map((turn) => ({ crew, turn })))
}

/** The unconfirmed items of open turns. */
export function itemsOf(shard: Shard, turns: readonly OpenHandOver[]): TurnItem[] {
  return turns.flatMap(({ crew, turn }) => itemsOfTurn(shard, crew, turn).slice(turn.acked))
}

/** Whether a hand-over asks the agent to answer a round, and it has not done so yet. It holds nothing else. */
export function isRound({ crew, turn }: OpenHandOver): boolean {
  const asked = crew.rounds.asked(turn.agentId)
  return asked.some(({ deliveryId }) => turn.deliveryIds.includes(deliveryId))
}

/**
 * Begins a hand-over of everything owed; null when nothing is owed. `behindOthers`: it leaves together with other items, so
 * that no round is in it.
 */
export function beginHandOver(
  shard: Shard,
  agentId: string,
  limit?: number,
  behindOthers = false,
): HandOver | null {
  const turnIds: string[] = []
  const items: TurnItem[] = []
  for (const crew of openCrews(shard, agentId)) {
    if (limit !== undefined && items.length >= limit) break
    const begun = beginTurn(
      shard,
      crew,
      agentId,
      limit === undefined ? undefined : limit - items.length,
      behindOthers || items.length > 0,
    )
    if (!begun) continue
    turnIds.push(begun.turn.id)
    items.push(...begun.items)
    // Nothing is handed over together with a round.
    if (isRound({ crew, turn: begun.turn })) break
  }
  return turnIds.length === 0 ? null : { turnIds, items }
}

/** Whether an earlier run of the server may have handed this to the agent. */
export function isRepeat(shard: Shard, agentId: string, item: TurnItem): boolean {
  return shard.findCrew(item.leadId)?.inHand.doubt.isDoubtful(agentId, item) ?? false
}

/** Whether the agent may have been given this item of a stored turn, by this run of the server or an earlier one. */
export function mayHold(shard: Shard, agentId: string, item: TurnItem): boolean {
  return shard.findCrew(item.leadId)?.inHand.mayHold(agentId, item) ?? false
}

/** Notes that the agent is about to be given these items of stored turns. */
export function hold(shard: Shard, agentId: string, items: readonly TurnItem[]): void {
  for (const item of items) shard.findCrew(item.leadId)?.inHand.hold(agentId, item)
}

/** Whether something owed to the agent is a repeat: an earlier run of the server may have handed it over. */
export function comesAgain(shard: Shard, agentId: string): boolean {
  return openCrews(shard, agentId).some((crew) => {
    const { inHand, state } = crew
    const gate = roundGateOf(shard, crew, agentId)
    const isAgain = (item: PendingDelivery) =>
      gate.lets(item) && inHand.doubt.isDoubtful(agentId, item)
    if (inHand.pending(agentId).some(isAgain)) return true
    if (!gate.opensGroups) return false
    const to = inHand.doubt.inGroups(agentId)
    if (to === 0) return false
    return inHand.owing(agentId).some(({ groupName, handedSeq: after, leftSeq }) => {
      const last = Math.min(to, leftSeq ?? to)
      if (after >= last) return false
      const range = { leadId: state.lead.id, groupName, after, to: last, notFrom: agentId }
      return shard.ports.reader.owedRange(range).count > 0
    })
  })
}

/** Resolves when everything in memory about the agent's crews is durable. */
export async function stored(shard: Shard, agentId: string): Promise<void> {
  await Promise.all(shard.crewsOf(agentId).map((crew) => shard.journal.durable(crew.state.lead.id)))
}

/** Notes that the agent's program works on these turns, so that they are never handed over again. */
export function seeHandOver(shard: Shard, agentId: string, turnIds: readonly string[]): void {
  for (const crew of shard.crewsOf(agentId)) {
    for (const turnId of turnIds) seeTurn(shard, crew, agentId, turnId)
  }
}

/**
 * Ends turns: their items are confirmed. Their usage together is noted with the last one. `answer`: what the agent says to
 * the round among them.
 */
export function endHandOver(
  shard: Shard,
  agentId: string,
  turnIds: readonly string[],
  reason: string,
  usage: Usage | null = null,
  answer: Answer | null = null,
): void {
  const open = shard.crewsOf(agentId).flatMap((crew) => {
    const turns = crew.inHand.open(agentId).filter((turn) => turnIds.includes(turn.id))
    return turns.map((turn) => ({ crew, turn }))
  })
  open.forEach(({ crew, turn }, index) => {
    endTurns(shard, crew, [turn], reason, index === open.length - 1 ? usage : null, answer)
  })
}

export function agentMustWake(shard: Shard, agentId: string): boolean {
  return shard.crewsOf(agentId).some((crew) => mustWake(shard, crew, agentId))
}

/**
 * Whether the agent has long been kept going by nothing but the results of its own commands, and would be again.
 * Anything that others send ends that.
 */
export function feedsOnlyItself(shard: Shard, agentId: string): boolean {
  if (!shard.ports.guard.feedsItself(agentId) || agentMustWake(shard, agentId)) return false
  return !shard.crewsOf(agentId).some((crew) => somethingWaits(shard, crew, agentId))
}
