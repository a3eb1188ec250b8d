import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import path from 'node:path'

/** A file is not read: it is not below a root, is not an ordinary file, or is not there (any more). */
export class NotBelow extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotBelow'
  }
}

/** How files that somebody names are opened: what may not be read throws `NotBelow`. */
export type Open = (file: string) => OpenFile

export interface OpenFile {
  readonly fd: number
  readonly real: string
  readonly stats: Stats
}

/** A folder that was opened: whatever takes its place, this is the one. */
export interface OpenFolder {
  readonly fd: number
  readonly stats: BigIntStats
  /** Where it lies now; null once it is gone. */
  real(): string | null
}

/** Opens the folder that a path leads to, links in it and above it included; whoever calls closes it. */
export function openFolder(folder: string): OpenFolder {
  const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | constants.O_NONBLOCK
  const fd = openSync(folder, flags)
  const stats = fstatSync(fd, { bigint: true })
  return { fd, stats, real: () => placeOf(fd, () => stillAt(realpathSync.native(folder), stats)) }
}

/** Where the system says that an open file lies; where it does not say, what `otherwise` finds. */
export function placeOf(fd: number, otherwise: () => string | null): string | null {
  try {
    return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${fd}`) : otherwise()
  } catch {
    return otherwise()
  }
}

function stillAt(real: string, { dev, ino }: BigIntStats): string | null {
  const there = lstatSync(real, { bigint: true })
  return there.dev === dev && there.ino === ino ? real : null
}

/** Whether a real path lies in a folder, which is a real path too. */
export function isInside(folder: string, real: string): boolean {
  const relative = path.relative(folder, real)
  const [first] = relative.split(path.sep)
  return relative !== '' && first !== '..' && !path.isAbsolute(relative)
}

/** Opens a session file below one of the roots, all of them real paths. */
export function openBelow(roots: readonly string[], file: string): OpenFile {
  return openWhere(file, (real) => {
    if (!roots.some((root) => isInside(root, real))) throw new NotBelow('it is not below a root')
    if (!real.endsWith('.jsonl')) throw new NotBelow('it is not a .jsonl file')
  })
}

/** Opens an ordinary file wherever it is, for the person who names it. */
export function openAnywhere(file: string): OpenFile {
  return openWhere(file, () => {})
}

/**
 * Opens an ordinary file for reading if `assertMay` lets its real path pass; whoever calls closes it. Links lead nowhere
 * else, even when a folder on the way is replaced by one between the look and the opening: the file that was opened is
 * the one that is at that place, without a link, afterwards.
 */
export function openWhere(file: string, assertMay: (real: string) => void): OpenFile {
  let fd: number | null = null
  try {
    const real = realpathSync.native(file)
    assertMay(real)
    // Before it is opened: opening a device may do something.
    if (!lstatSync(real).isFile()) throw new NotBelow('it is not an ordinary file')
    // A link that appears now is not followed, and a pipe that appears now does not wait for its writer.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    fd = openSync(real, flags)
    const stats = fstatSync(fd)
    const there = lstatSync(real)
    const isSame = there.dev === stats.dev && there.ino === stats.ino
    if (!stats.isFile() || !isSame || realpathSync.native(real) !== real) {
      throw new NotBelow('it moved')
    }
    const found = { fd, real, stats }
    fd = null
    return found
  } catch (error) {
    if (error instanceof NotBelow) throw error
    throw new NotBelow(error instanceof Error ? error.message : 'it cannot be read')
  } finally {
    if (fd !== null) closeSync(fd)
  }
}
