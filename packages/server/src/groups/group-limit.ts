import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'

/** Whether the crew may have one more group in use. Archived ones are counted only so that memory has an end. */
export function hasRoomForGroup(shard: Shard, crew: Crew): boolean {
  return refusalOf(shard, crew) === null
}

/** Throws `limit_reached` when the crew may have no more groups in use. */
export function assertRoomForGroup(shard: Shard, crew: Crew): void {
  const refusal = refusalOf(shard, crew)
  if (refusal !== null) throw new CrewError('limit_reached', refusal)
}

function refusalOf(shard: Shard, crew: Crew): string | null {
  const { groupsPerLead } = shard.ports
  const groups = Object.values(crew.state.groups)
  const open = groups.filter(({ archived }) => !archived).length
  if (open >= groupsPerLead) {
    return `This crew has ${open} groups in use, and ${groupsPerLead} are allowed. Archive some first, or raise the setting groupsPerLead.`
  }
  if (groups.length - open >= LIMITS.archivedGroupsPerLead) {
    return `This crew has ${groups.length - open} archived groups, which is the limit. Create another crew, or use the groups there are.`
  }
  return null
}
