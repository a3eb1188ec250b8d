import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { tempFolder } from './temp-folder'

/** A real file system of a few megabytes that can be filled. */
export class SmallDisk {
  readonly path: string
  readonly #folder = tempFolder()
  readonly #filler: string

  constructor(megabytes: number) {
    this.path = this.#folder.path
    this.#filler = path.join(this.path, 'filler')
    try {
      const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`]
      execFileSync('mount', [...options, 'tmpfs', this.path], { stdio: 'pipe' })
    } catch (error) {
      this.#folder[Symbol.dispose]()
      throw error
    }
    // A test that is cut off by its time limit disposes of nothing.
    process.once('exit', this.#unmount)
  }

  /** Whether this process may mount at all. */
  static possible(): boolean {
    try {
      const disk = new SmallDisk(1)
      disk[Symbol.dispose]()
      return true
    } catch {
      return false
    }
  }

  /** Takes what is left, to the last page. */
  fill(): void {
    const file = openSync(this.#filler, 'a')
    try {
      for (let chunk = Buffer.alloc(64 * 1024); chunk.length >= 1024;) {
        try {
          writeSync(file, chunk)
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
          chunk = chunk.subarray(0, chunk.length / 4)
        }
      }
    } finally {
      closeSync(file)
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true })
  }

  [Symbol.dispose](): void {
    process.off('exit', this.#unmount)
    this.#unmount()
  }

  readonly #unmount = (): void => {
    try {
      execFileSync('umount', ['-l', this.path], { stdio: 'pipe' })
    } finally {
      this.#folder[Symbol.dispose]()
    }
  }
}
