import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import type { DataDir } from '../data-dir'
import { makeFolder, putAside, removeEmpty, syncFolder, writePrivately } from '../durable-files'
import { readTokens } from '../install-tokens'
import { StartFailed, StartRefused } from '../start-refused'
import { failureIn, isFull, lockSentence } from '../storage-failure'
import { copyProblem, renewEpoch } from '../storage/database-moment'
import { type DataLock, lockData } from '../storage/lock'
import { lookAt } from '../storage/look-at-data'
import { VERSION } from '../version'
import { damaged, DATABASE, type End, TOKENS } from './backup-file'
import { type BackupFile, type EntrySink, readBackupFile } from './read-backup-file'

export interface RestoreOptions {
  readonly data: DataDir
  readonly file: string
  /** Whether a folder that has data may be moved aside. */
  readonly force: boolean
  /** The journal's name from now on. */
  readonly epoch: string
  readonly signal: AbortSignal
}

export interface Restored extends BackupFile {
  /** Where the folder is that was there before. */
  readonly aside: string | null
}

const FILES = 'files'
/** No working folder of the machine that the backup is of. */
const FOLDERS = 'work-folders.json'
/** In this order: tokens without a database are a lost database, and no server starts on them. */
const PLACED = [FOLDERS, TOKENS, FILES, DATABASE] as const

/**
 * Makes a data folder what a backup holds. The file is read to its end before anything is made, and again while it is
 * unpacked; what was there is moved aside, never removed.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { data, file, force, signal } = options
  assertFolder(data)
  const isUsed = hasData(data)
  if (isUsed && !force) {
    throw new StartRefused(
      `${data.folder} has data already, and nothing was changed. Restore into another folder with --data, or give --force: the folder that is there is then kept under another name.`,
    )
  }
  await readBackupFile(file, () => Promise.resolve(null), signal)
  const stage = isUsed
    ? `${data.folder}.restoring-${process.pid}`
    : path.join(data.folder, `restoring-${process.pid}.tmp`)
  const made = isUsed ? [] : madeFolder(options)
  let lock: DataLock | null = null
  let aside: string | null = null
  let isDone = false
  try {
    lock = locked(data)
    makeFolder(stage)
    const restored = await readBackupFile(file, (name) => sinkAt(path.join(stage, name)), signal)
    settle(options, stage, restored.end)
    writePrivately(path.join(stage, FOLDERS), '{}\n')
    signal.throwIfAborted()
    if (isUsed) {
      aside = moveAside(data.folder)
      lock.release()
      lock = locked(data)
    }
    place(stage, data.folder)
    isDone = true
    return { ...restored, aside }
  } catch (error) {
    throw asSentence(error, options, aside)
  } finally {
    lock?.release()
    rmSync(stage, { recursive: true, force: true })
    if (!isDone && made.length > 0) {
      rmSync(data.lock, { force: true })
      removeEmpty(made)
    }
  }
}

function assertFolder({ folder }: DataDir): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? true) return
  throw new StartRefused(
    `${folder} is not a folder, and nothing was changed. Give another one with --data.`,
  )
}

function madeFolder(options: RestoreOptions): string[] {
  try {
    return makeFolder(options.data.folder)
  } catch (error) {
    throw asSentence(error, options, null)
  }
}

/** Whether a server has used the folder. */
function hasData(data: DataDir): boolean {
  const isFilled = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
  const hasNames = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0
  return (
    [data.database, `${data.database}-wal`, data.tokens].some(isFilled) ||
    [data.groupFiles, data.workspaces].some(hasNames)
  )
}

function locked(data: DataDir): DataLock {
  let lock: DataLock | null
  try {
    data.prepare()
    lock = lockData(data.lock)
  } catch (error) {
    throw new StartFailed(lockSentence(failureIn(error), data.folder, data.lock), error)
  }
  if (lock) return lock
  const running = data.runningServer()
  throw new StartRefused(
    `A Crewroom server${running ? ` (pid ${running.pid}, ${running.url})` : ''} uses ${data.folder}, and nothing was changed. Stop it, or give another folder with --data.`,
  )
}

/** A new file with its folders, which is on the disk when it is closed. */
async function sinkAt(file: string): Promise<EntrySink> {
  makeFolder(path.dirname(file))
  const handle: FileHandle = await open(file, 'wx', 0o600)
  return {
    write: (chunk) => handle.appendFile(chunk),
    close: async () => {
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
      syncFolder(path.dirname(file))
    },
  }
}

/**
 * The database is a sound one of this version, or of an earlier one, and begins a new epoch; the tokens are tokens. Sums
 * say only that a file holds what was put into it, by whomever.
 */
function settle({ file, epoch }: RestoreOptions, stage: string, { counts }: End): void {
  const database = path.join(stage, DATABASE)
  const tokens = readTokens(path.join(stage, TOKENS))
  if (tokens.kind === 'damaged') throw damaged(file, `${TOKENS} cannot be used: ${tokens.why}`)
  const look = lookAt(database)
  if (look.kind === 'newer') {
    throw new StartRefused(
      `${file} holds data of a newer version of Crewroom than this one, ${VERSION} (${look.signs}). Nothing was restored. Restore it with the newer version.`,
    )
  }
  if (look.kind !== 'ours') throw damaged(file, 'its database is not one of Crewroom')
  const problem = copyProblem(database, counts)
  if (problem !== null) throw damaged(file, `its database is damaged: ${problem.message}`)
  renewEpoch(database, epoch)
}

function moveAside(folder: string): string {
  try {
    return putAside(folder, 'before-restore')
  } catch (error) {
    throw new StartFailed(
      `${folder} cannot be given another name (${failureIn(error).code}), and nothing was changed. Move what is in it away, or give another folder with --data.`,
      error,
    )
  }
}

function place(stage: string, folder: string): void {
  for (const name of PLACED) {
    const from = path.join(stage, name)
    if (!existsSync(from)) continue
    renameSync(from, path.join(folder, name))
    syncFolder(folder)
  }
}

function asSentence(
  error: unknown,
  { data, signal }: RestoreOptions,
  aside: string | null,
): unknown {
  if (error instanceof StartRefused || error instanceof StartFailed) return error
  if (signal.aborted) return new StartRefused('Stopped. Nothing was restored.')
  const failure = failureIn(error)
  const before = aside === null ? '' : ` The folder that was there before is now ${aside}.`
  return new StartFailed(
    isFull(failure)
      ? `The disk of ${data.folder} is full (${failure.code}), and nothing was restored. Free some space, or give a folder on another disk with --data.${before}`
      : `${data.folder} cannot be written: ${failure.message}. Nothing was restored.${before}`,
    error,
  )
}
