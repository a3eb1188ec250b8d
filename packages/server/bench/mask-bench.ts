import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { createMask } from '../src/rollouts/secret-mask'
import { createCommandScanner } from '../src/scanner/command-scanner'
import { type BenchResult, median, round } from './measure'

const MB = 1024 * 1024
const PART = 1024
const ROUNDS = 9

/** What agents print: prose, code, JSON with addresses, and a secret now and then. */
const NORMAL = [
  'I look at the configuration first – then I change the parser… so that nothing breaks.\n'.repeat(
    12,
  ),
  'export function take(state: State, at: number): State {\n  return { ...state, at: at + 1, key: `${at}` }\n}\n'.repeat(
    6,
  ),
  JSON.stringify(
    Array.from({ length: 8 }, (_, n) => ({
      id: n,
      url: `https://host.example:8080/items/${n}`,
      at: '12:30:01',
      ok: true,
    })),
  ),
  '\nDATABASE_URL=postgres://app:correct-horse@db:5432/x\nexport API_TOKEN="correct-horse-battery"\n',
].join('\n')

/** Text that would be slow to look through, if anything were. */
const HOSTILE: Readonly<Record<string, string>> = {
  'variables without an end': 'A_TOKEN=',
  'variables that are placeholders': 'A_TOKEN={A_TOKEN="{',
  'quotes that are escaped': 'A_KEY=\\"\\\\"',
  'addresses without an end': 'a://b:c@',
  'schemes without credentials': 'Authorization: Basic ',
  'numbers of bots': '1234567890:aB3',
  'a word without an end': 'A',
  'beginnings of tokens': 'sk-a eyJa.hvs.MTIz.',
  backslashes: '\\',
}

/** Measures the mask against the command scanner, which reads the same output, and how its time grows. */
export function maskBench(): BenchResult[] {
  return [throughput(), linearity()]
}

function throughput(): BenchResult {
  const text = NORMAL.repeat(Math.ceil((8 * MB) / NORMAL.length))
  const [masking, scanning]: [number[], number[]] = [[], []]
  for (let n = 0; n < ROUNDS; n++) {
    scanning.push(timed(() => scan(text)))
    masking.push(timed(() => mask(text)))
  }
  const ratio = median(scanning) / median(masking)
  const perSecond = (times: readonly number[]) =>
    round(text.length / MB / (median(times) / 1000), 0)
  return {
    name: 'mask: throughput against the command scanner, 1 KiB parts',
    ratio: round(ratio),
    bound: '>= 0.04',
    ok: ratio >= 0.04,
    detail: { maskMBps: perSecond(masking), scannerMBps: perSecond(scanning) },
  }
}

function linearity(): BenchResult {
  const detail: Record<string, string> = {}
  let worst = 0
  for (const [name, unit] of Object.entries({ normal: NORMAL, ...HOSTILE })) {
    const [small, large] = [MB / 4, 2 * MB].map((size) =>
      unit.repeat(Math.ceil(size / unit.length)),
    )
    mask(small ?? '')
    const least = (text: string) =>
      Math.min(...Array.from({ length: 3 }, () => worked(() => mask(text))))
    const growth = least(large ?? '') / Math.max(1, least(small ?? ''))
    detail[name] = String(round(growth))
    worst = Math.max(worst, growth)
  }
  return {
    name: 'mask: processor time(2 MB) / time(256 KB), worst input',
    ratio: round(worst),
    bound: '<= 16',
    ok: worst <= 16,
    detail,
  }
}

const secrets = createMask(['correct-horse-battery-staple'])

function mask(text: string): number {
  const stream = secrets.stream()
  let length = 0
  for (let at = 0; at < text.length; at += PART)
    length += stream.push(text.slice(at, at + PART)).length
  return length + stream.end().length
}

function scan(text: string): void {
  const ignore = () => {}
  const scanner = createCommandScanner({ onText: ignore, onCommand: ignore, onMalformed: ignore })
  for (let at = 0; at < text.length; at += PART) scanner.feed(text.slice(at, at + PART))
  scanner.endTurn()
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
