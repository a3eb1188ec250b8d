import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import {
  type Follower,
  recordId,
  type RecordPart,
  type RecordPlace,
  type TranscriptPort,
  type TranscriptQuestion,
} from '../journal/ports/transcript-port'
import { type OpenRollout, recordEntries, type StoredRollouts } from './read-rollout'

export interface AgentTranscriptPorts {
  readonly shard: Shard
  readonly presence: PresenceBook
  readonly rollouts: StoredRollouts
  readonly transcripts: TranscriptPort
}

interface Followed {
  readonly record: OpenRollout
  readonly followers: Set<Follower>
  /** The newest revision that they know; null: none yet. */
  revision: number | null
  isDue: boolean
}

/** A reader waits so long for what was recorded before its request. */
const WAIT_MS = 2_000
/** Programs write in many small pieces. */
const GATHER_MS = 100

/**
 * Transcripts of agents' records. The thread that reads transcripts has the books; this gives them what was stored since,
 * before anything is asked of them and while somebody follows them.
 */
export class AgentTranscripts {
  readonly #ports: AgentTranscriptPorts
  /** Up to which entry the thread has each record. */
  readonly #given = new Map<string, number>()
  readonly #giving = new Map<string, Promise<RecordPlace>>()
  readonly #followed = new Map<string, Followed>()

  constructor(ports: AgentTranscriptPorts) {
    this.#ports = ports
  }

  /** The answer as JSON, with everything that was recorded before it was asked. */
  async ask(record: OpenRollout, question: TranscriptQuestion): Promise<string> {
    const { shard, rollouts, transcripts } = this.#ports
    await shard.journal.durable(record.crew.state.lead.id)
    await rollouts.stored(record.agent.id, WAIT_MS)
    await this.#give(record)
    return transcripts.ask(question)
  }

  /** The session file that the agent's program keeps itself, as JSON. */
  async sessionOf({ crew, agent }: OpenRollout): Promise<string> {
    const session = crew.remembered(agent.id).acpSessionId
    // Its program chose it: it is a name, and no path.
    if (session === null || !/^[\w-]{1,128}$/.test(session)) return JSON.stringify({ id: null })
    return this.#ports.transcripts.ask({ type: 'named', name: `${session}.jsonl` })
  }

  /** Told where the transcript is now, and then what changes in it. Returns how that ends. */
  follow(record: OpenRollout, follower: Follower): () => void {
    const { id } = record.agent
    const known = this.#followed.get(id)
    const followed = known ?? { record, followers: new Set(), revision: null, isDue: false }
    this.#followed.set(id, followed)
    followed.followers.add(follower)
    this.#give(record).then(
      ({ revision }) => follower({ id: recordId(id), revision, changed: [] }),
      // A request for it gets the reason.
      () => {},
    )
    return () => {
      followed.followers.delete(follower)
      if (followed.followers.size > 0 || this.#followed.get(id) !== followed) return
      this.#followed.delete(id)
    }
  }

  /** There is more of these records, or their agents begin or end to work. */
  changed(agentIds: Iterable<string>): void {
    for (const id of agentIds) {
      const followed = this.#followed.get(id)
      if (!followed || followed.isDue) continue
      followed.isDue = true
      this.#ports.shard.ports.clock.after(GATHER_MS, () => {
        followed.isDue = false
        if (this.#followed.get(id) === followed) this.#give(followed.record).catch(() => {})
      })
    }
  }

  /** Their crew was deleted. */
  gone(agentIds: readonly string[]): void {
    for (const id of agentIds) {
      this.#followed.delete(id)
      if (!this.#given.delete(id)) continue
      this.#ports.transcripts.ask({ type: 'forget', transcript: recordId(id) }).catch(() => {})
    }
  }

  /** Gives the thread what it does not have, for each agent one part after the other. */
  #give(record: OpenRollout): Promise<RecordPlace> {
    const { id } = record.agent
    const before = this.#giving.get(id) ?? Promise.resolve()
    const giving = before
      .catch(() => {})
      .then(() => this.#giveAll(record))
      .finally(() => {
        if (this.#giving.get(id) === giving) this.#giving.delete(id)
      })
    this.#giving.set(id, giving)
    return giving
  }

  async #giveAll(record: OpenRollout): Promise<RecordPlace> {
    const { shard, presence, transcripts } = this.#ports
    const { id } = record.agent
    for (;;) {
      // It may be called otherwise since somebody began to follow.
      const { role, name, cwd } = shard.crewOf(id)?.state.agents[id] ?? record.agent
      const after = this.#given.get(id) ?? 0
      const { entries, hasAfter } = recordEntries(shard, record, after)
      const isWorking = presence.get(id).status === 'working'
      const about = { agentId: id, name: name ?? role, cwd: cwd ?? null, isWorking }
      const transcript = recordId(id)
      const part: RecordPart = { type: 'record', transcript, after, entries, about }
      const place = JSON.parse(await transcripts.ask(part)) as RecordPlace
      // Where the thread began again, or gave its memory to others, it is given all of it.
      if (place.n === null) this.#given.delete(id)
      else this.#given.set(id, place.n)
      this.#tell(id, place)
      if (place.n !== null && !hasAfter) return place
    }
  }

  #tell(agentId: string, { n, revision, changed }: RecordPlace): void {
    const followed = this.#followed.get(agentId)
    if (!followed || n === null || revision === followed.revision) return
    const isFirst = followed.revision === null
    followed.revision = revision
    // A new follower is notified where the transcript is when it begins.
    if (isFirst) return
    for (const follower of followed.followers) {
      follower({ id: recordId(agentId), revision, changed })
    }
  }
}
