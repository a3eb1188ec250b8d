import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'

/** Why a group is there that nobody made: what the tasks of its agents have in common is in its name. */
export function autoReason(group: GroupRecord, leadId: string): string {
  const agents = group.memberIds.filter((id) => id !== leadId && id !== HUMAN_ID).length
  const keyword = group.name.replace(/-team$/, '')
  return `Created because ${agents > 1 ? agents : 'several'} agents share ‘${keyword}’`
}
