import { cut } from '@crewroom/shared/model/cut'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { RpcFrame } from '@crewroom/shared/protocol/routes/rpc-frames'
import { type Clock, iso } from '../../clock'
import type { Shard } from '../../crew/shard'
import type { Envelope } from '../../journal/facts'

export interface SeenFrame extends Omit<RpcFrame, 'n' | 'at' | 'cut' | 'frame'> {
  /** As it was on the connection. */
  readonly text: string | Buffer
}

interface Kept extends SeenFrame {
  readonly n: number
  readonly at: number
  readonly bytes: number
}

interface Book {
  newest: number
  bytes: number
  readonly frames: Kept[]
}

/** Characters of an id and of a method: both come from outside. */
const ID_KEPT = 128

/** Frames of a crew that are kept have at most so many bytes together. */
const MOST_BYTES = 1024 * 1024

/** A secret is found only where it is whole: so much is looked at behind what is shown. */
const LOOKED_AT = LIMITS.rpcFrameKept + LIMITS.environmentValue

/** The newest frames of each crew, for people who want to see what their programs say. In memory only. */
export class FramesBook {
  readonly #shard: Shard
  readonly #clock: Clock
  readonly #books = new Map<string, Book>()

  constructor(shard: Shard) {
    this.#shard = shard
    this.#clock = shard.ports.clock
  }

  add(leadId: string, frame: SeenFrame): void {
    let book = this.#books.get(leadId)
    if (!book) this.#books.set(leadId, (book = { newest: 0, bytes: 0, frames: [] }))
    const { text } = frame
    // A part of a text would keep all of it in memory, one that many are sent stays one.
    const kept = text.length > LOOKED_AT ? Buffer.from(start(text)) : text
    book.frames.push({
      ...frame,
      id: frame.id === null ? null : cut(frame.id, ID_KEPT),
      method: frame.method === null ? null : cut(frame.method, ID_KEPT),
      text: kept,
      n: ++book.newest,
      at: this.#clock.now(),
      bytes: kept.length,
    })
    book.bytes += kept.length
    while (book.frames.length > LIMITS.rpcFramesKept || book.bytes > MOST_BYTES) {
      book.bytes -= book.frames.shift()?.bytes ?? 0
    }
  }

  /** Those after a number; of another start of the server, that number says nothing. */
  read(leadId: string, since: number): { readonly frames: RpcFrame[]; readonly asOf: number } {
    const book = this.#books.get(leadId)
    const asOf = book?.newest ?? 0
    const crew = this.#shard.findCrew(leadId)
    if (!book || !crew) return { frames: [], asOf }
    const mask = this.#shard.maskOf(crew)
    const after = since > asOf ? 0 : since
    const frames = book.frames
      .filter(({ n }) => n > after)
      .map(({ text, at, bytes: _, ...frame }) => {
        const masked = mask.mask(start(text))
        const shown = cut(masked, LIMITS.rpcFrameKept)
        const told = (name: string | null) => (name === null ? null : mask.mask(name))
        return {
          ...frame,
          id: told(frame.id),
          method: told(frame.method),
          at: iso(at),
          frame: shown,
          cut: shown !== masked,
        }
      })
    return { frames, asOf }
  }

  published(entries: readonly Envelope[]): void {
    for (const { type, leadId } of entries) {
      if (type === 'lead:deleted') this.#books.delete(leadId)
    }
  }
}

function start(text: string | Buffer): string {
  return typeof text === 'string'
    ? text.slice(0, LOOKED_AT)
    : text.subarray(0, LOOKED_AT).toString('utf8')
}
