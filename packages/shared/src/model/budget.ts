/** How far a budget is used: 80 % of it, or all. */
export type BudgetStage = 'warned' | 'reached'

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
