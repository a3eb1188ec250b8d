/** Time and chance as the client needs them; a test brings its own. */
export interface Timing {
  now(): number
  random(): number
  /** Runs later; the returned function cancels. */
  after(ms: number, run: () => void): () => void
}

/* oxlint-disable no-restricted-globals, no-restricted-properties -- The one place where the client meets the real ones. */
export const systemTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
