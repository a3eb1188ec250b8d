import os from 'node:os'
import type { Worker } from 'node:worker_threads'
import { openDoors } from './api/doors'
import { listen } from './api/listen'
import { PublishedWaiters } from './api/published-waiters'
import { type Clock, iso, systemClock } from './clock'
import type { Config } from './config'
import { bootId } from './boot-id'
import { type Core, createCore } from './core'
import { ToolDoors } from './programs/tool-doors'
import { ACP_PRESETS } from './crew/presets'
import { knownDrivers, problemsOf, programsToChoose } from './programs/known-drivers'
import { MessageRate } from './crew/message-rate'
import { FileKeeper } from './group-chats/file-keeper'
import { StallWatch } from './agents/stall-watch'
import type { DataDir } from './data-dir'
import { randomIds } from './ids'
import { keepTokens } from './install-tokens'
import { followTree } from './follow-tree'
import { proofOf } from './instance-proof'
import { LOADED_LATER } from './loaded-later'
import { machineOf } from './machine-of'
import { Metrics } from './metrics/metrics'
import { FanOut } from './journal/fan-out'
import { childOf, createLogger } from './logger'
import { SampleCrews, type SamplePrograms } from './demo/sample-crews'
import { Recovery } from './recovery'
import { configuredRoles } from './role-folders'
import { retentionOf } from './retention'
import { runPrograms } from './run-programs'
import { RemoteRollouts } from './rollouts/remote-rollouts'
import { createMask, secretValues } from './rollouts/secret-mask'
import { openForReading } from './storage/database'
import { loadShard } from './storage/load'
import { StartFailed, StartRefused } from './start-refused'
import { failureIn, startSentence } from './storage-failure'
import { claimData } from './storage/claim-data'
import { FileContents } from './storage/file-contents'
import { HandMarksFile } from './storage/hand-marks-file'
import { Reader } from './storage/reader'
import { importTables } from './storage/import-tables'
import { clearScratch } from './storage/scratch-tables'
import { WorkerAppender } from './storage/worker-appender'
import { AgentTranscripts } from './agents/agent-transcripts'
import { areShown, rootPaths } from './transcripts/roots'
import { secretsOfAll } from './transcripts/secrets-of-all'
import { Transcripts } from './transcripts/transcripts'
import { VERSION } from './version'

export interface AppOptions {
  readonly config: Config
  readonly data: DataDir
  /** The writer's script, built beside this one. */
  readonly writerScript: URL
  /** The script of the thread that reads transcripts; without it, the one beside the writer's. */
  readonly transcriptScript?: URL
  /** A thread of it that was started before. */
  readonly preparedWriter?: Worker
  /** Folder of the built dashboard; null serves the API alone. */
  readonly web: string | null
  /** Folder of the built page that shows the API's documentation; it may be left out. */
  readonly docs?: string | null
  /** Folder of the built sandbox in which diagrams are drawn; it may be left out. */
  readonly diagrams?: string | null
  /** Folder of the built program with which coding agents elsewhere join; it may be left out. */
  readonly joining?: string | null
  /** The programs of sample crews; without them this server starts none. */
  readonly samples?: SamplePrograms | null
  /** The computer's, unless a test moves it. */
  readonly clock?: Clock
  /** Called when the process must end: storage that cannot be trusted. */
  readonly fatal: (sentence: string) => void
  /** Told what a person should know of the start, which goes on. */
  readonly notice?: (sentence: string) => void
}

export interface App {
  readonly url: string
  readonly core: Core
  /** Keeps the contents of files of groups; `contents.pathOf` says where one lies. */
  readonly keeper: FileKeeper
  /** Resolves when a person's page is connected. */
  watched(): Promise<void>
  /** A fresh login link for the dashboard. */
  loginUrl(): string
  /** The writer's thread, for fault drills. */
  writer(): WorkerAppender
  /** What reads session files, for fault drills. */
  readonly transcripts: Transcripts
  /** Resolves when the files of group chats say what is stored now. */
  filesWritten(): Promise<void>
  /** Stops accepting, flushes, ends agents. Changes no agent's status. */
  close(): Promise<void>
}

/** Records that storage does not take in this time, when the server ends, are left out. */
const ROLLOUTS_CLOSE_MS = 2_000

/** So long the files of group chats are waited for; the next start writes the rest. */
const TREE_CLOSE_MS = 2_000

type Undo = () => unknown

/** Rejects with a sentence, and leaves nothing behind that is open or runs, when it cannot start. */
export async function startApp(options: AppOptions): Promise<App> {
  const begun: Undo[] = []
  try {
    return await wire(options, begun)
  } catch (error) {
    for (const undo of begun.toReversed()) {
      try {
        await undo()
      } catch {
        // The first of several failures is reported.
      }
    }
    if (error instanceof StartRefused || error instanceof StartFailed) throw error
    throw new StartFailed(startSentence(failureIn(error), options.data.folder), error)
  }
}

/** Wires everything. No logic lives here. What it has begun, and must be ended if it fails, is in `begun`. */
async function wire(options: AppOptions, begun: Undo[]): Promise<App> {
  const { config, data } = options
  const lock = claimData(data)
  begun.push(() => lock.release())
  const newEpoch = () => randomIds.record()
  if (lock.isOutdated) {
    const { keepWayBack } = await import('./storage/way-back')
    const at = iso((options.clock ?? systemClock).now())
    options.notice?.(await keepWayBack({ data, epoch: newEpoch(), at }))
  }
  const openWriter = (prepared: Worker | null) => {
    const ofFile = { file: data.database, shard: 'main', firstEpoch: newEpoch() }
    return WorkerAppender.open(options.writerScript, ofFile, prepared)
  }
  const opened = await openWriter(options.preparedWriter ?? null)
  let writer = opened.port
  begun.push(() => writer.close())
  await clearScratch(data.imports, writer)
  const { tokens, notice } = keepTokens(data.tokens, randomIds)
  if (notice !== null) options.notice?.(notice)
  const proofKey = randomIds.secret()
  const secrets = [tokens.owner, tokens.observer, proofKey, ...secretValues(process.env)]
  const logger = createLogger(config.logLevel, createMask(secrets).mask)
  const metrics = new Metrics(VERSION)
  begun.push(() => metrics.stop())
  const sqlite = openForReading(data.database)
  begun.push(() => sqlite.close())
  const reader = new Reader(sqlite)
  const clock = options.clock ?? systemClock
  const machine = bootId()
  const runId = randomIds.record()
  const ofMachine = (id: string | undefined) =>
    machine === null || id === undefined ? null : { bootId: machine, runId: id }
  const handMarks = new HandMarksFile(
    data.handMarks,
    ofMachine(lock.before?.runId),
    ofMachine(runId),
    (error) => logger.warn({ error }, 'what agents were handed cannot be noted'),
  )
  begun.push(() => handMarks.remove())
  const drivers = () => knownDrivers(config.drivers, process.env['PATH'] ?? '')
  const core = createCore({
    clock,
    ids: randomIds,
    rate: new MessageRate(clock, {
      perMinute: config.agentMessagesPerMinute,
      burst: config.agentMessageBurst,
    }),
    personName: config.personName,
    workspaces: config.viben ? data.workspaces : null,
    conduct: {
      hops: config.hopLimit,
      replies: config.replyLimit,
      holdSeconds: config.holdSeconds,
    },
    groupsPerLead: config.groupsPerLead,
    budget: { usd: config.budgetUsd || null, tokens: config.budgetTokens || null },
    reader,
    port: metrics.timed(writer),
    // The writer of the moment: after a storage failure it is another one.
    rollouts: { appendRollouts: (rows, settle) => writer.appendRollouts(rows, settle) },
    search: { index: (leadId) => writer.index(leadId), rebuild: () => writer.rebuild() },
    secrets,
    handMarks,
    stored: loadShard(sqlite),
    drivers: { configured: config.drivers, presets: Object.keys(ACP_PRESETS) },
    programs: () => programsToChoose(drivers()),
    roles: await configuredRoles(config, options.notice),
    endOfTick: (run) => setImmediate(run),
    failed: (failure) => void recovery.run(failure),
    consumerFailed: (error) => logger.error({ error }, 'a consumer of events failed'),
  })
  const { shard, journal, presence, signals, intake, inbox, rollouts } = core
  const { live } = core
  const remoteRollouts = new RemoteRollouts(
    rollouts,
    core.maskOf,
    (agentId, text, turnId, isOver) => {
      if (text !== '') live.emit('text', agentId, text, turnId)
      // Nothing of a text that has ended is held back any longer.
      if (isOver) live.emit('agent', agentId)
    },
  )
  const toolDoors = new ToolDoors(clock, randomIds)

  const fanOut = new FanOut(reader, (leadId) => shard.findCrew(leadId))
  const manager = runPrograms(core, config, logger, { doors: toolDoors, url: () => url })
  const transcripts = new Transcripts({
    script: options.transcriptScript ?? new URL('transcript-thread.js', options.writerScript),
    roots: rootPaths(config.transcripts.roots, os.homedir()),
    secrets: secretsOfAll(secrets, shard),
    prices: config.prices,
    clock,
    crashed: (why) => logger.warn({ why }, 'the thread that reads transcripts ended unexpectedly'),
  })
  begun.push(() => transcripts.close())
  const agentTranscripts = new AgentTranscripts({ shard, presence, rollouts, transcripts })
  rollouts.onStored((agentIds) => agentTranscripts.changed(agentIds))
  core.onPresence((agentId) => agentTranscripts.changed([agentId]))
  signals.on('gone', (agentIds) => agentTranscripts.gone(agentIds))
  const samples = options.samples ? new SampleCrews(shard, data.folder, options.samples) : null
  const keeper = new FileKeeper(shard, new FileContents(data.groupFiles), (error) =>
    logger.warn({ error }, 'contents of files that nobody needs could not be removed'),
  )
  const tree = followTree(core, keeper.contents, clock, LOADED_LATER.writeYaml, logger)
  begun.push(() => tree?.stop())
  const published = new PublishedWaiters()
  let url = ''
  const doors = openDoors({
    shard,
    clock,
    presence,
    live: core.live,
    fanOut,
    maskOf: core.maskOf,
    tokens,
    prove: (challenge) => proofOf(proofKey, challenge, url),
    personName: config.personName,
    hasTranscripts: () => areShown(config.transcripts.roots, os.homedir()),
    remote: { intake, inbox, remoteRollouts },
    toolCalls: core.toolCalls,
    toolDoors,
    programs: {
      start: (agentId) => manager.start(agentId),
      programsEnded: (agentIds) => manager.programsEnded(agentIds),
      drivers,
      choice: {
        configured: config.drivers,
        installed: () =>
          drivers().flatMap(({ id, installed, configured }) =>
            installed && !configured ? [id] : [],
          ),
      },
      ...problemsOf(() => process.env['PATH'] ?? ''),
    },
    machine: machineOf(core, data, logger),
    rollouts,
    transcripts,
    agentTranscripts,
    tree,
    keeper,
    published,
    samples,
    importing: importTables(data.imports, () => writer, newEpoch),
    later: LOADED_LATER,
    metrics,
    version: VERSION,
    pages: {
      web: options.web,
      docs: options.docs ?? null,
      diagrams: options.diagrams ?? null,
      joining: options.joining ?? null,
    },
    logger,
  })
  const { http, hosts, logins, realtime, upgrades } = doors
  core.onPresence((agentId) => manager.presenceChanged(agentId))
  const stalls = new StallWatch({
    shard,
    presence,
    lastWords: (agentId) => intake.lastWords(agentId),
  })
  core.onPublished((entries) => stalls.published(entries))
  core.onPresence((agentId) => stalls.presenceChanged(agentId))
  core.onPublished((entries) => metrics.published(entries))
  core.onPresence((agentId) => metrics.presenceChanged(presence, agentId))
  core.onPublished((entries) => fanOut.published(entries))
  core.onPublished((entries) => doors.published(entries))
  core.onPresence((agentId) => realtime.agentChanged(agentId))
  signals.on('owed', (agentId) => realtime.agentChanged(agentId))

  core.onPublished((entries) => samples?.published(entries))
  core.onPublished((entries) => keeper.published(entries))
  core.onPublished((entries) => published.published(entries))

  const recovery = new Recovery({
    shard,
    journal,
    clock,
    logger: childOf(logger, 'storage'),
    discard: () => writer.kill(),
    reopen: async () => {
      const next = await openWriter(null)
      writer = next.port
      return { ...next, port: metrics.timed(next.port) }
    },
    load: () => loadShard(sqlite),
    newEpoch,
    replaced: () => {
      intake.forget()
      core.confirmations.forget()
      core.answers.forget()
      // What was handed over and not confirmed is owed again.
      signals.ringForAll()
      core.resume()
      doors.newEpoch()
    },
    fatal: options.fatal,
  })

  const retention = retentionOf(config, clock, logger, {
    // The writer of the moment: after a storage failure it is another one.
    trimRecords: (limits) => writer.trimRecords(limits),
    trimJournal: (before) => writer.trimJournal(before),
  })

  metrics.watch({ shard, presence, sockets: () => upgrades.counts() })
  core.resume()
  const close = async () => {
    upgrades.close(1001, 'the server is stopping')
    const closed = new Promise<void>((resolve) => http.close(() => resolve()))
    http.closeIdleConnections()
    doors.stop()
    samples?.stop()
    await transcripts.close()
    recovery.stop()
    for (const each of retention) each.stop()
    await manager.stop()
    await recovery.unlessLost(intake.idle())
    remoteRollouts.close()
    const unstored = await rollouts.close(ROLLOUTS_CLOSE_MS)
    if (unstored > 0) logger.warn({ unstored }, "entries of agents' records were not stored")
    core.confirmations.leaveAll()
    await recovery.unlessLost(journal.flush())
    core.stop()
    stalls.stop()
    http.closeAllConnections()
    await closed
    metrics.stop()
    await Promise.race([
      tree?.stop(),
      new Promise((resolve) => clock.after(TREE_CLOSE_MS, () => resolve(null))),
    ])
    // The writer last: it leaves one file, and only one that writes can put the log into it.
    reader.close()
    await journal.close()
    handMarks.remove()
    data.withdraw()
    lock.release()
  }
  // From here on it ends as a running server does.
  begun.splice(0, begun.length, close)
  const at = await listen(http, config)
  hosts.allow(config.host, at.port)
  url = at.url
  samples?.tidy()
  await manager.resume()
  for (const agentId of samples?.cutOff() ?? []) manager.start(agentId)
  stalls.lookAtAll()
  for (const each of retention) each.start()
  tree?.start()
  void keeper.tidy()
  data.announce({
    url,
    token: tokens.owner,
    observerToken: tokens.observer,
    proofKey,
    runId,
    pid: process.pid,
    version: VERSION,
    startedAt: iso(clock.now()),
  })

  return {
    url,
    core,
    keeper,
    watched: () => realtime.watched(),
    loginUrl: () => `${url}/#code=${logins.issue()}`,
    writer: () => writer,
    transcripts,
    filesWritten: async () => {
      await journal.flush()
      await tree?.flush()
    },
    close,
  }
}
