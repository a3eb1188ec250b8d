import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import type { TranscriptChange } from '@crewroom/shared/transcript/views'
import type { TranscriptSource } from '../../src/transcripts/source'

/** A transcript that is read in the page itself, from the text that a test feeds it. */
export class FedTranscript implements TranscriptSource {
  readonly id: string
  readonly #of: TranscriptOf
  readonly #hearers = new Set<(change: TranscriptChange) => void>()

  constructor(id: string) {
    this.id = id
    this.#of = new TranscriptOf({ id })
  }

  feed(text: string): void {
    const before = this.#of.revision
    this.#of.feed(text)
    this.#tell(before)
  }

  feedSubagent(name: string, text: string): void {
    const before = this.#of.revision
    this.#of.feedSubagent(name, text)
    this.#tell(before)
  }

  #tell(before: number): void {
    const { revision } = this.#of
    const changed = this.#of.changedSince(before) ?? 'all'
    for (const hear of this.#hearers) hear({ id: this.id, revision, changed })
  }

  #answer<T>(value: T | null): Promise<T> {
    // As over a wire: what is the same is another object.
    return value === null
      ? Promise.reject(new Error('There is no such item.'))
      : Promise.resolve(structuredClone(value))
  }

  page: TranscriptSource['page'] = (ask) => this.#answer(this.#of.page(ask))
  details: TranscriptSource['details'] = (itemId, part) =>
    this.#answer(
      part && 'piece' in part
        ? this.#of.details(itemId, part.piece)
        : this.#of.details(itemId, undefined, part?.after),
    )
  context: TranscriptSource['context'] = () => this.#answer(this.#of.context())
  timeline: TranscriptSource['timeline'] = () => this.#answer(this.#of.timeline())
  find: TranscriptSource['find'] = (words, limit) => this.#answer(this.#of.find(words, limit))
  watch: TranscriptSource['watch'] = (hear) => {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
  }
}
