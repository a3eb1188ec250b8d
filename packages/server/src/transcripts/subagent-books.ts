import type { Prices } from '@crewroom/shared/model/prices'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Process } from '@crewroom/shared/transcript/chunks'
import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import type { OpenBook } from './books'

/** Transcripts of their own of sub-agents, from the records that their session's transcript has of them. */
export class SubagentBooks {
  readonly #prices: Prices

  constructor(prices: Prices) {
    this.#prices = prices
  }

  /** A process that went on is another object, and its transcript is made again. */
  readonly #made = new WeakMap<Process, TranscriptOf>()

  of(open: OpenBook, subagent: string): TranscriptOf {
    const made = this.#book(open, subagent)
    made.goesOn(open.session.goesOn)
    return made
  }

  #book({ id, book }: OpenBook, subagent: string): TranscriptOf {
    const process = book.processes.find((one) => one.id === subagent)
    if (!process) {
      throw new CrewError('transcript_not_found', 'This session has no such sub-agent (any more).')
    }
    const known = this.#made.get(process)
    if (known) return known
    const made = new TranscriptOf({ id: `${id}.${subagent}`, prices: this.#prices })
    // On its own it is not beside anything.
    made.add(process.messages.map((message) => ({ ...message, isSidechain: false })))
    this.#made.set(process, made)
    return made
  }
}
