import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  statSync,
  writeSync,
} from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'

/** What these functions made is on the disk when they return, with its name, and only its user may read it. */

/**
 * Makes the folder and those above it that are missing, and says which, or makes none. Step by step: mkdir's own
 * recursion never ends below /proc.
 */
export function makeFolder(folder: string): string[] {
  const missing: string[] = []
  for (let at = folder; !existsSync(at) && path.dirname(at) !== at; at = path.dirname(at)) {
    missing.unshift(at)
  }
  const made: string[] = []
  try {
    for (const one of missing) {
      mkdirSync(one, { mode: 0o700 })
      made.push(one)
      syncFolder(path.dirname(one))
    }
    if (!statSync(folder).isDirectory()) throw systemError('ENOTDIR', 'not a directory', folder)
  } catch (error) {
    removeEmpty(made)
    throw error
  }
  return made
}

/** Lets nobody but its user into a folder. One of another user stays as it is: that user knows why. */
export function narrow(folder: string): void {
  const { mode, uid } = statSync(folder)
  if ((mode & 0o077) === 0 || process.platform === 'win32') return
  if (uid === process.getuid?.()) chmodSync(folder, 0o700)
}

/** Takes folders away that were made one in the other; one that is in use by now stays. */
export function removeEmpty(made: readonly string[]): void {
  for (const one of made.toReversed()) {
    try {
      rmdirSync(one)
    } catch {
      return
    }
  }
}

/** SQLite opens a folder as well, and then speaks of a disk that cannot be read. */
export function assertFile(file: string): void {
  if (!statSync(file).isFile()) throw systemError('EISDIR', 'not a file', file)
}

/** Makes an empty file, or narrows the rights of the one that is there. */
export function makePrivateFile(file: string): void {
  if (!existsSync(file)) {
    closeSync(openSync(file, 'a', 0o600))
    syncFolder(path.dirname(file))
  }
  assertFile(file)
  chmodSync(file, 0o600)
}

/** Whoever reads the file, even after a power cut, sees the old one or the new one, whole. */
export function writePrivately(file: string, text: string): void {
  const next = `${file}.${process.pid}.tmp`
  const handle = openSync(next, 'w', 0o600)
  try {
    chmodSync(next, 0o600)
    for (let rest = Buffer.from(text); rest.length > 0;) {
      rest = rest.subarray(writeSync(handle, rest))
    }
    // Before it gets its name: a rename may be on the disk earlier than what was written.
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(next, file)
  syncFolder(path.dirname(file))
}

/** Gives a file that was synced the name of another, beside it or in place of it. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  if (process.platform === 'win32') return
  const folder = await open(path.dirname(to), 'r')
  try {
    await folder.sync()
  } catch (error) {
    if (!isUnsupported(error)) throw error
  } finally {
    await folder.close()
  }
}

/** Gives a file a name beside its own that no file has, and says which. */
export function putAside(file: string, as: string): string {
  let aside = `${file}.${as}`
  for (let n = 2; existsSync(aside); n++) aside = `${file}.${as}-${n}`
  renameSync(file, aside)
  syncFolder(path.dirname(file))
  return aside
}

/** Names are in their folder: a file that was synced may still be lost with its name. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    // Some file systems sync no folders; there is nothing better to ask of them.
    if (!isUnsupported(error)) throw error
  } finally {
    closeSync(handle)
  }
}

function systemError(code: string, what: string, file: string): Error {
  return Object.assign(new Error(`${code}: ${what}, '${file}'`), { code })
}

function isUnsupported(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'EINVAL' || code === 'ENOTSUP' || code === 'ENOSYS'
}
