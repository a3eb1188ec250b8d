import { RolloutMessages } from '@crewroom/shared/transcript/from-rollout'
import type { RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'
import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import type { TranscriptSession } from '@crewroom/shared/transcript/views'
import type { RecordAbout } from '../journal/ports/transcript-port'
import { createCommandFinder } from './command-finder'

/** The record of one agent as a conversation, as far as it was read. */
export class RecordBook extends TranscriptOf {
  /** The newest entry that it has. */
  n = 0
  readonly #reader = new RolloutMessages(createCommandFinder)
  #told: RecordAbout

  constructor(id: string, told: RecordAbout) {
    super({ id, agentId: told.agentId })
    this.#told = told
  }

  addEntries(entries: readonly RecordEntry[], told: RecordAbout): void {
    this.#told = told
    this.add(this.#reader.add(entries, told.replies))
    this.goesOn(told.isWorking)
    this.n = entries.at(-1)?.n ?? this.n
  }

  override get session(): TranscriptSession {
    const { name: title, cwd } = this.#told
    return { ...super.session, title, cwd }
  }
}
