import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { assertMayOnServer } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import type { ListedRun } from '../journal/ports/run-port'

export interface ListRunsInput {
  readonly status?: 'live' | 'ended' | 'all' | undefined
  readonly lead?: string | undefined
  readonly before?: string | undefined
  readonly limit?: number | undefined
}

/** Discussions of all crews, newest first; for people. Waits until the tables hold what memory holds. */
export async function listRuns(
  shard: Shard,
  by: By,
  { status = 'all', lead, before, limit = LIMITS.pageDefault }: ListRunsInput,
): Promise<{ runs: readonly ListedRun[]; next: string | null }> {
  assertMayOnServer('readRuns', by)
  const from = before === undefined ? null : placeOf(before)
  if (lead !== undefined) shard.crew(lead)
  const leads = lead === undefined ? [...shard.crews()].map(({ state }) => state.lead.id) : [lead]
  await Promise.all(leads.map((leadId) => shard.journal.durable(leadId)))
  const asked = { leadId: lead ?? null, status, before: from, limit }
  const { runs, hasMore } = shard.ports.reader.runs(asked)
  const last = runs.at(-1)
  return { runs, next: hasMore && last ? `${last.startedAt}_${last.id}` : null }
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
