import { type RoundRecord, responseOf } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { memberNamed } from '../groups/change-members'
import { groupOf } from '../groups/lookup'
import { decideResponse } from '../rounds/close-round'
import { roundIn } from '../rounds/session-draft'
import { ownRunOf } from './own-round'
import { sessionOf } from './session-of'

/**
 * Stops an agent's answer: nothing of it is posted. What the agent was not handed is taken back; a program that works on
 * it gets a cancellation once this is durable.
 */
export function interruptAnswer(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly group: string; readonly session: string; readonly agent: string },
): RoundRecord {
  const group = groupOf(crew, input.group, by.actor)
  assertMayInGroup('interruptAnswer', crew, group, by)
  const session = sessionOf(crew, group, input.session, by)
  const agentId = memberNamed(shard, crew, group, input.agent)
  const asked = crew.rounds.asked(agentId).filter(({ sessionId }) => sessionId === session.id)
  // The oldest open question is the one that the agent answers now; the others wait for that. One may wait for a discussion.
  const open = asked[0] ?? nestedIn(crew, session, agentId)
  if (!open) {
    throw new CrewError(
      'round_over',
      `${crew.state.agents[agentId]?.name ?? 'This agent'} is not answering in session "${session.title}".`,
    )
  }
  const decision = shard.decide(crew)
  decideResponse(decision, crew, open, { status: 'interrupted', stoppedBy: by.actor.id })
  // The last open question of an older round takes that round out of memory.
  const round = roundIn(decision, crew, open.runId, open.n)
  if (!round) throw new Error('whoever is asked is asked in a round')
  shard.commit(crew, by, decision)
  return round
}

/** The question whose answer waits for a discussion that the agent started. */
function nestedIn(crew: Crew, session: SessionRecord, agentId: string) {
  const rounds = crew.state.rounds[ownRunOf(session)] ?? []
  const round = rounds.find((one) => responseOf(one, agentId)?.status === 'nested')
  return round && { runId: round.runId, n: round.n, agentId }
}
