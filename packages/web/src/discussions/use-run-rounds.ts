import type { RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useMemo } from 'react'
import { useRounds } from '../sessions/use-rounds'

/** All rounds of a discussion, down to its first. */
export function useRunRounds(
  session: SessionRecord,
  state: CrewState,
  run: RunRecord,
): readonly RoundRecord[] {
  const { byNumber } = useRounds(session, state.rounds[session.id], run.firstRound)
  const { id } = run
  return useMemo(
    () => [...byNumber.values()].filter((round) => round.run?.id === id),
    [byNumber, id],
  )
}
