import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { HUMAN } from '@crewroom/shared/model/participant'
import { systemClock } from '../src/clock'
import { type Core, createCore } from '../src/core'
import { createAgent, createLead } from '../src/agents/create-agent'
import type { Crew } from '../src/crew/crew'
import { MessageRate } from '../src/crew/message-rate'
import type { By } from '../src/crew/shard'
import { createGroup } from '../src/groups/create-group'
import { randomIds } from '../src/ids'
import { openForReading } from '../src/storage/database'
import { loadShard } from '../src/storage/load'
import { Reader } from '../src/storage/reader'
import { WorkerAppender } from '../src/storage/worker-appender'

/** The person, and so everything that a bench sets up. */
export const BY: By = { actor: HUMAN, cause: { kind: 'request' } }

export interface BenchStore {
  readonly core: Core
  readonly folder: string
  readonly file: string
  /** Has the full-text index read everything. */
  index(): Promise<void>
  /** Stops; `keep` leaves the folder. */
  close(keep?: 'keep'): Promise<void>
}

export interface BenchCrew extends BenchStore {
  readonly crew: Crew
  readonly sender: By
  readonly groupName: string
}

export function benchFolder(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'crewroom-bench-'))
}

/** The domain as the server wires it, with the real writer thread. */
export async function benchStore(folder = benchFolder()): Promise<BenchStore> {
  const file = path.join(folder, 'crewroom.sqlite')
  const { port, position } = await WorkerAppender.open(
    new URL('../writer-worker.js', import.meta.url),
    { file, shard: 'main', firstEpoch: 'bench' },
  )
  const sqlite = openForReading(file)
  const reader = new Reader(sqlite)
  const stored = loadShard(sqlite)
  if (stored.position !== position) throw new Error('somebody else writes to this file')
  const core = createCore({
    clock: systemClock,
    ids: randomIds,
    rate: new MessageRate(systemClock, { perMinute: 1e9, burst: 1e9 }),
    reader,
    port,
    search: port,
    stored,
    endOfTick: (run) => setImmediate(run),
    failed: (failure) => {
      throw new Error(failure.message)
    },
    consumerFailed: (error) => {
      throw error
    },
  })
  return {
    core,
    folder,
    file,
    index: () => port.index(),
    close: async (keep) => {
      await core.journal.close()
      reader.close()
      if (keep !== 'keep') rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The same with a crew, and one group of five agents in it. */
export async function benchCrew(): Promise<BenchCrew> {
  const store = await benchStore()
  const { core } = store
  const { crew } = createLead(core.shard, BY, { name: 'bench' })
  const agents = [1, 2, 3, 4].map(
    () => createAgent(core.shard, crew, BY, { role: 'developer' }).agent.id,
  )
  const group = createGroup(core.shard, crew, BY, { name: 'bench', members: agents })
  await core.journal.flush()
  return {
    ...store,
    crew,
    sender: { actor: { kind: 'agent', id: agents[0] ?? '' }, cause: { kind: 'request' } },
    groupName: group.name,
  }
}
