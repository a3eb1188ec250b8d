import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { END, type End, GZIP_HEAD, HEAD, type Head, lineOf } from './backup-file'

/** Most of what a level more would save is not worth its time. */
const LEVEL = 3
const CHUNK = 256 * 1024

/** Writes the entries of a backup one after the other; none of them is ever held whole. */
export class BackupFileWriter {
  readonly #packer = createTarPacker()
  readonly #all: Hash = createHash('sha256')
  readonly #written: Promise<void>
  readonly #closed: Promise<void>
  readonly #madeAt: Date
  #failure: unknown = null

  /** `file` must not be there. */
  constructor(file: string, head: Head, signal: AbortSignal) {
    this.#madeAt = new Date(head.madeAt)
    const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
    this.#closed = new Promise((resolve) => out.once('close', resolve))
    this.#written = pipeline(
      Readable.fromWeb(this.#packer.readable),
      createGzip({ level: LEVEL }),
      withHead(),
      out,
      { signal },
    )
    this.#written.catch((error: unknown) => {
      this.#failure = error
      this.#packer.controller.error(error)
    })
  }

  text(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    return this.#add(name, bytes.length, [bytes])
  }

  /** A file as it is now; it must not change meanwhile. */
  async file(name: string, from: FileHandle): Promise<number> {
    const { size } = await from.stat()
    await this.#add(
      name,
      size,
      createReadStream('', { fd: from, autoClose: false, start: 0, highWaterMark: CHUNK }),
    )
    return size
  }

  begin(head: Head): Promise<void> {
    return this.text(HEAD, `${JSON.stringify(head)}\n`)
  }

  /** Everything is on the disk when this resolves. */
  async finish(end: Omit<End, 'sha256'>): Promise<void> {
    const sha256 = this.#all.copy().digest('hex')
    await this.text(END, `${JSON.stringify({ ...end, sha256 })}\n`)
    this.#packer.controller.finalize()
    await this.#written
  }

  /** Ends a file that is not wanted any more. Nothing makes or writes it when this resolves. */
  async discard(): Promise<void> {
    if (this.#failure === null) this.#packer.controller.error(new Error('given up'))
    await this.#written.catch(() => {})
    // What is stopped at once may still be about to open it.
    await this.#closed
  }

  async #add(
    name: string,
    size: number,
    body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const hash = createHash('sha256')
    try {
      const entry = this.#packer.controller
        .add({ name, size, mode: 0o600, mtime: this.#madeAt, type: 'file' })
        .getWriter()
      for await (const chunk of body) {
        hash.update(chunk)
        await entry.write(chunk)
      }
      await entry.close()
    } catch (error) {
      // What failed first is why the others did.
      throw this.#failure ?? error
    }
    this.#all.update(lineOf(name, size, hash.digest('hex')))
  }
}

/** Puts what all backups begin with in place of what gzip says of itself. */
function withHead(): Transform {
  let left = GZIP_HEAD
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (left.length > 0) {
        const part = Math.min(left.length, chunk.length)
        left.copy(chunk, 0, 0, part)
        left = left.subarray(part)
      }
      done(null, chunk)
    },
  })
}
