import { listedIds } from '@crewroom/shared/model/group'
import { cut } from '@crewroom/shared/model/cut'
import { newMessage, type Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { ReplyTo } from '@crewroom/shared/model/reply'
import {
  type AnswerUsage,
  type RoundRecord,
  type RoundResponse,
  responseOf,
} from '@crewroom/shared/model/round'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { calledBy } from '@crewroom/shared/state/wakes'
import type { Crew } from '../crew/crew'
import type { Asked } from '../crew/round-book'
import { senderRole } from '../crew/sender-role'
import { calledByReply } from '../crew/written'
import type { Shard } from '../crew/shard'
import { nextTimestamp } from '../crew/next-timestamp'
import type { Decision } from '../journal/decision'
import { keptOf } from './choice-line'
import { decideLate, decideResponse, type Outcome } from './close-round'
import { withoutDone } from './done-line'
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
  /** What it replies to, where it was sent as a message. */
  readonly replyTo?: ReplyTo | undefined
  /** What it used, if its program says so. */
  readonly usage?: AnswerUsage | undefined
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
  const before = round && responseOf(round, asked.agentId)
  if (!round || !session || before?.status !== 'thinking') return null
  const { text, done } = saidIn(round, before, answer)
  const said = { ...answer, text }
  const used = { ...(round.run ? usedBy(before, answer) : {}), ...(done ? { done } : {}) }
  const isSaid = answer.how === 'said' && text.trim() !== ''
  // Nothing is posted to a session that is out of use: what was said is in the agent's record.
  const isOpen = session.status === 'active'
  // Masked before it is cut: of half a secret no form is left to be found.
  const masked = () => shard.maskOf(crew).mask(text.trim())
  const end = (outcome: Outcome): RecordedAnswer | null => {
    const response = decideResponse(decision, crew, asked, { ...outcome, ...used })
    return response && { response, message: null }
  }
  if (answer.how === 'said' && isOpen && startsDiscussion(before)) {
    return end({ status: 'nested', cut: answer.cut, soFar: cut(masked(), LIMITS.content / 2) })
  }
  if (isSaid && isOpen && round.ask === 'select') {
    return end({ status: 'done', cut: answer.cut, decision: keptOf(masked(), LIMITS.decision) })
  }
  if (!isSaid || !isOpen) {
    const status =
      answer.how === 'failed'
        ? 'error'
        : answer.how === 'said' && !isSaid
          ? 'passed'
          : 'interrupted'
    const { cut: isCut, error, stoppedBy } = answer
    return end({ status, cut: isCut, error, ...(stoppedBy ? { stoppedBy } : {}) })
  }
  const isLate = round.closed !== null
  const { message, cut: isCut } = decidePost(shard, decision, crew, asked, said, isLate)
  const response = decideResponse(decision, crew, asked, {
    status: 'done',
    cut: isCut,
    messageId: message.id,
    ...used,
  })
  return response && { response, message }
}

/** Whether a discussion that it has started must come first: it has ended its turn for the first time since. */
function startsDiscussion({ child, soFar }: RoundResponse): boolean {
  return child !== undefined && soFar === undefined
}

/** An answer with what was said before a discussion within it; in a discussion, without the line that says that it is done. */
function saidIn(
  round: RoundRecord,
  { soFar = '' }: RoundResponse,
  { text }: Answer,
): { text: string; done: boolean } {
  const whole = [soFar, text.trim()].filter((part) => part !== '').join('\n\n')
  const said = soFar === '' ? text : whole
  if (!round.run) return { text: said, done: false }
  const left = withoutDone(said)
  return { text: left, done: left !== said }
}

/** What an answer of two turns used is the sum of both. Kept of discussions, which have budgets. */
function usedBy(before: RoundResponse, { usage }: Answer): Pick<RoundResponse, 'usage'> {
  if (!usage) return {}
  const { usage: earlier } = before
  if (!earlier) return { usage }
  const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
  return {
    usage: {
      ...usage,
      tokens: sum(earlier.tokens, usage.tokens),
      usd: sum(earlier.usd, usage.usd),
    },
  }
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
  // Nothing is posted of a choice, nor to a discussion that is over.
  if (round.run && (round.ask === 'select' || !crew.state.runs[round.run.id])) return null
  const text = round.run ? withoutDone(answer.text) : answer.text
  if (text.trim() === '') return null
  const { message, cut: isCut } = decidePost(
    shard,
    decision,
    crew,
    asked,
    { ...answer, text },
    true,
  )
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
  answer: Pick<Answer, 'text' | 'cut' | 'clientId' | 'replyTo'>,
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
      mentions: [
        ...new Set([
          ...calledBy(
            crew.state,
            group,
            agentId,
            cut(said, LIMITS.content),
            shard.ports.personName,
          ),
          ...calledByReply(answer.replyTo, agentId, listedIds(group)),
        ]),
      ].filter((id) => id === HUMAN_ID || session.activeAgents.includes(id)),
      hop: 0,
      clientId: answer.clientId,
      ...(answer.replyTo ? { replyTo: answer.replyTo } : {}),
      round: { runId, n, as: isLate ? 'late' : 'answer' },
    }),
  })
  return { message, cut: answer.cut || said.length > LIMITS.content }
}
