import { isAwaited, type RoundRecord, responseOf, withResponse } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { nameIn } from '../crew/directory'
import type { By, Shard } from '../crew/shard'
import { memberNamed } from '../groups/change-members'
import { openGroupOf } from '../groups/lookup'
import { decideAsk, thinking } from '../rounds/open-round'
import { assertNoRun } from './live-run'
import { ownRunOf } from './own-round'
import { openSessionOf, speakersOf } from './session-of'

/**
 * Asks an agent once more in the newest round, if it gave no answer: it is handed the same messages again. The round is
 * open again until it has answered.
 */
export function retryAnswer(
  shard: Shard,
  crew: Crew,
  by: By,
  input: {
    readonly group: string
    readonly session: string
    readonly n: number
    readonly agent: string
  },
): RoundRecord {
  const group = openGroupOf(crew, input.group, by, 'retryAnswer')
  const session = openSessionOf(crew, group, input.session, by)
  const { n } = input
  const round = newestRound(crew, session, n)
  assertNoRun(crew, session)
  if (round.run) {
    throw new CrewError(
      'round_over',
      `round ${n} belongs to a discussion that has ended. Continue the discussion, or write to the session.`,
    )
  }
  const agentId = memberNamed(shard, crew, group, input.agent)
  const name = nameIn(crew, agentId)
  const refuse = (sentence: string) =>
    new CrewError('validation', `agentId: ${sentence}`, {
      fields: { agentId: 'names an agent that cannot be asked again' },
    })
  const before = responseOf(round, agentId)
  if (!before) {
    throw refuse(`${name} was not asked in round ${round.n}. Write to the session to ask it.`)
  }
  if (isAwaited(before)) {
    throw refuse(`${name} has not answered yet. Stop its answer first, or wait for it.`)
  }
  if (before.status === 'done') {
    throw refuse(
      `${name} has answered round ${round.n}. Write to the session to ask something else.`,
    )
  }
  if (!speakersOf(crew, group, session).includes(agentId)) {
    throw refuse(
      `${name} takes no part in session "${session.title}" any more, or has ended. Add it to the session, or resume it.`,
    )
  }
  const decision = shard.decide(crew)
  const deliveryId = decideAsk(shard, decision, {
    agentId,
    session,
    runId: round.runId,
    n: round.n,
    fromSeq: fromOf(shard, crew, before.deliveryId, round),
    toSeq: round.triggerSeq,
    note: null,
    hop: 0,
  })
  const { round: opened } = decision.add('round:opened', {
    round: { ...withResponse(round, thinking(agentId, deliveryId, decision.at)), closed: null },
  })
  shard.commit(crew, by, decision)
  return opened
}

/** The round of this number, if none was opened since. */
function newestRound(crew: Crew, session: SessionRecord, n: number): RoundRecord {
  const newest = crew.state.rounds[ownRunOf(session)]?.at(-1)
  if (!newest || n > newest.n || n < 1) {
    throw new CrewError(
      'round_not_found',
      `session "${session.title}" has no round ${n || 'of this number'}${newest ? `; its newest is round ${newest.n}` : ''}.`,
    )
  }
  if (n < newest.n) {
    throw new CrewError(
      'round_over',
      `round ${n} is over: round ${newest.n} was opened since. Write to the session to ask again.`,
    )
  }
  return newest
}

/** From where on the agent was given the session's messages when it was asked before. */
function fromOf(shard: Shard, crew: Crew, deliveryId: string, { triggerSeq }: RoundRecord): number {
  const known = crew.rounds.rangeOf(deliveryId)
  if (known) return known.fromSeq
  const [stored] = shard.ports.reader.deliveries([deliveryId])
  // The question alone, where nobody knows any more what was before it.
  return stored?.content.form === 'round' ? stored.content.fromSeq : triggerSeq - 1
}
