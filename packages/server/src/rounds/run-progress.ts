import type { RunProgress, RunRecord } from '@crewroom/shared/model/run'
import type { Decision } from '../journal/decision'

/** Notes how far a discussion is. */
export function decideProgress(
  decision: Decision,
  { id, sessionId }: Pick<RunRecord, 'id' | 'sessionId'>,
  status: RunRecord['status'],
  progress: RunProgress,
): void {
  decision.add('run:stepped', { runId: id, sessionId, status, progress })
}
