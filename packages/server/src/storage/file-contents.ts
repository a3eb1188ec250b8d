import { createHash, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, renameDurably } from '../durable-files'
import {
  ContentRefused,
  type FileContentsPort,
  type ReceivedContent,
} from '../journal/ports/file-contents-port'

const GROUP_ID = /^[\w-]{1,64}$/
const SHA256 = /^[0-9a-f]{64}$/
/** The name of a file that is being received. */
const TEMPORARY = /^[0-9a-f-]{36}\.tmp$/

type OpenFile = (file: string) => Promise<fs.FileHandle>

/**
 * Contents as files, `<folder>/<group id>/<sha256>`. A content gets its name when all of it is on the disk, and before
 * any record names it; equal contents of a group are one file.
 */
export class FileContents implements FileContentsPort {
  readonly #folder: string
  readonly #open: OpenFile
  /** What is being received, and how many are adding a content, by path. */
  readonly #temporary = new Set<string>()
  readonly #claims = new Map<string, number>()

  constructor(folder: string, open: OpenFile = (file) => fs.open(file, 'wx+', 0o600)) {
    this.#folder = folder
    this.#open = open
  }

  pathOf(groupId: string, sha256: string): string {
    if (!SHA256.test(sha256)) throw new Error('this is not a SHA-256 sum')
    return path.join(this.#folderOf(groupId), sha256)
  }

  async sizeOf(groupId: string, sha256: string): Promise<number | null> {
    try {
      const found = await fs.lstat(this.pathOf(groupId, sha256))
      return found.isFile() ? found.size : null
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async receive(
    groupId: string,
    body: AsyncIterable<Uint8Array>,
    limit: number,
  ): Promise<ReceivedContent> {
    const temporary = path.join(this.#folderOf(groupId), `${randomUUID()}.tmp`)
    this.#temporary.add(temporary)
    try {
      const handle = await asRefusal(() => {
        makeFolder(path.dirname(temporary))
        return this.#open(temporary)
      })
      try {
        const written = await write(handle, body, limit)
        return this.#received(groupId, temporary, written)
      } finally {
        await handle.close()
      }
    } catch (error) {
      await this.#discard(temporary)
      throw error
    }
  }

  remove(groupId: string, sha256: string): void {
    const file = this.pathOf(groupId, sha256)
    if (!this.#claims.has(file)) rmSync(file, { force: true })
  }

  async groups(): Promise<readonly string[]> {
    return (await namesIn(this.#folder)).filter((name) => GROUP_ID.test(name))
  }

  async contentsOf(groupId: string): Promise<readonly string[]> {
    const folder = this.#folderOf(groupId)
    const names = await namesIn(folder)
    for (const name of names.filter((one) => TEMPORARY.test(one))) {
      const file = path.join(folder, name)
      if (!this.#temporary.has(file)) await fs.rm(file, { force: true })
    }
    return names.filter(isContent)
  }

  async removeGroup(groupId: string): Promise<void> {
    const folder = this.#folderOf(groupId)
    for (const name of await namesIn(folder)) {
      if (isContent(name) || TEMPORARY.test(name)) {
        await fs.rm(path.join(folder, name), { force: true })
      }
    }
    // Somebody may have chosen a data folder that has files of their own: only what is ours goes.
    await fs.rmdir(folder).catch(() => {})
  }

  #received(
    groupId: string,
    temporary: string,
    written: { readonly sha256: string; readonly size: number },
  ): ReceivedContent {
    const file = this.pathOf(groupId, written.sha256)
    this.#claims.set(file, (this.#claims.get(file) ?? 0) + 1)
    let isKept = false
    return {
      ...written,
      head: (bytes) => headOf(isKept ? file : temporary, bytes),
      keep: async () => {
        await asRefusal(() => renameDurably(temporary, file))
        isKept = true
      },
      release: async () => {
        const claims = (this.#claims.get(file) ?? 1) - 1
        if (claims > 0) this.#claims.set(file, claims)
        else this.#claims.delete(file)
        await this.#discard(temporary)
      },
    }
  }

  async #discard(temporary: string): Promise<void> {
    await fs.rm(temporary, { force: true })
    this.#temporary.delete(temporary)
  }

  #folderOf(groupId: string): string {
    if (!GROUP_ID.test(groupId)) throw new Error('this is not the id of a group')
    return path.join(this.#folder, groupId)
  }
}

/** Whether a file in the folder of a group is a content, by its name. */
export function isContent(name: string): boolean {
  return SHA256.test(name)
}

async function write(handle: fs.FileHandle, body: AsyncIterable<Uint8Array>, limit: number) {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > limit) throw new ContentRefused('too_large')
    hash.update(part)
    await asRefusal(() => handle.appendFile(part))
  }
  if (size === 0) throw new ContentRefused('empty')
  await asRefusal(() => handle.sync())
  return { sha256: hash.digest('hex'), size }
}

/** What the disk refuses, apart from what the sender of the body does wrong. */
async function asRefusal<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const code = codeOf(error)
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    throw new ContentRefused(isFull ? 'disk_full' : 'unwritable', error)
  }
}

async function headOf(file: string, bytes: number): Promise<Uint8Array> {
  const handle = await fs.open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await fs.readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
