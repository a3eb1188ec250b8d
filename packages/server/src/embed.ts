import { CrewError } from '@crewroom/shared/protocol/errors'
import { systemClock } from './clock'
import { type Core, createCore } from './core'
import { MessageRate } from './crew/message-rate'
import { ChatGroupRegistry as Registry } from './embed/chat-group-registry'
import type { GroupChatOptions, SqliteDatabase } from './embed/embed-api'
import { type Embedded, GroupChatActor as Actor } from './embed/group-chat-actor'
import { randomIds } from './ids'
import type { AppendPort, StorageFailure } from './journal/ports/append-port'
import { storageFailed } from './journal/journal'
import { InProcessAppender } from './storage/in-process-appender'
import { loadShard } from './storage/load'
import type { Sqlite } from './storage/database'
import { Reader } from './storage/reader'
import Database from './storage/sqlite-package'
import { Writer } from './storage/writer'

export { CrewError }
export type {
  Chat,
  ChatAnswer,
  ChatContext,
  ChatGroup,
  ConversationMessage,
  GroupChatContext,
  GroupChatEvents,
  GroupChatFunction,
  GroupChatInput,
  GroupChatLimits,
  GroupChatOptions,
  GroupChatPolicy,
  GroupChatResult,
  GroupChatUpdate,
  GroupMessage,
  GroupReaction,
  HumanNeeded,
  NestedInput,
  ParticipantInput,
  ParticipantRole,
  RegistryEvents,
  ResumeInput,
  SqliteDatabase,
} from './embed/embed-api'

/**
 * The seed's registry for embedders: `new ChatGroupRegistry(db)` on a better-sqlite3 database. Everything is
 * immediate and in process: events are emitted before a method returns, and what it returns is stored.
 */
export class ChatGroupRegistry extends Registry {
  constructor(db: SqliteDatabase) {
    const embedded = openEmbedded(db)
    const { core, act } = embedded
    super(core.shard, act)
    REGISTRIES.set(this, embedded)
    core.onPublished((entries) => this.published(entries))
  }
}

/** What is behind each registry, for those that share its database. */
const REGISTRIES = new WeakMap<object, Embedded>()

/** Group chats of functions: on a database or a registry of the embedder, or in memory. */
export class GroupChatActor extends Actor {
  constructor(where?: SqliteDatabase | ChatGroupRegistry, options?: GroupChatOptions) {
    const shared = where && REGISTRIES.get(where)
    if (where && !shared) assertDatabase(where)
    super(shared ?? openEmbedded((where as SqliteDatabase | undefined) ?? inMemory()), options)
  }
}

/** What is given in place of a database would fail somewhere inside, in words of its own. */
function assertDatabase(where: object): void {
  if ('prepare' in where && typeof where.prepare === 'function') return
  throw new CrewError(
    'validation',
    'new GroupChatActor(where): where is neither a database of better-sqlite3 nor a ChatGroupRegistry. Leave it out to keep conversations in memory; participants and policy belong to execute().',
    { fields: { where: 'is neither a database nor a registry' } },
  )
}

function inMemory(): SqliteDatabase {
  return new Database(':memory:')
}

/**
 * The domain on an embedder's database, in its own thread. `act` makes one batch of all that a method decides: it is
 * stored when the method returns, and of a method that throws nothing is left, in the tables and in memory.
 */
function openEmbedded(given: SqliteDatabase): Embedded {
  const db = given as Sqlite
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
      if (running === 0) queueMicrotask(finishAlone)
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
    core.signals.ringForAll()
    core.resume()
  }

  const refused: ((error: unknown) => void)[] = []

  function finishAlone(): void {
    try {
      finish()
    } catch (error) {
      if (refused.length === 0) throw error
      for (const listen of refused) listen(error)
    }
  }

  function finish(): void {
    for (const end of ends.splice(0)) end()
    const [reason, errors] = [failure, thrown]
    failure = null
    thrown = []
    if (reason) throw storageFailed(reason)
    if (errors.length > 0) throw errors[0]
  }

  const act: Embedded['act'] = (run) => {
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
  return { core, act, users: new Set(), onRefused: (listen) => refused.push(listen) }
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
