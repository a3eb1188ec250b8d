import type { Message } from '@crewroom/shared/model/message'
import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { roundsIn } from './session-draft'

export interface Opening {
  readonly session: SessionRecord
  readonly runId: string
  /** The message that asks. */
  readonly trigger: Message
  /** Ids of agents, in the order in which they are asked. */
  readonly speakers: readonly string[]
  readonly reason: string
  /** How long a chain of hand-overs it continues. */
  readonly hop: number
}

/** Opens a round: one delivery for each speaker, and then the round, as one fact that tells it whole. */
export function decideOpen(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  { session, runId, trigger, speakers, reason, hop }: Opening,
): RoundRecord {
  const newest = roundsIn(decision, crew, runId).at(-1)?.n ?? session.rounds
  const n = newest + 1
  const responses = speakers.map((agentId) => {
    const fromSeq = crew.rounds.givenIn(decision.drafts, session.id, agentId)
    const deliveryId = decideAsk(shard, decision, crew, {
      agentId,
      session,
      runId,
      n,
      fromSeq,
      toSeq: trigger.seq,
      hop,
    })
    return thinking(agentId, deliveryId, decision.at)
  })
  const { round } = decision.add('round:opened', {
    round: {
      runId,
      sessionId: session.id,
      groupName: session.groupName,
      n,
      ask: 'answer',
      reason,
      triggerSeq: trigger.seq,
      triggerMessageId: trigger.id,
      openedSeq: decision.nextSeq,
      openedAt: decision.at,
      responses,
      closed: null,
    },
  })
  return round
}

/** Addresses a round to one agent. The id of the delivery. */
export function decideAsk(
  shard: Shard,
  decision: Decision,
  _crew: Crew,
  asked: {
    readonly agentId: string
    readonly session: SessionRecord
    readonly runId: string
    readonly n: number
    readonly fromSeq: number
    readonly toSeq: number
    readonly hop: number
  },
): string {
  const { agentId, session, runId, n, fromSeq, toSeq, hop } = asked
  const id = shard.ports.ids.record()
  decision.add('delivery:created', {
    delivery: {
      id,
      agentId,
      kind: 'round',
      wake: true,
      groupName: session.groupName,
      content: { form: 'round', sessionId: session.id, runId, n, fromSeq, toSeq, note: null },
      hop,
    },
  })
  return id
}

/** A response that is awaited from now on. */
export function thinking(agentId: string, deliveryId: string, askedAt: string): RoundResponse {
  return {
    agentId,
    status: 'thinking',
    late: false,
    cut: false,
    deliveryId,
    messageId: null,
    error: null,
    askedAt,
    endedAt: null,
  }
}
