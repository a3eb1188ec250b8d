import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/** Whether a program of this name would be found; one that is named by its path is looked at where it is. */
export function onPath(command: string, searchPath: string): boolean {
  if (path.basename(command) !== command) return isRunnable(command)
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '')
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : ['']
  return folders.some((folder) =>
    endings.some((ending) => isRunnable(path.join(folder, command + ending))),
  )
}

export function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
