import { closeSync, read, realpathSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { FileType } from '@crewroom/shared/model/group-file'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { PICTURE_HEAD, pictureTypeOf } from '../group-chats/picture-type'
import { isInside, NotBelow, type OpenFile, openFolder, openWhere, placeOf } from '../open-below'
import { type FolderMark, markFrom, markOf, sameFolder } from './folder-mark'

/** What of a file of a working folder is shown. */
export interface WorkFile {
  /** Null: text. */
  readonly type: FileType | null
  readonly bytes: Uint8Array
  /** Bytes that the whole file has. */
  readonly size: number
}

/** Not files that somebody keeps: the secrets of running programs are among them. */
const OF_THE_SYSTEM = ['/proc', '/sys', '/dev']
/** A folder in memory, where one may work on purpose. */
const IN_MEMORY = '/dev/shm'
/** Outside of Unix a backslash leads into folders, and a colon to another disk or to a part of a file. */
const NEVER = /[\\:\p{Cc}]/u

const readAt = promisify(read)

interface Shown {
  /** The folder as it was chosen; null: nobody chose it. */
  readonly known: FolderMark | null
  /** Nothing below is shown. */
  readonly never: string
  readonly mask: (text: string) => string
  /** Called once the folder is opened, by tests. */
  readonly opened?: () => void
}

/** In the place of the folder that was chosen is another one, or none: `now` says where it leads. */
export class OtherFolder extends Error {
  readonly now: string | null

  constructor(now: string | null) {
    super('another folder, or none, is in its place')
    this.name = 'OtherFolder'
    this.now = now
  }
}

/**
 * A file below a working folder: a picture whole, or the beginning of a text, after `mask`. No link leads out of the folder, and
 * nothing behind a name that begins with a dot is shown, nor what lies in `never`. One text refuses whatever is not to be
 * seen and whatever is not there. Throws `file_not_found`, `file_too_large`, `not_shown` and `OtherFolder`.
 */
export async function readWorkFile(
  folder: string,
  wanted: string,
  shown: Shown,
): Promise<WorkFile> {
  const { mask } = shown
  const file = opened(folder, wanted, shown)
  try {
    const { size } = file.stats
    const head = await bytesOf(file, 0, Math.min(size, PICTURE_HEAD))
    const type = pictureTypeOf(head)
    if (type === null) return { type, bytes: shownText(head, size > head.length, mask), size }
    if (size > LIMITS.fileBytes) {
      throw new CrewError(
        'file_too_large',
        `This picture has ${(size / 1024 / 1024).toFixed(1)} MB, and one of a working folder is shown up to 10 MB. Open it where it lies.`,
      )
    }
    const rest = await bytesOf(file, head.length, size - head.length)
    return { type, bytes: Buffer.concat([head, rest]), size }
  } finally {
    closeSync(file.fd)
  }
}

/** The beginning of a text, in whole characters. */
function shownText(head: Uint8Array, isMore: boolean, mask: (text: string) => string): Uint8Array {
  // Masked before it is cut: half a secret looks like none.
  const whole = Buffer.from(mask(textOf(head, isMore)))
  if (whole.length <= LIMITS.workFileText) return whole
  const cut = new TextDecoder().decode(whole.subarray(0, LIMITS.workFileText), { stream: true })
  return Buffer.from(cut)
}

function textOf(bytes: Uint8Array, isMore: boolean): string {
  try {
    // The last character may be cut in two where more follows.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isMore })
    if (!text.includes('\0')) return text
  } catch {
    // No text in UTF-8.
  }
  throw new CrewError(
    'not_shown',
    'This file is neither text in UTF-8 nor a PNG, JPEG, GIF or WebP picture, and nothing else is shown. Open it where it lies.',
  )
}

function opened(folder: string, wanted: string, shown: Shown): OpenFile {
  const parts = wanted.split('/').filter((part) => part !== '.')
  const { fd, real } = chosen(folder, shown.known)
  try {
    shown.opened?.()
    if (parts.every(isShown)) return openedBelow(real, parts, shown.never)
  } catch {
    // One sentence refuses whatever is not to be seen.
  } finally {
    closeSync(fd)
  }
  throw workFileMissing()
}

/** Opened once: below it, and nowhere else, its file is looked for. */
function chosen(folder: string, known: FolderMark | null): ReturnType<typeof openFolder> {
  let open: ReturnType<typeof openFolder>
  try {
    open = openFolder(folder)
  } catch {
    throw new OtherFolder(markOf(folder)?.real ?? null)
  }
  const real = open.real()
  const now = real === null ? null : markFrom(real, open.stats)
  if (now && known && sameFolder(known, now)) return open
  closeSync(open.fd)
  throw new OtherFolder(real)
}

function openedBelow(
  realOf: () => string | null,
  parts: readonly string[],
  never: string,
): OpenFile {
  const root = realOf()
  if (root === null) throw new NotBelow('its folder is gone')
  const system = isInside(IN_MEMORY, root) ? [] : OF_THE_SYSTEM
  const outside = [realpathSync.native(never), ...system]
  const assertShown = (real: string | null) => {
    // What leads out of the folder begins with two dots.
    const below = real !== null && path.relative(root, real).split(path.sep).every(isShown)
    if (!below || outside.some((one) => isInside(one, real))) throw new NotBelow('it is not shown')
  }
  const file = openWhere(path.join(root, ...parts), assertShown)
  try {
    // Where the opened file itself lies, and the folder still: neither can be replaced any more.
    assertShown(placeOf(file.fd, () => file.real))
    if (realOf() !== root) throw new NotBelow('its folder moved')
    return file
  } catch (error) {
    closeSync(file.fd)
    throw error
  }
}

/** The first part of a path that begins with a slash is empty. */
function isShown(part: string): boolean {
  return part !== '' && !part.startsWith('.') && !NEVER.test(part)
}

export function workFileMissing(): CrewError {
  return new CrewError(
    'file_not_found',
    'The working folder has no such file that could be shown. `path` leads from the folder to a file below it; links out of it are not followed, and names that begin with a dot are not shown.',
  )
}

async function bytesOf({ fd }: OpenFile, from: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  while (at < length) {
    const { bytesRead } = await readAt(fd, bytes, at, length - at, from + at)
    // It was made shorter meanwhile.
    if (bytesRead === 0) break
    at += bytesRead
  }
  return bytes.subarray(0, at)
}
