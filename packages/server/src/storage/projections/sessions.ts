import { sql } from 'drizzle-orm'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { sessions } from '../schema'
import { sessionClearer } from './erased-session'
import { roundsProjection } from './rounds'
import { runsProjection } from './runs'
import type { Projection, ProjectionContext } from './projection'

const p = sql.placeholder

interface OfSession {
  readonly leadId: string
  readonly seq: number
  readonly data: { readonly session: SessionRecord }
}

export function sessionsProjection(context: ProjectionContext) {
  const { orm, guard } = context
  const putSession = guard(
    orm
      .insert(sessions)
      .values({
        id: p('id'),
        leadId: p('leadId'),
        seq: p('seq'),
        groupName: p('groupName'),
        title: p('title'),
        status: p('status'),
        activeAgents: p('activeAgents'),
        chosen: p('chosen'),
        createdAt: p('createdAt'),
        createdBy: p('createdBy'),
        updatedAt: p('updatedAt'),
        runId: p('runId'),
        parent: p('parent'),
      })
      .onConflictDoUpdate({
        target: sessions.id,
        set: {
          title: sql`excluded.title`,
          status: sql`excluded.status`,
          activeAgents: sql`excluded.active_agents`,
          chosen: sql`excluded.chosen`,
          updatedAt: sql`excluded.updated_at`,
          runId: sql`excluded.run_id`,
          parent: sql`excluded.parent`,
        },
        setWhere: sql`${sessions.leadId} = excluded.lead_id`,
      }),
  )
  const sessionRow = ({ data: { session }, leadId, seq }: OfSession) =>
    putSession({
      ...session,
      leadId,
      seq,
      activeAgents: JSON.stringify(session.activeAgents),
      chosen: session.chosen === undefined ? null : JSON.stringify(session.chosen),
      runId: session.runId ?? null,
      parent: session.parent ? JSON.stringify(session.parent) : null,
    })

  const clear = sessionClearer(context)

  return {
    'session:created': sessionRow,
    'session:updated': (fact) => {
      sessionRow(fact)
      const { id: sessionId, status } = fact.data.session
      if (status === 'deleted') clear({ sessionId, leadId: fact.leadId })
    },
    ...roundsProjection(context),
    ...runsProjection(context),
  } satisfies Projection
}
