import { describe, expect, test } from 'vitest'
import type {
  AppendPort,
  Batch,
  Outcome,
  StorageFailure,
} from '../../src/journal/ports/append-port'
import { batchesOf, dump, recordedFacts } from '../harness/recorded-batches'

/** One implementation on one database, opened. */
export interface OpenPort {
  readonly port: AppendPort
  /** What opening said: the last batch in the tables and the journal's name. */
  readonly position: number
  readonly epoch: string
  /** Reads the tables as somebody else would who looks at this moment. */
  read(sql: string): unknown[]
  /** `synchronous journal_mode` of the writing connection at each commit. */
  commits(): readonly string[]
  /** What `commits` must say of each. */
  readonly expectedCommit: string
  /** Closes the port and opens the same database again. */
  reopen(): Promise<OpenPort>
  [Symbol.asyncDispose](): Promise<void>
}

interface Settled {
  readonly batchId: number
  readonly outcome: Outcome
  readonly failure: StorageFailure | undefined
}

/** Appends all of them in one go; resolves when as many settled, with every call that was made. */
async function appendAll(port: AppendPort, batches: readonly Batch[]): Promise<Settled[]> {
  const settled: Settled[] = []
  await new Promise<void>((resolve) => {
    for (const batch of batches) {
      port.append(batch, (outcome, failure) => {
        settled.push({ batchId: batch.batchId, outcome, failure })
        if (settled.length === batches.length) resolve()
      })
    }
  })
  // A second call for a batch would come after the first: the port answers a probe behind it.
  await port.probe('epoch-1')
  return settled
}

const POSITION = 'select position as "at" from shard'
const AT_ONE_MOMENT = `select (select position from shard) as "position",
  (select coalesce(max(batch_id), 0) from journal) as "journal",
  (select count(*) from journal) as "facts"`

/** What every way to remember must keep; `open` makes a new database each time. */
export function appendPortContract(name: string, open: () => Promise<OpenPort>): void {
  describe(`append port, ${name}`, () => {
    test('ST1 settles each batch exactly once, in order', async () => {
      await using subject = await open()
      const batches = batchesOf(await recordedFacts(), 1)
      const settled = await appendAll(subject.port, batches)
      expect(settled.map((one) => one.batchId)).toEqual(batches.map((batch) => batch.batchId))
      expect(settled.every((one) => one.outcome === 'durable' && !one.failure)).toBe(true)
    })

    test('ST2 stores the rows of a batch and the position in one transaction', async () => {
      await using subject = await open()
      const batches = batchesOf(await recordedFacts(), 2)
      const seen: { position: number; journal: number; facts: number }[] = []
      const look = () => seen.push(...(subject.read(AT_ONE_MOMENT) as typeof seen))
      let left = batches.length
      for (const batch of batches) {
        subject.port.append(batch, () => {
          left--
          look()
        })
      }
      for (let turn = 0; left > 0 && turn < 1_000_000; turn++) {
        look()
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(left).toBe(0)
      for (const { position, journal, facts } of seen) {
        expect(journal).toBe(position)
        const entries = batches.slice(0, position).flatMap((batch) => batch.entries)
        expect(facts).toBe(entries.length)
      }
      expect(seen.at(-1)?.position).toBe(batches.length)
    })

    test('ST3 refuses a batch that does not follow the last one, and everything after it', async () => {
      await using subject = await open()
      const [first, second, third, ...rest] = batchesOf(await recordedFacts(), 3)
      if (!first || !second || !third) throw new Error('too few facts')
      expect((await appendAll(subject.port, [first]))[0]?.outcome).toBe('durable')
      const settled = await appendAll(subject.port, [third, second, ...rest])
      expect(settled.map((one) => one.outcome)).toEqual(settled.map(() => 'refused'))
      expect(settled[0]?.failure?.message).toContain('follows')
      // Also what would have followed: a gap is never filled behind the back of whoever was refused.
      const [again] = await appendAll(subject.port, [second])
      expect(again?.outcome).toBe('refused')
      expect(subject.read(POSITION)).toEqual([{ at: 1 }])
    })

    test('ST4 leaves nothing of a refused batch in the tables', async () => {
      await using subject = await open()
      const [first, second, ...rest] = batchesOf(await recordedFacts(), 5)
      if (!first || !second) throw new Error('too few facts')
      await appendAll(subject.port, [first])
      const before = dump((sql) => subject.read(sql))
      // Its last fact cannot be written: the number is taken. The others could be.
      const taken = first.entries[0]
      if (!taken) throw new Error('no facts')
      const [refused] = await appendAll(subject.port, [
        { ...second, entries: [...second.entries, taken] },
      ])
      expect(refused).toMatchObject({ outcome: 'refused' })
      expect(refused?.failure?.code).toMatch(/^SQLITE_CONSTRAINT/)
      expect(dump((sql) => subject.read(sql))).toEqual(before)
      // With a fresh writer the same facts go through, as if nothing had been.
      await using again = await subject.reopen()
      const settled = await appendAll(again.port, [second, ...rest])
      expect(settled.every((one) => one.outcome === 'durable')).toBe(true)
    })

    test('ST5 says at opening how far the tables are, and keeps every row', async () => {
      await using subject = await open()
      expect(subject.position).toBe(0)
      const facts = await recordedFacts()
      const half = Math.floor(facts.length / 2)
      await appendAll(subject.port, batchesOf(facts.slice(0, half), 4))
      const before = dump((sql) => subject.read(sql))
      await using again = await subject.reopen()
      const position = Math.ceil(half / 4)
      expect(again.position).toBe(position)
      expect(dump((sql) => again.read(sql))).toEqual(before)
      const settled = await appendAll(again.port, batchesOf(facts.slice(half), 4, position))
      expect(settled.every((one) => one.outcome === 'durable')).toBe(true)
      // However the facts were cut into batches and writers, the rows are those of one writer in one go.
      await using whole = await open()
      await appendAll(whole.port, batchesOf(facts, facts.length))
      const { journal: one, shard: _, ...rows } = dump((sql) => again.read(sql))
      const { journal: other, shard: __, ...wholeRows } = dump((sql) => whole.read(sql))
      expect(rows).toEqual(wholeRows)
      expect(one?.length).toBe(other?.length)
    })

    test('ST6 settles before append returns when it calls itself immediate, and after it otherwise', async () => {
      await using subject = await open()
      const { port } = subject
      const [first] = batchesOf(await recordedFacts(), 3)
      if (!first) throw new Error('no facts')
      let returned = false
      const early = await new Promise<boolean>((resolve) => {
        port.append(first, () => resolve(!returned))
        returned = true
      })
      expect(early).toBe(port.immediate)
    })

    test('ST7 stores the epoch with a probe, and changes nothing else', async () => {
      await using subject = await open()
      expect(subject.epoch).toBe('epoch-1')
      await appendAll(subject.port, batchesOf(await recordedFacts(), 4))
      const { shard: _, ...before } = dump((sql) => subject.read(sql))
      expect(await subject.port.probe('epoch-2')).toBeNull()
      const { shard, ...after } = dump((sql) => subject.read(sql))
      expect(shard).toMatchObject([{ epoch: 'epoch-2' }])
      expect(after).toEqual(before)
      await using again = await subject.reopen()
      expect(again.epoch).toBe('epoch-2')
    })

    test('ST8 commits in WAL mode with synchronous = FULL, where there is a disk', async () => {
      await using subject = await open()
      await appendAll(subject.port, batchesOf(await recordedFacts(), 4))
      const commits = subject.commits()
      expect(commits.length).toBeGreaterThan(0)
      expect([...new Set(commits)]).toEqual([subject.expectedCommit])
    })
  })
}
