import type { TurnTimes } from '@crewroom/shared/model/turn'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'

/** A stretch in which an agent was at work, in shares of the whole time. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Stretches that are closer than this, in shares of the whole, are drawn as one. */
const APART = 0.004

/** What ended at most this long ago, or a tenth of the story, still goes on. */
const FRESH_MS = 60_000

/**
 * When each agent was at work, from when the first of them was handed something until now, or until the last was done:
 * a night in which nothing happened would press the story to the edge.
 */
export function stretchesOf(
  turns: readonly TurnTimes[],
  live: Readonly<Record<string, LiveAgent>>,
  now: number,
  /** An agent that has ended no longer works, whatever it still had in hand. */
  hasEnded: (agentId: string) => boolean = () => false,
): {
  readonly from: number
  readonly to: number
  readonly byAgent: ReadonlyMap<string, readonly Stretch[]>
} {
  const endOf = (agentId: string, sentAt: string, endedAt: string | null) => {
    if (endedAt !== null) return Date.parse(endedAt)
    return hasEnded(agentId) ? Date.parse(live[agentId]?.why.since ?? sentAt) : now
  }
  const times = turns.map(({ agentId, sentAt, endedAt }) => ({
    agentId,
    from: Date.parse(sentAt),
    to: endOf(agentId, sentAt, endedAt),
  }))
  for (const [agentId, { status, why }] of Object.entries(live)) {
    if (status === 'working' && why.since !== null) {
      times.push({ agentId, from: Date.parse(why.since), to: now })
    }
  }
  const first = Math.min(now, ...times.map((time) => time.from))
  const last = Math.max(first, ...times.map((time) => time.to))
  const to = now - last < Math.max(FRESH_MS, (last - first) / 10) ? now : last
  const from = Math.min(to - 60_000, first)
  const share = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from)))
  const byAgent = new Map<string, Stretch[]>()
  for (const time of times.toSorted((a, b) => a.from - b.from)) {
    const own = byAgent.get(time.agentId) ?? []
    byAgent.set(time.agentId, own)
    const next = { from: share(time.from), to: share(time.to) }
    const last = own.at(-1)
    if (last && next.from - last.to < APART) {
      own[own.length - 1] = { from: last.from, to: Math.max(last.to, next.to) }
    } else own.push(next)
  }
  return { from, to, byAgent }
}
