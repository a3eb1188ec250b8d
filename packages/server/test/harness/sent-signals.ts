import { vi } from 'vitest'
import type { Clock } from '../../src/clock'
import type { FakeClock } from './fake-clock'
import { pause } from './speaker'

interface Sent {
  readonly signal: NodeJS.Signals
  /** Below zero, a whole process group. */
  readonly pid: number
  /** On the monotonic clock. */
  readonly at: number
}

/** The signals that this process sends, in order, for as long as this is in use. */
export class SentSignals {
  readonly all: Sent[] = []
  readonly #spy

  constructor(clock: Clock) {
    const kill = process.kill.bind(process)
    this.#spy = vi.spyOn(process, 'kill').mockImplementation((pid, signal = 'SIGTERM') => {
      // 0 only looks whether somebody is there.
      if (typeof signal === 'string')
        this.all.push({ signal: signal as NodeJS.Signals, pid, at: clock.monotonic() })
      return kill(pid, signal)
    })
  }

  /** When a signal was sent first; null when it never was. */
  first(signal: NodeJS.Signals): number | null {
    return this.all.find((one) => one.signal === signal)?.at ?? null
  }

  [Symbol.dispose](): void {
    this.#spy.mockRestore()
  }
}

/** Everything that can happen now happens; what other processes do is no part of it. */
async function turns(): Promise<void> {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve))
}

const STEP_MS = 25

/** Moves time on in small steps, between which everything happens that can. */
export async function pass(clock: FakeClock, ms: number): Promise<void> {
  await turns()
  for (let left = ms; left > 0; left -= STEP_MS) {
    clock.advance(Math.min(left, STEP_MS))
    await turns()
  }
}

/** Lets time pass no faster than it does for other processes, until this is done. */
export async function passUntil(clock: FakeClock, done: Promise<unknown>): Promise<void> {
  let over = false
  const end = () => (over = true)
  done.then(end, end)
  for (;;) {
    await turns()
    if (over) return
    await pause(STEP_MS)
    clock.advance(STEP_MS)
  }
}
