/**
 * Time and timers as a port, so that tests own both. An instant, for people or for the tables, is taken from `now`. How
 * long something lasts is measured with `monotonic`: the computer's clock may be set back or forward meanwhile.
 */
export interface Clock {
  /** Milliseconds since the epoch, as the computer's clock has it at the moment. */
  now(): number
  /** Milliseconds since some moment of this run: never back, never jumping. Means nothing to another run. */
  monotonic(): number
  /** Runs once after `ms` on the monotonic clock; the returned function cancels. Never keeps the process alive. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** The same millisecond as text. Much happens within one, and making the text costs more than remembering it. */
export function iso(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms
    lastText = new Date(ms).toISOString()
  }
  return lastText
}

let lastMs = Number.NaN
let lastText = ''
