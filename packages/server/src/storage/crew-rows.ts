import { and, asc, eq, sql } from 'drizzle-orm'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { TaskRecord, TaskStatus } from '@crewroom/shared/model/task'
import type { Orm } from './database'
import { directMessages, tasks } from './schema'

const p = sql.placeholder

/** Prepared reads of tasks and of what was said outside of groups. */
export function crewRows(orm: Orm) {
  const said = orm
    .select()
    .from(directMessages)
    .where(sql`${directMessages.id} in (select value from json_each(${p('ids')}))`)
    .prepare()
  const task = orm
    .select()
    .from(tasks)
    .where(eq(tasks.id, p('id')))
    .prepare()
  const ofLead = orm
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.leadId, p('leadId')),
        sql`(${p('status')} is null or ${tasks.status} = ${p('status')})`,
      ),
    )
    .orderBy(asc(sql`rowid`))
    .prepare()
  return {
    directMessages: (ids: readonly string[]): ReadonlyMap<string, DirectMessage> =>
      new Map(said.all({ ids: JSON.stringify(ids) }).map((row) => [row.id, toDirectMessage(row)])),
    task: (id: string): TaskRecord | null => {
      const row = task.get({ id })
      return row ? taskRecord(row) : null
    },
    tasks: (leadId: string, status: TaskStatus | null): TaskRecord[] =>
      ofLead.all({ leadId, status }).map(taskRecord),
  }
}

export function taskRecord(row: typeof tasks.$inferSelect): TaskRecord {
  return { ...row, status: row.status as TaskStatus }
}

function toDirectMessage(row: typeof directMessages.$inferSelect): DirectMessage {
  const { fromId, toId, kind, ...rest } = row
  return { ...rest, kind: kind as DirectMessage['kind'], from: fromId, to: toId }
}
