import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Below a data folder: copies of the database from before it was brought up to date. */
export const COPIES_BEFORE = 'before-upgrade'

/** Names of these copies, the oldest first. */
export function copiesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^crewroom-[\dTZ-]+\.sqlite$/.test(name))
    .toSorted()
}

/** Removes those that were made after an instant, and before another one: what was deleted may be in them. */
export function dropCopies(folder: string, since: string, until: string | null): void {
  const first = copyAt(since)
  const last = until === null ? null : copyAt(until)
  for (const name of copiesIn(folder)) {
    if (name >= first && (last === null || name <= last))
      rmSync(path.join(folder, name), { force: true })
  }
}

/** The name of a copy that is made at an instant (ISO 8601). */
export function copyAt(at: string): string {
  return `crewroom-${at.replaceAll(/[:.]/g, '-')}.sqlite`
}
