import { statSync } from 'node:fs'
import path from 'node:path'
import { isRunnable, onPath } from './on-path'

/** Why a program could not be started; said before a start and after one. */
export const PROBLEM = {
  noFolder: (folder: string) => `The folder "${folder}" does not exist.`,
  noProgram: (command: string) =>
    command.includes('/')
      ? `There is no program "${command}".`
      : `There is no program "${command}" on the PATH.`,
  notRunnable: (command: string) => `The program "${command}" may not be run.`,
} as const

export function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** What would keep a program from being started on this machine now; null if nothing is found. */
export function programProblem(
  command: string | null,
  cwd: string | null,
  searchPath: string,
): string | null {
  try {
    if (cwd !== null && !isFolder(cwd)) return PROBLEM.noFolder(cwd)
    if (command === null) return null
    if (path.basename(command) === command) {
      return onPath(command, searchPath) ? null : PROBLEM.noProgram(command)
    }
    // A program that is given by its path is looked up from the folder in which it is started.
    const file = path.resolve(cwd ?? process.cwd(), command)
    if (isRunnable(file)) return null
    const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
    return isThere ? PROBLEM.notRunnable(command) : PROBLEM.noProgram(command)
  } catch {
    // A path that this user may not follow, or that leads through a file.
    return PROBLEM.noProgram(command ?? cwd ?? '')
  }
}
