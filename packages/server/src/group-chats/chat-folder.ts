import path from 'node:path'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'

/** Folders of group chats are below this one in the folder of their workspace. */
const TREE = ['.viben', 'group-chats'] as const

/** Whether a group is written as files: other programs know it, or it has a session. One that was deleted is not. */
export function isInTree({ sessions }: Pick<CrewState, 'sessions'>, group: GroupRecord): boolean {
  if (group.chat?.deleted) return false
  if (group.chat !== undefined) return true
  return Object.values(sessions).some(({ groupName }) => groupName === group.name)
}

/** Names of the folders below that of all workspaces in which the group chats of a crew are. */
export function treeNames(leadId: string): readonly string[] {
  return [leadId, ...TREE]
}

/** Where the group chats of a crew are files. `below`: the folder of all workspaces. */
export function treeOf(below: string, leadId: string): string {
  return path.join(below, ...treeNames(leadId))
}

/** The folder of a group chat; null: it has none, or this server writes none. */
export function chatFolder(
  below: string | null,
  state: Pick<CrewState, 'sessions'>,
  group: GroupRecord,
): string | null {
  if (below === null || !isInTree(state, group)) return null
  return path.join(treeOf(below, group.leadId), group.id)
}
