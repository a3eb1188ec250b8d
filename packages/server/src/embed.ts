import type Database from 'better-sqlite3'
import { systemClock } from './clock'
import { createCore } from './core'
import { MessageRate } from './crew/message-rate'
import { ChatGroupRegistry as Registry } from './groups/chat-group-registry'
import { randomIds } from './ids'
import { InProcessAppender } from './storage/in-process-appender'
import { loadShard } from './storage/load'
import { Reader } from './storage/reader'
import { Writer } from './storage/writer'

export type { ChatGroup, GroupMessage } from './groups/chat-group-registry'

/**
 * The seed's registry for embedders: `new ChatGroupRegistry(db)` on a better-sqlite3 database. Everything is
 * immediate and in process: events are emitted before a method returns, and what it returns is stored.
 */
export class ChatGroupRegistry extends Registry {
  constructor(db: Database.Database) {
    const open = () => new Writer({ sqlite: db, shard: 'main', firstEpoch: randomIds.record() })
    const first = open()
    const core = createCore({
      clock: systemClock,
      ids: randomIds,
      rate: new MessageRate(systemClock, { perMinute: 1_000_000, burst: 1_000_000 }),
      reader: new Reader(db),
      port: new InProcessAppender(first),
      stored: loadShard(db),
      endOfTurn: (run) => run(),
      failed: (failure) => {
        // The method that is running throws; memory goes back to what the tables hold.
        core.shard.refuse(failure)
        core.shard.load(loadShard(db))
        const writer = open()
        core.journal.resume(new InProcessAppender(writer), writer.position, randomIds.record())
        core.journal.reopen()
        core.holds.resume()
      },
      consumerFailed: (error) => {
        throw error
      },
    })
    super(core.shard)
    core.onPublished((entries) => this.published(entries))
  }
}
