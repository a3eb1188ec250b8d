import { createHash } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** A folder below which session files are read, as it was configured. */
export interface Root {
  readonly path: string
  /** Where it really is; null: it cannot be read now, and `problem` says why. */
  readonly real: string | null
  readonly problem: string | null
}

/** Where Claude Code keeps its sessions. */
const DEFAULT_ROOT = ['.claude', 'projects']

/** The folders to look in: those of the settings, or Claude Code's own. `~` is the home folder. */
export function rootPaths(configured: readonly string[] | undefined, home: string): string[] {
  const given = configured ?? [path.join(home, ...DEFAULT_ROOT)]
  return given.map((root) => path.resolve(root.replace(/^~(?=$|[/\\])/, () => home)))
}

/** The folders as they are now: one may come, go, or be put elsewhere while the server runs. */
export function lookAtRoots(paths: readonly string[]): Root[] {
  return paths.map((root) => {
    try {
      const real = realpathSync.native(root)
      return statSync(real).isDirectory()
        ? { path: root, real, problem: null }
        : { path: root, real: null, problem: 'it is not a folder' }
    } catch (error) {
      return { path: root, real: null, problem: why(error) }
    }
  })
}

function why(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'ENOENT') return 'there is no such folder'
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it'
  return `it cannot be read (${code})`
}

/** A path is never part of an address: what stands for it tells nothing, and stays the same. */
export function idOf(real: string): string {
  return createHash('sha256').update(real).digest('base64url').slice(0, 22)
}

/** Whether a page has a use for its list: a folder was configured, whatever is wrong with it, or the default one is there. */
export function areShown(configured: readonly string[] | undefined, home: string): boolean {
  if (configured !== undefined) return configured.length > 0
  return lookAtRoots(rootPaths(configured, home)).some(({ real }) => real !== null)
}
