import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { idOf, type Root } from './roots'

/** A session's file as a look at its folder shows it. Paths are real ones. */
export interface SessionFile {
  readonly id: string
  readonly path: string
  readonly folder: string
  readonly name: string
  readonly bytes: number
  readonly changedAt: number
  /** Another one: the file was changed or replaced. */
  readonly identity: string
}

/** How deep folders lie below a root, and how many files are looked for. */
const DEEPEST = 6
const MOST_FILES = 100_000
/** Folders that are looked into before others have their turn. */
const FOLDERS_AT_ONCE = 16

/** What has its place beside a session and is none: what its sub-agents wrote. */
const SUBAGENT_FILE = /^agent-[\w.-]+\.jsonl$/
const SUBAGENT_FOLDER = 'subagents'
/** `subagents/workflows/<run>`, and one more: their names are in ids. */
const WORKFLOW_FOLDER = /^[\w.-]+$/
const DEEPEST_SUBAGENT = 3

/** All session files below the roots; links are not followed. Gives way to other work now and then. */
export async function findSessionFiles(
  roots: readonly Root[],
  giveWay: () => Promise<void>,
): Promise<SessionFile[]> {
  const found = new Map<string, SessionFile>()
  let open = roots.flatMap(({ real }) => (real === null ? [] : [{ folder: real, depth: 0 }]))
  let looked = 0
  for (let next = open.pop(); next && found.size < MOST_FILES; next = open.pop()) {
    const { folder, depth } = next
    for (const entry of entriesOf(folder)) {
      const place = path.join(folder, entry.name)
      if (entry.isDirectory() && depth < DEEPEST && entry.name !== SUBAGENT_FOLDER) {
        open.push({ folder: place, depth: depth + 1 })
      } else if (entry.isFile() && isSession(entry.name)) {
        const file = lookAt(folder, entry.name)
        if (file) found.set(file.path, file)
      }
    }
    if (++looked % FOLDERS_AT_ONCE === 0) await giveWay()
  }
  return [...found.values()]
}

/**
 * Files of a session's sub-agents: in its own folder, with those of workflows in folders there, and, as earlier versions have
 * it, beside it.
 */
export function subagentFiles(session: string): {
  readonly own: string[]
  readonly beside: string[]
} {
  const folder = path.dirname(session)
  const own = subagentFolderOf(session)
  return { own: filesBelow(own, DEEPEST_SUBAGENT), beside: filesIn(entriesOf(folder), folder) }
}

/** The name of a file of a sub-agent, with the folders that tell which workflow started it. */
export const subagentNameOf = (session: string, file: string): string =>
  path.join(SUBAGENT_FOLDER, path.relative(subagentFolderOf(session), file))

function subagentFolderOf(session: string): string {
  return path.join(path.dirname(session), path.basename(session, '.jsonl'), SUBAGENT_FOLDER)
}

/** When something of a session was written last, in ms since 1970: while a sub-agent works, its session's own file rests. */
export function lastChangeOf(session: string): number {
  const { own } = subagentFiles(session)
  return Math.max(...[session, ...own].map(changedAt))
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function filesBelow(folder: string, depth: number): string[] {
  const entries = entriesOf(folder)
  const inner = entries.filter((entry) => entry.isDirectory() && WORKFLOW_FOLDER.test(entry.name))
  const below = depth === 0 ? [] : inner.map(({ name }) => name).toSorted()
  return [
    ...filesIn(entries, folder),
    ...below.flatMap((name) => filesBelow(path.join(folder, name), depth - 1)),
  ]
}

function filesIn(entries: readonly Dirent[], folder: string): string[] {
  return entries
    .filter((entry) => entry.isFile() && SUBAGENT_FILE.test(entry.name))
    .map(({ name }) => path.join(folder, name))
    .toSorted()
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Gone, or not for this user: there is nothing to show of it.
    return []
  }
}

function isSession(name: string): boolean {
  return name.endsWith('.jsonl') && !SUBAGENT_FILE.test(name)
}

function lookAt(folder: string, name: string): SessionFile | null {
  const place = path.join(folder, name)
  try {
    const { dev, ino, size, mtimeMs } = lstatSync(place)
    return {
      id: idOf(place),
      path: place,
      folder,
      name,
      bytes: size,
      changedAt: mtimeMs,
      identity: `${dev}:${ino}:${size}:${mtimeMs}`,
    }
  } catch {
    return null
  }
}
