import { Buffer } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import {
  type CommandScanner,
  createCommandScanner,
  type MalformedCommand,
  type ScannedCommand,
} from '../command-scanner'

/** A scanner that notes down everything it finds. */
export interface Collector {
  readonly scanner: CommandScanner
  readonly commands: ScannedCommand[]
  readonly malformed: MalformedCommand[]
  /** Commands and malformed ones, in the order they were reported. */
  readonly found: (ScannedCommand | MalformedCommand)[]
  /** Names of the commands that ran, with their payloads' source: `REACT {"a":1}`. */
  readonly ran: string[]
  /** Reason and name of what did not: `in_code REACT`. */
  readonly refused: string[]
  readonly text: string
  /** The prose from an offset on. */
  textFrom(offset: number): string
}

export function collector(options: { max?: number } = {}): Collector {
  const found: (ScannedCommand | MalformedCommand)[] = []
  const pieces: { text: string; offset: number }[] = []
  const commands: ScannedCommand[] = []
  const malformed: MalformedCommand[] = []
  const scanner = createCommandScanner({
    maxCommandSize: options.max,
    onText: (text, offset) => pieces.push({ text, offset }),
    onCommand: (command) => {
      commands.push(command)
      found.push(command)
    },
    onMalformed: (one) => {
      malformed.push(one)
      found.push(one)
    },
  })
  return {
    scanner,
    commands,
    malformed,
    found,
    get ran() {
      return commands.map(({ name, payload }) => (payload === null ? name : `${name} ${payload}`))
    },
    get refused() {
      return malformed.map(({ reason, name }) => `${reason} ${name}`)
    },
    get text() {
      return this.textFrom(0)
    },
    textFrom(from) {
      return pieces.map(({ text, offset }) => text.slice(Math.max(0, from - offset))).join('')
    },
  }
}

/** Scans one whole turn. */
export function scan(text: string, options: { max?: number } = {}): Collector {
  return scanChunks([text], options)
}

export function scanChunks(chunks: Iterable<string>, options: { max?: number } = {}): Collector {
  const collected = collector(options)
  for (const chunk of chunks) collected.scanner.feed(chunk)
  collected.scanner.endTurn()
  return collected
}

/** The text as it comes over a pipe: its UTF-8 bytes in chunks of the given sizes, over and over, decoded. */
export function* decoded(text: string, sizes: readonly number[]): Generator<string> {
  const decoder = new StringDecoder('utf8')
  const bytes = Buffer.from(text)
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield decoder.write(bytes.subarray(at, at + size))
    at += size
  }
  yield decoder.end()
}
