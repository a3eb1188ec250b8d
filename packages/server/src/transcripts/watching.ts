import { type FSWatcher, watch } from 'node:fs'
import path from 'node:path'
import type { TranscriptChange } from '@crewroom/shared/transcript/views'
import type { Books, OpenBook } from './books'

/** Notifications of changes may fail to come, on network drives above all: a look now and then finds them. */
const LOOK_EVERY_MS = 1_000
/** Programs write in many small pieces. */
const GATHER_MS = 50
/** What cannot be read is looked for less and less often, up to every so many looks: each may go through all folders. */
const RAREST = 10
/** More changed items than these are not named. */
const MOST_NAMED = 200

interface Watched {
  readonly transcript: string
  /** The transcript of the file: of a sub-agent, that of its session. */
  readonly file: string
  watcher: FSWatcher | null
  timer: NodeJS.Timeout | null
  /** What the files looked like when they were read last. */
  state: string | null
  /** Up to here changes were told, of this book. */
  told: { readonly open: OpenBook; readonly revision: number } | null
  isLooking: boolean
  /** Looks in a row that found nothing to read, and how many to leave out before the next. */
  failed: number
  pause: number
}

/** Follows the files of transcripts that somebody has open, and of no others. */
export class Watching {
  readonly #books: Books
  readonly #tell: (change: TranscriptChange) => void
  readonly #lookEveryMs: number
  readonly #watched = new Map<string, Watched>()
  #poll: NodeJS.Timeout | null = null

  constructor(books: Books, tell: (change: TranscriptChange) => void, lookEveryMs = LOOK_EVERY_MS) {
    this.#books = books
    this.#tell = tell
    this.#lookEveryMs = lookEveryMs
  }

  /** Tells at once where the transcript is by now, so that whoever watches knows what they missed. */
  watch(transcript: string): void {
    if (this.#watched.has(transcript)) return
    const [file = ''] = transcript.split('.')
    const watched: Watched = {
      transcript,
      file,
      watcher: null,
      timer: null,
      state: null,
      told: null,
      isLooking: false,
      failed: 0,
      pause: 0,
    }
    this.#watched.set(transcript, watched)
    this.#poll ??= setInterval(() => this.#lookAtAll(), this.#lookEveryMs)
    void this.#look(watched)
  }

  unwatch(transcript: string): void {
    const watched = this.#watched.get(transcript)
    if (!watched) return
    watched.watcher?.close()
    if (watched.timer) clearTimeout(watched.timer)
    this.#watched.delete(transcript)
    if (this.#watched.size > 0 || !this.#poll) return
    clearInterval(this.#poll)
    this.#poll = null
  }

  #lookAtAll(): void {
    for (const watched of this.#watched.values()) {
      if (watched.pause > 0) watched.pause--
      else void this.#look(watched)
    }
  }

  #soon(watched: Watched): void {
    watched.timer ??= setTimeout(() => {
      watched.timer = null
      void this.#look(watched)
    }, GATHER_MS)
  }

  async #look(watched: Watched): Promise<void> {
    if (watched.isLooking) return
    watched.isLooking = true
    try {
      // Most looks find nothing, and must not take a file that others need into memory.
      const state = stateOf(watched.told?.open.session)
      if (state !== null && state === watched.state) return
      const open = await this.#books.get(watched.file)
      // As it was before it was read: what was written meanwhile is found by the next look.
      watched.state = state
      watched.failed = 0
      if (!this.#watched.has(watched.transcript)) return
      this.#follow(watched, open.session.path)
      this.#report(watched, open)
    } catch {
      // Gone, or too large by now: the next request gets the reason. It may come back.
      watched.state = null
      watched.pause = Math.min(watched.failed++, RAREST - 1)
    } finally {
      watched.isLooking = false
    }
  }

  #follow(watched: Watched, file: string): void {
    if (watched.watcher) return
    const name = path.basename(file)
    try {
      watched.watcher = watch(path.dirname(file), (_event, changed) => {
        if (changed === null || changed === name) this.#soon(watched)
      })
      watched.watcher.on('error', () => {
        watched.watcher?.close()
        watched.watcher = null
      })
    } catch {
      // The system has no more of them: the looks now and then are enough.
    }
  }

  #report(watched: Watched, open: OpenBook): void {
    const { transcript: id, told } = watched
    const revision = this.#books.revisionOf(open)
    if (told?.open === open && told.revision === open.book.revision) return
    watched.told = { open, revision: open.book.revision }
    const changed = told === null ? [] : told.open === open ? named(id, open, told.revision) : 'all'
    this.#tell({ id, revision, changed })
  }
}

/** Also without a change of its files a session is over some time after the last one. */
const stateOf = (session: OpenBook['session'] | undefined): string | null =>
  session === undefined ? null : `${session.isStill} ${session.state()}`

function named(id: string, { book }: OpenBook, since: number): readonly string[] | 'all' {
  // The items of a sub-agent's transcript have other ids than those of the session.
  if (id.includes('.')) return 'all'
  const changed = book.changedSince(since)
  return changed === null || changed.length > MOST_NAMED ? 'all' : changed
}
