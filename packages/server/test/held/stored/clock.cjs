// Loaded into the server before the program. `HELD_AT`: it runs at that time, so that nothing in old data is overdue because
// years have passed. `HELD_STILL`: what waits for up to a tenth of a second comes at once and no time passes meanwhile, so
// that what is gathered over such a time is the same however fast the machine is.
const { HELD_AT, HELD_STILL } = process.env

if (HELD_AT) {
  const Real = Date
  const shift = Real.parse(HELD_AT) - Real.now()
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + shift)
      else super(...given)
    }

    static now() {
      return Real.now() + shift
    }
  }
}

if (HELD_STILL) {
  const SHORT_MS = 100
  const { setTimeout: later, clearTimeout: clearLater } = globalThis
  /** It is never left for the next request: one that keeps nothing alive would be. */
  class AtOnce {
    #immediate
    constructor(run, given) {
      this.#immediate = setImmediate(() => run(...given))
    }
    ref() {
      return this
    }
    unref() {
      return this
    }
    clear() {
      clearImmediate(this.#immediate)
    }
  }
  globalThis.setTimeout = (run, ms, ...given) =>
    ms > 0 && ms <= SHORT_MS ? new AtOnce(run, given) : later(run, ms, ...given)
  globalThis.clearTimeout = (timer) => (timer instanceof AtOnce ? timer.clear() : clearLater(timer))
  const now = performance.now()
  performance.now = () => now
}
