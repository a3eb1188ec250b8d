import { execFileSync } from 'node:child_process'
import { SmallDisk } from './small-disk'

const mount = (...args: readonly string[]) => execFileSync('mount', args, { stdio: 'pipe' })

/** A real file system that may only be read: rights alone stop nobody who is root. */
export class ReadOnlyDisk {
  readonly path: string
  readonly #disk: SmallDisk

  constructor(fill: (inside: string) => void) {
    this.#disk = new SmallDisk(2)
    this.path = this.#disk.path
    fill(this.path)
    mount('-o', 'remount,ro', this.path)
  }

  static possible(): boolean {
    try {
      const disk = new ReadOnlyDisk(() => {})
      disk[Symbol.dispose]()
      return true
    } catch {
      return false
    }
  }

  /** Makes one file read-only where it is; the way back. */
  static file(file: string): () => void {
    mount('--bind', file, file)
    mount('-o', 'remount,bind,ro', file)
    return () => execFileSync('umount', ['-l', file], { stdio: 'pipe' })
  }

  [Symbol.dispose](): void {
    this.#disk[Symbol.dispose]()
  }
}
