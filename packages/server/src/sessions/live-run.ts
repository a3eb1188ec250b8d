import type { RunRecord } from '@crewroom/shared/model/run'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'

/** The discussion that is under way in a session. */
export function liveRunOf(crew: Crew, { runId }: Pick<SessionRecord, 'runId'>): RunRecord | null {
  return (runId !== undefined && crew.state.runs[runId]) || null
}

/** Refuses what a discussion decides while it is under way. */
export function assertNoRun(crew: Crew, session: SessionRecord): void {
  if (!liveRunOf(crew, session)) return
  throw new CrewError(
    'run_active',
    `a discussion is under way in session "${session.title}". Stop it first, or wait for its end.`,
  )
}
