import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AllowedHosts, isWildcard } from './api/access'
import { Attempts } from './api/attempts'
import { AgentSockets } from './api/agent-socket'
import { createHttp } from './api/http'
import { LoginCodes } from './api/login-codes'
import { Authenticator } from './api/principal'
import { Realtime } from './api/realtime'
import { Upgrades } from './api/upgrade'
import { iso, systemClock } from './clock'
import type { Config } from './config'
import { type Core, createCore } from './core'
import { AgentManager } from './crew/agent-manager'
import { MessageRate } from './crew/message-rate'
import type { DataDir } from './data-dir'
import { randomIds } from './ids'
import { Outbox } from './journal/outbox'
import { createLogger, type Logger } from './logger'
import { Recovery } from './recovery'
import { openForReading } from './storage/database'
import { loadShard } from './storage/load'
import { lockData } from './storage/lock'
import { Reader } from './storage/reader'
import { WorkerAppender } from './storage/worker-appender'
import { VERSION } from './version'

export interface AppOptions {
  readonly config: Config
  readonly data: DataDir
  /** The writer's script, built beside this one. */
  readonly writerScript: URL
  /** Folder of the built dashboard; null serves the API alone. */
  readonly web: string | null
  /** Called when the process must end: storage that cannot be trusted. */
  readonly fatal: (sentence: string) => void
}

export interface App {
  readonly url: string
  readonly core: Core
  /** A fresh login link for the dashboard. */
  loginUrl(): string
  /** The writer's thread, for fault drills. */
  writer(): WorkerAppender
  /** Stops accepting, flushes, ends agents. Changes no agent's status. */
  close(): Promise<void>
}

/** A refusal to start that is an answer, not a crash. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartRefused'
  }
}

/** Wires everything. No logic lives here. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, data } = options
  const logger = createLogger(config.logLevel)
  data.prepare()
  const lock = lockData(data.lock)
  if (!lock) {
    const running = data.runningServer()
    throw new StartRefused(
      `Another Crewroom server${running ? ` (pid ${running.pid}, ${running.url})` : ''} uses ${data.folder}. Use it, stop it, or give another folder with --data.`,
    )
  }
  data.withdraw()
  const tokens = data.tokens(randomIds)
  const newEpoch = () => randomIds.record()
  const openWriter = () =>
    WorkerAppender.open(options.writerScript, {
      file: data.database,
      shard: 'main',
      firstEpoch: newEpoch(),
    })
  const opened = await openWriter()
  let writer = opened.port
  const sqlite = openForReading(data.database)
  const reader = new Reader(sqlite)
  const clock = systemClock
  const core = createCore({
    clock,
    ids: randomIds,
    rate: new MessageRate(clock, {
      perMinute: config.agentMessagesPerMinute,
      burst: config.agentMessageBurst,
    }),
    reader,
    port: writer,
    stored: loadShard(sqlite),
    endOfTurn: (run) => setImmediate(run),
    failed: (failure) => void recovery.run(failure),
    consumerFailed: (error) => logger.error({ error }, 'a consumer of events failed'),
  })
  const { shard, journal, presence, delivery, intake, inbox } = core

  const outbox = new Outbox(reader, (leadId) => shard.findCrew(leadId))
  const authenticator = new Authenticator(shard, tokens)
  const logins = new LoginCodes(shard)
  const hosts = new AllowedHosts()
  const attempts = new Attempts()
  const realtime = new Realtime({
    shard,
    outbox,
    presence,
    authenticator,
    attempts,
    logger: child(logger, 'ws'),
    version: VERSION,
  })
  const agentSockets = new AgentSockets({
    shard,
    intake,
    inbox,
    presence,
    authenticator,
    attempts,
    logger: child(logger, 'agent'),
  })
  const manager = new AgentManager(
    { shard, intake, presence, logger: child(logger, 'pipe'), graceMs: config.stopGraceMs },
    delivery,
  )
  core.onPublished((entries) => outbox.published(entries))
  core.onPublished((entries) => {
    for (const entry of entries)
      if (entry.type === 'lead:created') realtime.crewFounded(entry.leadId)
  })
  core.onPresence((agentId) => realtime.agentChanged(agentId))
  delivery.on('owed', (agentId) => realtime.agentChanged(agentId))

  const recovery = new Recovery({
    shard,
    journal,
    clock,
    logger: child(logger, 'storage'),
    discard: () => writer.kill(),
    reopen: async () => {
      const next = await openWriter()
      writer = next.port
      return next
    },
    load: () => loadShard(sqlite),
    newEpoch,
    replaced: () => {
      intake.forget()
      realtime.newEpoch()
    },
    fatal: options.fatal,
  })

  const http = createServer(
    createHttp({
      shard,
      presence,
      intake,
      inbox,
      authenticator,
      hosts,
      logins,
      attempts,
      personName: config.personName,
      version: VERSION,
      web: options.web,
      logger: child(logger, 'http'),
    }),
  )
  const upgrades = new Upgrades(
    http,
    hosts,
    {
      '/ws': (session, token) => realtime.connect(session, token),
      '/agent': (session, token) => agentSockets.connect(session, token),
    },
    logger,
  )
  try {
    await listen(http, config)
  } catch (error) {
    await journal.close()
    lock.release()
    throw error
  }
  const { port } = http.address() as AddressInfo
  hosts.allow(config.host, port)
  const name = isWildcard(config.host) ? '127.0.0.1' : config.host
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  await manager.resume()
  data.announce({
    url,
    token: tokens.owner,
    observerToken: tokens.observer,
    pid: process.pid,
    version: VERSION,
    startedAt: iso(clock.now()),
  })

  return {
    url,
    core,
    loginUrl: () => `${url}/#code=${logins.issue()}`,
    writer: () => writer,
    close: async () => {
      upgrades.close(1001, 'the server is stopping')
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      http.closeIdleConnections()
      attempts.close()
      recovery.stop()
      await manager.stop()
      await intake.idle()
      await journal.close()
      http.closeAllConnections()
      await closed
      reader.close()
      data.withdraw()
      lock.release()
    },
  }
}

function listen(http: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartRefused(
              `Port ${config.port} is in use. Stop what uses it, or choose another with --port (0 takes any free one).`,
            )
          : error,
      )
    })
    http.listen(config.port, config.host, () => resolve())
  })
}

function child(logger: Logger, part: string): Logger {
  return logger.child({ part })
}
