import {
  cleanFileName,
  FILE_NAME_RULE,
  fileNameFault,
  fileNameKey,
  freeFileName,
} from '@crewroom/shared/model/file-name'
import {
  bytesOf,
  FILE_TYPE,
  type FileType,
  type GroupFile,
} from '@crewroom/shared/model/group-file'
import { takenFor } from '@crewroom/shared/model/name'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { assertNoSecret } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'
import { assertTakesPart } from '../crew/takes-part'
import { openGroupOf } from '../groups/lookup'
import { ContentRefused, type ReceivedContent } from '../journal/ports/file-contents-port'
import { chatOf, type GroupChatAt } from './chat-of'
import type { FileKeeper } from './file-keeper'
import { type FileNamed, filesOf } from './files'
import { PICTURE_HEAD, pictureTypeOf } from './picture-type'

/** A file or picture whose content was received. */
interface NewFile extends FileNamed, Pick<GroupFile, 'sha256' | 'size'> {
  readonly type: FileType
}

/** A file or picture whose content is still to be received. `size`: its bytes, if the sender has named them. */
interface Upload extends FileNamed {
  readonly size: number | undefined
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Takes in a content and adds it under its name, or under the next free one. It is durable when this resolves; a refusal
 * leaves nothing behind. Rejects with what `assertMayAddFile` throws, and with what the body rejects with.
 */
export async function uploadFile(
  shard: Shard,
  keeper: FileKeeper,
  at: GroupChatAt,
  by: By,
  { body, ...file }: Upload,
): Promise<GroupFile> {
  assertMayAddFile(shard, at, by, file)
  try {
    return await keeper.taking(at.group.id, body, LIMITS.fileBytes, async (content) => {
      const type = file.kind === 'picture' ? await typeOfPicture(content, file.name) : FILE_TYPE
      await content.keep()
      const { sha256, size } = content
      const added = addFile(shard, stillThere(shard, at, by), by, { ...file, sha256, size, type })
      await shard.journal.durable(at.crew.state.lead.id)
      return added
    })
  } catch (error) {
    throw error instanceof ContentRefused ? refusalOf(error) : error
  }
}

/** The group chat when a content has arrived: that took a while. Throws when it is not there for the sender any more. */
function stillThere(shard: Shard, { group }: GroupChatAt, by: By): GroupChatAt {
  const { actor } = by
  if (actor.kind === 'agent') assertTakesPart(shard.crewOf(actor.id)?.state.agents[actor.id])
  return chatOf(shard, by, group.id)
}

/** Adds a file whose content is stored. Throws what `assertMayAddFile` throws. */
export function addFile(shard: Shard, at: GroupChatAt, by: By, input: NewFile): GroupFile {
  assertMayAddFile(shard, at, by, input)
  const { crew, group } = at
  const { kind, size, type, sha256 } = input
  const names = filesOf(crew, group.name)
    .filter((file) => file.kind === kind)
    .map((file) => file.name)
  const taken = new Set(names.map(fileNameKey))
  const wanted = cleanFileName(input.name)
  // A file that would be taken for another one is numbered, as one with the same name is.
  if (takenFor(wanted, names) !== undefined) taken.add(fileNameKey(wanted))
  const name = freeFileName(wanted, taken)
  const decision = shard.decide(crew)
  const { file } = decision.add('file:added', {
    groupName: group.name,
    file: { kind, name, size, type, sha256, addedBy: by.actor.id, addedAt: decision.at },
  })
  shard.commit(crew, by, decision)
  return file
}

/**
 * Throws why somebody cannot add a file of this name and size: rights, an archived group, `invalid_file_name`,
 * `file_too_large`, `chat_files_full`.
 */
function assertMayAddFile(
  shard: Shard,
  { crew, group }: GroupChatAt,
  by: By,
  { name, size }: FileNamed & { readonly size: number | undefined },
): void {
  openGroupOf(crew, group.name, by, 'addFile')
  shard.journal.assertWritable()
  assertName(name)
  assertNoSecret(shard.maskOf(crew), 'name', name)
  if (size === 0) throw refusalOf(new ContentRefused('empty'))
  if (size !== undefined && size > LIMITS.fileBytes) {
    throw refusalOf(new ContentRefused('too_large'))
  }
  const files = filesOf(crew, group.name)
  if (files.length >= LIMITS.chatFiles) throw full(`${LIMITS.chatFiles} files and pictures`)
  if (bytesOf(files) + (size ?? 0) > LIMITS.chatFileBytes) {
    throw full(`${LIMITS.chatFileBytes / MEGABYTE} MB of files and pictures`)
  }
}

const MEGABYTE = 1024 * 1024

function full(most: string): CrewError {
  return new CrewError(
    'chat_files_full',
    `A group chat may have at most ${most}. Nothing was stored; remove some that nobody needs and try again.`,
  )
}

function assertName(name: string): void {
  const fault = fileNameFault(cleanFileName(name))
  if (fault === null) return
  throw new CrewError(
    'invalid_file_name',
    `No file can have this name: ${fault}. ${FILE_NAME_RULE} Nothing was stored.`,
  )
}

async function typeOfPicture(content: ReceivedContent, name: string): Promise<FileType> {
  const type = pictureTypeOf(await content.head(PICTURE_HEAD))
  if (type !== null) return type
  throw new CrewError(
    'not_a_picture',
    `The bytes of "${cleanFileName(name)}" are not those of a PNG, JPEG, GIF or WebP picture. Nothing was stored; add it as a file instead.`,
  )
}

/** What a sender is told. */
function refusalOf({ fault }: ContentRefused): CrewError {
  switch (fault) {
    case 'too_large':
      return new CrewError(
        'file_too_large',
        `A file may have at most ${LIMITS.fileBytes / MEGABYTE} MB (${LIMITS.fileBytes} bytes). Nothing was stored.`,
      )
    case 'empty':
      return new CrewError(
        'validation',
        'The body is empty. Send the bytes of the file as the body of the request.',
        { fields: { body: 'must not be empty' } },
      )
    case 'disk_full':
      return new CrewError(
        'disk_full',
        'The disk of the server is full, and nothing was stored. Free some space there and try again.',
      )
    case 'unwritable':
      return new CrewError(
        'storage_failed',
        'The server could not write the file, and nothing was stored; its log says why. Try again later.',
        { retryAfter: 5 },
      )
    default:
      return fault satisfies never
  }
}
