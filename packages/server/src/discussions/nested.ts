import { isAwaited, type RoundRecord, responseOf } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import { STOP_WORDS } from '@crewroom/shared/model/stop-words'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { decideRevival } from '../agents/revive'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { noteWithResult } from '../rounds/result-note'
import { decideAsk, thinking } from '../rounds/open-round'
import { sessionIn } from '../rounds/session-draft'
import { BY_SERVER } from './by-server'

/** Whether the answer in which a discussion was started is still to come; true for one that was started in none. */
export function isParentWaiting(crew: Crew, { id, parent }: RunRecord): boolean {
  if (!parent) return true
  const round = crew.state.rounds[parent.sessionId]?.find(({ n }) => n === parent.n)
  const response = round && responseOf(round, parent.agentId)
  return response !== undefined && isAwaited(response) && response.child === id
}

/** Whether it opens nothing now: it is paused, or one that it is within. */
export function isHeldUp({ state }: Crew, run: RunRecord): boolean {
  for (let at: RunRecord | undefined = run; at !== undefined;) {
    if (at.status === 'paused') return true
    const outer: string | null = at.parent?.runId ?? null
    at = outer === null ? undefined : state.runs[outer]
  }
  return false
}

export interface NestedAnswer {
  readonly round: RoundRecord
  readonly agentId: string
  /** The discussion that it waits for. */
  readonly child: string
}

/** Answers that wait for a discussion. */
export function nestedIn(crew: Crew): NestedAnswer[] {
  return Object.values(crew.state.rounds).flatMap((rounds) =>
    rounds.flatMap((round) =>
      round.responses.flatMap(({ status, agentId, child }) =>
        status === 'nested' && child !== undefined ? [{ round, agentId, child }] : [],
      ),
    ),
  )
}

/** Hands the result of a discussion to whoever started it in its answer, and waits for that again. */
export function decideNestedBack(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  round: RoundRecord,
  agentId: string,
  run: RunRecord | null,
): void {
  const session = crew.state.sessions[round.sessionId]
  const response = responseOf(round, agentId)
  const agent = crew.state.agents[agentId]
  if (!session || !response || !agent) return
  // It may have completed while it waited.
  decideRevival(shard, decision, crew, BY_SERVER, agent)
  const given = crew.rounds.givenIn(decision.drafts, session.id, agentId)
  const title = run ? (sessionIn(decision, crew, run.sessionId)?.title ?? '') : ''
  const shown = round.run?.n ?? round.n
  const note = TEXT.nestedEnded({
    title,
    why: run?.stopReason ? STOP_WORDS[run.stopReason] : TEXT.discussionStopped,
    rounds: run?.progress.rounds ?? 0,
    summary: run?.summary ?? null,
    n: shown,
  })
  const deliveryId = decideAsk(shard, decision, {
    agentId,
    session,
    runId: round.runId,
    n: round.n,
    fromSeq: given,
    toSeq: Math.max(given, session.lastMessage?.seq ?? given),
    note: noteWithResult(note, run?.summary ?? null),
    hop: round.run ? (crew.state.runs[round.run.id]?.hop ?? 0) : 0,
  })
  const { runId, sessionId, n } = round
  decision.add('round:responded', {
    runId,
    sessionId,
    n,
    response: { ...response, ...thinking(agentId, deliveryId, decision.at), cut: response.cut },
  })
}
