import { isOver, metBy } from './end-rule'
import { saysLittle } from '@crewroom/shared/model/conduct'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import type {
  RunLimits,
  RunProgress,
  RunRecord,
  RunUsage,
  StopReason,
} from '@crewroom/shared/model/run'

/** Rounds of this kind count towards the limit. */
function counts(ask: RoundRecord['ask']): boolean {
  return ask === 'answer' || ask === 'manage' || ask === 'human'
}

/** How far a discussion is after a round that has closed. `said`: its answers, by message. */
export function tallied(
  {
    progress: before,
    limits,
  }: { readonly progress: RunProgress; readonly limits: Pick<RunLimits, 'until'> },
  closed: RoundRecord,
  said: (messageId: string) => Pick<Message, 'content' | 'from'> | undefined,
  /** Whether an agent was handed what the round asks. */
  wasGiven: (agentId: string) => boolean,
): RunProgress {
  if (closed.n <= before.upTo) return before
  const { responses, ask } = closed
  const [only] = responses
  const speaks = ask === 'answer' || ask === 'human'
  const alone = responses.length === 1 && only ? only.agentId : null
  const isNew = (response: RoundResponse): boolean => {
    const message = response.messageId === null ? undefined : said(response.messageId)
    return message !== undefined && !saysLittle(message.content)
  }
  // One that has ended before it was handed the question has cost nothing.
  const isPaid = ({ status, agentId }: RoundResponse) => status !== 'error' || wasGiven(agentId)
  const answers = responses.flatMap(({ messageId }) => (messageId && said(messageId)) || [])
  const met = metBy(limits, before.met, answers)
  const isIdle = responses.every(
    (one) => one.status === 'passed' || (one.status === 'done' && !isNew(one)),
  )
  return {
    ...before,
    rounds: before.rounds + (counts(ask) && responses.some(isPaid) ? 1 : 0),
    messages: before.messages + responses.filter(({ messageId }) => messageId !== null).length,
    usage: responses.filter(isPaid).reduce(used, before.usage),
    previous: speaks ? alone : before.previous,
    idle: !speaks
      ? before.idle
      : isIdle
        ? before.idle + 1
        : responses.some(isNew)
          ? 0
          : before.idle,
    failures: responses.reduce(failed, before.failures),
    ...(met.length > 0 ? { met } : {}),
    ...(before.told ? { told: responses.reduce(untold, before.told) } : {}),
    upTo: closed.n,
  }
}

function used(sum: RunUsage, { agentId, usage, status }: RoundResponse): RunUsage {
  if (agentId === HUMAN_ID || status === 'skipped') return sum
  return {
    tokens: sum.tokens + (usage?.tokens ?? 0),
    usd: sum.usd + (usage?.usd ?? 0),
    known: sum.known && usage !== undefined && usage.tokens !== null,
  }
}

function failed(
  failures: RunProgress['failures'],
  { agentId, status }: RoundResponse,
): RunProgress['failures'] {
  if (status === 'error') return { ...failures, [agentId]: (failures[agentId] ?? 0) + 1 }
  if (status !== 'done' && status !== 'passed') return failures
  const { [agentId]: _reset, ...others } = failures
  return others
}

/** Whoever gave no answer may not have read its question: the next one tells it everything again. */
function untold(
  told: NonNullable<RunProgress['told']>,
  { agentId, status }: RoundResponse,
): NonNullable<RunProgress['told']> {
  if (status === 'done' || status === 'passed') return told
  const { [agentId]: _unread, ...others } = told
  return others
}

/** The limit that a discussion has reached, whatever its policy would do next. What is done is done, whatever it cost. */
export function limitReached(
  { limits, progress }: Pick<RunRecord, 'limits' | 'progress'>,
  closed: RoundRecord | null,
): StopReason | null {
  if (closed?.responses.some(({ done }) => done === true)) return 'done'
  if (progress.ends) return progress.ends
  if (isOver(limits, progress)) return 'until'
  if (isSpent(limits, progress.usage)) return 'budget'
  if (limits.messages !== null && progress.messages >= limits.messages) return 'max_messages'
  if (progress.idle >= limits.stall) return 'stalled'
  return null
}

function isSpent({ tokens, usd }: RunLimits, usage: RunUsage): boolean {
  return (tokens !== null && usage.tokens >= tokens) || (usd !== null && usage.usd >= usd)
}
