import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { fileOnPath } from './on-path'

/** How long `node` may take to say its version. */
const NODE_MS = 5_000
/** The system reads no more of a first line. */
const FIRST_LINE_BYTES = 256

/**
 * The version of the Node.js that runs a program, found as the system finds it: by the first line of a script, and on
 * the PATH if that line gives no path. Null for a program that is not run by `node`, or if there is none.
 */
export function nodeOf(command: string, searchPath: string): string | null {
  const file = fileOnPath(command, searchPath)
  const node = file === null ? 'node' : interpreterOf(file)
  if (node === null) return null
  const { stdout } = spawnSync(node, ['--version'], {
    env: { PATH: searchPath },
    encoding: 'utf8',
    timeout: NODE_MS,
  })
  return /^v(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? null
}

/** `node`, or its path; null if another program runs the file, or the file runs on its own. */
function interpreterOf(file: string): string | null {
  const line = firstLine(file)
  // Without such a first line nothing says what runs it: Node.js, if anything does.
  if (line === '') return 'node'
  if (!line.startsWith('#!')) return null
  const [interpreter = '', ...words] = line.slice(2).trim().split(/\s+/)
  const named =
    path.basename(interpreter) === 'env'
      ? words.find((word) => !word.startsWith('-') && !word.includes('='))
      : interpreter
  return named !== undefined && path.basename(named) === 'node' ? named : null
}

function firstLine(file: string): string {
  const bytes = Buffer.alloc(FIRST_LINE_BYTES)
  const open = openSync(file, 'r')
  try {
    const length = readSync(open, bytes, 0, FIRST_LINE_BYTES, 0)
    return bytes.subarray(0, length).toString('latin1').split('\n')[0] ?? ''
  } finally {
    closeSync(open)
  }
}
