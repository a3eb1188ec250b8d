import { createHash } from 'node:crypto'
import type { Clock } from '../../src/clock'
import type { Ids } from '../../src/ids'
import { FakeClock } from './fake-clock'

/** Ids, secrets and times of the API's examples: the same in each recording, and of the form that real ones have. */
let clock = new FakeClock()
let chapter = ''
const made = new Map<string, number>()

/** From here on the same ids and times as whenever this chapter began; no id is one of another chapter. */
export function begin(name: string, laterMs: number): void {
  clock = new FakeClock()
  clock.advance(laterMs)
  chapter = name
  made.clear()
}

export function pass(ms: number): void {
  clock.advance(ms)
}

export const exampleClock: Clock = {
  now: () => clock.now(),
  monotonic: () => clock.monotonic(),
  after: (ms, run) => clock.after(ms, run),
}

export const exampleIds: Ids = {
  agent: () => uuid(next('agent'), '4'),
  message: () => ordered('message'),
  record: () => ordered('record'),
  secret: () => Buffer.from(next('secret'), 'hex').toString('base64url'),
}

/** 64 hexadecimal digits. Each kind counts for itself: what is made more of one kind changes no id of another. */
function next(kind: string): string {
  const n = (made.get(kind) ?? 0) + 1
  made.set(kind, n)
  return createHash('sha256').update(`${chapter} ${kind} ${n}`).digest('hex')
}

/** A UUID of version 7, which begins with the time. */
function ordered(kind: string): string {
  return uuid(clock.now().toString(16).padStart(12, '0') + next(kind), '7')
}

function uuid(digits: string, version: string): string {
  const at = (from: number, to: number) => digits.slice(from, to)
  return [at(0, 8), at(8, 12), version + at(13, 16), `a${at(17, 20)}`, at(20, 32)].join('-')
}
