import { SYSTEM } from '@crewroom/shared/model/participant'
import type { StopReason } from '@crewroom/shared/model/run'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { decideRunEnded } from '../rounds/end-run'

/** Ends a discussion for a reason that is not one of the engine's own limits. */
export function endRun(shard: Shard, crew: Crew, runId: string, why: StopReason): void {
  const decision = shard.decideAccepted(crew)
  if (!decideRunEnded(shard, decision, crew, runId, { why })) return
  shard.commit(crew, { actor: SYSTEM, cause: { kind: 'system' } }, decision)
}
