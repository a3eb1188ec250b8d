import { Random } from './random'

/** Texts that something was once taken in by. */
const HOSTILE = ['', '\0', '..', '../../x', '/etc/passwd', '\\', 'con', 'a'.repeat(300), '\u202e', '\u200b', '\ud800', '%00', '%2e%2e', '.', ' ', '\n', '"', '{}', '__proto__', 'constructor', '-1', '1e400', '😀'] // prettier-ignore
const VALUES: readonly unknown[] = [null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, '', '../../x', 'a\nb', [], {}, [[]], { __proto__: null, a: 1 }, 'x'.repeat(5_000)] // prettier-ignore

/** Changes as a broken disk, a careless program or an attacker makes them; the same ones for the same seed. */
export class Mutations {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = new Random(seed)
  }

  one<T>(all: readonly T[]): T {
    return all[this.#random.below(all.length)] as T
  }

  /** Bytes that are other ones, cut off, doubled, put in or taken away. */
  bytes(given: Uint8Array): Buffer {
    const bytes = Buffer.from(given)
    const at = this.#random.below(bytes.length + 1)
    const length = 1 + this.#random.below(Math.max(1, Math.min(64, bytes.length)))
    const part = bytes.subarray(at, at + length)
    switch (this.#random.below(6)) {
      case 0:
        return bytes.subarray(0, at)
      case 1:
        return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)])
      case 2:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
      case 3:
        part.fill(this.#random.below(256))
        return bytes
      case 4:
        return Buffer.concat([bytes.subarray(0, at), Buffer.from(this.one(HOSTILE)), bytes.subarray(at)]) // prettier-ignore
      default:
        if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << this.#random.below(8))
        return bytes
    }
  }

  text(given: string): string {
    const at = this.#random.below(given.length + 1)
    return this.one([given, given.slice(0, at) + this.one(HOSTILE) + given.slice(at), this.one(HOSTILE), given.slice(0, at)]) // prettier-ignore
  }

  /** Lines of JSON: one is gone, twice there, elsewhere, no JSON, or has another value somewhere inside. */
  lines(text: string): string {
    const lines = text.split('\n').filter((line) => line !== '')
    const at = this.#random.below(lines.length)
    const line = lines[at] ?? ''
    switch (this.#random.below(6)) {
      case 0:
        lines.splice(at, 1)
        break
      case 1:
        lines.splice(at, 0, line)
        break
      case 2:
        lines.splice(this.#random.below(lines.length), 0, ...lines.splice(at, 1))
        break
      case 3:
        lines[at] = this.text(line)
        break
      default:
        lines[at] = JSON.stringify(this.#other(JSON.parse(line)))
    }
    return `${lines.join('\n')}\n`
  }

  /** Another value, key, or none, at some depth. */
  #other(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || this.#random.below(8) === 0) {
      return typeof value === 'string' && this.#random.below(2) === 0 ? this.text(value) : this.one(VALUES) // prettier-ignore
    }
    if (Array.isArray(value)) {
      const at = this.#random.below(Math.max(1, value.length))
      return value.map((one: unknown, n) => (n === at ? this.#other(one) : one))
    }
    const entries = Object.entries(value)
    const [key, below] = this.one(entries.length > 0 ? entries : [['x', null] as const])
    const others = entries.filter(([name]) => name !== key)
    switch (this.#random.below(5)) {
      case 0:
        return Object.fromEntries(others)
      case 1:
        return Object.fromEntries([...entries, [this.one(HOSTILE), this.one(VALUES)]])
      default:
        return Object.fromEntries([...others, [key, this.#other(below)]])
    }
  }

  /** Blocks of an archive: mostly their heads, where names, sizes and kinds are. */
  tar(given: Uint8Array): Buffer {
    const blocks = Math.max(1, Math.floor(given.length / 512))
    const at = 512 * this.#random.below(this.#random.below(3) === 0 ? blocks : Math.min(blocks, 4))
    const bytes = Buffer.from(given)
    const block = bytes.subarray(at, at + 512)
    if (this.#random.below(3) === 0) return this.bytes(bytes)
    Buffer.from(this.one([...HOSTILE, '5', '2', '1', '77777777777'])).copy(block, this.one([0, 100, 108, 124, 136, 148, 156, 157, 257, 345])) // prettier-ignore
    // With the sum that fits.
    block.fill(' ', 148, 156)
    const sum = block.reduce((all, byte) => all + byte, 0)
    if (this.#random.below(4) > 0) block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return bytes
  }
}
