import { cut } from '@crewroom/shared/model/cut'
import { newMessage, type Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type RoundResponse, responseOf } from '@crewroom/shared/model/round'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { calledBy } from '@crewroom/shared/state/wakes'
import type { Crew } from '../crew/crew'
import type { Asked } from '../crew/round-book'
import { senderRole } from '../crew/sender-role'
import type { Shard } from '../crew/shard'
import { nextTimestamp } from '../crew/next-timestamp'
import type { Decision } from '../journal/decision'
import { decideLate, decideResponse } from './close-round'
import { postedOf } from './said'
import { messagesIn, roundIn, sessionIn } from './session-draft'

/** What an agent said to a question, and how that ended. */
export interface Answer {
  /** Its prose; blank: it passes. */
  readonly text: string
  /** Part of it is missing. */
  readonly cut: boolean
  /** `failed`: its program says that it did not come to an end; `error` says why. */
  readonly how: 'said' | 'cancelled' | 'failed'
  readonly error: string | null
  /** Id of the participant that stopped it, if it was cancelled and that is known. */
  readonly stoppedBy?: string | undefined
  /** The agent's own id for it, where it was sent as a message. */
  readonly clientId?: string | undefined
}

/** What was recorded; null where the question was not open any more. */
export interface RecordedAnswer {
  readonly response: RoundResponse
  readonly message: Message | null
}

/**
 * Records the answer to an open question: the message, if anything was said, and the response. Posted with the round that
 * asked; one that has closed meanwhile has it as a late answer.
 */
export function decideAnswer(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  asked: Asked,
  answer: Answer,
): RecordedAnswer | null {
  const round = roundIn(decision, crew, asked.runId, asked.n)
  const session = sessionIn(decision, crew, asked.sessionId)
  if (!round || !session || responseOf(round, asked.agentId)?.status !== 'thinking') return null
  const isSaid = answer.how === 'said' && answer.text.trim() !== ''
  // Nothing is posted to a session that is out of use: what was said is in the agent's record.
  const isOpen = session.status === 'active'
  if (!isSaid || !isOpen) {
    const status =
      answer.how === 'failed'
        ? 'error'
        : answer.how === 'said' && !isSaid
          ? 'passed'
          : 'interrupted'
    const { cut: isCut, error, stoppedBy } = answer
    const outcome = { status, cut: isCut, error, ...(stoppedBy ? { stoppedBy } : {}) } as const
    const response = decideResponse(decision, crew, asked, outcome)
    return response && { response, message: null }
  }
  const isLate = round.closed !== null
  const { message, cut: isCut } = decidePost(shard, decision, crew, asked, answer, isLate)
  const response = decideResponse(decision, crew, asked, {
    status: 'done',
    cut: isCut,
    messageId: message.id,
  })
  return response && { response, message }
}

/**
 * What an agent says of a round after it passed, up to the end of its turn: it may have confirmed the round before it
 * thought. Null where there is nothing to add to.
 */
export function decideAfterthought(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  asked: Asked,
  answer: Pick<Answer, 'text' | 'cut'>,
): RecordedAnswer | null {
  // Nobody thinks in it any more, and a newer one may have been opened: it is in the tables alone then.
  const round =
    roundIn(decision, crew, asked.runId, asked.n) ??
    crew.rounds.round(asked.runId, asked.n) ??
    shard.ports.reader.round(crew.state.lead.id, asked.runId, asked.n)
  const session = sessionIn(decision, crew, asked.sessionId)
  const before = round && responseOf(round, asked.agentId)
  if (!round || session?.status !== 'active' || before?.status !== 'passed') return null
  if (answer.text.trim() === '') return null
  const { message, cut: isCut } = decidePost(shard, decision, crew, asked, answer, true)
  const response = decideLate(decision, round, {
    ...before,
    status: 'done',
    cut: isCut,
    messageId: message.id,
  })
  return { response, message }
}

function decidePost(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  asked: Asked,
  answer: Pick<Answer, 'text' | 'cut' | 'clientId'>,
  isLate: boolean,
): { message: Message; cut: boolean } {
  const { agentId, sessionId, runId, n } = asked
  const session = sessionIn(decision, crew, sessionId)
  const group = session && crew.state.groups[session.groupName]
  if (!session || !group) throw new Error('an answer to a session that is not there')
  const { count, newestAt } = messagesIn(decision, session)
  const said = answer.text.trim()
  // Masked before it is cut: of half a secret no form is left to be found.
  const text = postedOf(said, (whole) => shard.maskOf(crew).mask(whole))
  const { message } = decision.add('session:message', {
    sessionId,
    groupName: group.name,
    message: newMessage({
      id: shard.ports.ids.message(),
      seq: decision.nextSeq,
      n: count + 1,
      group: group.name,
      leadId: group.leadId,
      sessionId,
      kind: 'message',
      from: agentId,
      fromRole: senderRole(crew, { actor: { kind: 'agent', id: agentId } }),
      content: text,
      timestamp: nextTimestamp(shard.ports.clock.now(), newestAt),
      // From the text as it was written: masking does not change whom it mentions.
      mentions: calledBy(
        crew.state,
        group,
        agentId,
        cut(said, LIMITS.content),
        shard.ports.personName,
      ).filter((id) => id === HUMAN_ID || session.activeAgents.includes(id)),
      hop: 0,
      clientId: answer.clientId,
      round: { runId, n, as: isLate ? 'late' : 'answer' },
    }),
  })
  return { message, cut: answer.cut || said.length > LIMITS.content }
}
