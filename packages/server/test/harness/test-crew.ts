import type { AgentRecord } from '@crewroom/shared/model/agent'
import { HUMAN } from '@crewroom/shared/model/participant'
import { type Core, createCore } from '../../src/core'
import { createAgent, createLead, type DriverInput } from '../../src/agents/create-agent'
import type { ConductLimits } from '../../src/crew/conduct-guard'
import type { Crew } from '../../src/crew/crew'
import type { InboxDelivery } from '../../src/delivery/inbox-page'
import type { CommandResult } from '../../src/intake/command-sink'
import { MessageRate } from '../../src/crew/message-rate'
import type { RoleSettings } from '../../src/crew/roles'
import type { By } from '../../src/crew/shard'
import type { Envelope } from '../../src/journal/facts'
import { FanOut } from '../../src/journal/fan-out'
import type { AppendPort } from '../../src/journal/ports/append-port'
import type { HandMarksPort } from '../../src/journal/ports/hand-marks-port'
import type { StoredShard } from '../../src/journal/ports/stored-shard'
import type { StagingPort } from '../../src/journal/ports/transfer-port'
import { InProcessAppender } from '../../src/storage/in-process-appender'
import { shardLoader } from '../../src/storage/load'
import { Reader } from '../../src/storage/reader'
import { Writer } from '../../src/storage/writer'
import { CountingIds } from './counting-ids'
import { FakeClock } from './fake-clock'
import type { FaultyStorage } from './faulty-storage'
import { often } from './long'
import { migratedDatabase } from './migrated-database'
import { openCrews, runningTest } from './open-crews'
import { ServerLife } from './server-life'
import { StateLaw } from './state-law'

export const BY_PERSON: By = { actor: HUMAN, cause: { kind: 'request' } }

export function byAgent(id: string): By {
  return { actor: { kind: 'agent', id }, cause: { kind: 'request' } }
}

export interface TestCrewOptions {
  /** name → role, created in this order beside the lead. */
  readonly agents?: Readonly<Record<string, string>>
  readonly rate?: { readonly perMinute: number; readonly burst: number }
  readonly ids?: CountingIds
  /** When agents that answer each other are held; as configured by default when it is not given. */
  readonly conduct?: ConductLimits
  /** What people have configured about roles. */
  readonly roles?: Readonly<Record<string, RoleSettings>>
  /** What runs the lead and everyone hired; `remote` when it is not given. */
  readonly driver?: DriverInput
  /** Stands before the tables, to be made to fail. */
  readonly storage?: FaultyStorage
  /** Where a run of the server notes what agents were handed: called when it begins. */
  readonly handMarks?: () => HandMarksPort
  /** Wires more to a run of the server: called when it begins, at first and after each restart. */
  readonly begun?: (core: Core, life: ServerLife) => void
}

/** The state law is checked after each of so many acts of a crew, */
const CHECKED_EACH = 24
/** and then after every so many, and in the end: a check costs more than an act, and what one breaks is still broken then. */
const CHECKED_EVERY = often(6, 1)

/** A crew on a fake clock, counting ids and a real SQLite database in memory; checks the state law after its acts. */
export class TestCrew {
  readonly clock = new FakeClock()
  readonly ids: CountingIds
  readonly database = migratedDatabase()
  #options: TestCrewOptions
  readonly #rate: MessageRate
  #life: ServerLife | null = null
  readonly #load: () => StoredShard
  #recover: () => void = () => {}
  readonly published: Envelope[] = []
  /** Brings an import's rows into the tables. */
  staging!: StagingPort
  core: Core
  law: StateLaw
  readonly leadId: string
  readonly #names = new Map<string, string>()
  #acts = 0
  /** Nothing was done since the law was checked. */
  #isChecked = true

  constructor(options: TestCrewOptions) {
    this.#options = options
    this.ids = options.ids ?? new CountingIds()
    this.#rate = new MessageRate(this.clock, options.rate ?? { perMinute: 1e6, burst: 1e6 })
    this.#load = shardLoader(this.database)
    ;({ core: this.core, law: this.law } = this.#start())
    const { crew } = createLead(this.core.shard, BY_PERSON, {
      name: 'atlas',
      driver: options.driver,
    })
    this.leadId = crew.state.lead.id
    this.#names.set('lead', this.leadId)
    for (const [name, role] of Object.entries(options.agents ?? {})) this.hire(name, role)
    this.check()
    openCrews.set(this, runningTest.getStore() ?? null)
  }

  get crew(): Crew {
    return this.core.shard.crew(this.leadId)
  }

  get shard() {
    return this.core.shard
  }

  id(name: string): string {
    const id = this.#names.get(name)
    if (id === undefined) throw new Error(`no agent called ${name}`)
    return id
  }

  by(name: string): By {
    return name === 'human' ? BY_PERSON : byAgent(this.id(name))
  }

  hire(
    name: string,
    role: string,
    by: By = BY_PERSON,
    driver: DriverInput | undefined = this.#options.driver,
  ): AgentRecord {
    const { agent } = createAgent(this.core.shard, this.crew, by, { role, name, driver })
    this.#names.set(name, agent.id)
    return agent
  }

  /** Does something and checks the state law after it, whether it was refused or not. */
  act<T>(run: () => T): T {
    this.law.observe()
    try {
      return run()
    } finally {
      this.check()
    }
  }

  check(): void {
    this.law.observe()
    this.#acts++
    this.#isChecked = this.#acts <= CHECKED_EACH || this.#acts % CHECKED_EVERY === 0
    if (this.#isChecked) this.law.check(this.#load())
  }

  /** Feeds an agent's output in one turn; returns what was answered. */
  async says(name: string, text: string): Promise<readonly CommandResult[]> {
    this.law.observe()
    const { results } = await this.core.intake.output(this.crew, this.id(name), {
      text,
      stream: 'main',
      endOfTurn: true,
    })
    this.check()
    return results
  }

  /** Takes everything out of an agent's inbox and acknowledges it. */
  async reads(name: string): Promise<readonly InboxDelivery[]> {
    const all: InboxDelivery[] = []
    for (;;) {
      const page = await this.core.inbox.fetch(this.id(name), {})
      if (page.deliveries.length === 0) break
      all.push(...page.deliveries)
      await this.core.inbox.ack(this.id(name), page.cursor)
    }
    this.check()
    return all
  }

  async texts(name: string): Promise<readonly string[]> {
    return (await this.reads(name)).map((delivery) => delivery.text)
  }

  /** What kill -9 and a new start do: everything in memory is made again from the tables. */
  restart(changed: Pick<TestCrewOptions, 'roles'> = {}): void {
    this.#checkLast()
    this.#options = { ...this.#options, ...changed }
    ;({ core: this.core, law: this.law } = this.#start())
    this.check()
  }

  /** What a server does when storage works again: memory is made of the tables, and writing goes on. */
  recover(): void {
    this.#recover()
    this.check()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    openCrews.delete(this)
    try {
      this.#checkLast()
    } finally {
      this.#life?.end()
      this.database.close()
    }
  }

  /** Before what is in memory goes: what was done since the law was checked kept it. */
  #checkLast(): void {
    if (!this.#isChecked) this.law.check(this.#load())
    this.#isChecked = true
  }

  #start(): { core: Core; law: StateLaw } {
    this.#life?.end()
    const life = new ServerLife(this.clock)
    this.#life = life
    const writer = new Writer({ sqlite: this.database, shard: 'main', firstEpoch: 'epoch-1' })
    const reader = new Reader(this.database)
    const tables = new InProcessAppender(writer)
    this.staging = tables
    const { storage } = this.#options
    const port = life.port(storage?.behind(tables) ?? tables)
    const core: Core = createCore({
      clock: life.clock,
      ids: this.ids,
      rate: this.#rate,
      conduct: this.#options.conduct,
      reader,
      port,
      rollouts: port,
      search: port,
      ...(this.#options.handMarks ? { handMarks: this.#options.handMarks() } : {}),
      stored: this.#load(),
      drivers: { configured: { default: { kind: 'remote' } }, presets: [] },
      ...(this.#options.roles ? { roles: this.#options.roles } : {}),
      endOfTick: (run) => run(),
      failed: (failure) => {
        // What was kept back is refused to nobody who is waiting in the call.
        if (!storage) core.shard.refuse(failure)
      },
      consumerFailed: (error) => {
        throw error
      },
    })
    const fanOut = new FanOut(reader, (leadId) => core.shard.findCrew(leadId))
    core.onPublished((entries) => {
      this.published.push(...entries)
      fanOut.published(entries)
    })
    core.resume()
    this.#options.begun?.(core, life)
    this.#recover = () => this.#recoverOf(core, port, fanOut)
    return { core, law: new StateLaw(core.shard, fanOut) }
  }

  #recoverOf(core: Core, port: AppendPort, fanOut: FanOut): void {
    this.#options.storage?.mends()
    const stored = this.#load()
    core.shard.load(stored)
    core.journal.resume(port, stored.position, stored.epoch)
    core.intake.forget()
    core.confirmations.forget()
    core.answers.forget()
    core.signals.ringForAll()
    core.resume()
    core.journal.reopen()
    // Its clients take a snapshot of the new memory.
    this.law = new StateLaw(core.shard, fanOut)
  }
}

/** `await using crew = testCrew({ agents: { dev: 'developer' } })` */
export function testCrew(options: TestCrewOptions = {}): TestCrew {
  return new TestCrew(options)
}
