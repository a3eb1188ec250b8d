import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type RoundRecord, responseOf } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { Crew } from '../crew/crew'
import { decideNeed, decideNeedsClosed } from '../crew/needs'
import type { Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { ownRunOf } from '../sessions/own-round'
import { turnEnd, turnOf } from './turn-of'

/** The person's turn goes on after a pause, and its time begins again. Whether there is one. */
export function decideTurnAgain(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  run: RunRecord,
): boolean {
  const round = openTurnOf(crew, run)
  const need = turnOf(crew, run)
  const until = turnEnd(run, decision.at)
  if (!need?.turn || until === null) return need !== undefined || round !== undefined
  decideNeedsClosed(decision, crew, ({ id }) => id === need.id)
  const again = decideNeed(shard, decision, crew, { ...need, turn: { ...need.turn, until } })
  const response = round && responseOf(round, HUMAN_ID)
  if (response) {
    const { runId, sessionId, n } = round
    const asked = { ...response, deliveryId: again.id, askedAt: decision.at }
    decision.add('round:responded', { runId, sessionId, n, response: asked })
  }
  return true
}

/** The round that waits for the person. */
export function openTurnOf(crew: Crew, { sessionId }: RunRecord): RoundRecord | undefined {
  const round = crew.state.rounds[ownRunOf({ id: sessionId })]?.at(-1)
  return round?.ask === 'human' && round.closed === null ? round : undefined
}
