import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import { assertMayOnServer } from '../crew/may'
import { crewFor } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'
import { groupOf } from '../groups/lookup'
import { exportCrew } from './export-crew'
import { exportGroup } from './export-group'

/** A crew's file or that of one group of it, in parts, for people. */
export async function openExport(
  shard: Shard,
  by: By,
  leadId: string,
  name: string | undefined,
): Promise<{ lines: AsyncIterable<string>; crew: Crew; group: GroupRecord | null }> {
  assertMayOnServer('exportHistory', by)
  const crew = crewFor(shard, by, leadId)
  const group = name === undefined ? null : groupOf(crew, name, by.actor)
  const lines = group ? await exportGroup(shard, crew, group) : await exportCrew(shard, crew)
  return { lines, crew, group }
}
