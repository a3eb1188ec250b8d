import type { TaskStatus } from '@crewroom/shared/model/task'
import type { AgentActivity, OverviewQuery, PutOut } from '../journal/ports/overview-port'
import { activityBars } from './activity-bars'
import type { Sqlite } from './database'

/** The end of a text is enough for the lines that are shown of it. */
const TEXT_END = 4_000
/** The last few tools are enough, and an entry for one may be long. */
const MOST_TOOLS = 8
/** Among so many of the newest deliveries are the answers to what agents wrote last. */
const NEWEST_DELIVERIES = 4_000
/** Answers that an agent got at once are in its record. */
const MOST_PROMPTS = 40

interface Answered {
  readonly at: string
  readonly text: string
}

type Row = Omit<PutOut, 'isEnd'> & { readonly length: number }

/** Texts of both, by when they came. */
function inOrder(one: readonly Answered[], other: readonly Answered[]): readonly string[] {
  const all = other.length === 0 ? one : [...one, ...other]
  return all.toSorted((a, b) => a.at.localeCompare(b.at)).map(({ text }) => text)
}

/** Prepared reads for an overview. What they cost grows with what happened lately, not with how long records are. */
export function overviewRows(sqlite: Sqlite) {
  // A read by kind each, by its index: whatever else is in a long record is not looked at.
  const ofKind = (kind: PutOut['kind'], limit: string) =>
    `select * from (select n, at, kind, turn_id as turnId,
         coalesce(substr(text, -${TEXT_END}), '') as text, coalesce(length(text), 0) as length,
         json_extract(data, '$.title') as title, json_extract(data, '$.status') as status
       from rollout_entries where agent_id = :agentId and kind = '${kind}'
       order by n desc limit ${limit})`
  const newest = sqlite.prepare<{ agentId: string; limit: number }, Row>(
    `select at, kind, turnId, text, length, title, status from (
       ${ofKind('text', ':limit')} union all
       ${ofKind('tool_call', String(MOST_TOOLS))} union all
       ${ofKind('tool_result', String(MOST_TOOLS))}
     ) order by n desc limit :limit`,
  )
  const replies = sqlite.prepare<{ leadId: string }, Answered & { agentId: string }>(
    `select agent_id as agentId, at, content ->> '$.text' as text from deliveries
     where rowid > (select max(rowid) from deliveries) - ${NEWEST_DELIVERIES}
       and lead_id = :leadId and kind = 'reply' order by rowid`,
  )
  const prompts = sqlite.prepare<{ agentId: string }, Answered>(
    `select at, text from rollout_entries where agent_id = :agentId and kind = 'prompt'
       and text like '[System] %' order by n desc limit ${MOST_PROMPTS}`,
  )
  const plan = sqlite
    .prepare<[string], string>(
      `select json_extract(data, '$.entries') from rollout_entries
       where agent_id = ? and kind = 'plan' order by n desc limit 1`,
    )
    .pluck()
  const tasks = sqlite.prepare<[string], { agentId: string; status: TaskStatus; count: number }>(
    `select agent_id as agentId, status, count(*) as count from tasks
     where lead_id = ? group by agent_id, status`,
  )
  const used = sqlite.prepare<[number, string, string], { minute: number; tokens: number | null }>(
    `select cast((strftime('%s', ended_at) - ?) / 60 as integer) as minute,
       sum(coalesce(json_extract(usage, '$.totalTokens'),
         coalesce(json_extract(usage, '$.inputTokens'), 0)
           + coalesce(json_extract(usage, '$.outputTokens'), 0))) as tokens
     from turns where lead_id = ? and ended_at >= ? and usage is not null
     group by minute`,
  )

  const putOut = (agentId: string, limit: number): PutOut[] =>
    newest
      .all({ agentId, limit })
      .reverse()
      .map(({ length, ...row }) => ({ ...row, isEnd: length > TEXT_END }))

  const barsOf = activityBars(sqlite)

  return (leadId: string, query: OverviewQuery) => {
    const counts = { open: 0, completed: 0, failed: 0, cancelled: 0 }
    const byAgent = new Map<string, { open: number; done: number }>()
    for (const { agentId, status, count } of tasks.all(leadId)) {
      counts[status] += count
      const own = byAgent.get(agentId) ?? { open: 0, done: 0 }
      if (status === 'open') own.open += count
      if (status === 'completed') own.done += count
      byAgent.set(agentId, own)
    }
    const inInboxes = new Map<string, Answered[]>()
    for (const { agentId, ...reply } of replies.all({ leadId })) {
      const own = inInboxes.get(agentId)
      if (own) own.push(reply)
      else inInboxes.set(agentId, [reply])
    }
    const agents = new Map<string, AgentActivity>(
      query.agentIds.map((agentId) => [
        agentId,
        {
          putOut: putOut(agentId, query.entries),
          answered: inOrder(inInboxes.get(agentId) ?? [], prompts.all({ agentId }).reverse()),
          bars: barsOf(agentId, query),
          plan: plan.get(agentId) ?? null,
          tasks: byAgent.get(agentId) ?? { open: 0, done: 0 },
        },
      ]),
    )
    const minutes = Array.from({ length: query.minutes }, () => 0)
    const told = used.all(Date.parse(query.usedSince) / 1_000, leadId, query.usedSince)
    for (const { minute, tokens } of told) {
      if (minute >= 0 && minute < minutes.length) minutes[minute] = tokens ?? 0
    }
    const isTold = told.some(({ tokens }) => (tokens ?? 0) > 0)
    return { agents, tasks: counts, tokensByMinute: isTold ? minutes : null }
  }
}
