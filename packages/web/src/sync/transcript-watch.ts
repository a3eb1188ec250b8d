import type { TranscriptChange } from '@crewroom/shared/transcript/views'

/** What a connection without an answer may have missed. */
const MISSED = { revision: 0, changed: 'all' } as const

type Hear = (change: TranscriptChange) => void
type Say = (frame: { readonly type: 'watch' | 'unwatch'; readonly transcript: string }) => void

/** Which transcripts this page shows: the server reports changes in those only, and only while the page is connected. */
export class TranscriptWatch {
  readonly #hearers = new Map<string, Set<Hear>>()
  readonly #say: Say

  constructor(say: Say) {
    this.#say = say
  }

  /** Reports each change until the returned function is called. */
  watch(id: string, hear: Hear): () => void {
    const hearers = this.#hearers.get(id) ?? new Set()
    hearers.add(hear)
    this.#hearers.set(id, hearers)
    if (hearers.size === 1) this.#say({ type: 'watch', transcript: id })
    return () => {
      if (!hearers.delete(hear) || hearers.size > 0) return
      this.#hearers.delete(id)
      this.#say({ type: 'unwatch', transcript: id })
    }
  }

  changed(change: TranscriptChange): void {
    for (const hear of this.#hearers.get(change.id) ?? []) hear(change)
  }

  /** A new connection knows nothing of what the last one watched. */
  connected(): void {
    for (const id of this.#hearers.keys()) {
      this.#say({ type: 'watch', transcript: id })
      this.changed({ id, ...MISSED })
    }
  }
}
