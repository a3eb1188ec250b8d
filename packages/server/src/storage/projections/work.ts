import { and, eq, sql } from 'drizzle-orm'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { agents, directMessages, needs, permissionRules, tasks } from '../schema'
import type { Projection, ProjectionContext } from './projection'

const p = sql.placeholder

interface OfTask {
  readonly leadId: string
  readonly data: { readonly task: TaskRecord }
}

/** Tasks, what was said outside of groups, and what waits for a person. */
export function workProjection({ orm, guard }: ProjectionContext) {
  const putTask = guard(
    orm.insert(tasks).values({
      id: p('id'),
      leadId: p('leadId'),
      agentId: p('agentId'),
      by: p('by'),
      text: p('text'),
      context: p('context'),
      status: p('status'),
      summary: p('summary'),
      createdAt: p('createdAt'),
      endedAt: p('endedAt'),
      after: p('after'),
      waits: p('waits'),
      givenAt: p('givenAt'),
    }),
  )
  const endTask = guard(
    orm
      .update(tasks)
      .set({
        status: sql`${p('status')}`,
        summary: sql`${p('summary')}`,
        endedAt: sql`${p('endedAt')}`,
        waits: sql`null`,
      })
      .where(and(eq(tasks.id, p('id')), eq(tasks.leadId, p('leadId')))),
  )
  const waitFor = guard(
    orm
      .update(tasks)
      .set({ after: sql`${p('after')}`, waits: sql`${p('waits')}` })
      .where(and(eq(tasks.id, p('id')), eq(tasks.leadId, p('leadId')))),
  )
  // Rows are in the order in which agents were given their tasks.
  const giveTask = guard({
    toSQL: () => ({
      sql: `update tasks set "after" = ?, waits = null, given_at = ?,
        rowid = (select max(rowid) + 1 from tasks) where id = ? and lead_id = ?`,
      params: [p('after'), p('givenAt'), p('id'), p('leadId')],
    }),
  })
  const setAgentTask = guard(
    orm
      .update(agents)
      .set({ task: sql`${p('text')}` })
      .where(and(eq(agents.leadId, p('leadId')), eq(agents.id, p('agentId')))),
  )
  const putMessage = guard(
    orm.insert(directMessages).values({
      id: p('id'),
      leadId: p('leadId'),
      seq: p('seq'),
      kind: p('kind'),
      fromId: p('from'),
      fromRole: p('fromRole'),
      toId: p('to'),
      content: p('content'),
      timestamp: p('timestamp'),
      hop: p('hop'),
      clientId: p('clientId'),
    }),
  )
  const putNeed = guard(
    orm.insert(needs).values({
      id: p('id'),
      leadId: p('leadId'),
      kind: p('kind'),
      agentId: p('agentId'),
      text: p('text'),
      messageId: p('messageId'),
      groupName: p('groupName'),
      permission: p('permission'),
      turn: p('turn'),
      createdAt: p('createdAt'),
    }),
  )
  const closeNeed = guard(
    orm
      .update(needs)
      .set({ closedAt: sql`${p('at')}` })
      .where(and(eq(needs.id, p('id')), eq(needs.leadId, p('leadId')))),
  )

  const putRule = guard(
    orm.insert(permissionRules).values({
      id: p('id'),
      leadId: p('leadId'),
      role: p('role'),
      toolKind: p('toolKind'),
      prefix: p('prefix'),
      action: p('action'),
      folder: p('folder'),
      createdBy: p('createdBy'),
      createdAt: p('createdAt'),
    }),
  )
  const removeRule = guard(
    orm
      .delete(permissionRules)
      .where(and(eq(permissionRules.id, p('id')), eq(permissionRules.leadId, p('leadId')))),
  )

  const ended = ({ data: { task }, leadId }: OfTask) => endTask({ ...task, leadId })

  return {
    'task:created': ({ data: { task }, leadId }) => {
      putTask({ ...columnsOf(task), leadId })
      if (!task.waits) setAgentTask({ leadId, agentId: task.agentId, text: task.text })
    },
    'task:given': ({ data: { task }, leadId }) => {
      giveTask({ ...columnsOf(task), leadId })
      setAgentTask({ leadId, agentId: task.agentId, text: task.text })
    },
    'task:updated': ({ data: { task }, leadId }) => waitFor({ ...columnsOf(task), leadId }),
    'task:completed': ended,
    'task:failed': ended,
    'task:cancelled': ended,
    'direct:message': ({ data: { message }, leadId }) =>
      putMessage({ ...message, leadId, clientId: message.clientId ?? null }),
    'need:opened': ({ data: { need }, leadId }) =>
      putNeed({
        ...need,
        leadId,
        permission: need.permission ? JSON.stringify(need.permission) : null,
        turn: need.turn ? JSON.stringify(need.turn) : null,
      }),
    'need:closed': ({ data: { need }, leadId, at }) => {
      // Nothing was opened: its message was what waited.
      if (need.kind === 'mention') putNeed({ ...need, leadId, permission: null, turn: null })
      closeNeed({ id: need.id, leadId, at })
    },
    'permission:rule_added': ({ data: { rule }, leadId }) =>
      putRule({ ...rule, leadId, folder: rule.folder === undefined ? null : (rule.folder ?? '') }),
    'permission:rule_removed': ({ data: { rule }, leadId }) => removeRule({ id: rule.id, leadId }),
  } satisfies Projection
}

/** The columns of a task. */
function columnsOf({ after, waits, givenAt, ...task }: TaskRecord) {
  return {
    ...task,
    after: after ? JSON.stringify(after) : null,
    waits: waits ? JSON.stringify(waits.lost) : null,
    givenAt: givenAt ?? null,
  }
}
