import { closeSync, readSync } from 'node:fs'
import path from 'node:path'
import type { Open } from '../open-below'

/** The beginning of a sub-agent's file, where its first record says whose it is. */
const HEAD_BYTES = 64 * 1024
const MOST_KNOWN = 20_000

/** By path and file: a first record stays what it is. A search looks at the files beside each session of a folder. */
const known = new Map<string, string>()

/** Whether a file beside a session is one of its sub-agents'. `name`: that of the session's file. */
export const isOfSession = (open: Open, file: string, name: string): boolean =>
  sessionIn(open, file) === path.basename(name, '.jsonl')

/** The session that a sub-agent's file names; null: none yet. */
export function sessionIn(open: Open, file: string): string | null {
  try {
    const { fd, stats } = open(file)
    try {
      const key = `${file} ${stats.dev}:${stats.ino}`
      const before = known.get(key)
      if (before !== undefined) return before
      const head = Buffer.alloc(HEAD_BYTES)
      const text = head.toString('utf8', 0, readSync(fd, head, 0, HEAD_BYTES, 0))
      const session = /"sessionId":"([\w-]{1,64})"/.exec(text)?.[1] ?? null
      if (session !== null) keep(key, session)
      return session
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

function keep(key: string, session: string): void {
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, session)
}
