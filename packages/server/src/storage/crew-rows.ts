import { and, desc, eq, sql } from 'drizzle-orm'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { TaskRecord, TaskStatus } from '@crewroom/shared/model/task'
import type { TaskQuery } from '../journal/ports/reader-port'
import type { Orm } from './database'
import { readRows, rowBytes } from './page-bytes'
import { directMessages, tasks } from './schema'

const p = sql.placeholder
/** More tasks whose ids end alike are not told apart. */
const NAMED_ALIKE = 5

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
        sql`(${p('before')} is null or rowid < (select rowid from tasks given where given.id = ${p('before')}))`,
      ),
    )
    .orderBy(desc(sql`rowid`))
    .limit(p('limit'))
    .prepare()
  const ending = orm
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.leadId, p('leadId')),
        sql`substr(${tasks.id}, -length(${p('end')})) = ${p('end')}`,
      ),
    )
    .limit(NAMED_ALIKE)
    .prepare()
  return {
    directMessages: (ids: readonly string[]): ReadonlyMap<string, DirectMessage> =>
      new Map(said.all({ ids: JSON.stringify(ids) }).map((row) => [row.id, toDirectMessage(row)])),
    task: (id: string): TaskRecord | null => {
      const row = task.get({ id })
      return row ? taskRecord(row) : null
    },
    tasksEnding: (leadId: string, end: string): readonly TaskRecord[] =>
      ending.all({ leadId, end }).map(taskRecord),
    /** Ascending. */
    tasks: (leadId: string, { status, before, limit }: TaskQuery) => {
      const { rows, more } = readRows<typeof tasks.$inferSelect>(
        {
          next: (last, count) =>
            ofLead.all({ leadId, status, before: last?.id ?? before, limit: count }),
          bytes: ({ text, context, summary }) => rowBytes(text, context, summary),
        },
        limit,
      )
      return { tasks: rows.reverse().map(taskRecord), hasMore: more }
    },
  }
}

export function taskRecord(row: typeof tasks.$inferSelect): TaskRecord {
  const { after, waits, givenAt, ...task } = row
  return {
    ...task,
    status: row.status as TaskStatus,
    ...(after === null ? {} : { after: JSON.parse(after) as string[] }),
    ...(waits === null ? {} : { waits: { lost: JSON.parse(waits) as string[] } }),
    ...(givenAt === null ? {} : { givenAt }),
  }
}

function toDirectMessage(row: typeof directMessages.$inferSelect): DirectMessage {
  const { fromId, toId, kind, clientId, ...rest } = row
  return {
    ...rest,
    kind: kind as DirectMessage['kind'],
    from: fromId,
    to: toId,
    ...(clientId === null ? {} : { clientId }),
  }
}
