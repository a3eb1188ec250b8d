import { memberOf } from '@crewroom/shared/model/group'
import type { Clock } from '../../clock'
import type { Crew } from '../../crew/crew'
import { agentNow, handedTo, liveAgent } from '../../live/agent'
import { KnownFrames } from './known-frames'
import type { Composing, LiveFeed } from '../../crew/live-feed'
import type { PresenceBook } from '../../crew/presence'
import type { Shard } from '../../crew/shard'
import type { MaskStream, SecretMask } from '../../journal/ports/mask-port'

/** Frames of one kind about one thing are sent at most this often. */
const EVERY_MS = 100
/** Those with the text of a message that is being written are longer, and rarer. */
const COMPOSING_EVERY_MS = 200
/** The most of an agent's text since the last frame that one frame shows: the rest is in its record. */
const TEXT_KEPT = 8 * 1024

/** Frames that say how something is now, whole: a part of a text is news even if it equals the last. */
const LATEST_WINS: ReadonlySet<string> = new Set(['live:agent', 'live:receipt'])

/** To whom live frames go: everyone who follows the crew and, for `groupName`, may see the group. */
export type LiveTarget = (
  crew: Crew,
  mayRead: (viewer: string | null) => boolean,
  frame: Buffer,
) => void

type LiveViewer = (viewer: string | null, crew: Crew) => boolean

/** Gathers what happens with agents and sends it now and then: latest wins, nothing of it is in a log. */
export class LiveSender {
  readonly #shard: Shard
  readonly #presence: PresenceBook
  readonly #live: LiveFeed
  readonly #send: LiveTarget
  readonly #clock: Clock
  readonly #agents = new Set<string>()
  readonly #texts = new Map<string, string>()
  readonly #composing = new Map<string, { readonly agentId: string; readonly message: Composing }>()
  /** When it was told last, on the monotonic clock. */
  readonly #composedAt = new Map<string, number>()
  readonly #receipts = new Map<string, Set<string>>()
  readonly #masks = new Map<string, MaskStream>()
  readonly #known = new KnownFrames()
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
    this.#live = live
    this.#clock = shard.ports.clock
    this.#send = send
    live.on('text', (agentId, delta, answers) => {
      let mask = this.#masks.get(agentId)
      if (!mask) this.#masks.set(agentId, (mask = maskOf(agentId).stream()))
      this.#addText(agentId, mask.push(delta), answers)
    })
    live.on('composing', (agentId, message) => {
      this.#addComposing(agentId, message)
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

  /** How every agent is now, for somebody who was away: what changed meanwhile is in no log. */
  tellAgents(crew: Crew, send: (frame: object) => void): void {
    const leadId = crew.state.lead.id
    for (const agentId of Object.keys(crew.state.agents)) {
      const live = liveAgent(this.#shard, crew, this.#presence, agentId)
      send({ type: 'live:agent', ...live, leadId, agentId })
    }
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

  #addText(agentId: string, text: string, answers?: string | null): void {
    if (text === '') return
    this.#live.emit('masked', agentId, text, answers)
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
    for (const agentId of this.#agents) {
      this.#tell(agentId, everyone, (crew) => ({
        type: 'live:agent',
        ...agentNow(this.#shard, crew, this.#presence, agentId),
      }))
    }
    for (const [agentId, delta] of this.#texts) {
      this.#tell(agentId, people, () => ({ type: 'live:text', delta }))
    }
    this.#flushComposing()
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
    this.#receipts.clear()
  }

  #addComposing(agentId: string, message: Composing): void {
    const { leadId, groupName, done } = message
    const key = JSON.stringify([agentId, leadId, groupName])
    // Writing that nobody was shown has no end to report.
    if (done && !this.#composedAt.has(key)) this.#composing.delete(key)
    else this.#composing.set(key, { agentId, message })
    this.#schedule()
  }

  #flushComposing(): void {
    const now = this.#clock.monotonic()
    for (const [key, { agentId, message }] of this.#composing) {
      const { leadId, groupName, done } = message
      if (!done && now - (this.#composedAt.get(key) ?? -Infinity) < COMPOSING_EVERY_MS) {
        this.#schedule()
        continue
      }
      this.#composing.delete(key)
      if (done) this.#composedAt.delete(key)
      else this.#composedAt.set(key, now)
      const tell = (may: LiveViewer, more: object) =>
        this.#tell(agentId, may, (crew) =>
          crew.state.lead.id === leadId ? { type: 'live:composing', groupName, ...more } : null,
        )
      const end = done ? { done } : {}
      const text = done ? '' : message.text
      // A command that is never closed would show colleagues what was not meant for them.
      tell(people, { ...end, ...(text === '' ? {} : { text }) })
      tell((viewer, crew) => viewer !== null && membersOf(groupName)(viewer, crew), end)
    }
  }

  #tell(
    agentId: string,
    mayRead: LiveViewer,
    frameOf: (crew: Crew) => { readonly type: string } | null,
    groupName: string | null = null,
  ): void {
    for (const crew of this.#shard.crewsOf(agentId)) {
      if (groupName !== null && !crew.state.groups[groupName]) continue
      const told = frameOf(crew)
      if (!told) continue
      const frame = JSON.stringify({ ...told, leadId: crew.state.lead.id, agentId })
      if (LATEST_WINS.has(told.type)) {
        const about = `${told.type} ${agentId} ${groupName ?? ''}`
        if (!this.#known.isNews(crew, about, frame)) continue
      }
      this.#send(crew, (viewer) => mayRead(viewer, crew), Buffer.from(frame))
    }
  }
}

/** A colleague's half-finished thoughts are for people, not for other agents. */
const people: LiveViewer = (viewer) => viewer === null

function membersOf(groupName: string) {
  return (viewer: string | null, crew: Crew) => {
    const group = crew.state.groups[groupName]
    return viewer === null || (group !== undefined && memberOf(group, viewer) !== undefined)
  }
}
