import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'

/** Whether a program of this name would be found. */
export function onPath(command: string, searchPath: string): boolean {
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '')
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : ['']
  return folders.some((folder) =>
    endings.some((ending) => {
      const file = path.join(folder, command + ending)
      return existsSync(file) && isRunnable(file)
    }),
  )
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
