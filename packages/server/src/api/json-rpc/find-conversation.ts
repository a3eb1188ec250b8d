import type { GroupRecord } from '@crewroom/shared/model/group'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { findAdmission } from '../../crew/admissions'
import type { Crew } from '../../crew/crew'
import { crewsSeenBy } from '../../crew/seen-crews'
import type { By, Shard } from '../../crew/shard'
import { findTask } from './find-task'
import { taskIdOf } from './wire'

export interface ConversationAt {
  readonly crew: Crew
  readonly group: GroupRecord
}

/** A conversation of a task, for whom both exist. Whether the caller may do anything in it, the verb decides. */
export function findConversation(
  shard: Shard,
  by: By,
  { taskId, conversationId }: { readonly taskId: string; readonly conversationId: string },
): ConversationAt {
  for (const crew of crewsSeenBy(shard, by)) {
    const group = groupById(crew, conversationId)
    if (!group || taskIdOf(group) !== taskId) continue
    // A task that does not concern the caller has nothing to see. All of a crew is in the crew itself.
    if (group.admissionId !== undefined) findAdmission(crew, by, group.admissionId)
    return { crew, group }
  }
  findAdmission(findTask(shard, by, taskId), by, taskId)
  throw new CrewError('group_not_found', 'There is no such conversation in this task.')
}

/** The same by its id alone, for clients that do not know tasks. One that does not concern the caller is not there. */
export function conversationById(shard: Shard, by: By, conversationId: string): ConversationAt {
  for (const crew of crewsSeenBy(shard, by)) {
    const group = groupById(crew, conversationId)
    const task = group?.admissionId
    if (group && (task === undefined || isSeen(crew, by, task))) return { crew, group }
  }
  throw new CrewError('group_not_found', 'There is no such conversation.')
}

function isSeen(crew: Crew, by: By, task: string): boolean {
  try {
    findAdmission(crew, by, task)
    return true
  } catch {
    return false
  }
}

export function groupById({ state }: Crew, id: string): GroupRecord | undefined {
  for (const name in state.groups) {
    const group = state.groups[name]
    if (group?.id === id) return group
  }
  return undefined
}
