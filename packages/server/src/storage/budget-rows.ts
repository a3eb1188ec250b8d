import type { BudgetStage } from '@crewroom/shared/model/budget'
import { asc, eq, sql } from 'drizzle-orm'
import type { StoredBudget } from '../journal/ports/stored-shard'
import type { Orm } from './database'
import { budgets } from './schema'

/** The budgets of a crew, its own first. */
export function budgetLoader(db: Orm): (leadId: string) => StoredBudget[] {
  const rows = db
    .select()
    .from(budgets)
    .where(eq(budgets.leadId, sql.placeholder('leadId')))
    .orderBy(asc(budgets.agentId))
    .prepare()
  return (leadId) =>
    rows.all({ leadId }).map(({ leadId: _, agentId, stage, ...limits }) => ({
      ...limits,
      agentId: agentId === '' ? null : agentId,
      stage: stage as BudgetStage | null,
    }))
}
