import type { Database } from 'better-sqlite3'
import { createCore } from '../../src/core'
import { MessageRate } from '../../src/crew/message-rate'
import type { Shard } from '../../src/crew/shard'
import type { AppendPort } from '../../src/journal/ports/append-port'
import { loadShard } from '../../src/storage/load'
import { Reader } from '../../src/storage/reader'
import { CountingIds } from './counting-ids'
import { FakeClock } from './fake-clock'

const fail = (): never => {
  throw new Error('this shard is only read')
}

const READ_ONLY: AppendPort = {
  immediate: true,
  append: fail,
  probe: fail,
  close: () => Promise.resolve(),
}

/** What a server would have in memory that started on these tables. Nothing can be decided with it. */
export function loadedShard(sqlite: Database): Shard {
  const clock = new FakeClock()
  return createCore({
    clock,
    ids: new CountingIds(),
    rate: new MessageRate(clock, { perMinute: 1, burst: 1 }),
    reader: new Reader(sqlite),
    port: READ_ONLY,
    stored: loadShard(sqlite),
    endOfTick: fail,
    failed: fail,
    consumerFailed: fail,
  }).shard
}
