import { createServer, type Server } from 'node:http'
import type { Clock } from '../clock'
import type { LiveFeed } from '../crew/live-feed'
import type { Envelope } from '../journal/facts'
import type { FanOut } from '../journal/fan-out'
import { childOf } from '../logger'
import { AllowedHosts } from './access'
import { AnswerQueue } from './answer-queue'
import { Attempts } from './attempts'
import { createHttp, type HttpPorts } from './http'
import { FramesBook } from './json-rpc/frames-book'
import { RpcSockets } from './json-rpc/rpc-socket'
import { McpDoor, type McpDoorPorts } from './mcp/mcp-door'
import { LoginCodes } from './login-codes'
import { Authenticator, type InstallTokens } from './principal'
import { Retries } from './retries/retries'
import { Vault } from './retries/vault'
import { AgentSockets } from './sockets/agent-socket'
import { refuseUnreadable } from './sockets/raw-refusal'
import { Realtime, type RealtimePorts } from './sockets/realtime'
import { SessionSockets } from './sockets/session-sockets'
import { doorAt, Upgrades } from './sockets/upgrade'
import { Unanswered } from './unanswered'

export interface DoorPorts extends Omit<
  HttpPorts,
  'answers' | 'retries' | 'hosts' | 'signIn' | 'remote' | 'rpcFrames' | 'mcp' | 'later'
> {
  readonly clock: Clock
  readonly live: LiveFeed
  readonly fanOut: FanOut
  readonly maskOf: RealtimePorts['maskOf']
  readonly tokens: InstallTokens
  readonly prove: HttpPorts['signIn']['prove']
  readonly remote: Omit<HttpPorts['remote'], 'unanswered'>
  readonly toolCalls: McpDoorPorts['toolCalls']
  readonly toolDoors: McpDoorPorts['toolDoors']
  readonly later: HttpPorts['later'] & McpDoorPorts['later']
}

/** A request has so long to arrive whole: the largest exports need more than Node.js gives. */
const REQUEST_MS = 30 * 60_000

/** What leads into the server over the network: HTTP, `/ws`, `/agent`, `/rpc/ws` and sessions of group chats, not listening yet. */
export interface Doors {
  readonly http: Server
  readonly hosts: AllowedHosts
  readonly logins: LoginCodes
  readonly realtime: Realtime
  readonly upgrades: Upgrades
  /** What became durable, for those who are connected. */
  published(entries: readonly Envelope[]): void
  /** The journal has a new epoch: whoever is connected comes back. */
  newEpoch(): void
  /** Sends nothing more that is live: the server is stopping. */
  stop(): void
}

/** Builds the doors on one gate: the same hosts, tokens, attempts and measure of what is unanswered. */
export function openDoors(ports: DoorPorts): Doors {
  const { shard, clock, presence, live, fanOut, maskOf, metrics, logger, version } = ports
  const { intake, inbox, remoteRollouts } = ports.remote
  const authenticator = new Authenticator(shard, ports.tokens)
  const logins = new LoginCodes(shard)
  const hosts = new AllowedHosts()
  const attempts = new Attempts(clock)
  const unanswered = new Unanswered()
  const gate = { authenticator, attempts, unanswered }
  const realtime = new Realtime({
    shard,
    fanOut,
    presence,
    live,
    maskOf,
    transcripts: ports.transcripts,
    agentTranscripts: ports.agentTranscripts,
    ...gate,
    logger: childOf(logger, 'ws'),
    version,
  })
  const agentSockets = new AgentSockets({
    shard,
    intake,
    inbox,
    remoteRollouts,
    presence,
    ...gate,
    logger: childOf(logger, 'agent'),
  })
  const sessionSockets = new SessionSockets({
    shard,
    fanOut,
    presence,
    live,
    rollouts: ports.rollouts,
    ...gate,
    logger: childOf(logger, 'session'),
  })
  const retries = new Retries(shard, new Vault(ports.tokens.owner))
  const rpcFrames = new FramesBook(shard)
  const rpcSockets = new RpcSockets({
    shard,
    intake,
    inbox,
    remoteRollouts,
    presence,
    toolCalls: ports.toolCalls,
    ...gate,
    frames: rpcFrames,
    logger: childOf(logger, 'rpc'),
  })
  const mcp = new McpDoor({
    shard,
    intake,
    inbox,
    remoteRollouts,
    toolCalls: ports.toolCalls,
    toolDoors: ports.toolDoors,
    retries,
    authenticator,
    attempts,
    later: ports.later,
    version,
    logger: childOf(logger, 'mcp'),
  })
  const http = createServer(
    { requestTimeout: REQUEST_MS },
    createHttp({
      ...ports,
      answers: new AnswerQueue(),
      retries,
      logger: childOf(logger, 'http'),
      hosts,
      signIn: { authenticator, logins, attempts, prove: ports.prove },
      remote: { ...ports.remote, unanswered },
      rpcFrames,
      mcp: mcp.handler,
    }),
  )
  refuseUnreadable(http, (code) => metrics.refused('http', code))
  const upgrades = new Upgrades(
    http,
    [
      doorAt('/ws', (connection, token) => realtime.connect(connection, token), true),
      doorAt('/agent', (connection, token) => agentSockets.connect(connection, token)),
      sessionSockets.door(),
      rpcSockets.door(),
    ],
    {
      hosts,
      clock,
      turns: shard.turns,
      logger,
      refused: (code) => metrics.refused('socket', code),
    },
  )
  return {
    http,
    hosts,
    logins,
    realtime,
    upgrades,
    published: (entries) => {
      realtime.published(entries)
      agentSockets.published(entries)
      sessionSockets.published(entries)
      rpcSockets.published(entries)
      mcp.published(entries)
    },
    newEpoch: () => {
      realtime.newEpoch()
      sessionSockets.newEpoch()
      rpcSockets.newEpoch()
    },
    stop: () => {
      realtime.stop()
      sessionSockets.stop()
    },
  }
}
