import type { NeedRecord } from '@crewroom/shared/model/need'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'

/** The discussion of a session that is under way. */
export function liveRunIn(
  { runs }: Pick<CrewState, 'runs'>,
  { runId }: Pick<SessionRecord, 'runId'>,
): RunRecord | undefined {
  return runId !== undefined && Object.hasOwn(runs, runId) ? runs[runId] : undefined
}

/** A person's turn in a session: the need that waits for it. */
export type TurnNeed = NeedRecord & { readonly turn: NonNullable<NeedRecord['turn']> }

export function turnIn(
  { needs }: Pick<CrewState, 'needs'>,
  sessionId: string,
): TurnNeed | undefined {
  return Object.values(needs).find((need): need is TurnNeed => need.turn?.sessionId === sessionId)
}
