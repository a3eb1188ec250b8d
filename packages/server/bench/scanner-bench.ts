import { Buffer } from 'node:buffer'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { StringDecoder } from 'node:string_decoder'
import { createCommandScanner } from '../src/scanner/command-scanner'

export interface BenchResult {
  name: string
  /** The measured ratio, and what it has to be. */
  ratio: number
  bound: string
  ok: boolean
  detail: Record<string, number | string>
}

const MB = 1024 * 1024
const CHUNK = 1024
/** Quick inputs are run more often, because little disturbs them much. */
const MOST_ROUNDS = 15
const ENOUGH_MS = 1500
const COMMAND =
  '⟦⟦ GROUP_MESSAGE {"group": "config-team", "content": "Die Größe der Tabelle ist geändert: ' +
  'please pull before you edit _configs.py, and tell me when the extraction is done."} ⟧⟧\n'
const PROSE =
  'Ich prüfe zuerst die Konfiguration – dann ändere ich den Parser… so that nothing breaks.\n'

/** Text that would be slow to read, if anything were. Each is repeated to the size that is measured. */
const HOSTILE: Record<string, { first?: string; unit: string }> = {
  'openers, never closed': { unit: 'as I said: ⟦⟦ GROUP_MESSAGE {"content": "and ' },
  'openers at line starts, never closed': { unit: '⟦⟦ GROUP_MESSAGE {"content": "and so on\n' },
  'openers at line starts, no quotes': { unit: '⟦⟦ GROUP_MESSAGE {\n' },
  'openers at line starts, in one open string': {
    first: '⟦⟦ GROUP_MESSAGE {"content": "',
    unit: '\n⟦⟦ GROUP_MESSAGE { and so on',
  },
  'openers whose strings look like commands': {
    first: '⟦⟦ A {"a":"\n',
    unit: '⟦⟦ A {",":":"\n',
  },
  'openers in strings in quotes of two kinds': {
    first: '⟦⟦ A {"a":"\n',
    unit: '⟦⟦ A {“a”:“\n⟦⟦ A {“,”:“\n',
  },
  'nested openers': { unit: '⟦⟦ A {"a":' },
  'one opener, then prose': { first: '⟦⟦ GROUP_MESSAGE {"content": "', unit: PROSE },
  'words in capitals': { unit: '⟦⟦ GROUP_MESSAGE "and ' },
  'openers in a fence': { first: '```\n', unit: '⟦⟦ GROUP_MESSAGE {"content": “and\n' },
  'openers in inline code': { unit: '`⟦⟦ GROUP_MESSAGE {"content": "x"} ⟧⟧ ``' },
  'commands that are not JSON': { unit: '⟦⟦ GROUP_MESSAGE {"content": "a" "b"} ⟧⟧' },
  'opening brackets': { unit: '⟦' },
  'opening brackets in pairs': { unit: '⟦⟦ ' },
  'blanks behind an opener': { first: '⟦⟦ ', unit: '\n' },
  'backslashes behind an opener': { first: '⟦⟦ A {"', unit: '\\' },
  backticks: { unit: '`' },
  'fence markers': { unit: '```\n' },
  'fence markers inside lines': { unit: 'x```y~~~' },
  'tildes inside lines': { unit: 'x ~~~\n' },
  quotes: { first: '⟦⟦ A {', unit: '"' },
  newlines: { unit: '\n' },
}

/** Measures the scanner against the bare decoding of its input, and how its time grows with its input. */
export async function scannerBench(): Promise<BenchResult[]> {
  const normal = chunksOf(normalText(16 * MB))
  scan(normal)
  decode(normal)
  return [throughput(normal), linearity()]
}

function throughput(chunks: Uint8Array[]): BenchResult {
  const scanner: number[] = []
  const floor: number[] = []
  let commands = 0
  for (let round = 0; round < 11; round++) {
    floor.push(timed(() => decode(chunks)))
    scanner.push(timed(() => (commands = scan(chunks))))
  }
  const ratio = median(floor) / median(scanner)
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  return {
    name: 'scanner: throughput against StringDecoder + indexOf, 1 KiB chunks',
    ratio: rounded(ratio),
    bound: '>= 0.4',
    ok: ratio >= 0.4,
    detail: {
      scannerMBps: Math.round(bytes / MB / (median(scanner) / 1000)),
      floorMBps: Math.round(bytes / MB / (median(floor) / 1000)),
      commands,
    },
  }
}

function linearity(): BenchResult {
  const inputs = Object.entries(HOSTILE).map(
    ([name, { first = '', unit }]) => [name, (size: number) => filled(first, unit, size)] as const,
  )
  const detail: Record<string, number | string> = {}
  let worst = ['', 0] as [string, number]
  for (const [name, make] of [['normal', normalText] as const, ...inputs]) {
    const small = chunksOf(make(MB))
    const large = chunksOf(make(16 * MB))
    scan(small)
    // The fastest of some runs, in processor time: on a busy machine a run of a second is always interrupted, one
    // of some milliseconds is not, and the wall clock would show growth where there is none.
    let smallMs = Infinity
    let largeMs = Infinity
    let spent = 0
    for (let round = 0; round < MOST_ROUNDS && (round < 3 || spent < ENOUGH_MS); round++) {
      for (let run = 0; run < 4; run++)
        smallMs = Math.min(
          smallMs,
          worked(() => scan(small)),
        )
      const ms = worked(() => scan(large))
      largeMs = Math.min(largeMs, ms)
      spent += ms
    }
    const growth = largeMs / smallMs
    detail[name] = `${rounded(growth)} (${rounded(smallMs)} -> ${rounded(largeMs)} ms)`
    if (growth > worst[1]) worst = [name, growth]
  }
  return {
    name: 'scanner: processor time(16 MB) / time(1 MB), worst input',
    ratio: rounded(worst[1]),
    bound: '<= 20',
    ok: worst[1] <= 20,
    detail: { worst: worst[0], ...detail },
  }
}

function scan(chunks: Uint8Array[]): number {
  const decoder = new StringDecoder('utf8')
  let commands = 0
  let units = 0
  const scanner = createCommandScanner({
    onText: (text) => (units += text.length),
    onCommand: () => commands++,
    onMalformed: () => {},
  })
  for (const chunk of chunks) scanner.feed(decoder.write(asBuffer(chunk)))
  scanner.endTurn()
  if (units > scanner.offset) throw new Error('The scanner gave out more than it got.')
  return commands
}

function decode(chunks: Uint8Array[]): number {
  const decoder = new StringDecoder('utf8')
  let found = 0
  for (const chunk of chunks) if (decoder.write(asBuffer(chunk)).indexOf('⟦⟦') !== -1) found++
  return found
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

/** Prose with a command in every 2 KiB, of about `size` bytes. */
function normalText(size: number): string {
  const prose = PROSE.repeat(Math.ceil((2 * CHUNK - COMMAND.length) / Buffer.byteLength(PROSE)))
  return filled('', prose + COMMAND, size)
}

function filled(first: string, unit: string, size: number): string {
  return first + unit.repeat(Math.ceil((size - first.length) / Buffer.byteLength(unit)))
}

function chunksOf(text: string): Uint8Array[] {
  const bytes = Buffer.from(text)
  const chunks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += CHUNK) chunks.push(bytes.subarray(at, at + CHUNK))
  return chunks
}

function timed(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}

/** Processor time in ms. */
function worked(run: () => unknown): number {
  const began = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
