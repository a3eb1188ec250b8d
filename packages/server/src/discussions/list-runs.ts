import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { MIN_PREFIX } from '../crew/directory'
import { assertMayOnServer } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import type { ListedRun } from '../journal/ports/run-port'

export interface ListRunsInput {
  readonly status?: 'live' | 'ended' | 'all' | undefined
  readonly lead?: string | undefined
  readonly before?: string | undefined
  readonly limit?: number | undefined
  /** An agent by id, short id, handle or name, or `human`. */
  readonly participant?: string | undefined
  /** Words of the title, the goal or the result. */
  readonly q?: string | undefined
}

/** Discussions of all crews, newest first; for people. Waits until the tables hold what memory holds. */
export async function listRuns(
  shard: Shard,
  by: By,
  { status = 'all', lead, before, limit = LIMITS.pageDefault, participant, q }: ListRunsInput,
): Promise<{ runs: readonly ListedRun[]; next: string | null }> {
  assertMayOnServer('readRuns', by)
  const from = before === undefined ? null : placeOf(before)
  if (lead !== undefined) shard.crew(lead)
  const leads = lead === undefined ? [...shard.crews()].map(({ state }) => state.lead.id) : [lead]
  await Promise.all(leads.map((leadId) => shard.journal.durable(leadId)))
  const participants = participant === undefined ? undefined : idsOf(shard, leads, participant)
  const words = q?.split(/\s+/).filter((word) => word !== '')
  const asked = { leadId: lead ?? null, status, before: from, limit, participants, words }
  const { runs, hasMore } = shard.ports.reader.runs(asked)
  const last = runs.at(-1)
  return { runs, next: hasMore && last ? `${last.startedAt}_${last.id}` : null }
}

/** Everybody in these crews whom a reference may mean: names are used again from crew to crew. */
function idsOf(shard: Shard, leads: readonly string[], reference: string): readonly string[] {
  const wanted = reference.trim().toLowerCase()
  if (wanted === HUMAN_ID) return [HUMAN_ID]
  return leads.flatMap((leadId) =>
    Object.values(shard.crew(leadId).state.agents).flatMap(({ id, handle, name }) => {
      const isShort = wanted.length >= MIN_PREFIX && id.startsWith(wanted)
      const isNamed = handle?.toLowerCase() === wanted || name.toLowerCase() === wanted
      return isShort || isNamed ? [id] : []
    }),
  )
}

function placeOf(cursor: string): { startedAt: string; id: string } {
  const [, startedAt, id] = /^([0-9TZ:.-]{24})_(.{1,64})$/.exec(cursor) ?? []
  if (startedAt === undefined || id === undefined) {
    throw new CrewError('validation', 'before: give the "next" of the page before.', {
      fields: { before: 'is not the "next" of a page' },
    })
  }
  return { startedAt, id }
}
