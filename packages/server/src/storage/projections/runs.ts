import { and, eq, ne, sql } from 'drizzle-orm'
import type { RunRecord } from '@crewroom/shared/model/run'
import { runs, sessions } from '../schema'
import type { Projection, ProjectionContext } from './projection'

const p = sql.placeholder

interface OfRun {
  readonly leadId: string
  readonly seq: number
  readonly at: string
  readonly data: { readonly run: RunRecord }
}

/** Discussions: each as it is, and which one is the newest of its session. */
export function runsProjection({ orm, guard }: ProjectionContext) {
  const putRun = guard(
    orm
      .insert(runs)
      .values({
        id: p('id'),
        leadId: p('leadId'),
        groupName: p('groupName'),
        sessionId: p('sessionId'),
        seq: p('seq'),
        status: p('status'),
        progress: p('progress'),
        data: p('data'),
        startedAt: p('startedAt'),
        endedAt: p('endedAt'),
        parentRunId: p('parentRunId'),
      })
      .onConflictDoUpdate({
        target: runs.id,
        set: {
          status: sql`excluded.status`,
          progress: sql`excluded.progress`,
          data: sql`excluded.data`,
          endedAt: sql`excluded.ended_at`,
        },
        setWhere: sql`${runs.leadId} = excluded.lead_id`,
      }),
  )
  const step = guard(
    orm
      .update(runs)
      .set({ status: sql`${p('status')}`, progress: sql`${p('progress')}` })
      .where(and(eq(runs.id, p('id')), eq(runs.leadId, p('leadId')))),
  )
  const nameIt = guard(
    orm
      .update(sessions)
      .set({ runId: sql`${p('runId')}`, updatedAt: sql`max(${sessions.updatedAt}, ${p('at')})` })
      .where(
        and(
          eq(sessions.id, p('id')),
          eq(sessions.leadId, p('leadId')),
          // Its row says when it was deleted.
          ne(sessions.status, 'deleted'),
        ),
      ),
  )
  const runRow = ({ data: { run }, leadId, seq, at }: OfRun) => {
    const {
      id,
      leadId: _,
      groupName,
      sessionId,
      status,
      progress,
      startedAt,
      endedAt,
      ...rest
    } = run
    putRun({
      id,
      leadId,
      groupName,
      sessionId,
      seq,
      status,
      progress: JSON.stringify(progress),
      data: JSON.stringify(rest),
      startedAt,
      endedAt,
      parentRunId: run.parent?.runId ?? null,
    })
    nameIt({ id: sessionId, leadId, runId: id, at })
  }

  return {
    'run:started': runRow,
    'run:updated': runRow,
    'run:ended': runRow,
    'run:stepped': ({ data: { runId, status, progress }, leadId }) => {
      step({ id: runId, leadId, status, progress: JSON.stringify(progress) })
    },
  } satisfies Projection
}
