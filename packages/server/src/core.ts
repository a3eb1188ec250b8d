import type { BudgetRecord } from '@crewroom/shared/model/budget'
import { HUMAN_NAME } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { settleImportedPermissions } from './crew/permissions'
import { createDispatcher } from './commands/dispatcher'
import type { DriverChoice } from './agents/choose-driver'
import { ConductGuard, type ConductLimits, DEFAULT_CONDUCT } from './crew/conduct-guard'
import { beginMarks } from './delivery/attach'
import { Confirmations } from './delivery/confirmations'
import { Signals } from './delivery/signals'
import { RemoteInbox } from './delivery/remote-inbox'
import { decideOneStatus } from './agents/one-status'
import { HoldTimers } from './agents/hold-timers'
import { Intake } from './intake/intake'
import { ToolCalls } from './intake/tool-calls'
import { LiveFeed, tellChanges } from './crew/live-feed'
import type { MessageRate } from './crew/message-rate'
import { PresenceBook } from './crew/presence'
import { Roles, type RoleSettings } from './crew/roles'
import { Shard } from './crew/shard'
import type { Clock } from './clock'
import type { Ids } from './ids'
import type { AppendPort, Outcome, StorageFailure } from './journal/ports/append-port'
import type { Envelope } from './journal/facts'
import { Journal } from './journal/journal'
import { type HandMarksPort, UNMARKED } from './journal/ports/hand-marks-port'
import type { MaskPort, SecretMask } from './journal/ports/mask-port'
import type { RowReader } from './journal/ports/reader-port'
import type { RolloutPort } from './journal/ports/rollout-port'
import type { SearchPort } from './journal/ports/search-port'
import type { StoredShard } from './journal/ports/stored-shard'
import { decideAnsweredArchive } from './groups/auto-archive'
import { RunStepper } from './discussions/run-stepper'
import { AnswerTimers } from './rounds/answer-timers'
import { AnswerBook } from './rounds/answers'
import { RolloutRecorder } from './rollouts/rollout-recorder'
import { createMask, givenValues } from './rollouts/secret-mask'

export interface CoreOptions {
  readonly clock: Clock
  readonly ids: Ids
  readonly rate: MessageRate
  /** What the person who runs this is called. */
  readonly personName?: string
  /** Below this folder group chats are written as files; without it they are not. */
  readonly workspaces?: string | null
  readonly conduct?: ConductLimits | undefined
  /** How many groups of a crew may be in use. */
  readonly groupsPerLead?: number
  /** What a new crew may use. */
  readonly budget?: Pick<BudgetRecord, 'usd' | 'tokens'>
  readonly reader: RowReader
  readonly port: AppendPort
  readonly stored: StoredShard
  /** Which programs an agent may have others run. */
  readonly drivers?: DriverChoice
  /** Those of them that are there on this machine, by name. */
  readonly programs?: () => readonly string[]
  /** What people have configured about roles, by id. */
  readonly roles?: Readonly<Record<string, RoleSettings>>
  /** Where agents' records are kept; without it they are not. */
  readonly rollouts?: RolloutPort
  /** Keeps the full-text index up; without it nothing that is new is found. */
  readonly search?: SearchPort
  /** What agents were handed; without it, after a crash, whatever one may hold counts as a possible repeat. */
  readonly handMarks?: HandMarksPort
  /** Values that must not be seen in anything, beside those that a crew's agents were given. */
  readonly secrets?: readonly string[]
  /** Runs at the end of this tick of the event loop. */
  readonly endOfTick: (run: () => void) => void
  readonly failed: (failure: StorageFailure, outcome: Outcome) => void
  /** A consumer of envelopes threw; the others go on. */
  readonly consumerFailed: (error: unknown) => void
}

const NO_CHOICE: DriverChoice = { configured: {}, presets: [] }

const NEVER_INDEXED: SearchPort = {
  index: () => Promise.resolve(),
  rebuild: () => Promise.resolve(),
}

const KEPT_NOWHERE: RolloutPort = { appendRollouts: (_rows, settle) => settle(null) }

/** The domain without any door: one shard, its journal, signals and intake. */
export interface Core {
  readonly shard: Shard
  readonly journal: Journal
  readonly presence: PresenceBook
  readonly signals: Signals
  readonly intake: Intake
  /** Commands that agents call as tools. */
  readonly toolCalls: ToolCalls
  /** What agents say to the rounds that they answer. */
  readonly answers: AnswerBook
  readonly inbox: RemoteInbox
  readonly rollouts: RolloutRecorder
  readonly live: LiveFeed
  readonly confirmations: Confirmations
  /** Memory was made of the tables: times begin again, and what is due is done. Not before all consumers are added. */
  resume(): void
  /** Begins nothing more. */
  stop(): void
  /** What must not be seen of an agent's text. */
  maskOf(agentId: string): SecretMask
  /** Adds a consumer of what became durable, in the order of adding. */
  onPublished(consume: (entries: readonly Envelope[]) => void): void
  /** Adds a listener for agents' live facts. */
  onPresence(changed: (agentId: string) => void): void
}

export function createCore(options: CoreOptions): Core {
  const { clock, ids, rate, reader, stored } = options
  const consumers: ((entries: readonly Envelope[]) => void)[] = []
  const listeners: ((agentId: string) => void)[] = []
  const mask: MaskPort = (given) =>
    createMask([...(options.secrets ?? []), ...given.flatMap(givenValues)])
  const shard = new Shard({
    clock,
    ids,
    rate,
    groupsPerLead: options.groupsPerLead ?? LIMITS.groupsPerLead,
    budget: options.budget ?? { usd: null, tokens: null },
    guard: new ConductGuard(clock, options.conduct ?? DEFAULT_CONDUCT),
    reader,
    search: options.search ?? NEVER_INDEXED,
    handMarks: options.handMarks ?? UNMARKED,
    roles: new Roles(options.roles),
    programs: options.programs ?? (() => []),
    mask,
    personName: options.personName ?? HUMAN_NAME,
    workspaces: options.workspaces ?? null,
    oneStatus: decideOneStatus,
    answered: decideAnsweredArchive,
  })
  shard.load(stored)
  beginMarks(shard)
  const confirmations = new Confirmations(shard)
  const journal = new Journal({
    shard: 'main',
    owner: `pid-${process.pid}`,
    port: options.port,
    epoch: stored.epoch,
    position: stored.position,
    endOfTick: options.endOfTick,
    settled: (entries) => shard.settled(entries),
    publish: (entries) => {
      for (const consume of consumers) {
        try {
          consume(entries)
        } catch (error) {
          options.consumerFailed(error)
        }
      }
    },
    joining: () => confirmations.join(),
    failed: options.failed,
  })
  shard.attach(journal)
  const holds = new HoldTimers(shard)
  const answerTimers = new AnswerTimers(shard)
  const presence = new PresenceBook(clock, (agentId) => {
    for (const listen of listeners) listen(agentId)
  })
  const signals = new Signals(shard)
  const live = new LiveFeed()
  const maskOf = (agentId: string) => shard.maskOf(shard.crewOf(agentId) ?? null)
  consumers.push((entries) => signals.published(entries))
  consumers.push((entries) => holds.published(entries))
  consumers.push((entries) => answerTimers.published(entries))
  const runs = new RunStepper(shard, options.consumerFailed)
  consumers.push((entries) => runs.published(entries))
  consumers.push((entries) => shard.permissions.published(entries))
  consumers.push((entries) => settleImportedPermissions(shard, entries))
  consumers.push((entries) => tellChanges(live, entries))
  const told = (agentId: string, groups: readonly string[]) => {
    for (const group of groups) live.emit('receipt', agentId, group)
    live.emit('agent', agentId)
  }
  shard.handEvents.on('handed', (_crew, agentId, groups) => told(agentId, groups))
  shard.handEvents.on('confirmed', (crew, agentId, groups, isOver) => {
    told(agentId, groups)
    if (isOver) signals.emit('turnEnded', crew, agentId)
  })
  const answers = new AnswerBook(shard)
  consumers.push((entries) => answers.published(entries))
  shard.handEvents.on('back', (agentId) => signals.emit('owed', agentId))
  const dispatch = createDispatcher(shard, presence, options.drivers ?? NO_CHOICE)
  const intake = new Intake(shard, dispatch, answers, live)
  const toolCalls = new ToolCalls(shard, intake, dispatch)
  const rollouts = new RolloutRecorder({
    clock,
    port: options.rollouts ?? KEPT_NOWHERE,
    mask: maskOf,
    leadOf: (agentId) => shard.crewOf(agentId)?.state.lead.id ?? null,
    lastN: (agentId) => reader.lastRollout(agentId),
    maxPendingBytes: LIMITS.rolloutPendingBytes,
  })
  signals.on('gone', (agentIds) => {
    intake.gone(agentIds)
    toolCalls.gone(agentIds)
    rollouts.gone(agentIds)
    for (const agentId of agentIds) {
      presence.forget(agentId)
      shard.ports.guard.heard(agentId)
    }
  })
  return {
    shard,
    journal,
    presence,
    signals,
    intake,
    toolCalls,
    live,
    resume() {
      holds.resume()
      answerTimers.resume()
      runs.resume()
    },
    stop() {
      holds.stop()
      answerTimers.stop()
      runs.stop()
    },
    confirmations,
    maskOf,
    answers,
    inbox: new RemoteInbox(shard, signals, presence, confirmations, (agentId, isNew) =>
      intake.polled(agentId, isNew),
    ),
    rollouts,
    onPublished: (consume) => consumers.push(consume),
    onPresence: (changed) => listeners.push(changed),
  }
}
