import { fileNameKey } from '@crewroom/shared/model/file-name'
import { bytesOf, type GroupFile } from '@crewroom/shared/model/group-file'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { FileReferences } from '../journal/file-references'
import { Misfit } from './read-file'

interface People {
  group(name: string): unknown
  doer(id: string): void
}

/** The files that the groups of a crew have, as far as its file was read. */
export class FileBook implements FileReferences {
  readonly #people: People
  readonly #files = new Map<string, Map<string, GroupFile>>()
  /** Whether any fact brought one. */
  hadAny = false

  constructor(people: People) {
    this.#people = people
  }

  add(groupName: string, file: GroupFile, elsewhere = false): void {
    this.#people.group(groupName)
    if (!elsewhere) this.#people.doer(file.addedBy)
    this.hadAny = true
    const files = this.#files.get(groupName) ?? new Map<string, GroupFile>()
    assertFits([...files.values()], file)
    this.#files.set(groupName, files.set(keyOf(file), file))
  }

  remove(groupName: string, file: GroupFile, by: string): void {
    this.#people.doer(by)
    const files = this.#files.get(groupName)
    const known = files?.get(keyOf(file))
    if (known?.name !== file.name || known.sha256 !== file.sha256) {
      throw new Misfit('it removes a file that the group does not have.')
    }
    files?.delete(keyOf(file))
  }
}

/** Whether a group that has these files can have one more. */
export function assertFits(files: readonly GroupFile[], file: GroupFile): void {
  if (files.some((other) => keyOf(other) === keyOf(file))) {
    throw new Misfit('two files of a group have one name.')
  }
  if (files.length >= LIMITS.chatFiles || bytesOf(files) + file.size > LIMITS.chatFileBytes) {
    throw new Misfit('the files of a group are too many or too large.')
  }
}

function keyOf({ kind, name }: GroupFile): string {
  return `${kind} ${fileNameKey(name)}`
}
