import { HUMAN_ID } from '@crewroom/shared/model/participant'
import {
  isAwaited,
  isThinking,
  type RoundEnd,
  type RoundRecord,
  type RoundResponse,
  responseOf,
  withResponse,
} from '@crewroom/shared/model/round'
import type { Crew } from '../crew/crew'
import { decideNeedsClosed } from '../crew/needs'
import type { Decision } from '../journal/decision'
import { decideProgress } from './run-progress'
import { roundIn, roundsIn, runIn } from './session-draft'

/** What becomes of a question, beside who was asked it. */
export type Outcome = Pick<RoundResponse, 'status'> &
  Partial<
    Pick<
      RoundResponse,
      'cut' | 'messageId' | 'error' | 'stoppedBy' | 'done' | 'decision' | 'usage' | 'soFar'
    >
  >

/**
 * Ends an open question: its delivery is not handed over, or not again, and the round closes if it was the last one. What
 * waits behind a question that is taken back ends with it. A question that is not open any more stays as it is; null then.
 */
export function decideResponse(
  decision: Decision,
  crew: Crew,
  asked: { readonly runId: string; readonly n: number; readonly agentId: string },
  outcome: Outcome,
): RoundResponse | null {
  const { runId, n, agentId } = asked
  const round = roundIn(decision, crew, runId, n)
  const before = round && responseOf(round, agentId)
  if (!round || !before || !isAwaited(before)) return null
  if (agentId === HUMAN_ID) decideTurnOver(decision, crew, round, before, outcome)
  else if (before.status === 'thinking') {
    const isTakenBack = settleDelivery(decision, crew, before, outcome)
    if (isTakenBack) decideBehind(decision, crew, round, before, outcome)
  }
  const response = add(decision, round, {
    ...before,
    ...outcome,
    late: round.closed !== null && outcome.messageId !== undefined && outcome.messageId !== null,
    endedAt: isAwaited(outcome) ? null : decision.at,
  })
  if (round.closed === null && !isThinking(withResponse(round, response))) {
    decision.add('round:closed', { runId, sessionId: round.sessionId, n, why: 'answered' })
  }
  return response
}

/** Nothing waits for the person any more, and the discussion goes on if they have answered or were passed over. */
function decideTurnOver(
  decision: Decision,
  crew: Crew,
  { run }: RoundRecord,
  { deliveryId }: RoundResponse,
  { status }: Outcome,
): void {
  decideNeedsClosed(decision, crew, ({ id }) => id === deliveryId)
  const live = run && runIn(decision, crew, run.id)
  if (live?.status !== 'waiting_human' || status === 'interrupted') return
  decideProgress(decision, live, 'running', live.progress)
}

/** Changes a response that has ended: its agent said something more of that round. */
export function decideLate(
  decision: Decision,
  round: RoundRecord,
  response: RoundResponse,
): RoundResponse {
  return add(decision, round, { ...response, late: true, endedAt: decision.at })
}

function add(decision: Decision, round: RoundRecord, response: RoundResponse): RoundResponse {
  const { runId, sessionId, n } = round
  return decision.add('round:responded', { runId, sessionId, n, response }).response
}

/**
 * A person wrote again: the open round is closed. What is being answered goes on and comes late; questions that nobody was
 * handed are taken back, as `skipped`.
 */
export function decideSuperseded(decision: Decision, crew: Crew, runId: string): void {
  decideClosed(decision, crew, runId, 'superseded', (isHanded) =>
    isHanded ? null : { status: 'skipped' },
  )
}

/** A session is out of use; `error` says why. What is open in it is taken back or interrupted. */
export function decideStopped(
  decision: Decision,
  crew: Crew,
  runId: string,
  error: string,
  /** Which rounds of it; all, if nothing else is said. */
  isMeant: (round: RoundRecord) => boolean = () => true,
): void {
  const endOf = (isHanded: boolean): Outcome => ({
    status: isHanded ? 'interrupted' : 'skipped',
    error,
  })
  decideClosed(decision, crew, runId, 'stopped', endOf, isMeant)
}

/** Closes what is open. `endOf`: how an open question ends, handed over or not; null: it goes on. */
function decideClosed(
  decision: Decision,
  crew: Crew,
  runId: string,
  why: Exclude<RoundEnd, 'answered'>,
  endOf: (isHanded: boolean) => Outcome | null,
  isMeant: (round: RoundRecord) => boolean = () => true,
): void {
  // The newest first: what is taken back leaves nothing behind it.
  for (const round of roundsIn(decision, crew, runId).toReversed()) {
    if (!isMeant(round)) continue
    if (round.closed === null) {
      decision.add('round:closed', { runId, sessionId: round.sessionId, n: round.n, why })
    }
    for (const response of round.responses) {
      if (!isAwaited(response)) continue
      const { agentId } = response
      const outcome = endOf(!isPending(crew, response))
      if (outcome) decideResponse(decision, crew, { runId, n: round.n, agentId }, outcome)
    }
  }
}

/** Whether a question waits to be handed over. */
export function isPending(crew: Crew, { agentId, deliveryId }: RoundResponse): boolean {
  return crew.inHand.pending(agentId).some(({ id }) => id === deliveryId)
}

/**
 * The agent has the question, or will not be asked it: either way it is not handed over from now on. Whether it is taken
 * back: the next round brings what it would have brought.
 */
function settleDelivery(
  decision: Decision,
  crew: Crew,
  response: RoundResponse,
  { status }: Outcome,
): boolean {
  const { agentId, deliveryId } = response
  // What an ACP program has is part of its turn, and what was confirmed is over.
  if (!crew.owed(agentId).pending.some(({ id }) => id === deliveryId)) return false
  // Whoever answers it has it, although it may not have confirmed it before a restart.
  const isAnswered = status === 'done' || status === 'passed' || status === 'nested'
  const given = isAnswered || !isPending(crew, response)
  decision.add('delivery:withdrawn', { agentId, deliveryIds: [deliveryId], given })
  return !given
}

/**
 * A later question begins where the one that is taken back ends, so that it would leave a gap. There is one only where a
 * restart took out of an agent's hands what it had not confirmed.
 */
function decideBehind(
  decision: Decision,
  crew: Crew,
  { sessionId, runId, n }: RoundRecord,
  { agentId }: RoundResponse,
  outcome: Outcome,
): void {
  for (const later of crew.rounds.asked(agentId)) {
    if (later.sessionId !== sessionId || (later.runId === runId && later.n <= n)) continue
    decideResponse(decision, crew, later, outcome)
  }
}
