import { accessSync, constants, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gitStateOf } from './git-view'

/** A folder as programs would find it that are started there. */
export interface WorkingFolder {
  /** Absolute. */
  readonly path: string
  readonly state: 'ok' | 'missing' | 'not_a_folder' | 'read_only'
  /** Whether what programs change there can be taken back with git; unknown where git does not say. */
  readonly git: 'clean' | 'changed' | 'none' | 'unknown'
}

/** Looks at a folder, written as a person would: `~` is the home, and anything else begins where the server was started. */
export async function lookAtFolder(written: string): Promise<WorkingFolder> {
  const folder = path.resolve(written.replace(/^~(?=$|[/\\])/, os.homedir()))
  const state = stateOf(folder)
  const isThere = state === 'ok' || state === 'read_only'
  return { path: folder, state, git: isThere ? await gitStateOf(folder) : 'unknown' }
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
