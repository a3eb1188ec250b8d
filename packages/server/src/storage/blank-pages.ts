import { fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import type { Sqlite } from './database'

/** Pages that are read at once. */
const CHUNK_PAGES = 256
const TREE_TYPES = new Set([2, 5, 10, 13])
const FREE = -2
const TREE = -1

/**
 * Handles of files, open until the process ends: closing one would let go of every lock that SQLite has on that file in this
 * process, and another process could then take the log away.
 */
const handles = new Map<string, number>()

function handleOf(file: string): number {
  const known = handles.get(file)
  if (known !== undefined) return known
  const handle = openSync(file, 'r+')
  handles.set(file, handle)
  return handle
}

/**
 * Writes zeros over every part of a database file that SQLite does not use: pages that are free, and within pages the
 * space between pointers and cells, free blocks and ends of overflows. SQLite itself overwrites what is deleted, but where
 * it moves cells from page to page it leaves copies behind. The log must be empty and the connection must hold the write
 * lock: then no page changes meanwhile, and readers do not look at what is overwritten. How many bytes were not zero.
 */
export function blankPages(sqlite: Sqlite, file: string): number {
  const handle = handleOf(file)
  const size = sqlite.pragma('page_size', { simple: true }) as number
  const count = sqlite.pragma('page_count', { simple: true }) as number
  if (fstatSync(handle).size < size * count) return 0
  const first = readAt(handle, 0, size)
  const usable = size - (first[20] ?? 0)
  const uses = usesOf(sqlite, count)
  noteFree(uses, handle, first, size)
  let blanked = 0
  for (let from = 1; from <= count; from += CHUNK_PAGES) {
    const pages = readAt(handle, (from - 1) * size, Math.min(CHUNK_PAGES, count - from + 1) * size)
    for (let at = 0; at < pages.length; at += size) {
      const page = from + at / size
      const bytes = pages.subarray(at, at + size)
      for (const [start, end] of unusedIn(bytes, page, uses[page] ?? 0, usable)) {
        if (isZero(bytes, start, end)) continue
        writeSync(handle, Buffer.alloc(end - start), 0, end - start, (page - 1) * size + start)
        blanked += end - start
      }
    }
  }
  if (blanked > 0) fdatasyncSync(handle)
  return blanked
}

/** The use of each page: `TREE`, how many bytes it says behind the number of the next one, or 0 where nothing is known. */
function usesOf(sqlite: Sqlite, count: number): Int32Array {
  const uses = new Int32Array(count + 1)
  const rows = sqlite
    .prepare<[], [number, string, number]>('select pageno, pagetype, payload from dbstat')
    .raw()
  for (const [page, type, payload] of rows.iterate()) {
    uses[page] = type === 'overflow' ? payload : TREE
  }
  return uses
}

/** Free pages are in a list of trunks, each of which names others and says nothing behind that. */
function noteFree(uses: Int32Array, handle: number, first: Buffer, size: number): void {
  let trunk = first.readUInt32BE(32)
  while (trunk > 0 && trunk < uses.length && uses[trunk] === 0) {
    const page = readAt(handle, (trunk - 1) * size, size)
    const leaves = Math.min(page.readUInt32BE(4), size / 4 - 2)
    // Like an overflow, it begins with the number of the next one.
    uses[trunk] = 4 + 4 * leaves
    for (let n = 0; n < leaves; n++) uses[page.readUInt32BE(8 + 4 * n)] = FREE
    trunk = page.readUInt32BE(0)
  }
}

function* unusedIn(
  page: Buffer,
  number: number,
  use: number,
  usable: number,
): Iterable<readonly [number, number]> {
  if (use === FREE) yield [0, usable]
  if (use > 0) yield [4 + use, usable]
  if (use !== TREE) return
  const head = number === 1 ? 100 : 0
  const type = page[head] ?? 0
  if (!TREE_TYPES.has(type)) return
  const cells = page.readUInt16BE(head + 3)
  const pointersEnd = head + (type === 2 || type === 5 ? 12 : 8) + 2 * cells
  const cellsStart = page.readUInt16BE(head + 5) || 65_536
  if (pointersEnd <= cellsStart && cellsStart <= usable) yield [pointersEnd, cellsStart]
  let block = page.readUInt16BE(head + 1)
  while (block >= cellsStart && block + 4 <= usable) {
    const end = block + page.readUInt16BE(block + 2)
    if (end > usable) return
    yield [block + 4, end]
    const next = page.readUInt16BE(block)
    // A list that does not go up is damaged.
    if (next <= block) return
    block = next
  }
}

function isZero(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 0) return false
  return true
}

function readAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const read = readSync(handle, bytes, done, length - done, position + done)
    if (read === 0) throw new Error('the database is shorter than it says')
    done += read
  }
  return bytes
}
