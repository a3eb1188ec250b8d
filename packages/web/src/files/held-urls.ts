interface Held {
  holders: number
  /** Settles once it was made. */
  readonly url: Promise<string>
  made: string | null
}

interface HeldUrlsPorts {
  readonly revoke: (url: string) => void
  /** How many that nobody holds are kept. */
  readonly most: number
}

/** Addresses of contents in memory, made once for all that show them, and given back when too many are left. */
export class HeldUrls {
  readonly #ports: HeldUrlsPorts
  /** The least recently held first. */
  readonly #held = new Map<string, Held>()

  constructor(ports: HeldUrlsPorts) {
    this.#ports = ports
  }

  hold(key: string, make: () => Promise<string>): Promise<string> {
    const own = this.#held.get(key) ?? this.#made(key, make)
    own.holders++
    return own.url
  }

  release(key: string): void {
    const own = this.#held.get(key)
    if (!own) return
    own.holders--
    // Behind all others.
    this.#held.delete(key)
    this.#held.set(key, own)
    this.#trim()
  }

  #made(key: string, make: () => Promise<string>): Held {
    const own: Held = { holders: 0, url: make(), made: null }
    this.#held.set(key, own)
    own.url.then(
      (url) => {
        own.made = url
        if (this.#held.get(key) !== own) this.#ports.revoke(url)
      },
      // Whoever asks next tries again.
      () => this.#held.get(key) === own && this.#held.delete(key),
    )
    return own
  }

  #trim(): void {
    const free = [...this.#held].filter(([, { holders }]) => holders <= 0)
    for (const [key, { made }] of free.slice(0, Math.max(0, free.length - this.#ports.most))) {
      this.#held.delete(key)
      if (made !== null) this.#ports.revoke(made)
    }
  }
}
