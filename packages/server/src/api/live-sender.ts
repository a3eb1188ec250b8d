import { memberOf } from '@crewroom/shared/model/group'
import type { Clock } from '../clock'
import type { Crew } from '../crew/crew'
import { handedTo, liveAgent } from '../crew/live'
import type { LiveFeed } from '../crew/live-feed'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import type { MaskStream, SecretMask } from '../journal/mask-port'

/** Frames of one kind about one thing are sent at most this often. */
const EVERY_MS = 100
/** Of an agent's text, what came since the last frame and no more than this: the rest is in its record. */
const TEXT_KEPT = 8 * 1024

/** To whom live frames go: everyone who follows the crew and, for `groupName`, may see the group. */
export type LiveTarget = (
  crew: Crew,
  mayRead: (viewer: string | null) => boolean,
  frame: Buffer,
) => void

/** Gathers what happens with agents and sends it now and then: latest wins, nothing of it is in a log. */
export class LiveSender {
  readonly #shard: Shard
  readonly #presence: PresenceBook
  readonly #send: LiveTarget
  readonly #clock: Clock
  readonly #agents = new Set<string>()
  readonly #texts = new Map<string, string>()
  readonly #composing = new Map<string, string>()
  readonly #receipts = new Map<string, Set<string>>()
  readonly #masks = new Map<string, MaskStream>()
  #cancel: (() => void) | null = null

  constructor(
    shard: Shard,
    presence: PresenceBook,
    live: LiveFeed,
    maskOf: (agentId: string) => SecretMask,
    send: LiveTarget,
  ) {
    this.#shard = shard
    this.#presence = presence
    this.#clock = shard.ports.clock
    this.#send = send
    live.on('text', (agentId, delta) => {
      let mask = this.#masks.get(agentId)
      if (!mask) this.#masks.set(agentId, (mask = maskOf(agentId).stream()))
      this.#addText(agentId, mask.push(delta))
    })
    live.on('composing', (agentId, groupName) => {
      this.#composing.set(agentId, groupName)
      this.#schedule()
    })
    live.on('agent', (agentId) => this.agentChanged(agentId))
    live.on('receipt', (agentId, groupName) => {
      const groups = this.#receipts.get(agentId) ?? new Set()
      this.#receipts.set(agentId, groups.add(groupName))
      this.#schedule()
    })
  }

  /** An agent's status, connection, usage, or what it is owed. */
  agentChanged(agentId: string): void {
    this.#agents.add(agentId)
    if (this.#presence.get(agentId).status !== 'working') this.#endText(agentId)
    this.#schedule()
  }

  /** Sends no more: the server is stopping. */
  stop(): void {
    this.#cancel?.()
    this.#cancel = () => {}
  }

  /** What the mask still held back, because a secret could have begun there. */
  #endText(agentId: string): void {
    const mask = this.#masks.get(agentId)
    if (!mask) return
    this.#masks.delete(agentId)
    this.#addText(agentId, mask.end())
  }

  #addText(agentId: string, text: string): void {
    if (text === '') return
    this.#texts.set(agentId, ((this.#texts.get(agentId) ?? '') + text).slice(-TEXT_KEPT))
    this.#schedule()
  }

  #schedule(): void {
    this.#cancel ??= this.#clock.after(EVERY_MS, () => {
      this.#cancel = null
      this.#flush()
    })
  }

  #flush(): void {
    const everyone = () => true
    // A colleague's half-finished thoughts are for people, not for other agents.
    const people = (viewer: string | null) => viewer === null
    for (const agentId of this.#agents) {
      this.#tell(agentId, everyone, (crew) => ({
        type: 'live:agent',
        ...liveAgent(this.#shard, crew, this.#presence, agentId),
      }))
    }
    for (const [agentId, delta] of this.#texts) {
      this.#tell(agentId, people, () => ({ type: 'live:text', delta }))
    }
    for (const [agentId, groupName] of this.#composing) {
      this.#tell(
        agentId,
        membersOf(groupName),
        () => ({ type: 'live:composing', groupName }),
        groupName,
      )
    }
    for (const [agentId, groups] of this.#receipts) {
      for (const groupName of groups) {
        this.#tell(
          agentId,
          membersOf(groupName),
          (crew) => ({ type: 'live:receipt', groupName, ...handedTo(crew, agentId, groupName) }),
          groupName,
        )
      }
    }
    this.#agents.clear()
    this.#texts.clear()
    this.#composing.clear()
    this.#receipts.clear()
  }

  #tell(
    agentId: string,
    mayRead: (viewer: string | null, crew: Crew) => boolean,
    frame: (crew: Crew) => object,
    groupName: string | null = null,
  ): void {
    for (const crew of this.#shard.crewsOf(agentId)) {
      if (groupName !== null && !crew.state.groups[groupName]) continue
      const body = { ...frame(crew), leadId: crew.state.lead.id, agentId }
      this.#send(crew, (viewer) => mayRead(viewer, crew), Buffer.from(JSON.stringify(body)))
    }
  }
}

function membersOf(groupName: string) {
  return (viewer: string | null, crew: Crew) => {
    const group = crew.state.groups[groupName]
    return viewer === null || (group !== undefined && memberOf(group, viewer) !== undefined)
  }
}
