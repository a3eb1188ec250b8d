import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Random } from '../random'
import type { Call } from './recording'

/**
 * What becomes of that which was not synced when the power went: nothing of it is there, all of it, all up to a
 * moment with one write that was cut in its middle, or any part of it in any order.
 */
export const FATES = ['dropped', 'kept', 'torn', 'reordered'] as const
export type Fate = (typeof FATES)[number]

/** Files by their path, whole; and folders. */
export interface Disk {
  readonly files: ReadonlyMap<string, Buffer>
  readonly folders: ReadonlySet<string>
}

/** Disks write these at once, or not. */
const SECTORS = [512, 4096]

/** One change, and on which object (a file, or a folder for its names) a sync makes it last. */
interface Change {
  readonly on: string
  readonly at: number
  readonly make: (world: World, survives: Survives) => void
}

/** Which of the parts of a write are on the disk. */
type Survives = (parts: number) => (part: number) => boolean
const ALL: Survives = () => () => true

/** The disk as a server that stops after `count` of its calls can leave it. */
export function diskAfter(
  calls: readonly Call[],
  count: number,
  fate: Fate,
  random: Random,
  root: string,
): Disk {
  const { changes, synced } = changesIn(calls.slice(0, count))
  const pending = changes.filter(({ on, at }) => at > (synced.get(on) ?? -1))
  // Up to here everything was written, in the order in which it was asked for.
  const moment = random.below(pending.length + 1)
  const world = new World(root, random)
  let waiting = 0
  for (const change of changes) {
    if (change.at <= (synced.get(change.on) ?? -1)) change.make(world, ALL)
    else {
      const survives = survivesBy(fate, random, waiting++ - moment)
      if (survives) change.make(world, survives)
    }
  }
  return world.disk()
}

/** Null when nothing of a change is there. `place`: how far behind the moment it was asked for. */
function survivesBy(fate: Fate, random: Random, place: number): Survives | null {
  switch (fate) {
    case 'dropped':
      return null
    case 'kept':
      return ALL
    case 'torn':
      if (place !== 0) return place < 0 ? ALL : null
      return (parts) => {
        const whole = random.below(parts)
        return (part) => part < whole
      }
    case 'reordered': {
      if (random.chance(1 / 3)) return null
      return random.chance(0.5) ? ALL : () => () => random.chance(0.5)
    }
    default:
      fate satisfies never
      throw new Error('an unknown fate')
  }
}

/** Follows the calls: which file each open file is, whatever it is called later, and what a sync covers. */
function changesIn(calls: readonly Call[]) {
  const changes: Change[] = []
  const synced = new Map<string, number>()
  const named = new Map<string, string>()
  const opened = new Map<number, string>()
  const change = (on: string, at: number, make: Change['make']) => changes.push({ on, at, make })
  const folderOf = (file: string) => `folder ${path.dirname(file)}`
  let made = 0
  for (const [at, call] of calls.entries()) {
    switch (call.kind) {
      case 'open': {
        const there = call.how === 'folder' ? `folder ${call.path}` : named.get(call.path)
        const object = call.how === 'made' || there === undefined ? `file ${made++}` : there
        opened.set(call.id, object)
        if (object === there) break
        named.set(call.path, object)
        change(folderOf(call.path), at, (world) => world.name(call.path, object))
        break
      }
      case 'write': {
        const object = opened.get(call.id) ?? ''
        change(object, at, (world, survives) => world.write(object, call.at, call.data, survives))
        break
      }
      case 'truncate': {
        const object = opened.get(call.id) ?? ''
        change(object, at, (world) => world.truncate(object, call.size))
        break
      }
      case 'sync':
        synced.set(opened.get(call.id) ?? '', at)
        break
      case 'rename': {
        const object = named.get(call.path) ?? ''
        named.delete(call.path)
        named.set(call.to, object)
        change(folderOf(call.to), at, (world) => world.rename(call.path, call.to, object))
        break
      }
      case 'remove':
        named.delete(call.path)
        change(folderOf(call.path), at, (world) => world.remove(call.path))
        break
      case 'make folder':
        change(folderOf(call.path), at, (world) => world.makeFolder(call.path))
        break
      case 'send':
        break
      default:
        call satisfies never
    }
  }
  return { changes, synced }
}

/** What is on the disk while changes are made to it. */
class World {
  readonly #root: string
  readonly #random: Random
  readonly #names = new Map<string, string>()
  readonly #folders = new Set<string>()
  readonly #contents = new Map<string, { bytes: Buffer; size: number }>()

  constructor(root: string, random: Random) {
    this.#root = root
    this.#random = random
    this.#folders.add(root)
  }

  name(file: string, object: string): void {
    this.#names.set(file, object)
  }

  rename(from: string, to: string, object: string): void {
    if (this.#names.get(from) === object) this.#names.delete(from)
    this.#names.set(to, object)
  }

  remove(file: string): void {
    this.#names.delete(file)
    this.#folders.delete(file)
  }

  makeFolder(folder: string): void {
    this.#folders.add(folder)
  }

  write(object: string, at: number, data: Buffer, survives: Survives): void {
    const sector = this.#random.pick(SECTORS)
    const first = Math.floor(at / sector)
    const parts = Math.ceil((at + data.length) / sector) - first
    const isThere = survives(parts)
    for (let part = 0; part < parts; part++) {
      const from = Math.max(at, (first + part) * sector)
      const to = Math.min(at + data.length, (first + part + 1) * sector)
      if (isThere(part)) this.#put(object, from, data.subarray(from - at, to - at))
    }
  }

  truncate(object: string, size: number): void {
    const content = this.#grown(object, size)
    content.bytes.fill(0, size)
    content.size = size
  }

  /** A name in a folder that is not there is nowhere. */
  disk(): Disk {
    const isReachable = (name: string): boolean =>
      name === this.#root || (this.#folders.has(name) && isReachable(path.dirname(name)))
    const files = new Map<string, Buffer>()
    for (const [name, object] of this.#names) {
      if (!isReachable(path.dirname(name))) continue
      const { bytes, size } = this.#grown(object, 0)
      files.set(name, bytes.subarray(0, size))
    }
    return { files, folders: new Set([...this.#folders].filter(isReachable)) }
  }

  #put(object: string, at: number, data: Buffer): void {
    const content = this.#grown(object, at + data.length)
    data.copy(content.bytes, at)
    content.size = Math.max(content.size, at + data.length)
  }

  #grown(object: string, size: number): { bytes: Buffer; size: number } {
    let content = this.#contents.get(object)
    if (!content) {
      content = { bytes: Buffer.alloc(0), size: 0 }
      this.#contents.set(object, content)
    }
    if (content.bytes.length < size) {
      const bytes = Buffer.alloc(Math.max(size, content.bytes.length * 2, 64 * 1024))
      content.bytes.copy(bytes)
      content.bytes = bytes
    }
    return content
  }
}

/** Puts a disk where a server can be started on it. */
export function layOut(disk: Disk, root: string, into: string): void {
  const place = (name: string) => path.join(into, path.relative(root, name))
  for (const folder of [...disk.folders].toSorted()) {
    mkdirSync(place(folder), { recursive: true, mode: 0o700 })
  }
  for (const [name, bytes] of disk.files) {
    writeFileSync(place(name), bytes, { mode: 0o600 })
    // The wal-index is never synced: anything may be in it.
    if (name.endsWith('crewroom.sqlite')) {
      writeFileSync(`${place(name)}-shm`, Buffer.alloc(32_768, 0x5a), { mode: 0o600 })
    }
  }
}
