import { expect } from 'vitest'
import { type Core, createCore } from '../../src/core'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { DEFAULT_CONDUCT } from '../../src/crew/conduct-guard'
import { MessageRate } from '../../src/crew/message-rate'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import type {
  AppendPort,
  Batch,
  Outcome,
  StorageFailure,
} from '../../src/journal/ports/append-port'
import { loadShard } from '../../src/storage/load'
import { Reader } from '../../src/storage/reader'
import { Writer } from '../../src/storage/writer'
import { CountingIds } from './counting-ids'
import { FakeClock } from './fake-clock'
import { BY_PERSON, byAgent } from './test-crew'
import { migratedDatabase } from './migrated-database'

/** Remembers when it is told to, so that a test can stand between a decision and its durability. */
class HeldPort implements AppendPort {
  readonly immediate = false
  readonly #writer: Writer
  readonly held: {
    batch: Batch
    settle: (outcome: Outcome, failure?: StorageFailure) => void
  }[] = []

  constructor(writer: Writer) {
    this.#writer = writer
  }

  append(batch: Batch, settle: (outcome: Outcome, failure?: StorageFailure) => void): void {
    this.held.push({ batch, settle })
  }

  /** Writes everything that waits; nobody is told before `tell` is called. */
  write(): () => void {
    const written = this.held.splice(0)
    for (const { batch } of written) expect(this.#writer.write([batch])).toEqual({ ok: true })
    return () => {
      for (const { settle } of written) settle('durable')
    }
  }

  /** Writes what waits, everything or only the first so many batches of it, and says so. */
  store(batches = Infinity): void {
    for (const { batch, settle } of this.held.splice(0, batches)) {
      expect(this.#writer.write([batch])).toEqual({ ok: true })
      settle('durable')
    }
  }

  probe(): Promise<null> {
    return Promise.resolve(null)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

/** A crew whose storage waits for the test: its lead and so many agents, all in one group. */
export function heldCore({ agents = 1, conduct = DEFAULT_CONDUCT } = {}) {
  const database = migratedDatabase()
  const clock = new FakeClock()
  const port = new HeldPort(new Writer({ sqlite: database, shard: 'main', firstEpoch: 'e' }))
  const tick: (() => void)[] = []
  const failures: StorageFailure[] = []
  const published: string[] = []
  const reader = new Reader(database)
  const core: Core = createCore({
    clock,
    ids: new CountingIds(),
    rate: new MessageRate(clock, { perMinute: 1e9, burst: 1e9 }),
    conduct,
    reader,
    port,
    stored: loadShard(database),
    endOfTick: (run) => tick.push(run),
    failed: (failure) => failures.push(failure),
    consumerFailed: (error) => {
      throw error
    },
  })
  core.onPublished((entries) => published.push(...entries.map((entry) => entry.type)))
  const endTurn = () => {
    for (const run of tick.splice(0)) run()
  }
  const store = () => {
    endTurn()
    port.store()
  }
  /** What follows a storage failure: memory is made of the tables again, and nothing is accepted before `reopen`. */
  const reload = () => {
    port.held.length = 0
    const stored = loadShard(database)
    core.shard.load(stored)
    core.journal.resume(port, stored.position, stored.epoch)
    core.intake.forget()
  }
  const { crew } = createLead(core.shard, BY_PERSON, { name: 'atlas' })
  const members = Array.from(
    { length: agents },
    () => createAgent(core.shard, crew, BY_PERSON, { role: 'developer' }).agent,
  )
  const agentIds = members.map(({ id }) => id)
  const [agent] = members
  if (!agent) throw new Error('a crew of nobody')
  createGroup(core.shard, crew, BY_PERSON, { name: 'team', members: agentIds })
  store()
  const send = (content: string, clientId?: string) =>
    sendMessage(core.shard, crew, byAgent(agent.id), { group: 'team', content, clientId })
  return {
    core,
    crew,
    clock,
    agent,
    agentIds,
    port,
    reader,
    published,
    failures,
    endTurn,
    store,
    reload,
    send,
  }
}
