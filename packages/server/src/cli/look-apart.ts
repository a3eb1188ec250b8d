import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openToLook } from '../storage/database'

/** What a process of its own found in a database; null when it was not done in time. */
export function lookApart<T>(
  script: URL,
  file: string,
  what: 'load' | 'pages' | 'space' | 'replaced',
  withinMs: number,
): Promise<{ readonly found: T } | null> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [fileURLToPath(script), file, what],
      { timeout: withinMs, killSignal: 'SIGKILL', encoding: 'utf8' },
      (error, out) => {
        if (error === null) {
          resolve({ found: JSON.parse(out) as T })
        } else if (error.killed) {
          // What it had open beside the file is taken away by the next who closes it.
          openToLook(file).close()
          resolve(null)
        } else reject(error)
      },
    )
  })
}
