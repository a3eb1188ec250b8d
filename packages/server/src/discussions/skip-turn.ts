import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { RoundResponse } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import { decideNeedsClosed } from '../crew/needs'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { decideResponse } from '../rounds/close-round'
import { decideRunEnded } from '../rounds/end-run'
import { decideProgress } from '../rounds/run-progress'
import { ownRunOf } from '../sessions/own-round'
import { BY_SERVER } from './by-server'
import { findLiveRun, type FoundRun } from './find-run'
import { isHeldUp } from './nested'
import { nextInOrder, NOBODY_CHOSEN } from './policies/speakers'
import { viewOf } from './run-view'
import { decideNext } from './step'
import { turnOf } from './turn-of'

/** The person gives up a turn: the discussion goes on without them. */
export function skipTurn(shard: Shard, by: By, id: string): FoundRun {
  const found = findLiveRun(shard, by, id)
  const { crew, group, run } = found
  assertMayInGroup('takeTurn', crew, group, by)
  const decision = shard.decide(crew)
  if (!decideSkipped(shard, decision, crew, run, { stoppedBy: by.actor.id })) {
    throw new CrewError('no_turn', 'This discussion does not wait for you now.')
  }
  shard.commit(crew, by, decision)
  return { ...found, run: crew.state.runs[id] ?? run }
}

/** Passes over a turn of the person. False if there is none. */
export function decideSkipped(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  run: RunRecord,
  how: Pick<RoundResponse, 'stoppedBy'> | Pick<RoundResponse, 'error'>,
): boolean {
  const round = crew.state.rounds[ownRunOf({ id: run.sessionId })]?.at(-1)
  if (round?.ask === 'human' && round.closed === null) {
    const { runId, n } = round
    const outcome = { status: 'skipped', ...how } as const
    decideResponse(decision, crew, { runId, n, agentId: HUMAN_ID }, outcome)
    return true
  }
  const chooses = turnOf(crew, run)
  if (!chooses && run.status !== 'waiting_human') return false
  decideNeedsClosed(decision, crew, (need) => need.id === chooses?.id)
  decideNobodyChosen(shard, decision, crew, run)
  return true
}

/** The person chooses nobody: the next one in order speaks, in a paused discussion when that is resumed. */
function decideNobodyChosen(shard: Shard, decision: Decision, crew: Crew, run: RunRecord): void {
  const session = crew.state.sessions[run.sessionId]
  const step = nextInOrder(viewOf(shard, crew, run), NOBODY_CHOSEN)
  if (step.do === 'end') {
    decideRunEnded(shard, decision, crew, run.id, { why: step.why })
  } else if (isHeldUp(crew, run)) {
    const next = step.do === 'ask' ? (step.speakers[0] ?? null) : HUMAN_ID
    const status = run.status === 'paused' ? 'paused' : 'running'
    decideProgress(decision, run, status, { ...run.progress, next, nextBy: SYSTEM_ID })
  } else if (session) decideNext(shard, decision, crew, BY_SERVER, run, session, step)
}
