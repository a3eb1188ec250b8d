import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What a crew (`agent_id` is empty) or an agent of it may use. */
export const budgets = sqliteTable(
  'budgets',
  {
    leadId: text('lead_id').notNull(),
    agentId: text('agent_id').notNull(),
    usd: real('usd'),
    tokens: integer('tokens'),
    stage: text('stage'),
    needId: text('need_id'),
    /** The fact that set it as it is: a turn that began before that leaves a budget that goes on once as it is. */
    seq: integer('seq').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.leadId, table.agentId] })],
)

/**
 * What turns used, summed up by agent, task and hour, so that a total takes as long after many turns as after a few. An
 * amount is null where no turn of the row told it.
 */
export const usageHours = sqliteTable(
  'usage_hours',
  {
    leadId: text('lead_id').notNull(),
    /** UTC, in which the turns ended: `2026-11-22T23`. */
    hour: text('hour').notNull(),
    agentId: text('agent_id').notNull(),
    /** The newest task that the agent had open when the turn began; empty for none. */
    taskId: text('task_id').notNull(),
    turns: integer('turns').notNull(),
    /** Turns of which tokens are known. */
    reported: integer('reported').notNull(),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    totalTokens: integer('total_tokens'),
    cachedReadTokens: integer('cached_read_tokens'),
    cachedWriteTokens: integer('cached_write_tokens'),
    cost: real('cost'),
    estimatedCost: real('estimated_cost'),
  },
  (table) => [primaryKey({ columns: [table.leadId, table.hour, table.agentId, table.taskId] })],
)
