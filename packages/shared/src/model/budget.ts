/** How far a budget is used: 80 % of it, or all. `overrun`: all of it, and a person lets the next turn go beyond it. */
export const BUDGET_STAGES = ['warned', 'reached', 'overrun'] as const
export type BudgetStage = (typeof BUDGET_STAGES)[number]

/** What a person answers when a budget needs them: a higher budget, or one more turn. */
export const BUDGET_ACTIONS = ['raise', 'once'] as const
export type BudgetAction = (typeof BUDGET_ACTIONS)[number]

/** What a crew, or one agent of it, may use. At 80 % a person is notified; at 100 % nothing more is handed over. */
export interface BudgetRecord {
  /** Null: the whole crew. */
  readonly agentId: string | null
  /** In US dollars; null: no limit. */
  readonly usd: number | null
  readonly tokens: number | null
  readonly stage: BudgetStage | null
  /** What was opened for a person when it came to that stage. */
  readonly needId: string | null
}

/** With what was used of it. */
export interface BudgetView extends BudgetRecord {
  /** Null where no program told any. */
  readonly spentUsd: number | null
  readonly spentTokens: number | null
  /** Agents that are not counted, or not wholly: their programs do not tell what is limited. */
  readonly unreported: readonly string[]
}

/** Whether it limits anything: without a limit there is no budget. */
export function isBudget({ usd, tokens }: Pick<BudgetRecord, 'usd' | 'tokens'>): boolean {
  return usd !== null || tokens !== null
}

/** What one more half makes of the limits that are set, counted from what was used where that is more. */
export function raisedByHalf({
  usd,
  tokens,
  spentUsd,
  spentTokens,
}: Pick<BudgetView, 'usd' | 'tokens' | 'spentUsd' | 'spentTokens'>): {
  readonly usd: number | null
  readonly tokens: number | null
} {
  return {
    usd: usd === null ? null : Math.ceil(100 * HALF_MORE * Math.max(usd, spentUsd ?? 0)) / 100,
    tokens: tokens === null ? null : Math.ceil(HALF_MORE * Math.max(tokens, spentTokens ?? 0)),
  }
}

const HALF_MORE = 1.5
