import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/** Whether a program of this name would be found; a program that is given by its path is looked up there. */
export function onPath(command: string, searchPath: string): boolean {
  return fileOnPath(command, searchPath) !== null
}

/** The file of a program of this name; null if there is none. */
export function fileOnPath(command: string, searchPath: string): string | null {
  if (path.basename(command) !== command) return isRunnable(command) ? command : null
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '')
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : ['']
  const files = folders.flatMap((folder) =>
    endings.map((ending) => path.join(folder, command + ending)),
  )
  return files.find(isRunnable) ?? null
}

export function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
