import { costKind } from '@crewroom/shared/model/usage'
import type { UsageBy, UsageTotal } from '@crewroom/shared/model/usage-total'
import type { UsageQuery } from '../journal/ports/usage-port'
import type { Sqlite } from './database'

const KEYS: Readonly<Record<UsageBy, string>> = {
  crew: 'null',
  agent: 'agent_id',
  task: "nullif(task_id, '')",
  day: 'substr(hour, 1, 10)',
  hour: 'hour',
}
const NEWEST: ReadonlySet<UsageBy> = new Set(['day', 'hour'])

type Row = Omit<UsageTotal, 'costKind'> & { readonly estimatedCost: number | null }

/** Prepared reads of totals: over rows of hours, of which there are few, however many turns there were. */
export function usageRows(sqlite: Sqlite) {
  const statement = (by: UsageBy, isEach = false) =>
    sqlite.prepare<{ leadId: string; sinceHour: string; limit: number }, Row>(
      `select ${KEYS[by]} as key, ${isEach ? 'agent_id' : 'null'} as agentId, sum(turns) as turns, sum(reported) as reported,
         sum(input_tokens) as inputTokens, sum(output_tokens) as outputTokens,
         sum(total_tokens) as totalTokens, sum(cached_read_tokens) as cachedReadTokens,
         sum(cached_write_tokens) as cachedWriteTokens,
         sum(cost) as cost, sum(estimated_cost) as estimatedCost
       from usage_hours where lead_id = :leadId and hour >= :sinceHour
       group by 1, 2 having sum(turns) > 0
       order by ${NEWEST.has(by) ? '1 desc, 2' : 'totalTokens desc, cost desc, turns desc, 1'} limit :limit`,
    )
  const statements = {
    crew: statement('crew'),
    agent: statement('agent'),
    task: statement('task'),
    day: statement('day'),
    hour: statement('hour'),
  }
  const each = { day: statement('day', true), hour: statement('hour', true) }
  return (leadId: string, { by, isEach = false, sinceHour, limit }: UsageQuery) => {
    const read = isEach && (by === 'day' || by === 'hour') ? each[by] : statements[by]
    const rows = read.all({ leadId, sinceHour, limit: limit + 1 })
    const shown = rows.slice(0, limit).map(totalOf)
    return {
      totals: NEWEST.has(by) ? shown.reverse() : shown,
      hasMore: rows.length > limit,
    }
  }
}

function totalOf({ estimatedCost, ...row }: Row): UsageTotal {
  const { cost } = row
  const estimated = estimatedCost === null ? {} : { estimatedCost }
  return { ...row, costKind: costKind({ cost, ...estimated }) }
}
