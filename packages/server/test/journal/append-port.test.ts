import path from 'node:path'
import Database from 'better-sqlite3'
import { openForReading, openForWriting, type Sqlite } from '../../src/storage/database'
import { InProcessAppender } from '../../src/storage/in-process-appender'
import { WorkerAppender } from '../../src/storage/worker-appender'
import { Writer } from '../../src/storage/writer'
import { appendPortContract, type OpenPort } from '../contract/append-port.contract'
import { FaultyWriter, noteCommits } from '../harness/faulty-writer'
import { tempFolder } from '../harness/temp-folder'

/** `synchronous` is 2 for FULL. */
const ON_DISK = '2 wal'
const FIRST = { shard: 'main', firstEpoch: 'epoch-1' }

function rows(sqlite: Sqlite): (sql: string) => unknown[] {
  return (sql) => sqlite.prepare(sql).all()
}

function inMemory(sqlite: Sqlite = new Database(':memory:')): Promise<OpenPort> {
  const writer = new Writer({ sqlite, ...FIRST })
  const commits: string[] = []
  noteCommits(sqlite, commits)
  return Promise.resolve({
    port: new InProcessAppender(writer),
    position: writer.position,
    epoch: writer.epoch,
    read: rows(sqlite),
    commits: () => commits,
    expectedCommit: '2 memory',
    // The database is gone with its connection: a new writer takes over the same one.
    reopen: () => inMemory(sqlite),
    async [Symbol.asyncDispose]() {
      if (sqlite.open) sqlite.close()
    },
  })
}

function onFile(folder = tempFolder()): Promise<OpenPort> {
  const file = path.join(folder.path, 'crewroom.sqlite')
  const sqlite = openForWriting(file)
  const writer = new Writer({ sqlite, ...FIRST })
  const port = new InProcessAppender(writer)
  const reader = openForReading(file)
  const commits: string[] = []
  noteCommits(sqlite, commits)
  const close = async () => {
    reader.close()
    await port.close()
  }
  return Promise.resolve({
    port,
    position: writer.position,
    epoch: writer.epoch,
    read: rows(reader),
    commits: () => commits,
    expectedCommit: ON_DISK,
    async reopen() {
      await close()
      return onFile(folder)
    },
    async [Symbol.asyncDispose]() {
      await close()
      folder[Symbol.dispose]()
    },
  })
}

async function inThread(folder = tempFolder()): Promise<OpenPort> {
  const file = path.join(folder.path, 'crewroom.sqlite')
  const thread = new FaultyWriter(folder.path)
  const { port, position, epoch } = await WorkerAppender.open(thread.script, { file, ...FIRST })
  const reader = openForReading(file)
  const close = async () => {
    reader.close()
    await port.close()
  }
  return {
    port,
    position,
    epoch,
    read: rows(reader),
    commits: () => thread.commits(),
    expectedCommit: ON_DISK,
    async reopen() {
      await close()
      return inThread(folder)
    },
    async [Symbol.asyncDispose]() {
      await close()
      folder[Symbol.dispose]()
    },
  }
}

appendPortContract('in process, in memory', () => inMemory())
appendPortContract('in process, on a file', () => onFile())
appendPortContract('in a thread, on a file', () => inThread())
