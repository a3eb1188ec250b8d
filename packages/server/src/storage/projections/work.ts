import { and, eq, sql } from 'drizzle-orm'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { agents, directMessages, needs, tasks } from '../schema'
import type { Projection, ProjectionContext } from './projection'

const p = sql.placeholder

/** Tasks, what was said outside of groups, and what waits for a person. */
export function workProjection({ orm, guard }: ProjectionContext): Projection {
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
    }),
  )
  const endTask = guard(
    orm
      .update(tasks)
      .set({
        status: sql`${p('status')}`,
        summary: sql`${p('summary')}`,
        endedAt: sql`${p('endedAt')}`,
      })
      .where(eq(tasks.id, p('id'))),
  )
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
      createdAt: p('createdAt'),
    }),
  )
  const closeNeed = guard(
    orm
      .update(needs)
      .set({ closedAt: sql`${p('at')}` })
      .where(eq(needs.id, p('id'))),
  )

  const ended = ({ data: { task } }: { readonly data: { readonly task: TaskRecord } }) =>
    endTask({ ...task })

  return {
    'task:created': ({ data: { task } }) => {
      putTask({ ...task })
      setAgentTask({ leadId: task.leadId, agentId: task.agentId, text: task.text })
    },
    'task:completed': ended,
    'task:failed': ended,
    'task:cancelled': ended,
    'direct:message': ({ data: { message } }) => putMessage({ ...message }),
    'need:opened': ({ data: { need } }) => putNeed({ ...need }),
    'need:closed': ({ data: { need }, at }) => closeNeed({ id: need.id, at }),
  }
}
