import type { UsageBy, UsageTotal } from '@crewroom/shared/model/usage-total'

export interface UsageQuery {
  readonly by: UsageBy
  /** One total for each agent, of days and hours only. */
  readonly isEach?: boolean
  /** From this hour on, as `2026-11-22T23`; empty: from the beginning. */
  readonly sinceHour: string
  readonly limit: number
}

export interface UsageReader {
  /** Agents and tasks: those that used most, the most first. Days and hours: the newest, ascending. */
  usage(
    leadId: string,
    query: UsageQuery,
  ): { readonly totals: readonly UsageTotal[]; readonly hasMore: boolean; readonly asOf: number }
}
