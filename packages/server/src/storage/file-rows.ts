import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { FileKind, FileType, GroupFile } from '@crewroom/shared/model/group-file'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { Orm, Sqlite } from './database'
import { groupFiles } from './schema'

const p = sql.placeholder

/** Reads the files that a crew's groups have, in the order in which they were added. */
export function fileLoader(db: Orm): (leadId: string) => CrewState['files'] {
  const there = db
    .select({
      groupName: groupFiles.groupName,
      kind: groupFiles.kind,
      name: groupFiles.name,
      size: groupFiles.size,
      type: groupFiles.type,
      sha256: groupFiles.sha256,
      addedBy: groupFiles.addedBy,
      addedAt: groupFiles.addedAt,
    })
    .from(groupFiles)
    .where(and(eq(groupFiles.leadId, p('leadId')), isNull(groupFiles.removedSeq)))
    .orderBy(asc(groupFiles.seq), asc(groupFiles.position))
    .prepare()
  return (leadId) => {
    const files: Record<string, GroupFile[]> = Object.create(null) as Record<string, GroupFile[]>
    for (const { groupName, kind, type, ...row } of there.all({ leadId })) {
      const file = { kind: kind as FileKind, ...row, type: type as FileType }
      ;(files[groupName] ??= []).push(file)
    }
    return files
  }
}

/** What contents are for, as the tables have it. */
export function fileRows(sqlite: Sqlite) {
  const named = sqlite
    .prepare(
      `select 1 from group_files
       where lead_id = ? and group_name = ? and sha256 = ? and removed_seq is null limit 1`,
    )
    .pluck()
  const ever = sqlite
    .prepare('select 1 from group_files where lead_id = ? and seq <= ? limit 1')
    .pluck()
  return {
    namesContent: (leadId: string, groupName: string, sha256: string) =>
      named.get(leadId, groupName, sha256) === 1,
    hasFiles: (leadId: string, to: number) => ever.get(leadId, to) === 1,
  }
}
