import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import {
  damaged,
  DATABASE,
  END,
  type End,
  GZIP_HEAD,
  HEAD,
  type Head,
  lineOf,
  mayHold,
  notBackup,
  readEnd,
  readHead,
  TEXT_BYTES,
} from './backup-file'
import { StartRefused } from '../start-refused'

/** Where an entry goes. */
export interface EntrySink {
  write(chunk: Uint8Array): Promise<unknown>
  close(): Promise<unknown>
}

export interface BackupFile {
  readonly head: Head
  readonly end: End
}

/** A sink threw: the file may be sound. */
class SinkFailed extends Error {}

/**
 * Reads a backup to its end, and refuses it in a sentence unless all of it is there, as it was written. `sinkOf` is
 * asked where each entry goes; what came to a sink counts only when this resolves.
 */
export async function readBackupFile(
  file: string,
  sinkOf: (name: string) => Promise<EntrySink | null>,
  signal: AbortSignal,
): Promise<BackupFile> {
  await assertBegins(file)
  const source = createReadStream(file, { signal })
  const unpacked = createGunzip()
  // The sum over all bytes is looked at with the last of them, which nobody may be waiting for then.
  const summed = pipeline(source, unpacked)
  summed.catch(() => {})
  const chunks = unpacked[Symbol.asyncIterator]()
  try {
    const read = await readEntries(file, streamOf(chunks), sinkOf)
    // What reads entries stops at their end.
    while ((await chunks.next()).done !== true);
    await summed
    return read
  } catch (error) {
    source.destroy()
    if (error instanceof SinkFailed) throw error.cause
    if (error instanceof StartRefused || signal.aborted) throw error
    throw damaged(file, error instanceof Error ? error.message : String(error))
  }
}

/** Who stops reading it leaves the rest to be read. */
function streamOf(chunks: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
  })
}

async function readEntries(
  file: string,
  unpacked: ReadableStream<Uint8Array>,
  sinkOf: (name: string) => Promise<EntrySink | null>,
): Promise<BackupFile> {
  const all = createHash('sha256')
  const found = { files: 0, bytes: 0, databaseBytes: -1 }
  const names = new Set<string>()
  let head: Head | null = null
  let end: End | null = null
  const entries = unpacked.pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries) {
    const { name, size } = header
    if (end) throw damaged(file, `${name} comes behind its end`)
    if (header.type !== 'file') throw notBackup(file)
    if (!head) {
      if (name !== HEAD) throw notBackup(file)
      const text = await textOf(file, name, size, body)
      all.update(lineOf(name, size, hashOf(text)))
      head = readHead(file, text)
      continue
    }
    if (name === END) {
      end = readEnd(file, await textOf(file, name, size, body))
      continue
    }
    if (!mayHold(name)) throw damaged(file, `${name} does not belong into it`)
    if (names.has(name)) throw damaged(file, `${name} is in it twice`)
    names.add(name)
    const sink = await guarded(() => sinkOf(name))
    const hash = createHash('sha256')
    let bytes = 0
    try {
      for await (const chunk of body) {
        hash.update(chunk)
        bytes += chunk.length
        if (sink) await guarded(() => sink.write(chunk))
      }
    } finally {
      if (sink) await guarded(() => sink.close())
    }
    if (bytes !== size) throw damaged(file, `${name} ends early`)
    all.update(lineOf(name, size, hash.digest('hex')))
    if (name === DATABASE) found.databaseBytes = size
    else if (name.startsWith('files/')) {
      found.files++
      found.bytes += size
    }
  }
  if (!head) throw notBackup(file)
  if (!end) throw damaged(file, 'its end is missing')
  if (
    end.sha256 !== all.digest('hex') ||
    end.databaseBytes !== found.databaseBytes ||
    end.files.count !== found.files ||
    end.files.bytes !== found.bytes
  ) {
    throw damaged(file, 'it does not hold what was put into it')
  }
  return { head, end }
}

/** The file is what it says, before anything of it is unpacked. */
async function assertBegins(file: string): Promise<void> {
  let handle
  try {
    handle = await open(file, 'r')
  } catch (error) {
    throw new StartRefused(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  try {
    if (!(await handle.stat()).isFile()) throw new StartRefused(`${file} is not a file.`)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP_HEAD.length))
    if (bytesRead < GZIP_HEAD.length || !buffer.equals(GZIP_HEAD)) throw notBackup(file)
  } finally {
    await handle.close()
  }
}

async function textOf(
  file: string,
  name: string,
  size: number,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  if (size > TEXT_BYTES) throw damaged(file, `${name} is too long`)
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function guarded<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw new SinkFailed('a sink failed', { cause: error })
  }
}
