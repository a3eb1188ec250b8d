import type { CostKind } from './usage'

/** What totals are for. */
export const USAGE_BY = ['crew', 'agent', 'task', 'day', 'hour'] as const
export type UsageBy = (typeof USAGE_BY)[number]

/** What turns of a crew used together. An amount that no program reported is null, not 0. */
export interface UsageTotal {
  /**
   * The agent, the task (null: turns without one), the day (`2026-11-22`) or the hour (`2026-11-22T23`), both in UTC, in
   * which the turns ended; null for the whole crew.
   */
  readonly key: string | null
  /** The agent of whose turns of that day or hour it is, where each agent is told apart; otherwise null. */
  readonly agentId: string | null
  /** Turns that ended, of programs that the server talks ACP with. */
  readonly turns: number
  /** Those of which tokens are known. */
  readonly reported: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  readonly cachedReadTokens: number | null
  readonly cachedWriteTokens: number | null
  /** In US dollars. */
  readonly cost: number | null
  readonly costKind: CostKind | null
}
