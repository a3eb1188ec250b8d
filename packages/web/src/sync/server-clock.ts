const SAMPLES = 8

/** The server's time, from the sample with the shortest round trip: a wrong local clock must not move read marks. */
export class ServerClock {
  readonly #now: () => number
  #samples: { readonly rtt: number; readonly offset: number }[] = []

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** `sentAt` is the local time at which the question left whose answer says `serverTime`. */
  sample(sentAt: number, serverTime: string): void {
    const server = Date.parse(serverTime)
    if (Number.isNaN(server)) return
    const now = this.#now()
    const rtt = Math.max(0, now - sentAt)
    this.#samples = [...this.#samples, { rtt, offset: server + rtt / 2 - now }].slice(-SAMPLES)
  }

  /** Milliseconds, or null before the first sample. */
  now(): number | null {
    let best: { readonly rtt: number; readonly offset: number } | undefined
    for (const sample of this.#samples) if (!best || sample.rtt < best.rtt) best = sample
    return best ? Math.round(this.#now() + best.offset) : null
  }
}
