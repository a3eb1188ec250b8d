import { isBudget } from '@crewroom/shared/model/budget'
import { and, eq, sql } from 'drizzle-orm'
import { budgets } from '../schema'
import type { Projection, ProjectionContext } from './projection'

const p = sql.placeholder

const AMOUNTS = [
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cached_read_tokens',
  'cached_write_tokens',
  'cost',
  'estimated_cost',
] as const

/** Unknown and unknown is unknown; unknown and something is that. */
const added = AMOUNTS.map(
  (name) => `${name} = case when excluded.${name} is null then ${name}
    else coalesce(${name}, 0) + excluded.${name} end`,
)

/** Counts a turn that has just ended. Its migration counts those of earlier versions with the same select. */
export function usageCounter({ guard }: ProjectionContext) {
  return guard({
    toSQL: () => ({
      sql: `insert into usage_hours (lead_id, hour, agent_id, task_id, turns, reported, ${AMOUNTS.join(', ')})
        select lead_id, substr(ended_at, 1, 13), agent_id,
          coalesce((select k.id from tasks k where k.lead_id = t.lead_id and k.agent_id = t.agent_id
            and k.waits is null and coalesce(k.given_at, k.created_at) <= t.at and (k.ended_at is null or k.ended_at >= t.at)
            order by coalesce(k.given_at, k.created_at) desc, k.rowid desc limit 1), ''),
          1,
          coalesce(usage ->> 'totalTokens', usage ->> 'inputTokens', usage ->> 'outputTokens') is not null,
          usage ->> 'inputTokens', usage ->> 'outputTokens',
          coalesce(usage ->> 'totalTokens', (usage ->> 'inputTokens') + (usage ->> 'outputTokens'),
            usage ->> 'inputTokens', usage ->> 'outputTokens'),
          usage ->> 'cachedReadTokens', usage ->> 'cachedWriteTokens',
          usage ->> 'cost', usage ->> 'estimatedCost'
        from turns t where id = ? and lead_id = ?
        on conflict do update set turns = turns + 1, reported = reported + excluded.reported,
          ${added.join(', ')}`,
      params: [p('turnId'), p('leadId')],
    }),
  })
}

export function budgetProjection({ orm, guard }: ProjectionContext) {
  const put = guard(
    orm
      .insert(budgets)
      .values({
        leadId: p('leadId'),
        agentId: p('agentId'),
        usd: p('usd'),
        tokens: p('tokens'),
        stage: p('stage'),
        needId: p('needId'),
        seq: p('seq'),
      })
      .onConflictDoUpdate({
        target: [budgets.leadId, budgets.agentId],
        set: {
          usd: sql`excluded.usd`,
          tokens: sql`excluded.tokens`,
          stage: sql`excluded.stage`,
          needId: sql`excluded.need_id`,
          seq: sql`excluded.seq`,
        },
      }),
  )
  const remove = guard(
    orm
      .delete(budgets)
      .where(and(eq(budgets.leadId, p('leadId')), eq(budgets.agentId, p('agentId')))),
  )
  return {
    'budget:changed': ({ data: { budget }, leadId, seq }) => {
      const row = { ...budget, leadId, seq, agentId: budget.agentId ?? '' }
      if (isBudget(budget)) put(row)
      else remove(row)
    },
  } satisfies Projection
}
