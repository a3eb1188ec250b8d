import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { DataDir } from '../data-dir'
import { renameDurably } from '../durable-files'
import { readTokens } from '../install-tokens'
import { StartFailed, StartRefused } from '../start-refused'
import { failureIn, isFull, startSentence } from '../storage-failure'
import { whyUnusable } from '../storage/claim-data'
import { copyProblem, DatabaseMoment } from '../storage/database-moment'
import { lookAt } from '../storage/look-at-data'
import { VERSION } from '../version'
import { type BackupFile, readBackupFile } from './read-backup-file'
import { DATABASE, headOf, TOKENS } from './backup-file'
import { BackupFileWriter } from './write-backup-file'

export interface BackupOptions {
  readonly data: DataDir
  readonly file: string
  /** Whether a file of this name may be replaced. */
  readonly force: boolean
  readonly madeAt: string
  /** Ends it early; nothing is left behind then. */
  readonly signal: AbortSignal
}

export interface MadeBackup extends BackupFile {
  readonly bytes: number
}

/**
 * Writes everything that a data folder needs to be there again into one file, whether a server writes there or not.
 * Nothing is written into the folder, and no server waits. The file gets its name when all of it is on the disk and was
 * read again.
 */
export async function backUp(options: BackupOptions): Promise<MadeBackup> {
  const { file, signal } = options
  assertMayWrite(options)
  assertHasData(options.data)
  const next = `${file}.${process.pid}.tmp`
  const copy = `${file}.${process.pid}.sqlite.tmp`
  try {
    await write(options, next, copy)
    const made = await readBackupFile(next, () => Promise.resolve(null), signal)
    assertMayWrite(options)
    const { size } = statSync(next)
    await renameDurably(next, file)
    return { ...made, bytes: size }
  } catch (error) {
    throw asSentence(error, options)
  } finally {
    for (const left of [next, copy, `${copy}-wal`, `${copy}-shm`, `${copy}-journal`]) {
      rmSync(left, { force: true })
    }
  }
}

async function write(
  { data, madeAt, signal }: BackupOptions,
  next: string,
  copy: string,
): Promise<void> {
  const writer = new BackupFileWriter(next, headOf(VERSION, madeAt), signal)
  try {
    await writer.begin(headOf(VERSION, madeAt))
    using moment = openMoment(data)
    const files = await addContents(data, moment, writer)
    await moment.copyTo(copy, signal)
    const counts = moment.counts()
    const problem = copyProblem(copy, counts)
    if (problem) throw new StartFailed(startSentence(problem, data.folder))
    const databaseBytes = await addFile(writer, DATABASE, copy)
    if (readTokens(data.tokens).kind === 'whole') {
      await writer.text(TOKENS, readFileSync(data.tokens, 'utf8'))
    }
    await writer.finish({ counts, files, databaseBytes })
  } catch (error) {
    await writer.discard()
    throw error
  }
}

/**
 * Adds every content that the database names. One that was removed meanwhile was named a moment ago: then the database
 * is taken as it is now. One that is still named and is not there was lost before.
 */
async function addContents(
  data: DataDir,
  moment: DatabaseMoment,
  writer: BackupFileWriter,
): Promise<{ count: number; bytes: number; missing: number }> {
  const added = new Set<string>()
  const lost = new Set<string>()
  let bytes = 0
  for (;;) {
    let missing = 0
    let isNew = false
    for (const { groupId, sha256 } of moment.contents()) {
      const name = `files/${groupId}/${sha256}`
      if (added.has(name)) continue
      const size = await addFile(writer, name, path.join(data.groupFiles, groupId, sha256)).catch(
        (error: unknown) => {
          if (failureIn(error).code !== 'ENOENT') throw error
          return null
        },
      )
      if (size !== null) {
        added.add(name)
        bytes += size
        continue
      }
      missing++
      isNew ||= !lost.has(name)
      lost.add(name)
    }
    if (!isNew) return { count: added.size, bytes, missing }
    moment.renew()
  }
}

async function addFile(writer: BackupFileWriter, name: string, from: string): Promise<number> {
  const handle = await open(from, 'r')
  try {
    return await writer.file(name, handle)
  } finally {
    await handle.close()
  }
}

function openMoment(data: DataDir): DatabaseMoment {
  try {
    return new DatabaseMoment(data.database)
  } catch (error) {
    throw new StartFailed(startSentence(failureIn(error), data.folder), error)
  }
}

function assertMayWrite({ data, file, force }: BackupOptions): void {
  const folder = path.dirname(path.resolve(file))
  if (!existsSync(folder)) throw new StartRefused(`There is no folder ${folder} for ${file}.`)
  if (isWithin(data.folder, folder)) {
    throw new StartRefused(
      `${file} would be in the data folder ${data.folder}, in which a backup changes nothing. Name a file outside of it.`,
    )
  }
  const there = statSync(file, { throwIfNoEntry: false })
  if (!there) return
  if (!there.isFile()) throw new StartRefused(`${file} is there, and it is not a file.`)
  if (!force) {
    throw new StartRefused(`${file} is there already. Choose another name, or give --force.`)
  }
}

/** However the two are written: a file of the folder may not be replaced under another name of it. */
function isWithin(outer: string, inner: string): boolean {
  if (!existsSync(outer)) return false
  const way = path.relative(realpathSync(outer), realpathSync(inner))
  return way === '' || (way.split(path.sep)[0] !== '..' && !path.isAbsolute(way))
}

function assertHasData(data: DataDir): void {
  let look
  try {
    look = lookAt(data.database)
  } catch (error) {
    throw new StartFailed(startSentence(failureIn(error), data.folder), error)
  }
  const why = whyUnusable(data, look)
  if (why !== null) throw new StartFailed(why)
  if (look.kind === 'ours') return
  throw new StartRefused(
    `There is nothing to back up in ${data.folder}: no server has used it yet. --data names another folder.`,
  )
}

function asSentence(error: unknown, { data, file, signal }: BackupOptions): unknown {
  if (error instanceof StartRefused || error instanceof StartFailed) return error
  if (signal.aborted) return new StartRefused('Stopped. No backup was made.')
  const failure = failureIn(error)
  if (isFull(failure)) {
    return new StartFailed(
      `The disk of ${path.dirname(path.resolve(file))} is full (${failure.code}), and no backup was made. It needs room for a copy of the database and for the backup; free some space, or name a file on another disk.`,
      error,
    )
  }
  if (failure.code.startsWith('SQLITE_')) {
    return new StartFailed(startSentence(failure, data.folder), error)
  }
  return new StartFailed(
    `${file} cannot be written: ${failure.message}. No backup was made.`,
    error,
  )
}
