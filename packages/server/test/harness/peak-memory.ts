import { readFileSync, writeFileSync } from 'node:fs'

/** Makes the kernel forget the peak of a process, so that it counts from now on. */
const FORGET_PEAK = '5'

/** How much more memory a process of this machine had at its worst than when the watch began, as the kernel counts it. */
export class PeakMemory {
  readonly #pid: number
  readonly #before: number

  constructor(pid: number) {
    this.#pid = pid
    writeFileSync(`/proc/${pid}/clear_refs`, FORGET_PEAK)
    this.#before = this.#bytes('VmRSS')
  }

  get grown(): number {
    return this.#bytes('VmHWM') - this.#before
  }

  get before(): number {
    return this.#before
  }

  #bytes(name: string): number {
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8')
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
    if (kib === undefined) throw new Error(`the system does not say ${name} of ${this.#pid}`)
    return Number(kib) * 1024
  }
}
