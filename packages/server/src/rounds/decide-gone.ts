import { laterOf } from '@crewroom/shared/model/later-of'
import { isAwaited, type RoundRecord, responseOf } from '@crewroom/shared/model/round'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Asked } from '../crew/round-book'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { decideResponse, decideStopped, isPending } from './close-round'
import { decideRunEnded } from './end-run'
import { roundIn, roundsIn, runIn, sessionIn } from './session-draft'

/** An agent has failed or was terminated: nobody waits for its answers any more. */
export function decideGone(decision: Decision, crew: Crew, agentId: string, error: string): void {
  for (const asked of [...crew.rounds.asked(agentId), ...nestedOf(crew, agentId)]) {
    decideResponse(decision, crew, asked, { status: 'error', error })
  }
}

/** An agent has completed: it answers what it was handed, and is asked nothing else. */
export function decideDone(decision: Decision, crew: Crew, agentId: string): void {
  for (const asked of crew.rounds.asked(agentId)) {
    const response = roundIn(decision, crew, asked.runId, asked.n)?.responses.find(
      ({ deliveryId }) => deliveryId === asked.deliveryId,
    )
    if (response && isPending(crew, response)) {
      const error = TEXT.completedFirst
      decideResponse(decision, crew, asked, { status: 'skipped', error })
    }
  }
}

/** An agent takes part in a session no more: whatever it is asked there has no answer. */
export function decideNotAsked(
  decision: Decision,
  crew: Crew,
  sessionId: string,
  agentId: string,
): void {
  for (const asked of [...crew.rounds.asked(agentId), ...nestedOf(crew, agentId)]) {
    if (asked.sessionId !== sessionId) continue
    decideResponse(decision, crew, asked, { status: 'error', error: TEXT.leftSession })
  }
}

/** An agent leaves a group, and with it the group's sessions: whatever it is asked there has no answer. */
export function decideLeft(
  decision: Decision,
  crew: Crew,
  agentId: string,
  groupName: string,
  how: 'left' | 'removed',
): void {
  const error = how === 'left' ? TEXT.leftGroup : TEXT.removedFromGroup
  for (const asked of [...crew.rounds.asked(agentId), ...nestedOf(crew, agentId)]) {
    if (!isOf(crew, asked, groupName)) continue
    decideResponse(decision, crew, asked, { status: 'error', error })
  }
  // Whoever goes on reading along in a conversation takes part in its sessions no more.
  if (crew.state.groups[groupName]?.admissionId === undefined) return
  for (const { id } of Object.values(crew.state.sessions)) {
    const session = sessionIn(decision, crew, id)
    if (session?.groupName !== groupName || session.chosen !== null) continue
    if (!session.activeAgents.includes(agentId)) continue
    const activeAgents = session.activeAgents.filter((one) => one !== agentId)
    const updatedAt = laterOf(session.updatedAt, decision.at)
    decision.add('session:updated', { session: { ...session, activeAgents, updatedAt } })
  }
}

/** A group is archived: nothing is asked in its sessions any more, and its discussions end. */
export function decideGroupStopped(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  groupName: string,
): void {
  for (const run of Object.values(crew.state.runs)) {
    if (run.groupName === groupName) decideRunEnded(shard, decision, crew, run.id, ARCHIVED)
  }
  for (const [runId, rounds] of Object.entries(crew.state.rounds)) {
    if (!rounds.some((round) => round.groupName === groupName)) continue
    decideStopped(decision, crew, runId, TEXT.groupArchived)
  }
}

const ARCHIVED = { why: 'archived', error: TEXT.groupArchived } as const

/** Whether somebody will still be asked, or answers, in a session of the group. */
export function hasOpenRound(decision: Decision, crew: Crew, groupName: string): boolean {
  const isLive = Object.keys(crew.state.runs).some(
    (id) => runIn(decision, crew, id)?.groupName === groupName,
  )
  return (
    isLive ||
    Object.keys(crew.state.rounds).some((runId) =>
      roundsIn(decision, crew, runId).some(
        (round) => round.groupName === groupName && isOpen(round),
      ),
    )
  )
}

function isOpen({ closed, responses }: RoundRecord): boolean {
  return closed === null || responses.some(isAwaited)
}

/** Answers of an agent that wait for a discussion which it has started. */
function nestedOf(crew: Crew, agentId: string): Omit<Asked, 'deliveryId'>[] {
  return Object.values(crew.state.rounds).flatMap((rounds) =>
    rounds.flatMap((round) => {
      const { sessionId, runId, n } = round
      const isNested = responseOf(round, agentId)?.status === 'nested'
      return isNested ? [{ agentId, sessionId, runId, n }] : []
    }),
  )
}

function isOf(crew: Crew, { sessionId }: Pick<Asked, 'sessionId'>, groupName: string): boolean {
  return crew.state.sessions[sessionId]?.groupName === groupName
}
