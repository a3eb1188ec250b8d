import type Database from 'better-sqlite3'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { systemClock } from './clock'
import { type Core, createCore } from './core'
import { MessageRate } from './crew/message-rate'
import { type Act, ChatGroupRegistry as Registry } from './embed/chat-group-registry'
import type { SqliteDatabase } from './embed/registry-api'
import { randomIds } from './ids'
import type { AppendPort, StorageFailure } from './journal/ports/append-port'
import { storageFailed } from './journal/journal'
import { InProcessAppender } from './storage/in-process-appender'
import { loadShard } from './storage/load'
import { Reader } from './storage/reader'
import { Writer } from './storage/writer'

export { CrewError }
export type {
  ChatGroup,
  GroupMessage,
  GroupReaction,
  RegistryEvents,
  SqliteDatabase,
} from './embed/registry-api'

/**
 * The seed's registry for embedders: `new ChatGroupRegistry(db)` on a better-sqlite3 database. Everything is
 * immediate and in process: events are emitted before a method returns, and what it returns is stored.
 */
export class ChatGroupRegistry extends Registry {
  constructor(db: SqliteDatabase) {
    const { core, act } = openEmbedded(db)
    super(core.shard, act)
    core.onPublished((entries) => this.published(entries))
  }
}

/**
 * The domain on an embedder's database, in its own thread. `act` makes one batch of all that a method decides: it is
 * stored when the method returns, and of a method that throws nothing is left, in the tables and in memory.
 */
function openEmbedded(given: SqliteDatabase): { readonly core: Core; readonly act: Act } {
  const db = given as Database.Database
  const open = () => new Writer({ sqlite: db, shard: 'main', firstEpoch: randomIds.record() })
  const first = open()
  /** What ends the batch of the method that is running. */
  const ends: (() => void)[] = []
  let running = 0
  let failure: StorageFailure | null = null
  let thrown: unknown[] = []
  const core: Core = createCore({
    clock: systemClock,
    ids: randomIds,
    rate: new MessageRate(systemClock, { perMinute: 1_000_000, burst: 1_000_000 }),
    reader: new Reader(db),
    port: atTheEnd(new InProcessAppender(first)),
    stored: loadShard(db),
    endOfTick: (end) => {
      ends.push(end)
      // What the clock brings about belongs to no method.
      if (running === 0) queueMicrotask(finish)
    },
    failed: (reason) => {
      failure = reason
      readAgain(randomIds.record())
    },
    // An error of a listener: the change stays, and the other listeners are called first.
    consumerFailed: (error) => thrown.push(error),
  })

  /** Memory goes back to what the tables hold. */
  function readAgain(epoch: string): void {
    core.shard.load(loadShard(db))
    const writer = open()
    core.journal.resume(atTheEnd(new InProcessAppender(writer)), writer.position, epoch)
    core.journal.reopen()
    core.answers.forget()
    core.holds.resume()
    core.answerTimers.resume()
  }

  function finish(): void {
    for (const end of ends.splice(0)) end()
    const [reason, errors] = [failure, thrown]
    failure = null
    thrown = []
    if (reason) throw storageFailed(reason)
    if (errors.length > 0) throw errors[0]
  }

  const act: Act = (run) => {
    running++
    try {
      const result = run()
      finish()
      return result
    } catch (error) {
      // It was refused after it had decided something: a lead that was created for it, for example.
      if (ends.length > 0) {
        readAgain(core.journal.epoch)
        for (const end of ends.splice(0)) end()
      }
      throw error
    } finally {
      running--
    }
  }
  return { core, act }
}

/** The same, but a batch ends with the method and not with each decision. */
function atTheEnd(port: AppendPort): AppendPort {
  return {
    immediate: false,
    append: (batch, settle) => port.append(batch, settle),
    probe: (epoch) => port.probe(epoch),
    close: () => port.close(),
  }
}
