import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { DataDir } from '../data-dir'
import { makeFolder, renameDurably } from '../durable-files'
import { failureIn } from '../storage-failure'
import { copyAt } from '../copies-before'
import { openToLook } from './database'
import { copyProblem, DatabaseMoment, renewEpoch } from './database-moment'
import { freeBytes } from './free-bytes'

/** As many copies stay; each has what was deleted after it was made. */
const KEPT = 2
/** Room that the change of the tables itself may take, beside the copy. */
const SPARE_BYTES = 64 * 1024 * 1024

export interface WayBackOptions {
  readonly data: DataDir
  /** The copy begins a new one: whoever followed what came after it takes everything afresh. */
  readonly epoch: string
  /** ISO 8601; the copy is named by it. */
  readonly at: string
  readonly free?: typeof freeBytes
}

/**
 * Keeps a copy of a database that is about to be brought up to date, and says in a line how to return to it, or why
 * there is none: a start does not fail for it. Only a folder that is claimed may be copied from.
 */
export async function keepWayBack(options: WayBackOptions): Promise<string> {
  const { data, epoch, at, free = freeBytes } = options
  const { database, wayBack: folder } = data
  const copy = path.join(folder, copyAt(at))
  const unfinished = `${copy}.tmp`
  try {
    makeFolder(folder)
    for (const name of readdirSync(folder)) {
      if (name.includes('.sqlite.tmp')) rmSync(path.join(folder, name), { force: true })
    }
    const newest = data.copiesBefore().at(-1)
    if (newest !== undefined && isOf(database, path.join(folder, newest))) {
      return told(path.join(folder, newest), database)
    }
    const needed = sizeOf(database) + sizeOf(`${database}-wal`) + SPARE_BYTES
    const older = data.copiesBefore()
    const dropOldest = () => rmSync(path.join(folder, older.shift() ?? ''), { force: true })
    const isTooSmall = async () => ((await free(folder)) ?? needed) < needed
    while (older.length > 0 && (await isTooSmall())) dropOldest()
    // Where nothing says how much is free, the copy is tried.
    const room = (await free(folder)) ?? needed
    if (room < needed) {
      return `No copy of the database was kept before it is brought up to date: it needs ${megabytes(needed)}, and ${megabytes(room)} are free. There is no way back to the earlier version but a backup.`
    }
    await copied(database, unfinished, epoch)
    await renameDurably(unfinished, copy)
    while (older.length >= KEPT) dropOldest()
    return told(copy, database)
  } catch (error) {
    if (existsSync(unfinished)) rmSync(unfinished, { force: true })
    const { code, message } = failureIn(error)
    return `No copy of the database could be kept before it is brought up to date (${code}: ${message}). There is no way back to the earlier version but a backup.`
  }
}

function told(copy: string, database: string): string {
  return `The database is brought up to date. As it was before, it is kept in ${copy}. To return to the earlier version: stop this server, run rm -f "${database}-wal" "${database}-shm" && mv "${copy}" "${database}", and start that version. What is written from now on is not in the copy.`
}

/** Whether a copy is of this state: a start that was broken off has made it. */
function isOf(database: string, copy: string): boolean {
  return JSON.stringify(stateOf(database)) === JSON.stringify(stateOf(copy))
}

function stateOf(file: string): unknown {
  const sqlite = openToLook(file)
  try {
    return [
      sqlite.prepare('select position from shard').pluck().get(),
      sqlite.prepare('select count(*) from __drizzle_migrations').pluck().get(),
    ]
  } finally {
    sqlite.close()
  }
}

async function copied(database: string, to: string, epoch: string): Promise<void> {
  using moment = new DatabaseMoment(database)
  await moment.copyTo(to, new AbortController().signal)
  const problem = copyProblem(to, moment.counts())
  if (problem !== null) throw Object.assign(new Error(problem.message), { code: problem.code })
  renewEpoch(to, epoch)
  const handle = openSync(to, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / (1024 * 1024))} MB`
}
