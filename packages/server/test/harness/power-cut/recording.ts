import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a server did to the files of a folder, or sent, in the order in which it happened. */
export type Call =
  /** Of a file that was made by it, was there, or a folder. */
  | { readonly kind: 'open'; readonly id: number; readonly path: string; readonly how: How }
  | { readonly kind: 'write'; readonly id: number; readonly at: number; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly id: number; readonly size: number }
  | { readonly kind: 'sync'; readonly id: number }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'remove' | 'make folder'; readonly path: string }
  | { readonly kind: 'send'; readonly text: string }
type How = 'there' | 'made' | 'folder'

const SOURCE = fileURLToPath(new URL('./record-calls.c', import.meta.url))
const COMPILERS = ['cc', 'gcc', 'clang']
const HEAD_BYTES = 21
const HOW: readonly How[] = ['there', 'made', 'folder']

/** The recorder, compiled into the folder; null where there is no compiler, or no Linux. */
export function compiledRecorder(folder: string): string | null {
  if (process.platform !== 'linux') return null
  const library = path.join(folder, 'record-calls.so')
  for (const compiler of COMPILERS) {
    try {
      const flags = ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl', '-lpthread']
      execFileSync(compiler, flags, { stdio: 'pipe' })
      return library
    } catch {
      // The next one.
    }
  }
  return null
}

/** What makes a process record: nothing of the program itself is another. */
export function recordingEnvironment(
  recorder: string,
  log: string,
  folder: string,
): Record<string, string> {
  return {
    LD_PRELOAD: recorder,
    CREWROOM_RECORD_LOG: log,
    CREWROOM_RECORD_FOLDER: folder,
    // Files are written by calls that can be seen.
    UV_USE_IO_URING: '0',
  }
}

/** The calls of one process after the other; ids of open files stay apart. */
export function callsIn(logs: readonly string[]): Call[] {
  const calls: Call[] = []
  let before = 0
  for (const log of logs) {
    let last = before
    for (const call of callsOf(readFileSync(log), before)) {
      calls.push(call)
      if (call.kind === 'open') last = Math.max(last, call.id)
    }
    before = last
  }
  return calls
}

function* callsOf(bytes: Buffer, before: number): Iterable<Call> {
  for (let at = 0; at < bytes.length;) {
    const letter = String.fromCharCode(bytes.readUInt8(at))
    const id = bytes.readInt32LE(at + 1) + before
    const number = Number(bytes.readBigInt64LE(at + 5))
    const pathEnd = at + HEAD_BYTES + bytes.readUInt32LE(at + 13)
    const end = pathEnd + bytes.readUInt32LE(at + 17)
    const name = bytes.toString('utf8', at + HEAD_BYTES, pathEnd)
    const data = bytes.subarray(pathEnd, end)
    at = end
    yield callOf(letter, id, number, name, data)
  }
}

function callOf(letter: string, id: number, number: number, name: string, data: Buffer): Call {
  switch (letter) {
    case 'o':
      return { kind: 'open', id, path: name, how: HOW[number] ?? 'there' }
    case 'w':
      return { kind: 'write', id, at: number, data }
    case 't':
      return { kind: 'truncate', id, size: number }
    case 's':
      return { kind: 'sync', id }
    case 'r':
      return { kind: 'rename', path: name, to: data.toString('utf8') }
    case 'u':
      return { kind: 'remove', path: name }
    case 'm':
      return { kind: 'make folder', path: name }
    case 'n':
      return { kind: 'send', text: data.toString('latin1') }
    default:
      throw new Error(`the recorder does not write "${letter}"`)
  }
}
