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

/** Files of a session's sub-agents: in its own folder, and, as earlier versions have it, beside it. */
export function subagentFiles(session: string): {
  readonly own: string[]
  readonly beside: string[]
} {
  const folder = path.dirname(session)
  const own = path.join(folder, path.basename(session, '.jsonl'), SUBAGENT_FOLDER)
  return { own: filesIn(own), beside: filesIn(folder) }
}

/** When something of a session was written last, in ms since 1970: while a sub-agent works, its session's own file rests. */
export function lastChangeOf(session: string): number {
  const { own } = subagentFiles(session)
  return Math.max(...[session, ...own].map(changedAt))
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function filesIn(folder: string): string[] {
  return entriesOf(folder)
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
