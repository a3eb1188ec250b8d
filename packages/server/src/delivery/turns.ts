import type { Usage } from '@crewroom/shared/model/usage'
import { SYSTEM } from '@crewroom/shared/model/participant'
import { decideReadArchive } from '../groups/auto-archive'
import type { Crew } from '../crew/crew'
import type { OpenTurn } from '../crew/owed'
import type { By, Shard } from '../crew/shard'
import { noteNews } from '../conduct/stall'
import { planTurn } from './plan-turn'
import type { TurnItem } from '../crew/turn-item'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/**
 * Plans a turn and stores that it is being handed over. The items may leave the process when the lead is
 * durable again, not before: after a crash, what was not confirmed is handed over once more.
 */
export function beginTurn(
  shard: Shard,
  crew: Crew,
  agentId: string,
  limit?: number,
): { turnId: string; items: readonly TurnItem[] } | null {
  const planned = planTurn(shard, crew, agentId, limit)
  const agent = crew.state.agents[agentId]
  if (!planned || !agent) return null
  const id = shard.ports.ids.record()
  const decision = shard.decideAccepted(crew)
  decision.add('turn:sent', {
    turn: {
      id,
      agentId,
      driver: agent.driver.kind,
      parts: planned.parts,
      deliveryIds: planned.deliveryIds,
      count: planned.items.length,
      hop: planned.hop,
    },
  })
  noteNews(shard, decision, crew, agentId, planned.items)
  shard.commit(crew, BY_SYSTEM, decision)
  const { guard } = shard.ports
  if (planned.items.some(({ kind }) => kind !== 'reply')) guard.heard(agentId)
  else if (!planned.items.some(({ wake }) => wake)) guard.confirmed(agentId)
  return { turnId: id, items: planned.items }
}

/** Ends turns: their items are confirmed and never handed over again. */
export function endTurns(
  shard: Shard,
  crew: Crew,
  turns: readonly OpenTurn[],
  reason: string,
  usage: Usage | null = null,
): void {
  if (turns.length === 0) return
  const decision = shard.decideAccepted(crew)
  for (const turn of turns) {
    decision.add('turn:ended', {
      turnId: turn.id,
      agentId: turn.agentId,
      reason,
      usage,
      groups: groupsOf(turn),
    })
  }
  decideReadArchive(shard, decision, crew, turns)
  shard.commit(crew, BY_SYSTEM, decision)
}

/** Notes that the agent's program works on a turn: from now on it is never handed over again. */
export function seeTurn(shard: Shard, crew: Crew, agentId: string, turnId: string): void {
  const open = crew.inHand.open(agentId).find((turn) => turn.id === turnId)
  if (!open || open.seen) return
  const decision = shard.decideAccepted(crew)
  decision.add('turn:seen', { turnId, agentId })
  shard.commit(crew, BY_SYSTEM, decision)
}

/** Confirms everything up to the `acked`-th item of a turn, and all earlier turns. */
export function ackTurns(
  shard: Shard,
  crew: Crew,
  agentId: string,
  position: { readonly turnId: string; readonly acked: number },
): void {
  const turns = crew.inHand.open(agentId)
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
  decideReadArchive(shard, decision, crew, turns.slice(0, whole))
  if (whole === index && position.acked > last.acked) {
    decision.add('turn:acked', { turnId: last.id, agentId, acked: position.acked })
  }
  shard.commit(crew, BY_SYSTEM, decision)
}

function groupsOf(turn: OpenTurn): string[] {
  return [...new Set(turn.parts.map((part) => part.groupName))]
}
