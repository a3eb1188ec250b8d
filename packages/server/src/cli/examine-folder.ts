import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import type { DataDir } from '../data-dir'
import { makeFolder, removeEmpty } from '../durable-files'
import { readTokens } from '../install-tokens'
import { failureIn, lockSentence, startSentence } from '../storage-failure'
import { isLockHeld, lockData } from '../storage/lock'
import { type Finding, note, ok, problem } from './finding'

/** What a first start writes, about. */
const ROOM_BYTES = 256 * 1024

/** Whether a server could make, read and write what it keeps in the data folder. What is tried is taken back. */
export function examineFolder(data: DataDir): Finding[] {
  const { folder } = data
  try {
    if (existsSync(folder) && !statSync(folder).isDirectory()) {
      return [problem(`data folder ${folder} is not a folder.`)]
    }
    const made = makeFolder(folder)
    if (made.length > 0) {
      try {
        tryFile(folder)
      } finally {
        removeEmpty(made)
      }
      return [ok(`data folder ${folder}: does not exist yet; the first start creates it`)]
    }
    tryFile(folder)
    data.assertFiles()
    // Not opened: closing a file ends the locks that this process may have on it.
    for (const file of present(data)) accessSync(file, constants.R_OK | constants.W_OK)
    return [
      ok(`data folder ${folder}`),
      ...rights(data),
      ...lock(data),
      ...tokens(data),
      ...copies(data),
    ]
  } catch (error) {
    return [problem(startSentence(failureIn(error), folder))]
  }
}

function tryFile(inside: string): void {
  const tried = path.join(inside, `.crewroom-doctor-${process.pid}`)
  const handle = openSync(tried, 'wx', 0o600)
  try {
    for (let left = ROOM_BYTES; left > 0;) left -= writeSync(handle, Buffer.alloc(left))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
    rmSync(tried, { force: true })
  }
}

function present({ database, lock: held, tokens: file }: DataDir): string[] {
  return [database, `${database}-wal`, held, file].filter((one) => existsSync(one))
}

function rights({ database, tokens: file }: DataDir): Finding[] {
  return [database, file].flatMap((one) =>
    existsSync(one) && (statSync(one).mode & 0o077) !== 0 && process.platform !== 'win32'
      ? [problem(`${one} can be read by others. Run: chmod 600 ${one}`)]
      : [],
  )
}

/** Taken and given back, where no server has it. An empty file would be given its table: that is left to a start. */
function lock({ folder, lock: file }: DataDir): Finding[] {
  try {
    if (existsSync(file) && statSync(file).size > 0 && !isLockHeld(file)) lockData(file)?.release()
    return []
  } catch (error) {
    return [problem(lockSentence(failureIn(error), folder, file))]
  }
}

function tokens({ folder, tokens: file }: DataDir): Finding[] {
  const stored = readTokens(file)
  const kept = readdirSync(folder).filter((name) =>
    name.startsWith(`${path.basename(file)}.damaged`),
  )
  return [
    ...(stored.kind === 'damaged'
      ? [
          problem(
            `${file} cannot be used: ${stored.why}. The next start creates new owner and observer tokens and keeps this file under another name; repair it first if you have the old tokens.`,
          ),
        ]
      : []),
    ...kept.map((name) =>
      note(
        `${path.join(folder, name)}: tokens that could not be used; an earlier start created new ones. Delete this file when you no longer need it.`,
      ),
    ),
  ]
}

function copies(data: DataDir): Finding[] {
  return data
    .copiesBefore()
    .map((name) =>
      note(
        `${path.join(data.wayBack, name)}: the database as it was before an update, with what was deleted since. Delete this file when you will not return to the earlier version.`,
      ),
    )
}
