import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'
import type { Receipt } from '../../sync/api/groups'
import type { HandedUpTo } from '../../sync/live-details'
import { endedWords } from './ended-words'

/** Where a message stands with one agent now. */
export interface ReceiptNow {
  readonly agentId: string
  readonly state: Receipt['state']
  /** What keeps it, as the end of a sentence: `is busy`. */
  readonly why: string | null
  readonly at: string | null
}

interface Known {
  readonly seq: number
  readonly receipts: readonly Receipt[]
  readonly handed: Readonly<Record<string, HandedUpTo>>
  readonly agents: Readonly<Record<string, Pick<AgentRecord, 'ended'>>>
  /** What keeps the whole group, as the end of a sentence. */
  readonly still?: string | null
  readonly live: Readonly<Record<string, Pick<LiveAgent, 'status' | 'connection' | 'why'>>>
}

/** What was asked once, with what was told since. A receipt only ever goes forward. */
export function receiptsNow({
  seq,
  receipts,
  handed,
  agents,
  live,
  still,
}: Known): readonly ReceiptNow[] {
  return receipts
    .filter(({ agentId }) => Object.hasOwn(agents, agentId))
    .map(({ agentId, state, reason, at }) => {
      const known = handed[agentId]
      if (state === 'seen' || (known && known.seenSeq >= seq)) {
        return { agentId, state: 'seen', why: null, at }
      }
      if (state === 'sent' || (known && known.sentSeq >= seq)) {
        return { agentId, state: 'sent', why: null, at }
      }
      if (state === 'gone' || agents[agentId]?.ended !== null) {
        return { agentId, state: 'gone', why: endedWords(agents[agentId]?.ended ?? null), at: null }
      }
      return {
        agentId,
        state: 'waiting',
        why: still ?? whyWaiting(live[agentId], reason),
        at: null,
      }
    })
}

const REASONS = {
  starting: 'is starting',
  disconnected: 'is not connected',
  busy: 'is busy',
  paused: 'is paused',
  held: 'is on hold',
  asks: 'reads when it asks',
} as const satisfies Record<NonNullable<Receipt['reason']>, string>

function whyWaiting(
  live: Known['live'][string] | undefined,
  reason: Receipt['reason'],
): string | null {
  if (!live) return reason ? (REASONS[reason] ?? null) : null
  if (live.why.code === 'paused') return REASONS.paused
  if (live.why.code === 'held') return REASONS.held
  if (live.status === 'starting' || live.why.code === 'restarting') return REASONS.starting
  if (live.status === 'working') return REASONS.busy
  if (live.why.code === 'asleep') return 'is asleep'
  if (live.why.code === 'asks') return REASONS.asks
  if (live.connection !== 'connected') return REASONS.disconnected
  return null
}

/**
 * The receipts in one quiet sentence; null when there is nobody to speak of. An agent that has ended is not counted: the message
 * does not go there, as the composer said.
 */
export function receiptLine(
  all: readonly ReceiptNow[],
  nameOf: (id: string) => string,
): string | null {
  if (all.length === 0) return null
  const gone = all.filter(({ state }) => state === 'gone')
  const without = gone[0] ? ` · ${nameOf(gone[0].agentId)} ${gone[0].why}` : ''
  const going = all.filter(({ state }) => state !== 'gone')
  const total = going.length
  if (total === 0) return `Read by nobody${without}`
  const seen = going.filter(({ state }) => state === 'seen')
  const one = going.length === 1 ? going[0] : undefined
  const agents = `${total} agents`
  if (seen.length === total) {
    return `${one ? `Read by ${nameOf(one.agentId)}` : `Read by all ${agents}`}${without}`
  }
  const has = going.filter(({ state }) => state === 'seen' || state === 'sent')
  if (has.length === total) {
    return `${one ? `With ${nameOf(one.agentId)}` : `With all ${agents}`}${without}`
  }
  const other = going.find(({ state, why }) => state === 'waiting' && why !== null)
  const waiting = going.filter(({ state }) => state === 'waiting')
  const where = one
    ? ''
    : has.length === 0
      ? `Not with any of ${agents} yet`
      : `With ${has.length} of ${agents}`
  const who = other ? `${nameOf(other.agentId)} ${other.why}` : one ? nameOf(one.agentId) : ''
  if (one) return other ? `Not delivered yet · ${who}` : `Not with ${who} yet`
  if (who !== '') return `${where} · ${who}`
  // Nothing is in its way: it is handed over when the agent takes it.
  const [last] = waiting
  return last && waiting.length === 1
    ? `${where} · ${nameOf(last.agentId)} has not received it yet`
    : where
}

/** What a state means, where there is room to say it. */
export function stateWords({ state, why }: ReceiptNow): string {
  switch (state) {
    case 'seen':
      return 'Read'
    case 'sent':
      return 'Delivered, not read yet'
    case 'gone':
      return why === 'has ended'
        ? 'Ended before it was delivered'
        : `It ${why}: it reads this when it is woken`
    case 'waiting':
      return why === null ? 'Waiting to be delivered' : `Waiting: it ${why}`
    default:
      return state satisfies never
  }
}
