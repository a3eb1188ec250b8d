import type { TurnTimes } from '@crewroom/shared/model/turn'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'

/** A stretch in which an agent was at work, in shares of the whole time. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Stretches that are closer than this, in shares of the whole, are drawn as one. */
const APART = 0.004

/** When each agent was at work, from when the first of them was handed something until now. */
export function stretchesOf(
  turns: readonly TurnTimes[],
  live: Readonly<Record<string, LiveAgent>>,
  now: number,
  /** Who has ended works no more, whatever it still had in hand. */
  hasEnded: (agentId: string) => boolean = () => false,
): { readonly from: number; readonly byAgent: ReadonlyMap<string, readonly Stretch[]> } {
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
  const from = Math.min(now - 60_000, ...times.map((time) => time.from))
  const share = (at: number) => Math.min(1, Math.max(0, (at - from) / (now - from)))
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
  return { from, byAgent }
}
