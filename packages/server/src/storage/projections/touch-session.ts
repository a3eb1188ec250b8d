import { and, eq, ne, sql } from 'drizzle-orm'
import { sessions } from '../schema'
import type { ProjectionContext } from './projection'

const p = sql.placeholder

/** A write that notes when the newest fact about a session was decided, unless the clock was set back since. */
export function sessionToucher({ orm, guard }: ProjectionContext) {
  const touch = guard(
    orm
      .update(sessions)
      .set({ updatedAt: sql`max(${sessions.updatedAt}, ${p('at')})` })
      .where(
        and(
          eq(sessions.id, p('id')),
          eq(sessions.leadId, p('leadId')),
          // Its row says when it was deleted.
          ne(sessions.status, 'deleted'),
        ),
      ),
  )
  return (id: string, leadId: string, at: string) => touch({ id, leadId, at })
}
