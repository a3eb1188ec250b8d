import type { RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import { withGivenTexts } from '../delivery/given'
import { withGivenItems } from '../delivery/given-items'
import { crewOfAgentFor } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'
import type { RolloutQuery } from '../journal/ports/rollout-port'

/** Records beside the journal: answers how much of an agent's is still not in the tables after so long. */
export interface StoredRollouts {
  stored(agentId: string, waitMs: number): Promise<number>
}

/** A record that whoever opened it may read. */
export interface OpenRollout {
  readonly crew: Crew
  readonly agent: AgentRecord
}

/** A reader waits so long for what was recorded before its request; after that it is told what is missing. */
export const WAIT_MS = 2_000

/** The record of an agent, for people and the agent itself. */
export function openRollout(shard: Shard, by: By, agentId: string): OpenRollout {
  const crew = crewOfAgentFor(shard, by, agentId)
  const agent = agentOf(crew, agentId)
  assertMayInCrew('readRollout', crew, by, agent)
  return { crew, agent }
}

/** A page of what the agent emitted and was given. */
export async function readRollout(
  shard: Shard,
  rollouts: StoredRollouts,
  { crew, agent }: OpenRollout,
  query: Omit<RolloutQuery, 'agentId' | 'limit'> & { readonly limit?: number | undefined },
) {
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const pending = await rollouts.stored(agent.id, WAIT_MS)
  const page = shard.ports.reader.rollout(leadId, {
    ...query,
    agentId: agent.id,
    limit: query.limit ?? LIMITS.pageDefault,
  })
  const all = withGivenTexts(shard, leadId, agent.id, page.entries)
  const isOnwards = query.after !== undefined
  const entries = asManyAsFit(all, isOnwards)
  const isCut = entries.length < all.length
  return {
    ...page,
    entries,
    hasBefore: page.hasBefore || (isCut && !isOnwards),
    hasAfter: page.hasAfter || (isCut && isOnwards),
    pending,
  }
}

/** The first or the last entries, up to the size of a page: what was handed over is longer as JSON than its record says. */
function asManyAsFit(entries: readonly RolloutEntry[], isOnwards: boolean): RolloutEntry[] {
  const kept: RolloutEntry[] = []
  let bytes = 0
  for (const entry of isOnwards ? entries : entries.toReversed()) {
    bytes += Buffer.byteLength(JSON.stringify(entry))
    if (kept.length > 0 && bytes > LIMITS.pageBytes) break
    kept.push(entry)
  }
  return isOnwards ? kept : kept.toReversed()
}

/** Entries of one read: it keeps the server from nothing else for long. */
const PART = 200
/** A transcript has the newest entries of a record that is longer. */
const MOST_ENTRIES = 20_000

/** Entries of a record for its transcript, those that follow one; 0 for its beginning, or for where so `most` of them begin. */
export function recordEntries(
  shard: Shard,
  { crew, agent }: OpenRollout,
  after: number,
  most = MOST_ENTRIES,
): { readonly entries: readonly RecordEntry[]; readonly hasAfter: boolean } {
  const leadId = crew.state.lead.id
  const { reader } = shard.ports
  const skipped = after === 0 ? Math.max(0, reader.lastRollout(agent.id) - most) : 0
  const query = { agentId: agent.id, after: Math.max(after, skipped), limit: PART }
  const page = reader.rollout(leadId, query)
  const told = withGivenItems(shard, leadId, agent.id, page.entries)
  const [first] = told
  const isWhole = after > 0 || !first || first.n === 1
  const entries = isWhole ? told : [beginning(first, page.removed, skipped), ...told]
  return { entries, hasAfter: page.hasAfter }
}

/** What stands before the first entry that a transcript has. */
function beginning(first: RecordEntry, removed: number, skipped: number): RecordEntry {
  const text =
    skipped > removed
      ? 'This transcript begins here: what was before is in the raw record.'
      : `${removed === 1 ? '1 older entry was' : `${removed} older entries were`} removed: this server limits how much of agents’ records it keeps.`
  return { ...first, n: first.n - 1, kind: 'note', turnId: null, text, data: null, items: [] }
}
