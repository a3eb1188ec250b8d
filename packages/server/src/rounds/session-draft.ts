import { type RoundRecord, withResponse } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { Crew } from '../crew/crew'
import type { Decision } from '../journal/decision'

/** A session as it will be after what a decision holds so far. */
export function sessionIn(decision: Decision, crew: Crew, id: string): SessionRecord | undefined {
  let session: SessionRecord | undefined = crew.state.sessions[id]
  for (const { type, data } of decision.drafts) {
    if (type !== 'session:created' && type !== 'session:updated') continue
    if (data.session.id === id) session = data.session
  }
  return session
}

/** A discussion as it will be; undefined if it is over by then. */
export function runIn(decision: Decision, crew: Crew, id: string): RunRecord | undefined {
  let run: RunRecord | undefined = crew.state.runs[id]
  for (const { type, data } of decision.drafts) {
    if (type === 'run:started' || type === 'run:updated' || type === 'run:ended') {
      if (data.run.id === id) run = data.run
    } else if (type === 'run:stepped' && data.runId === id && run) {
      run = { ...run, status: data.status, progress: data.progress }
    }
  }
  return run?.status === 'ended' ? undefined : run
}

/** The rounds of a run that are in memory, as they will be: its newest, and those with open questions; ascending. */
export function roundsIn(decision: Decision, crew: Crew, runId: string): readonly RoundRecord[] {
  const rounds = new Map((crew.state.rounds[runId] ?? []).map((round) => [round.n, round]))
  for (const { type, data } of decision.drafts) {
    if (type === 'round:opened') {
      if (data.round.runId === runId) rounds.set(data.round.n, data.round)
      continue
    }
    if ((type !== 'round:responded' && type !== 'round:closed') || data.runId !== runId) continue
    const round = rounds.get(data.n)
    if (!round) continue
    rounds.set(
      data.n,
      type === 'round:closed' ? { ...round, closed: data.why } : withResponse(round, data.response),
    )
  }
  return [...rounds.values()].toSorted((a, b) => a.n - b.n)
}

export function roundIn(
  decision: Decision,
  crew: Crew,
  runId: string,
  n: number,
): RoundRecord | undefined {
  return roundsIn(decision, crew, runId).find((round) => round.n === n)
}

/** How many messages a session will have, and when the newest was posted. */
export function messagesIn(
  decision: Decision,
  session: SessionRecord,
): { readonly count: number; readonly newestAt: string | null } {
  let count = session.messageCount
  let newestAt = session.lastMessage?.timestamp ?? null
  for (const { type, data } of decision.drafts) {
    if (type !== 'session:message' || data.sessionId !== session.id) continue
    count = data.message.n
    newestAt = data.message.timestamp
  }
  return { count, newestAt }
}
