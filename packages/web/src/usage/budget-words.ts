import type { BudgetView } from '@crewroom/shared/model/budget'
import { about, money, tokenWords } from '../overview/amounts'

/** One limit of a budget, and how far it is used. */
export interface Limit {
  readonly unit: 'usd' | 'tokens'
  /** 0 or more; above 1 the limit was overrun. */
  readonly share: number
  /** `about $0.86 of $1.00` */
  readonly words: string
}

/** What was used: the server's count, or newer figures. */
export interface Spent {
  readonly cost: number | null
  readonly tokens: number | null
  readonly isEstimate: boolean
}

/** The limits that a budget has, money first. */
export function limitsOf({ usd, tokens }: Pick<BudgetView, 'usd' | 'tokens'>, spent: Spent) {
  const limits: Limit[] = []
  if (usd !== null) {
    const used = spent.cost === null ? 'cost not known' : about(money(spent.cost), spent.isEstimate)
    limits.push({ unit: 'usd', share: (spent.cost ?? 0) / usd, words: `${used} of ${money(usd)}` })
  }
  if (tokens !== null) {
    const used = spent.tokens === null ? 'tokens not known' : tokenWords(spent.tokens)
    limits.push({
      unit: 'tokens',
      share: (spent.tokens ?? 0) / tokens,
      words: `${used} of ${tokenWords(tokens)} tokens`,
    })
  }
  return limits
}

/** `$5.00`, `1M tokens`, `$5.00 and 1M tokens` */
export function limitWords({ usd, tokens }: Pick<BudgetView, 'usd' | 'tokens'>): string {
  return [
    ...(usd === null ? [] : [money(usd)]),
    ...(tokens === null ? [] : [`${tokenWords(tokens)} tokens`]),
  ].join(' and ')
}

/** The stage of a budget in words; null while there is nothing to say. */
export function stageWords({ stage }: Pick<BudgetView, 'stage'>): string | null {
  switch (stage) {
    case null:
      return null
    case 'warned':
      return 'more than 80 % used'
    case 'reached':
      return 'used up, paused'
    case 'overrun':
      return 'used up, goes on once'
    default:
      return stage satisfies never
  }
}

/**
 * A limit as a person types it: `5`, `$2.50`, `1,000,000`, `2M`, `500k`. Null for no limit, undefined if it is not a
 * valid one.
 */
export function typedLimit(unit: Limit['unit'], text: string): number | null | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/[,\s_](?=\d{3}(\D|$))/g, '')
  if (plain === '') return null
  const [, digits = '', suffix = ''] = /^(\d+(?:\.\d+)?)\s*([kKmM]?)$/.exec(plain) ?? []
  if (digits === '') return undefined
  const times = { '': 1, k: 1e3, m: 1e6 }[suffix.toLowerCase()] ?? 1
  const amount = Number(digits) * times
  if (unit === 'tokens') return Number.isInteger(amount) && amount >= 1 ? amount : undefined
  const cents = Math.round(amount * 100)
  return suffix === '' && cents >= 1 && Math.abs(amount * 100 - cents) < 1e-6
    ? cents / 100
    : undefined
}

/** A limit as text for the field in which it is changed. */
export function typedFrom(limit: number | null): string {
  return limit === null ? '' : limit.toLocaleString('en', { maximumFractionDigits: 2 })
}
