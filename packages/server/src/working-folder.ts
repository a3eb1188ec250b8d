import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A folder as programs would find it that are started there. */
export interface WorkingFolder {
  /** Absolute. */
  readonly path: string
  readonly state: 'ok' | 'missing' | 'not_a_folder' | 'read_only'
  /** Whether what programs change there can be taken back with git; unknown where git does not say. */
  readonly git: 'clean' | 'changed' | 'none' | 'unknown'
}

/** A repository may be as large as it likes: nobody waits longer for its state. */
const GIT_MS = 3_000
/** Locks nothing, and runs no program that a repository's own settings name. */
const GIT = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']

/** Looks at a folder, written as a person would: `~` is the home, and anything else begins where the server was started. */
export async function lookAtFolder(written: string): Promise<WorkingFolder> {
  const folder = path.resolve(written.replace(/^~(?=$|[/\\])/, os.homedir()))
  const state = stateOf(folder)
  const isThere = state === 'ok' || state === 'read_only'
  return { path: folder, state, git: isThere ? await gitOf(folder) : 'unknown' }
}

function stateOf(folder: string): WorkingFolder['state'] {
  try {
    if (!statSync(folder).isDirectory()) return 'not_a_folder'
  } catch {
    return 'missing'
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return 'ok'
  } catch {
    return 'read_only'
  }
}

function gitOf(folder: string): Promise<WorkingFolder['git']> {
  return new Promise((resolve) => {
    execFile(
      'git',
      [...GIT, 'status', '--porcelain', '--ignore-submodules=all'],
      { cwd: folder, timeout: GIT_MS, env: { ...process.env, LC_ALL: 'C' } },
      (error, changes, said) => {
        if (!error) resolve(changes === '' ? 'clean' : 'changed')
        // More than fits into the answer is much that was changed.
        else if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') resolve('changed')
        else resolve(said.includes('not a git repository') ? 'none' : 'unknown')
      },
    )
  })
}
