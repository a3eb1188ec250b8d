import type { Crew } from '../../crew/crew'
import type { LiveFeed } from '../../crew/live-feed'
import type { Asked } from '../../crew/round-book'
import type { Shard } from '../../crew/shard'

/** Clients get what an agent writes at most this often. */
const EVERY_MS = 200
/** One frame has at most so much of an agent's text, from its end. The answer has all of it. */
const TEXT_KEPT = 8 * 1024

interface Written {
  readonly crew: Crew
  readonly asked: Asked
  text: string
}

/** Gathers what agents write while they answer. Nothing of it is stored. */
export class AnswerProgress {
  readonly #shard: Shard
  readonly #tell: (crew: Crew, asked: Asked, delta: string) => void
  readonly #written = new Map<string, Written>()
  #cancel: (() => void) | null = null

  constructor(
    shard: Shard,
    live: LiveFeed,
    isFollowed: (sessionId: string) => boolean,
    tell: (crew: Crew, asked: Asked, delta: string) => void,
  ) {
    this.#shard = shard
    this.#tell = tell
    live.on('masked', (agentId, delta, answers) => {
      for (const crew of shard.crewsOf(agentId)) {
        const asked = crew.rounds.answering(agentId)
        if (!asked || !isFollowed(asked.sessionId)) continue
        // A program may say what its words answer; others have one text at a time.
        if (answers === undefined || answers === asked.deliveryId) this.#add(crew, asked, delta)
      }
    })
  }

  /** Sends no more: the server is stopping. */
  stop(): void {
    this.#cancel?.()
    this.#cancel = () => {}
  }

  #add(crew: Crew, asked: Asked, delta: string): void {
    const before = this.#written.get(asked.agentId)
    const isSame = before?.asked.deliveryId === asked.deliveryId
    const text = `${isSame ? before.text : ''}${delta}`.slice(-TEXT_KEPT)
    this.#written.set(asked.agentId, { crew, asked, text })
    this.#cancel ??= this.#shard.ports.clock.after(EVERY_MS, () => {
      this.#cancel = null
      this.#flush()
    })
  }

  #flush(): void {
    for (const [agentId, { crew, asked, text }] of this.#written) {
      // Once it has answered, the answer says everything.
      const now = crew.rounds.answering(agentId)
      if (now?.deliveryId === asked.deliveryId) this.#tell(crew, asked, text)
    }
    this.#written.clear()
  }
}
