import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { TranscriptChange } from '@crewroom/shared/transcript/views'
import type { Clock } from '../../clock'
import { type Follower, recordOf } from '../../journal/ports/transcript-port'
import type { Transcripts } from '../../transcripts/transcripts'
import { assertOwner } from '../gate'
import type { Principal } from '../principal'

/** Follows the transcript of an agent's record, or of one session in it, for whoever may read that. Returns how that ends. */
export type FollowRecord = (
  principal: Principal,
  record: { readonly agentId: string; readonly sessionId: string | undefined },
  follower: Follower,
) => () => void

/** Frames about one transcript are sent at most this often. */
const EVERY_MS = 100
/** More changed items than these are not named in one frame. */
const MOST_NAMED = 200

/** What one connection has open of transcripts: it alone is sent what changes in them, gathered. */
export class TranscriptWatches {
  readonly #transcripts: Pick<Transcripts, 'follow'>
  readonly #records: FollowRecord
  readonly #clock: Clock
  readonly #send: (frame: object) => void
  readonly #ends = new Map<string, () => void>()
  readonly #changes = new Map<string, TranscriptChange>()
  #cancel: (() => void) | null = null

  constructor(
    transcripts: Pick<Transcripts, 'follow'>,
    records: FollowRecord,
    clock: Clock,
    send: (frame: object) => void,
  ) {
    this.#transcripts = transcripts
    this.#records = records
    this.#clock = clock
    this.#send = send
  }

  watch(principal: Principal, transcript: string): void {
    const record = recordOf(transcript)
    if (record === null) assertOwner(principal)
    if (this.#ends.has(transcript)) return
    if (this.#ends.size === LIMITS.transcriptsWatched) {
      throw new CrewError(
        'limit_reached',
        `A connection may watch ${LIMITS.transcriptsWatched} transcripts at a time: unwatch one first.`,
      )
    }
    const told = (change: TranscriptChange) => this.#add(change)
    const end =
      record === null
        ? this.#transcripts.follow(transcript, told)
        : this.#records(principal, record, told)
    this.#ends.set(transcript, end)
  }

  unwatch(transcript: string): void {
    this.#ends.get(transcript)?.()
    this.#ends.delete(transcript)
    this.#changes.delete(transcript)
  }

  /** The connection is closed. */
  end(): void {
    this.#cancel?.()
    for (const end of this.#ends.values()) end()
    this.#ends.clear()
    this.#changes.clear()
  }

  #add(change: TranscriptChange): void {
    const before = this.#changes.get(change.id)
    this.#changes.set(change.id, before ? together(before, change) : change)
    this.#cancel ??= this.#clock.after(EVERY_MS, () => this.#flush())
  }

  #flush(): void {
    this.#cancel = null
    for (const change of this.#changes.values()) this.#send({ type: 'live:transcript', ...change })
    this.#changes.clear()
  }
}

/** The later one, with everything that changed since the frame before. */
function together(one: TranscriptChange, later: TranscriptChange): TranscriptChange {
  if (one.changed === 'all' || later.changed === 'all') return { ...later, changed: 'all' }
  const changed = [...new Set([...one.changed, ...later.changed])]
  return { ...later, changed: changed.length > MOST_NAMED ? 'all' : changed }
}
