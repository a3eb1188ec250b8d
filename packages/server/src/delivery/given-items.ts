import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import type { GivenItem, RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'
import type { Shard } from '../crew/shard'
import type { TurnItem } from '../crew/turn-item'
import { withGiven } from './given'
import { itemsOfTurn } from './turn-items'

/**
 * Entries of a record with what is known of each thing that was handed over: which of them are messages of groups, and which
 * answer commands. A prompt of a program has its own text, and its turn knows what was in it.
 */
export function withGivenItems(
  shard: Shard,
  leadId: string,
  agentId: string,
  entries: readonly RolloutEntry[],
): readonly RecordEntry[] {
  const given = withGiven(shard, leadId, agentId, entries)
  const mask = shard.maskOf(shard.crewOf(agentId) ?? null)
  const ids = given.flatMap(({ entry, items }) =>
    entry.kind === 'prompt' && items.length === 0 && entry.turnId !== null ? entry.turnId : [],
  )
  const turns = new Map(shard.ports.reader.turnsById(ids).map((turn) => [turn.id, turn]))
  return given.map(({ entry, items }) => {
    const turn = entry.kind === 'prompt' && items.length === 0 && turns.get(entry.turnId ?? '')
    const crew = turn && shard.findCrew(turn.leadId)
    const known = turn && crew ? itemsOfTurn(shard, crew, turn) : items
    if (known.length === 0) return entry
    return { ...entry, items: known.map((item) => shown(item, (text) => mask.mask(text))) }
  })
}

/** As the entry's text has it. */
function shown(item: TurnItem, masked: (text: string) => string): GivenItem {
  const { kind, groupName, messageId, text, round } = item
  const own = { kind, groupName, messageId, text: masked(text).toWellFormed() }
  return round ? { ...own, round: { session: round.session, n: round.n } } : own
}
