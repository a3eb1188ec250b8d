import type { GroupFile } from '@crewroom/shared/model/group-file'
import { assertNotClosed } from '../crew/admissions'
import { assertMayInGroup } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import type { GroupChatAt } from './chat-of'
import { type FileNamed, fileOf } from './files'

/**
 * Removes a file, even from an archived group, but from no closed circle. Whoever added it may do that as long as they are in the group. Its content
 * goes when this is durable and no other file of the group has the same.
 */
export function removeFile(shard: Shard, at: GroupChatAt, by: By, named: FileNamed): GroupFile {
  const file = fileOf(at, by, named)
  const { crew, group } = at
  if (file.addedBy !== by.actor.id || by.readsOnly) assertMayInGroup('removeFile', crew, group, by)
  assertNotClosed(crew, group)
  const decision = shard.decide(crew)
  decision.add('file:removed', { groupName: group.name, file, by: by.actor.id })
  shard.commit(crew, by, decision)
  return file
}
