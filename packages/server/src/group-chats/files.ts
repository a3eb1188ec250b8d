import { cleanFileName } from '@crewroom/shared/model/file-name'
import type { FileKind, GroupFile } from '@crewroom/shared/model/group-file'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { FileReply } from '@crewroom/shared/protocol/reply-shapes/group-files'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import type { By } from '../crew/shard'
import type { GroupChatAt } from './chat-of'
import { memberNames } from './member-names'

/** A file or picture by its name. */
export interface FileNamed {
  readonly kind: FileKind
  readonly name: string
}

/** All files and pictures of a group, in the order in which they were added. */
export function filesOf(crew: Crew, groupName: string): readonly GroupFile[] {
  return crew.state.files[groupName] ?? []
}

/** Those of one kind. Throws `not_a_member`. */
export function listFiles({ crew, group }: GroupChatAt, by: By, kind: FileKind) {
  assertMayInGroup('readFiles', crew, group, by)
  return filesOf(crew, group.name).filter((file) => file.kind === kind)
}

/** One of them. Throws `file_not_found`. */
export function fileOf(at: GroupChatAt, by: By, { kind, name }: FileNamed): GroupFile {
  const wanted = cleanFileName(name)
  const found = listFiles(at, by, kind).find((file) => file.name === wanted)
  if (found) return found
  throw new CrewError(
    'file_not_found',
    `"${at.group.displayName}" has no ${kind} of this name. GET /api/group-chats/${at.group.id}/${kind}s lists those that it has.`,
  )
}

/** A file as other programs see it. */
export function fileReply({ crew, group }: GroupChatAt, file: GroupFile, personName: string) {
  const { name, size, type, sha256, addedBy, addedAt } = file
  const names = memberNames(crew, group, personName)
  return {
    name,
    size,
    type,
    sha256,
    added_by: names.idOf(addedBy),
    added_at: addedAt,
  } satisfies FileReply
}
