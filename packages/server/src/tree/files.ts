import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'

/** Whoever runs the server reads them, as the rest of its data. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** Something else is where a folder or file of the tree belongs: a link would lead out of it. */
export class InTheWay extends Error {
  readonly code = 'IN_THE_WAY'
  constructor(at: string) {
    super(`${at} was not made by Crewroom`)
    this.name = 'InTheWay'
  }
}

/** Makes the folder of these names below another one, which is there. Follows no links. */
export async function makeFolders(root: string, names: readonly string[]): Promise<string> {
  let at = root
  for (const name of names) {
    at = path.join(at, name)
    const there = await lstatOf(at)
    if (there === null) await mkdir(at, { mode: FOLDER_MODE })
    else if (!there.isDirectory()) throw new InTheWay(at)
  }
  return at
}

/** The same below the folder of all workspaces, which is made with the first of them. A person may have put a link there. */
export async function makeInWorkspaces(
  workspaces: string,
  names: readonly string[],
): Promise<string> {
  await mkdir(workspaces, { mode: FOLDER_MODE, recursive: true })
  return makeFolders(workspaces, names)
}

/** How long a file is; null: there is none. */
export async function sizeOf(file: string): Promise<number | null> {
  const there = await lstatOf(file)
  if (there === null) return null
  if (!there.isFile()) throw new InTheWay(file)
  return there.size
}

/** Adds to a file behind its first `size` bytes; what was behind them is cut off. On the disk when it resolves. */
export async function appendAt(file: string, size: number, text: string | Buffer): Promise<number> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW
  const handle = await open(file, flags, FILE_MODE)
  try {
    await handle.truncate(size)
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, size + at)
      at += bytesWritten
    }
    await handle.datasync()
    return size + bytes.length
  } catch (error) {
    // Whoever reads the file sees whole lines: no part of one stays on a disk that is full.
    await handle.truncate(size).catch(() => undefined)
    throw error
  } finally {
    await handle.close()
  }
}

/** Whoever reads the file sees the old one or the new one, whole. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.next`
  await rm(next, { force: true })
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const handle = await open(next, flags, FILE_MODE)
  try {
    await handle.writeFile(text)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(next, file)
}

/** The same where the file does not say this already. */
export async function keepFile(file: string, text: string): Promise<void> {
  if ((await textOf(file)) !== text) await replaceFile(file, text)
}

/** What a file says; null: there is none, or it cannot be read as one. */
export async function textOf(file: string): Promise<string | null> {
  try {
    return (await lstat(file)).isFile() ? await readFile(file, 'utf8') : null
  } catch {
    return null
  }
}

/** The bytes of a file from `from` on; null: it is shorter, or there is none. */
export async function bytesFrom(file: string, from: number): Promise<Buffer | null> {
  const size = await sizeOf(file)
  if (size === null || size < from) return null
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const bytes = Buffer.alloc(size - from)
    let at = 0
    while (at < bytes.length) {
      const { bytesRead } = await handle.read(bytes, at, bytes.length - at, from + at)
      if (bytesRead === 0) break
      at += bytesRead
    }
    return bytes.subarray(0, at)
  } finally {
    await handle.close()
  }
}

/** Removes what these names lead to below the folder of all workspaces, with everything in it. Follows no links. */
export async function removeInWorkspaces(
  workspaces: string,
  names: readonly string[],
): Promise<void> {
  let at = workspaces
  for (const name of names.slice(0, -1)) {
    at = path.join(at, name)
    const there = await lstatOf(at)
    if (there === null) return
    if (!there.isDirectory()) throw new InTheWay(at)
  }
  await rm(path.join(at, names.at(-1) ?? ''), { recursive: true, force: true })
}

/** Removes folders of one inside the other, the innermost first, as far as they are empty. */
export async function removeEmptyFolders(
  workspaces: string,
  names: readonly string[],
): Promise<void> {
  for (let length = names.length; length > 0; length--) {
    try {
      await rmdir(path.join(workspaces, ...names.slice(0, length)))
    } catch {
      return
    }
  }
}

/** Names of the folders in one; none where it is not there. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    const all = await readdir(folder, { withFileTypes: true })
    return all.flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  } catch {
    return []
  }
}

async function lstatOf(at: string) {
  try {
    return await lstat(at)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
