import type { GroupRecord } from '@crewroom/shared/model/group'
import type { RunRecord } from '@crewroom/shared/model/run'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import { crewFor, crewsSeenBy } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'
import { groupOf } from '../groups/lookup'
import { sessionOf } from '../sessions/session-of'

export interface FoundRun {
  readonly crew: Crew
  readonly group: GroupRecord
  readonly run: RunRecord
}

/** A discussion by its id, for whoever may read its session. One that has ended comes from the tables. */
export function findRun(shard: Shard, by: By, id: string): FoundRun {
  const live = crewsSeenBy(shard, by).find(({ state }) => state.runs[id])
  const run = live?.state.runs[id] ?? shard.ports.reader.run(id)
  const known = live ?? (run && shard.findCrew(run.leadId))
  if (!run || !known) throw noRun()
  try {
    const crew = crewFor(shard, by, run.leadId)
    const group = groupOf(crew, run.groupName, by.actor)
    assertMayInGroup('readSession', crew, group, by)
    sessionOf(crew, group, run.sessionId, by)
    return { crew, group, run: crew.state.runs[id] ?? run }
  } catch (error) {
    // Whoever may not read it is not told that it is there.
    if (error instanceof CrewError) throw noRun()
    throw error
  }
}

/** The lead of the crew of a discussion that is under way. */
export function leadOfRun(shard: Shard, id: string): string | undefined {
  for (const { state } of shard.crews()) if (state.runs[id]) return state.lead.id
  return undefined
}

/** A discussion that is under way, likewise. */
export function findLiveRun(shard: Shard, by: By, id: string): FoundRun {
  const found = findRun(shard, by, id)
  if (found.run.status !== 'ended') return found
  throw new CrewError(
    'run_over',
    'This discussion has ended. Continue it with POST /api/runs/:id/continue.',
  )
}

function noRun(): CrewError {
  return new CrewError('run_not_found', 'There is no such discussion, or you cannot see it.')
}
