import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { AgentStatus } from '@crewroom/shared/model/agent'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { tokensOf, type Usage } from '@crewroom/shared/model/usage'
import type { ErrorCode } from '@crewroom/shared/protocol/errors'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import type { AppendPort } from '../journal/ports/append-port'
import type { Envelope } from '../journal/facts'
import { EffectCounters } from './effect-counters'
import { SessionNumbers } from './session-numbers'

/** Where the numbers of the moment come from. */
export interface MetricSources {
  readonly shard: Shard
  readonly presence: PresenceBook
  /** Open WebSockets by address. */
  readonly sockets: () => Iterable<readonly [string, number]>
}

/** Below the time of one fsync, up to a disk that hangs. */
const COMMIT_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const LOOP_SAMPLE_MS = 10
const STATUSES: readonly AgentStatus[] = [
  'starting',
  'idle',
  'working',
  'completed',
  'failed',
  'terminated',
]

/**
 * Numbers for Prometheus. What happens is counted as it happens; what is so is read from memory when somebody
 * asks, over agents, stays and groups and never over messages. No number waits for durability: like live frames
 * they say how it is now and tell nothing of what was said.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #loop = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS })
  /** Until the last scrape, seconds. */
  #loopLongest = 0
  readonly #seenRestarts = new WeakSet<object>()
  readonly #posted: Counter<'by'>
  readonly #effect: EffectCounters
  readonly #sessions: SessionNumbers
  readonly #refused: Counter<'door' | 'code'>
  readonly #restarts: Counter
  readonly #commits: Histogram

  constructor(version: string) {
    const registers = [this.#registry]
    this.#posted = new Counter({
      name: 'crewroom_messages_posted_total',
      help: 'Group messages stored since the server started, by kind of author.',
      labelNames: ['by'],
      registers,
    })
    this.#effect = new EffectCounters(registers)
    this.#sessions = new SessionNumbers(registers)
    this.#refused = new Counter({
      name: 'crewroom_refusals_total',
      help: 'Requests, frames and connections that were refused, by door and error code.',
      labelNames: ['door', 'code'],
      registers,
    })
    this.#restarts = new Counter({
      name: 'crewroom_agent_restarts_total',
      help: 'Agents’ programs that crashed and were due to be restarted.',
      registers,
    })
    this.#commits = new Histogram({
      name: 'crewroom_commit_seconds',
      help: 'From giving a batch to the writer until it was durable.',
      buckets: COMMIT_SECONDS,
      registers,
    })
    for (const by of ['agent', 'person', 'system']) this.#posted.inc({ by }, 0)
    this.#gauge('crewroom_info', 'Always 1; the label is the version.', ['version'], (set) =>
      set(1, { version }),
    )
    this.#process()
    this.#loop.enable()
  }

  /** The numbers of the moment are read from here on. */
  watch({ shard, presence, sockets }: MetricSources): void {
    const { journal } = shard
    this.#effect.watch(shard)
    this.#sessions.watch(shard)
    this.#gauge('crewroom_crews', 'Crews.', [], (set) => set([...shard.crews()].length))
    this.#gauge('crewroom_agents', 'Agents by status, including leads.', ['status'], (set) => {
      const counts = new Map<string, number>(STATUSES.map((status) => [status, 0]))
      for (const crew of shard.crews()) {
        for (const { id, ended } of Object.values(crew.state.agents)) {
          // A sub-lead is in two crews and one agent.
          if (shard.crewOf(id) !== crew) continue
          const status = ended ?? presence.get(id).status
          counts.set(status, (counts.get(status) ?? 0) + 1)
        }
      }
      for (const [status, count] of counts) set(count, { status })
    })
    this.#gauge('crewroom_programs_asleep', 'Agents whose idle program was ended.', [], (set) => {
      const ids = [...shard.crews()].flatMap(({ state }) => Object.keys(state.agents))
      set([...new Set(ids)].filter((id) => presence.get(id).asleep).length)
    })
    this.#gauge('crewroom_groups', 'Groups, archived or not.', ['archived'], (set) => {
      let archived = 0
      let all = 0
      for (const { state } of shard.crews()) {
        const groups = Object.values(state.groups)
        all += groups.length
        archived += groups.filter((group) => group.archived).length
      }
      set(all - archived, { archived: 'false' })
      set(archived, { archived: 'true' })
    })
    this.#gauge('crewroom_deliveries_owed', 'Items not delivered yet, for all agents.', [], (set) =>
      set(sumOwed(shard)),
    )
    this.#gauge('crewroom_turns_open', 'Turns that have not ended.', [], (set) =>
      set(sumTurns(shard)),
    )
    this.#gauge('crewroom_tokens', 'Tokens that programs reported, by kind.', ['kind'], (set) => {
      for (const [kind, tokens] of sumTokens(shard)) set(tokens, { kind })
    })
    this.#gauge(
      'crewroom_cost_dollars',
      'What turns cost, as programs reported it or as it was estimated from prices.',
      ['source'],
      (set) => {
        const { reported, estimated } = sumCost(shard)
        set(reported, { source: 'reported' })
        set(estimated, { source: 'estimated' })
      },
    )
    this.#gauge('crewroom_journal_backlog_facts', 'Facts that are not durable yet.', [], (set) =>
      set(journal.backlog.envelopes),
    )
    this.#gauge(
      'crewroom_journal_backlog_bytes',
      'Estimated size of the facts that are not durable yet.',
      [],
      (set) => set(journal.backlog.bytes),
    )
    this.#gauge('crewroom_storage_failed', '1 while nothing can be stored.', [], (set) =>
      set(journal.failure === null ? 0 : 1),
    )
    this.#gauge('crewroom_sockets', 'Open WebSockets by address.', ['path'], (set) => {
      for (const [path, count] of sockets()) set(count, { path })
    })
  }

  /** Counts what became durable. */
  published(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      this.#effect.published(entry)
      this.#sessions.published(entry)
      if (entry.type !== 'group:message') continue
      const { from } = entry.data.message
      this.#posted.inc({
        by: from === HUMAN_ID ? 'person' : from === SYSTEM_ID ? 'system' : 'agent',
      })
    }
  }

  refused(door: 'http' | 'socket', code: ErrorCode): void {
    this.#refused.inc({ door, code })
  }

  /** The agent's presence shows each planned restart once. */
  presenceChanged(presence: PresenceBook, agentId: string): void {
    const { restart } = presence.get(agentId)
    if (!restart || this.#seenRestarts.has(restart)) return
    this.#seenRestarts.add(restart)
    this.#restarts.inc()
  }

  /** The same port, with its time taken. */
  timed(port: AppendPort): AppendPort {
    return {
      immediate: port.immediate,
      append: (batch, settle) => {
        const began = performance.now()
        port.append(batch, (outcome, failure) => {
          if (outcome === 'durable') this.#commits.observe((performance.now() - began) / 1000)
          settle(outcome, failure)
        })
      },
      probe: (epoch) => port.probe(epoch),
      close: () => port.close(),
    }
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  stop(): void {
    this.#loop.disable()
  }

  #longest(): number {
    return Math.max(this.#loopLongest, this.#loop.max / 1e9 - LOOP_SAMPLE_MS / 1e3)
  }

  #process(): void {
    const delay = 'crewroom_event_loop_delay_seconds'
    const help = 'How late the event loop was since the last scrape.'
    this.#gauge(delay, help, ['quantile'], (set) => {
      for (const quantile of [0.5, 0.99, 1]) {
        // What is measured is the distance of two samples.
        const late = this.#loop.percentile(quantile * 100) / 1e9 - LOOP_SAMPLE_MS / 1e3
        set(Math.max(0, late), { quantile })
      }
      this.#loopLongest = this.#longest()
      this.#loop.reset()
    })
    const longest = 'crewroom_event_loop_longest_seconds'
    this.#gauge(
      longest,
      'The longest the event loop was busy at a time since the start.',
      [],
      (set) => set(this.#longest()),
    )
    this.#gauge('process_resident_memory_bytes', 'Memory of the process.', [], (set) =>
      set(process.memoryUsage.rss()),
    )
    const cpu = new Counter({
      name: 'process_cpu_seconds_total',
      help: 'Processor time of the process.',
      registers: [this.#registry],
      collect: () => {
        const { user, system } = process.cpuUsage()
        cpu.reset()
        cpu.inc((user + system) / 1e6)
      },
    })
    const started = Date.now() / 1000 - process.uptime()
    this.#gauge('process_start_time_seconds', 'When the process started.', [], (set) =>
      set(started),
    )
  }

  #gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: (set: (value: number, labels?: Partial<Record<Label, string | number>>) => void) => void,
  ): void {
    const gauge = new Gauge<Label>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
      collect: () => read((value, labels = {}) => gauge.set(labels, value)),
    })
  }
}

function sumOwed(shard: Shard): number {
  let sum = 0
  for (const crew of shard.crews()) {
    for (const id of Object.keys(crew.state.agents)) {
      for (const { owed } of crew.inHand.owing(id)) sum += owed
      sum += crew.inHand.pending(id).length
    }
  }
  return sum
}

/** What all agents used, in every crew they work in. */
function usages(shard: Shard): Usage[] {
  return [...shard.crews()].flatMap((crew) =>
    Object.keys(crew.state.agents).flatMap((id) => crew.remembered(id).usage ?? []),
  )
}

function sumTokens(shard: Shard): ReadonlyMap<string, number> {
  const counts = { input: 0, output: 0, cache_read: 0, cache_write: 0, total: 0 }
  for (const usage of usages(shard)) {
    counts.input += usage.inputTokens ?? 0
    counts.output += usage.outputTokens ?? 0
    counts.cache_read += usage.cachedReadTokens ?? 0
    counts.cache_write += usage.cachedWriteTokens ?? 0
    counts.total += tokensOf(usage) ?? 0
  }
  return new Map(Object.entries(counts))
}

function sumCost(shard: Shard): { reported: number; estimated: number } {
  let reported = 0
  let estimated = 0
  for (const { cost, estimatedCost = 0 } of usages(shard)) {
    reported += Math.max(0, (cost ?? 0) - estimatedCost)
    estimated += estimatedCost
  }
  return { reported, estimated }
}

function sumTurns(shard: Shard): number {
  let sum = 0
  for (const crew of shard.crews()) {
    for (const id of Object.keys(crew.state.agents)) sum += crew.inHand.open(id).length
  }
  return sum
}
