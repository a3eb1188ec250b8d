import { and, eq, sql } from 'drizzle-orm'
import type { GroupFile } from '@crewroom/shared/model/group-file'
import { groupFiles } from '../schema'
import type { Projection, ProjectionContext } from './projection'

const p = sql.placeholder

/** Writes the files of a group that one fact brings. */
export function filesWriter({ orm, guard }: ProjectionContext) {
  const put = guard(
    orm.insert(groupFiles).values({
      leadId: p('leadId'),
      seq: p('seq'),
      position: p('position'),
      groupName: p('groupName'),
      kind: p('kind'),
      name: p('name'),
      size: p('size'),
      type: p('type'),
      sha256: p('sha256'),
      addedBy: p('addedBy'),
      addedAt: p('addedAt'),
    }),
  )
  return (
    of: { readonly leadId: string; readonly seq: number },
    groupName: string,
    files: readonly GroupFile[],
  ) => files.forEach((file, position) => put({ ...of, ...file, groupName, position }))
}

export function filesProjection(context: ProjectionContext) {
  const { orm, guard } = context
  const put = filesWriter(context)
  const remove = guard(
    orm
      .update(groupFiles)
      .set({ removedSeq: sql`${p('seq')}` })
      .where(
        and(
          eq(groupFiles.leadId, p('leadId')),
          eq(groupFiles.groupName, p('groupName')),
          eq(groupFiles.sha256, p('sha256')),
          eq(groupFiles.kind, p('kind')),
          eq(groupFiles.name, p('name')),
          sql`${groupFiles.removedSeq} is null`,
        ),
      ),
  )
  return {
    'file:added': ({ data: { groupName, file }, leadId, seq }) =>
      put({ leadId, seq }, groupName, [file]),
    'file:removed': ({ data: { groupName, file }, leadId, seq }) => {
      const { kind, name, sha256 } = file
      remove({ leadId, seq, groupName, kind, name, sha256 })
    },
  } satisfies Projection
}
