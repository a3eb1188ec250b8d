import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundAsk, RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { roundsIn } from './session-draft'

export interface Opening {
  readonly session: SessionRecord
  readonly runId: string
  /** The message that asks. */
  readonly trigger: Pick<Message, 'id' | 'seq'>
  /** Ids of agents, in the order in which they are asked. */
  readonly speakers: readonly string[]
  readonly reason: string
  /** How long a chain of hand-overs it continues. */
  readonly hop: number
  /** An answer, if nothing else. */
  readonly ask?: RoundAsk
  /** The discussion that asks. */
  readonly run?: RoundRecord['run']
  /** A sentence for those who are asked. */
  readonly note?: string | undefined
  /** Which of them are told what they are in the discussion, and who else takes part. */
  readonly introduces?: ((agentId: string) => boolean) | undefined
}

/** Opens a round: one delivery for each speaker, and then the round, as one fact that tells it whole. */
export function decideOpen(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  opening: Opening,
): RoundRecord {
  const { session, runId, trigger, speakers, hop, ask = 'answer', note, introduces } = opening
  const n = nextNumber(decision, crew, opening)
  const responses = speakers.map((agentId) => {
    const given = crew.rounds.givenIn(decision.drafts, session.id, agentId)
    // Whoever chooses is shown the newest messages, and is given none of them by that.
    const toSeq = ask === 'select' ? given : trigger.seq
    const deliveryId = decideAsk(shard, decision, {
      agentId,
      session,
      runId,
      n,
      hop,
      fromSeq: given,
      toSeq,
      note: note ?? null,
      introduces: introduces?.(agentId),
    })
    return thinking(agentId, deliveryId, decision.at)
  })
  return add(decision, { ...opening, n, ask, responses })
}

/** Opens a round for the person: what they write next in the session is the answer. `needId` waits for them. */
export function decideOpenForPerson(
  decision: Decision,
  crew: Crew,
  opening: Omit<Opening, 'speakers' | 'ask' | 'hop'>,
  needId: string,
): RoundRecord {
  const n = nextNumber(decision, crew, opening)
  const responses = [thinking(HUMAN_ID, needId, decision.at)]
  return add(decision, { ...opening, n, ask: 'human', responses })
}

function nextNumber(
  decision: Decision,
  crew: Crew,
  { runId, session }: Pick<Opening, 'runId' | 'session'>,
): number {
  return (roundsIn(decision, crew, runId).at(-1)?.n ?? session.rounds) + 1
}

function add(
  decision: Decision,
  round: Pick<Opening, 'session' | 'runId' | 'trigger' | 'reason' | 'run'> &
    Pick<RoundRecord, 'n' | 'ask' | 'responses'>,
): RoundRecord {
  const { session, runId, trigger, reason, run, n, ask, responses } = round
  return decision.add('round:opened', {
    round: {
      runId,
      sessionId: session.id,
      groupName: session.groupName,
      n,
      ask,
      ...(run ? { run } : {}),
      reason,
      triggerSeq: trigger.seq,
      triggerMessageId: trigger.id,
      openedSeq: decision.nextSeq,
      openedAt: decision.at,
      responses,
      closed: null,
    },
  }).round
}

/** Addresses a round to one agent. The id of the delivery. */
export function decideAsk(
  shard: Shard,
  decision: Decision,
  asked: {
    readonly agentId: string
    readonly session: Pick<SessionRecord, 'id' | 'groupName'>
    readonly runId: string
    readonly n: number
    readonly fromSeq: number
    readonly toSeq: number
    readonly note: string | null
    readonly introduces?: boolean | undefined
    readonly hop: number
  },
): string {
  const { agentId, session, runId, n, fromSeq, toSeq, note, introduces, hop } = asked
  const id = shard.ports.ids.record()
  decision.add('delivery:created', {
    delivery: {
      id,
      agentId,
      kind: 'round',
      wake: true,
      groupName: session.groupName,
      content: {
        form: 'round',
        sessionId: session.id,
        runId,
        n,
        fromSeq,
        toSeq,
        note,
        ...(introduces ? { introduces: true } : {}),
      },
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
