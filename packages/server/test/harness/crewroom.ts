import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { patience } from '../../../shared/test/patience'

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly errors: string
}

export interface CrewroomOptions {
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Another build of the program. */
  readonly cli?: string
  /** What it reads on stdin. */
  readonly input?: string
  /** Another Node.js. */
  readonly node?: string
  /** Ended when it prints this; whoever waits for a server wants no more of it. */
  readonly until?: RegExp
  /** What is done before it is ended then. */
  readonly once?: () => Promise<void>
}

/** A command that hangs is a failure of its own: it is killed, and its code is null. */
const ENDS_WITHIN_MS = patience(30_000)

/** The built program as its user runs it, to its end. */
export function crewroom(
  args: readonly string[],
  {
    cwd,
    environment,
    cli = CLI,
    input,
    node = process.execPath,
    until,
    once,
  }: CrewroomOptions = {},
): Promise<Ended> {
  const child = spawn(node, [cli, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: undefined, ...environment },
  })
  // It may end before it has read all.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  let [out, errors] = ['', '']
  let isEnding = false
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    if (!until?.test(out) || isEnding) return
    isEnding = true
    void Promise.resolve(once?.()).finally(() => child.kill('SIGTERM'))
  })
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(late)
      resolve({ code, out, errors })
    })
  })
}

/** Every file below a folder with what is in it, to compare two moments. Only SQLite's own scratch file may differ. */
export function traceOf(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  if (!statSync(folder).isDirectory()) return { '': digest(folder) }
  const all = readdirSync(folder, { recursive: true }) as string[]
  const names = all.filter((name) => !name.endsWith('-shm'))
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const file = path.join(folder, name)
      return [name, statSync(file).isDirectory() ? 'a folder' : digest(file)]
    }),
  )
}

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
