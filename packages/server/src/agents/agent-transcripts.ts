import { TEXT } from '@crewroom/shared/text/catalogue'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import { waitingReplies } from '../delivery/waiting-replies'
import {
  type Follower,
  recordId,
  recordKey,
  type RecordPart,
  type RecordPlace,
  type TranscriptPort,
  type TranscriptQuestion,
} from '../journal/ports/transcript-port'
import { type OpenRollout, recordEntries, type StoredRollouts } from './read-rollout'
import { type RoundStart, SessionEntries } from './session-entries'

export interface AgentTranscriptPorts {
  readonly shard: Shard
  readonly presence: PresenceBook
  readonly rollouts: StoredRollouts
  readonly transcripts: TranscriptPort
}

/** A record, or what of it belongs to one session. */
export interface OpenRecord extends OpenRollout {
  readonly sessionId?: string | undefined
}

/** What the thread has of a record. */
interface Given {
  /** Its newest entry there, and the newest that was looked at. */
  n: number
  upTo: number
  readonly part: SessionEntries | null
}

interface Followed {
  readonly record: OpenRecord
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
  /** By the key of the record, as the two below. */
  readonly #given = new Map<string, Given>()
  readonly #giving = new Map<string, Promise<RecordPlace>>()
  readonly #followed = new Map<string, Followed>()

  constructor(ports: AgentTranscriptPorts) {
    this.#ports = ports
  }

  /** The answer as JSON, up to what was recorded when the request came. */
  async ask(record: OpenRecord, question: TranscriptQuestion): Promise<string> {
    const { shard, rollouts, transcripts } = this.#ports
    await shard.journal.durable(record.crew.state.lead.id)
    await rollouts.stored(record.agent.id, WAIT_MS)
    await this.#give(record)
    return transcripts.ask(question)
  }

  /** Where the rounds of a session begin in the record of an agent that was asked. */
  roundsOf(record: OpenRecord): readonly RoundStart[] {
    return this.#given.get(keyOf(record))?.part?.rounds ?? []
  }

  /** The session file that the agent's program keeps itself, as JSON. */
  async sessionOf({ crew, agent }: OpenRollout): Promise<string> {
    const session = crew.remembered(agent.id).acpSessionId
    // Its program chose it: it is a name, and no path.
    if (session === null || !/^[\w-]{1,128}$/.test(session)) return JSON.stringify({ id: null })
    return this.#ports.transcripts.ask({ type: 'named', name: `${session}.jsonl` })
  }

  /** Told where the transcript is now, and then what changes in it. Returns how that ends. */
  follow(record: OpenRecord, follower: Follower): () => void {
    const id = keyOf(record)
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
    const ids = new Set(agentIds)
    for (const [key, followed] of this.#followed) {
      if (!ids.has(followed.record.agent.id) || followed.isDue) continue
      followed.isDue = true
      this.#ports.shard.ports.clock.after(GATHER_MS, () => {
        followed.isDue = false
        if (this.#followed.get(key) === followed) this.#give(followed.record).catch(() => {})
      })
    }
  }

  /** Their crew was deleted. */
  gone(agentIds: readonly string[]): void {
    const ids = new Set(agentIds)
    for (const [key, { record }] of this.#followed) {
      if (ids.has(record.agent.id)) this.#followed.delete(key)
    }
    for (const key of this.#given.keys()) {
      if (!ids.has(agentOfKey(key))) continue
      this.#given.delete(key)
      this.#ports.transcripts.ask({ type: 'forget', transcript: recordId(key) }).catch(() => {})
    }
  }

  /** Gives the thread what it does not have, for each record one part after the other. */
  #give(record: OpenRecord): Promise<RecordPlace> {
    const key = keyOf(record)
    const before = this.#giving.get(key) ?? Promise.resolve()
    const giving = before
      .catch(() => {})
      .then(() => this.#giveAll(record))
      .finally(() => {
        if (this.#giving.get(key) === giving) this.#giving.delete(key)
      })
    this.#giving.set(key, giving)
    return giving
  }

  async #giveAll(record: OpenRecord): Promise<RecordPlace> {
    const { shard, transcripts } = this.#ports
    const key = keyOf(record)
    const { sessionId } = record
    for (;;) {
      const given = this.#given.get(key) ?? begun(sessionId)
      const page = recordEntries(shard, record, given.upTo)
      const entries = given.part ? given.part.of(page.entries) : page.entries
      const part: RecordPart = {
        type: 'record',
        transcript: recordId(key),
        after: given.n,
        entries,
        about: this.#about(record),
      }
      const place = JSON.parse(await transcripts.ask(part)) as RecordPlace
      // Where the thread began again, or gave its memory to others, it is given all of it.
      if (place.n === null) this.#given.delete(key)
      else {
        given.n = place.n
        given.upTo = page.entries.at(-1)?.n ?? given.upTo
        this.#given.set(key, given)
      }
      this.#tell(key, place)
      if (place.n !== null && !page.hasAfter) return place
    }
  }

  #about({ agent, sessionId }: OpenRecord): RecordPart['about'] {
    const { shard, presence } = this.#ports
    const { id } = agent
    const crew = shard.crewOf(id)
    // It may be called otherwise since somebody began to follow.
    const { role, name, cwd } = crew?.state.agents[id] ?? agent
    const isWorking =
      sessionId === undefined
        ? presence.get(id).status === 'working'
        : crew?.rounds.answering(id)?.sessionId === sessionId
    // Answers to rounds are told by the rounds, and are results once the agent has read that they were taken.
    const replies =
      sessionId === undefined
        ? waitingReplies(shard, id).filter((text) => text !== TEXT.answered)
        : []
    return { agentId: id, name: name ?? role, cwd: cwd ?? null, isWorking, replies }
  }

  #tell(key: string, { n, revision, changed }: RecordPlace): void {
    const followed = this.#followed.get(key)
    if (!followed || n === null || revision === followed.revision) return
    const isFirst = followed.revision === null
    followed.revision = revision
    // A new follower is notified where the transcript is when it begins.
    if (isFirst) return
    for (const follower of followed.followers) {
      follower({ id: recordId(key), revision, changed })
    }
  }
}

const begun = (sessionId: string | undefined): Given => ({
  n: 0,
  upTo: 0,
  part: sessionId === undefined ? null : new SessionEntries(sessionId),
})

function keyOf({ agent, sessionId }: OpenRecord): string {
  return recordKey(agent.id, sessionId)
}

function agentOfKey(key: string): string {
  return key.split('.')[0] ?? key
}
