import { CLOSE } from '@crewroom/shared/protocol/close-codes'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { ClientFrame } from '@crewroom/shared/protocol/frames'
import { JSON_ROOM } from '@crewroom/shared/protocol/limits'
import { iso } from '../../clock'
import type { LiveFeed } from '../../crew/live-feed'
import type { PresenceBook } from '../../crew/presence'
import { crewsSeenBy } from '../../crew/seen-crews'
import type { Shard } from '../../crew/shard'
import { noteShown } from '../../live/agent'
import type { Envelope } from '../../journal/facts'
import type { FanOut, SubscriptionHandle } from '../../journal/fan-out'
import type { Logger } from '../../logger'
import type { SecretMask } from '../../journal/ports/mask-port'
import type { Attempts } from '../attempts'
import { asCrewError } from '../errors'
import { LiveSender } from './live-sender'
import {
  assertTakesPart,
  type Authenticator,
  byOf,
  crewFor,
  lineOf,
  type Principal,
  unauthorized,
  viewerOf,
} from '../principal'
import { readFrame } from './read-frame'
import { refuseAttempt } from '../refuse-attempt'
import { renewedBy } from '../renewed-token'
import type { Connection } from './connection'
import type { Unanswered } from '../unanswered'
import type { Transcripts } from '../../transcripts/transcripts'
import type { AgentTranscripts } from '../../agents/agent-transcripts'
import { openRollout } from '../../agents/read-rollout'
import { openSessionRecord } from '../../sessions/open-session-record'
import { type FollowRecord, TranscriptWatches } from './transcript-watches'
import { whenStored } from '../when-stored'

export interface RealtimePorts {
  readonly shard: Shard
  readonly fanOut: FanOut
  readonly presence: PresenceBook
  readonly live: LiveFeed
  readonly maskOf: (agentId: string) => SecretMask
  readonly authenticator: Authenticator
  readonly attempts: Attempts
  readonly unanswered: Unanswered
  readonly transcripts: Pick<Transcripts, 'follow'>
  readonly agentTranscripts: Pick<AgentTranscripts, 'follow'>
  readonly logger: Logger
  readonly version: string
}

interface Client {
  readonly connection: Connection
  readonly principal: Principal
  readonly leads: Map<string, SubscriptionHandle>
  readonly transcripts: TranscriptWatches
  everything: boolean
}

/** `/ws`: events of crews as they become durable, resumable by seq; live frames beside them. */
export class Realtime {
  readonly #ports: RealtimePorts
  readonly #clients = new Set<Client>()
  readonly #live: LiveSender
  /** Those who wait for the first page of a person. */
  readonly #awaited: (() => void)[] = []

  constructor(ports: RealtimePorts) {
    this.#ports = ports
    const { shard, presence, live, maskOf } = ports
    this.#live = new LiveSender(shard, presence, live, maskOf, (crew, mayRead, frame) => {
      for (const { leads, principal, connection } of this.#clients) {
        if (leads.has(crew.state.lead.id) && mayRead(viewerOf(principal))) connection.send(frame)
      }
    })
    ports.live.on('agent', (agentId) => this.#letGo(agentId))
  }

  /** A new connection; its first frame must be hello. */
  connect(connection: Connection, headerToken: string | undefined): void {
    let client: Client | null = null
    connection.onClose(() => {
      if (!client) return
      for (const subscription of client.leads.values()) subscription.leave()
      client.transcripts.end()
      this.#clients.delete(client)
    })
    let isRefused = false
    connection.onMessage((text) => {
      if (isRefused) return
      const { logger, attempts, unanswered } = this.#ports
      const sender = client ? lineOf(client.principal) : null
      try {
        const frame = readFrame(ClientFrame, text, JSON_ROOM.follow)
        if (client) this.#receive(client, frame)
        else {
          client = this.#hello(connection, headerToken, frame)
          this.#clients.add(client)
          if (client.principal.kind !== 'agent') {
            for (const tell of this.#awaited.splice(0)) tell()
          }
        }
      } catch (error) {
        const refused = asCrewError(error, logger)
        isRefused = sender === null || refused.code === 'internal'
        const answered = unanswered.begin(sender ?? '', text?.length ?? 0)
        if (sender !== null) {
          unanswered.readInStep(sender, connection)
          this.#ports.shard.ports.rate.refused.slow(sender, text?.length ?? 0, connection, error)
        }
        void whenStored(this.#ports, refused)
          .then((told) => {
            if (isRefused) refuseAttempt(connection, attempts, told, logger)
            else connection.sendError(told)
          })
          .finally(answered)
      }
    })
  }

  /** Resolves when a person's page is connected. */
  watched(): Promise<void> {
    const isPerson = ({ principal }: Client) => principal.kind !== 'agent'
    return new Promise((resolve) => {
      if ([...this.#clients].some(isPerson)) resolve()
      else this.#awaited.push(resolve)
    })
  }

  /** A terminated agent is notified, and sees nothing further. */
  #letGo(agentId: string): void {
    for (const { principal, connection } of this.#clients) {
      if (principal.kind !== 'agent' || principal.agentId !== agentId) continue
      try {
        assertTakesPart(this.#ports.shard, principal)
      } catch (error) {
        const refused = asCrewError(error, this.#ports.logger)
        void whenStored(this.#ports, refused).then((told) => connection.refuse(told))
      }
    }
  }

  /** An agent's live facts changed: told to everyone who follows its crew, latest wins. */
  agentChanged(agentId: string): void {
    this.#live.agentChanged(agentId)
  }

  /** Sends no more live frames: the server is stopping. */
  stop(): void {
    this.#live.stop()
  }

  /** What became durable and changes who follows what, or is in no crew's log. Called after the fan-out. */
  published(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      if (entry.type === 'lead:created') this.#crewFounded(entry.leadId)
      if (entry.type === 'crew:imported') this.#crewImported(entry.data.leadId)
      if (entry.type === 'lead:deleted') this.#crewDeleted(entry.leadId, entry.data.agentIds)
      const renewed = renewedBy(entry)
      if (renewed !== null) this.#refuse([renewed])
      if (entry.type === 'server:paused') this.#serverPaused(entry.data.paused)
      // Receipts of the group are for it from now on.
      if (entry.type === 'group:member_added') this.#noteShown(entry.leadId)
    }
  }

  /** All crews were paused or resumed; that is in no crew's log. */
  #serverPaused(paused: boolean): void {
    for (const client of this.#clients) client.connection.sendJson({ type: 'live:server', paused })
  }

  /** A crew was created: everyone who follows everything follows it. */
  #crewFounded(leadId: string): void {
    for (const client of this.#clients) {
      if (client.everything && !client.leads.has(leadId)) this.#follow(client, leadId, 0)
    }
  }

  /** A crew was imported: whoever follows everything follows it from here, and is told to look at it as it is. */
  #crewImported(leadId: string): void {
    for (const client of this.#clients) {
      if (!client.everything || client.leads.has(leadId)) continue
      this.#follow(client, leadId, undefined)
      client.connection.sendJson({ type: 'gap', leadId })
    }
  }

  /** A crew was deleted, which its followers have been told: its agents have nothing to follow any more. */
  #crewDeleted(leadId: string, agentIds: readonly string[]): void {
    for (const { leads } of this.#clients) leads.delete(leadId)
    this.#refuse(agentIds)
  }

  /** The tokens with which these agents connected are valid no more. */
  #refuse(agentIds: readonly string[]): void {
    for (const { principal, connection } of this.#clients) {
      if (principal.kind === 'agent' && agentIds.includes(principal.agentId)) {
        connection.refuse(unauthorized())
      }
    }
  }

  /** The journal has a new epoch: positions are void, clients come back and take snapshots. */
  newEpoch(): void {
    for (const client of this.#clients) client.connection.close(CLOSE.newEpoch, 'new epoch')
  }

  #hello(connection: Connection, headerToken: string | undefined, frame: ClientFrame): Client {
    if (frame.type !== 'hello') throw new CrewError('malformed', 'The first frame must be hello.')
    const { shard, authenticator, fanOut, version } = this.#ports
    const principal = authenticator.principal(frame.token ?? headerToken)
    if (!principal) throw unauthorized()
    assertTakesPart(shard, principal)
    const everything = frame.leads === '*'
    const leads = everything ? this.#visible(principal) : [...new Set(frame.leads)]
    for (const leadId of leads) crewFor(shard, principal, leadId)
    connection.welcome()
    const client: Client = {
      connection,
      principal,
      leads: new Map(),
      transcripts: this.#transcriptsFor(connection),
      everything: everything && principal.kind !== 'agent',
    }
    const current = frame.epoch === undefined || frame.epoch === shard.journal.epoch
    connection.sendJson({
      type: 'hello',
      serverTime: iso(shard.ports.clock.now()),
      version,
      principal,
      epoch: shard.journal.epoch,
      paused: shard.paused,
      at: Object.fromEntries(
        leads.map((leadId) => [
          leadId,
          current
            ? Math.min(frame.since?.[leadId] ?? Infinity, fanOut.at(leadId))
            : fanOut.at(leadId),
        ]),
      ),
    })
    for (const leadId of leads) {
      const since = frame.since?.[leadId]
      if (since !== undefined && !current) connection.sendJson({ type: 'gap', leadId })
      this.#follow(client, leadId, current ? since : undefined)
      // A client that resumes takes no snapshot, and events do not say how agents are now.
      if (current && since !== undefined) {
        const crew = crewFor(shard, principal, leadId)
        this.#live.tellAgents(crew, (frame) => connection.sendJson(frame))
      }
    }
    return client
  }

  #receive(client: Client, frame: ClientFrame): void {
    const { connection, leads } = client
    switch (frame.type) {
      case 'hello':
        throw new CrewError('malformed', 'hello was already sent.')
      case 'ping':
        connection.sendJson({
          type: 'pong',
          serverTime: iso(this.#ports.shard.ports.clock.now()),
          at: Object.fromEntries(
            [...leads].map(([leadId, subscription]) => [leadId, subscription.at()]),
          ),
        })
        return
      case 'subscribe':
        crewFor(this.#ports.shard, client.principal, frame.leadId)
        connection.sendJson({
          type: 'subscribed',
          leadId: frame.leadId,
          at: Math.min(frame.since ?? Infinity, this.#ports.fanOut.at(frame.leadId)),
        })
        if (!leads.has(frame.leadId)) this.#follow(client, frame.leadId, frame.since)
        return
      case 'unsubscribe':
        leads.get(frame.leadId)?.leave()
        leads.delete(frame.leadId)
        return
      case 'watch':
        client.transcripts.watch(client.principal, frame.transcript)
        return
      case 'unwatch':
        client.transcripts.unwatch(frame.transcript)
        return
      default:
        frame satisfies never
    }
  }

  #transcriptsFor(connection: Connection): TranscriptWatches {
    const { transcripts, agentTranscripts, shard } = this.#ports
    const records: FollowRecord = (principal, { agentId, sessionId }, follower) => {
      const by = byOf(principal)
      const record =
        sessionId === undefined
          ? openRollout(shard, by, agentId)
          : openSessionRecord(shard, by, { agentId, session: sessionId })
      return agentTranscripts.follow(record, follower)
    }
    const send = (frame: object) => connection.sendJson(frame)
    return new TranscriptWatches(transcripts, records, shard.ports.clock, send)
  }

  /** Somebody begins to follow what was not sent to them: the next live frames are news to them. */
  #noteShown(leadId: string): void {
    const crew = this.#ports.shard.findCrew(leadId)
    if (crew) noteShown(crew)
  }

  #follow(client: Client, leadId: string, since: number | undefined): void {
    const { connection, leads, principal } = client
    this.#noteShown(leadId)
    const subscription = this.#ports.fanOut.subscribe(
      {
        send: (_event, frame) => connection.send(frame),
        drained: () => connection.drained(),
        gap: (lead) => connection.sendJson({ type: 'gap', leadId: lead }),
      },
      leadId,
      viewerOf(principal),
      since,
    )
    leads.set(leadId, subscription)
  }

  #visible(principal: Principal): string[] {
    return crewsSeenBy(this.#ports.shard, byOf(principal)).map((crew) => crew.state.lead.id)
  }
}
