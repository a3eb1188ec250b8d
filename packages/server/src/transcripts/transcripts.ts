import { Worker } from 'node:worker_threads'
import type { Prices } from '@crewroom/shared/model/prices'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { TranscriptChange } from '@crewroom/shared/transcript/views'
import type { Clock } from '../clock'
import type { Follower } from '../journal/ports/transcript-port'
import type { FromThread, Question, ThreadData, ToThread } from './messages'

export interface TranscriptPorts {
  /** The thread's script, built beside the server's. */
  readonly script: URL
  readonly roots: readonly string[]
  /** Values that must not be seen, as they are known now. */
  readonly secrets: () => readonly string[]
  /** What models cost; nothing is worked out without it. */
  readonly prices?: Prices
  readonly clock: Clock
  /** Called when the thread has ended without having been asked to. */
  readonly crashed: (why: string) => void
}

/** As much memory as the largest transcript may take while it is read: beyond that the thread ends, and not the server. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 2_048 } as const
/** A thread that nobody has asked anything for so long, and of which nobody follows anything, gives its memory back. */
const IDLE_MS = 10 * 60_000

interface Followed {
  readonly followers: Set<Follower>
  /** Where it is, as far as the thread has told. */
  revision: number | null
}

interface Asked {
  readonly resolve: (json: string) => void
  readonly reject: (error: CrewError) => void
}

/** Transcripts below the configured folders, read in a thread that the first question starts. */
export class Transcripts {
  readonly #ports: TranscriptPorts
  readonly #asked = new Map<number, Asked>()
  readonly #followed = new Map<string, Followed>()
  #worker: Worker | null = null
  #secrets: readonly string[] = []
  #lastId = 0
  #revision = 0
  #stopIdling: (() => void) | null = null
  #isClosed = false

  constructor(ports: TranscriptPorts) {
    this.#ports = ports
  }

  /** Whether the thread runs. */
  get isRunning(): boolean {
    return this.#worker !== null
  }

  /** The answer, as JSON. Rejects with a `CrewError`. */
  ask(question: Question): Promise<string> {
    const worker = this.#started()
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject })
      this.#post(worker, { type: 'ask', id, question })
    })
  }

  /** Told where the transcript is now, without changes, and then what changes in it. Returns how that ends. */
  follow(transcript: string, follower: Follower): () => void {
    const known = this.#followed.get(transcript)
    const followed = known ?? { followers: new Set<Follower>(), revision: null }
    followed.followers.add(follower)
    this.#followed.set(transcript, followed)
    const wasRunning = this.#worker !== null
    const worker = this.#started()
    // A new thread has to watch everything that clients follow.
    if (!known && wasRunning) this.#post(worker, { type: 'watch', transcript })
    const { revision } = followed
    if (revision !== null) follower({ id: transcript, revision, changed: [] })
    return () => {
      followed.followers.delete(follower)
      if (followed.followers.size > 0 || this.#followed.get(transcript) !== followed) return
      this.#followed.delete(transcript)
      if (this.#worker) this.#post(this.#worker, { type: 'unwatch', transcript })
      this.#idle()
    }
  }

  /** For tests and fault drills: the thread, to be ended at a bad moment. */
  get worker(): Worker | null {
    return this.#worker
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopIdling?.()
    await this.#end('The server is stopping.')
  }

  #started(): Worker {
    if (this.#isClosed) throw new CrewError('busy', 'The server is stopping.')
    this.#idle()
    if (this.#worker) {
      this.#tellSecrets(this.#worker)
      return this.#worker
    }
    const { script, roots, secrets, prices = {} } = this.#ports
    this.#secrets = secrets()
    const workerData: ThreadData = {
      roots,
      secrets: this.#secrets,
      prices,
      revision: this.#revision,
    }
    const worker = new Worker(script, { workerData, resourceLimits: THREAD_MEMORY })
    let why = ''
    worker.on('message', (message: FromThread) => this.#receive(message))
    worker.on('error', (error) => (why = error.message))
    worker.on('exit', (code) => this.#gone(worker, why || `it ended with code ${code}`))
    this.#worker = worker
    for (const transcript of this.#followed.keys())
      this.#post(worker, { type: 'watch', transcript })
    return worker
  }

  #tellSecrets(worker: Worker): void {
    const values = this.#ports.secrets()
    if (values === this.#secrets) return
    this.#secrets = values
    this.#post(worker, { type: 'secrets', values })
  }

  #post(worker: Worker, message: ToThread): void {
    worker.postMessage(message)
  }

  #receive(message: FromThread): void {
    switch (message.type) {
      case 'answer':
        this.#revision = message.revision
        this.#taken(message.id)?.resolve(message.json)
        return
      case 'refused': {
        const { code, message: sentence } = message.refusal
        this.#taken(message.id)?.reject(new CrewError(code, sentence))
        return
      }
      case 'changed':
        this.#revision = message.revision
        this.#tell(message.change)
        return
      default:
        message satisfies never
    }
  }

  #taken(id: number): Asked | undefined {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    return asked
  }

  #tell(change: TranscriptChange): void {
    const followed = this.#followed.get(change.id)
    if (!followed) return
    followed.revision = change.revision
    for (const follower of followed.followers) follower(change)
  }

  /** Ended unasked: whoever waits is refused, and whoever follows something asks again, which starts it again. */
  #gone(worker: Worker, why: string): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#ports.crashed(why)
    this.#refuseAll(
      `The part of Crewroom that reads transcripts ended unexpectedly (${why}). Nothing is lost; ask again.`,
    )
    for (const id of this.#followed.keys()) {
      this.#tell({ id, revision: ++this.#revision, changed: 'all' })
    }
  }

  #refuseAll(sentence: string): void {
    const asked = [...this.#asked.values()]
    this.#asked.clear()
    for (const { reject } of asked) reject(new CrewError('busy', sentence))
  }

  #idle(): void {
    this.#stopIdling?.()
    this.#stopIdling = null
    if (this.#isClosed || this.#followed.size > 0) return
    this.#stopIdling = this.#ports.clock.after(IDLE_MS, () => {
      if (this.#asked.size > 0) this.#idle()
      else void this.#end('It was idle.')
    })
  }

  async #end(sentence: string): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    this.#refuseAll(sentence)
    await worker?.terminate()
  }
}
