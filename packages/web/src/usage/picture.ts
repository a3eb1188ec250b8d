import type { UsageTotal } from '@crewroom/shared/model/usage-total'

export type Step = 'hour' | 'day'
export type Amount = 'tokens' | 'cost'

/** What one agent used in an hour or a day. */
export interface Part {
  readonly agentId: string
  readonly amount: number
}

/** An hour or a day of the picture; null if turns ended and none reported how much it used. */
export interface Bucket {
  readonly key: string
  readonly at: string
  readonly total: number | null
  readonly parts: readonly Part[]
}

const STEPS: Readonly<Record<Step, { readonly ms: number; readonly count: number }>> = {
  hour: { ms: 3_600_000, count: 24 },
  day: { ms: 86_400_000, count: 30 },
}

/** Where the picture begins: the start of its first hour or day, in UTC. */
export function beginOf(step: Step, now: number): number {
  const { ms, count } = STEPS[step]
  return (Math.floor(now / ms) - count + 1) * ms
}

/** Every hour or day until now, including those in which no turn ended; agents are in the same order throughout. */
export function bucketsOf(
  totals: readonly UsageTotal[],
  step: Step,
  amount: Amount,
  now: number,
): readonly Bucket[] {
  const { ms, count } = STEPS[step]
  const begin = beginOf(step, now)
  const order = agentsOf(totals, amount)
  const byKey = new Map<string, UsageTotal[]>()
  for (const total of totals) {
    const own = byKey.get(total.key ?? '')
    if (own) own.push(total)
    else byKey.set(total.key ?? '', [total])
  }
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(begin + index * ms).toISOString()
    const key = at.slice(0, step === 'hour' ? 13 : 10)
    const own = byKey.get(key) ?? []
    const parts = order.flatMap((agentId) => {
      const used = own.find((total) => total.agentId === agentId)
      const known = used && amountOf(used, amount)
      return known ? [{ agentId, amount: known }] : []
    })
    const isUnknown = own.length > 0 && own.every((total) => amountOf(total, amount) === null)
    return {
      key,
      at,
      parts,
      total: isUnknown ? null : parts.reduce((sum, part) => sum + part.amount, 0),
    }
  })
}

/** The agents that used something, the one that used most first. */
export function agentsOf(totals: readonly UsageTotal[], amount: Amount): readonly string[] {
  const sums = new Map<string, number>()
  for (const total of totals) {
    const used = amountOf(total, amount)
    if (total.agentId === null || !used) continue
    sums.set(total.agentId, (sums.get(total.agentId) ?? 0) + used)
  }
  return [...sums].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([id]) => id)
}

function amountOf({ totalTokens, cost }: UsageTotal, amount: Amount): number | null {
  return amount === 'tokens' ? totalTokens : cost
}

/** A round number that is not below the greatest amount, and whose half is round, too. */
export function roundTop(most: number): number {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 1.6, 2, 3, 4, 5, 6, 8, 10].find((own) => own * power >= most - 1e-12) ?? 10
  return step * power
}

/** What was used up to each hour or day, on top of what was used before the first of them. */
export function addedUp(buckets: readonly Bucket[], before: number): readonly Bucket[] {
  const sums = new Map<string, number>(before > 0 ? [[EARLIER, before]] : [])
  return buckets.map((bucket) => {
    for (const { agentId, amount } of bucket.parts) {
      sums.set(agentId, (sums.get(agentId) ?? 0) + amount)
    }
    const parts = [...sums].map(([agentId, amount]) => ({ agentId, amount }))
    return { ...bucket, parts, total: parts.reduce((sum, { amount }) => sum + amount, 0) }
  })
}

/** Stands for whoever used something before the time that is shown. */
export const EARLIER = 'earlier'
