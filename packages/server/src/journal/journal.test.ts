import { expect, test } from 'vitest'
import type { Cause, Envelope } from './facts'
import { Journal, storageFailed } from './journal'
import type { AppendPort, Batch, Outcome, StorageFailure } from './ports/append-port'

const CUT: StorageFailure = { code: 'SQLITE_IOERR', message: 'cut off' }

/** A port that settles what a test says, and everything that the journal does, in order. */
class Held {
  readonly batches: Batch[] = []
  readonly #settles: ((outcome: Outcome, failure?: StorageFailure) => void)[] = []
  readonly done: string[] = []
  #endOfTurn: (() => void)[] = []
  isClosed = false
  readonly port: AppendPort
  readonly journal: Journal

  constructor(immediate = false) {
    this.port = {
      immediate,
      append: (batch, settle) => {
        this.batches.push(batch)
        if (immediate) settle('durable')
        else this.#settles.push(settle)
      },
      probe: () => Promise.resolve(null),
      close: () => {
        this.isClosed = true
        return Promise.resolve()
      },
    }
    const named = (what: string) => (entries: readonly Envelope[]) => {
      this.done.push(`${what} ${entries.map(({ seq }) => seq).join(' ')}`)
    }
    this.journal = new Journal({
      shard: 'main',
      owner: 'me',
      port: this.port,
      epoch: 'one',
      position: 7,
      endOfTick: (run) => this.#endOfTurn.push(run),
      settled: named('settled'),
      publish: named('published'),
      failed: ({ code }, outcome) => this.done.push(`failed ${code} ${outcome}`),
    })
  }

  endTurn(): void {
    for (const run of this.#endOfTurn.splice(0)) run()
  }

  /** The oldest batch that is not settled. */
  settle(outcome: Outcome = 'durable', failure?: StorageFailure): void {
    this.#settles.shift()?.(outcome, failure)
  }

  ask(what: string, leadId = 'a'): void {
    this.journal.release(
      leadId,
      () => this.done.push(what),
      (error) => this.done.push(`${what}: ${error.code}`),
    )
  }
}

const SYSTEM: Cause = { kind: 'system' }
let seq = 0
const fact = (part: { leadId?: string; cause?: Cause; units?: number } = {}): Envelope =>
  ({
    leadId: part.leadId ?? 'a',
    seq: (seq += 1),
    v: 1,
    at: 't',
    actor: { kind: 'system', id: 'system' },
    cause: part.cause ?? SYSTEM,
    type: 'group:message',
    data: { message: { content: 'x'.repeat(part.units ?? 1) } },
  }) as unknown as Envelope
const sizes = (held: Held) => held.batches.map(({ entries }) => entries.length)

test('JR1 what is durable is settled, then published, then answered, in that order', () => {
  seq = 0
  const held = new Held()
  held.journal.append([fact(), fact()])
  held.ask('answer one')
  held.ask('answer two')
  held.endTurn()
  expect(held.done).toEqual([])
  held.settle()
  expect(held.done).toEqual(['settled 1 2', 'published 1 2', 'answer one', 'answer two'])
  expect(held.journal.backlog).toEqual({ envelopes: 0, bytes: 0 })
})

test('JR1, JR2 an answer waits for the newest fact of its own crew, wherever that is, and for no other crew’s', () => {
  const held = new Held()
  held.ask('nothing pending')
  held.journal.append([fact()])
  held.ask('another crew', 'b')
  held.endTurn()
  held.ask('being written')
  held.journal.append([fact()])
  held.ask('behind it')
  held.journal.append([fact({ leadId: 'b' })])
  held.endTurn()
  const heard = () => held.done.filter((what) => !/^(settled|published)/.test(what))
  expect(heard()).toEqual(['nothing pending', 'another crew'])
  held.settle()
  held.ask('still the second')
  expect(heard().slice(2)).toEqual(['being written'])
  held.settle()
  expect(heard().slice(3)).toEqual(['behind it', 'still the second'])
  held.ask('nothing pending again')
  expect(heard()).toHaveLength(6)
})

test('JR3 one turn is one batch; batches follow each other and name the journal that they are of', () => {
  const held = new Held()
  held.journal.append([fact(), fact()])
  held.journal.append([])
  held.journal.append([fact({ leadId: 'b' })])
  expect(held.batches).toEqual([])
  held.endTurn()
  held.endTurn()
  held.journal.append([fact()])
  held.endTurn()
  expect(sizes(held)).toEqual([3, 1])
  const of = { v: 1, shard: 'main', epoch: 'one', owner: 'me' }
  expect(held.batches[0]).toMatchObject({ ...of, batchId: 8, prev: 7 })
  expect(held.batches[1]).toMatchObject({ ...of, batchId: 9, prev: 8 })
})

test('ST6, JR1 a port that settles at once has every decision stored before the verb returns', () => {
  const held = new Held(true)
  held.journal.append([fact()])
  held.ask('answer')
  held.journal.append([fact()])
  expect(sizes(held)).toEqual([1, 1])
  expect(held.done.filter((what) => what === 'answer')).toEqual(['answer'])
})

const request = (): Cause => ({ kind: 'request' })
const command = (part: object = {}): Cause =>
  ({ kind: 'command', agentId: 'ann', stream: 'main', offset: 5, ...part }) as Cause
const ONE_REQUEST = request()

test.each<[first: Cause, second: Cause, isOne: boolean, why: string]>([
  [command(), command(), true, 'one command is not parted'],
  [command(), command({ offset: 6 }), false, 'another command of the stream'],
  [command(), command({ stream: 'other' }), false, 'of another stream'],
  [command(), command({ agentId: 'ben' }), false, 'of another agent'],
  [ONE_REQUEST, ONE_REQUEST, true, 'one request is not parted'],
  [request(), request(), false, 'two requests'],
  [SYSTEM, SYSTEM, false, 'the server’s own acts are each their own'],
  [command(), SYSTEM, false, 'the server’s behind a command'],
  [ONE_REQUEST, command(), false, 'a command behind a request'],
])('JR9 to a full batch of %j is added %j: %s, %s', (first, second, isOne) => {
  for (const full of [{ count: 64 }, { count: 1, units: 262_144 }]) {
    const held = new Held()
    held.journal.append(Array.from({ length: full.count }, () => fact({ cause: first, ...full })))
    held.journal.append([fact({ cause: second })])
    held.endTurn()
    expect(sizes(held)).toEqual(isOne ? [full.count + 1] : [full.count, 1])
  }
})

test('JR3, JR9 a batch that is not full takes what comes, and what one verb decides is never parted', () => {
  const held = new Held()
  held.journal.append(Array.from({ length: 63 }, () => fact()))
  held.journal.append(Array.from({ length: 200 }, () => fact()))
  held.endTurn()
  expect(sizes(held)).toEqual([263])
})

const code = (run: () => void): unknown => {
  try {
    run()
    return 'runs'
  } catch (error) {
    return error
  }
}

test.each<[count: number, units: number, isBusy: boolean, why: string]>([
  [2_000, 1, false, '2,000 facts'],
  [2_001, 1, true, 'one more'],
  [4, 500_000, false, 'below 4 MiB'],
  [4, 530_000, true, 'above 4 MiB'],
])(
  'JR7 with %i facts of %i units that are not durable writes are busy: %s, %s',
  (count, units, isBusy) => {
    const held = new Held()
    held.journal.append(Array.from({ length: count }, () => fact({ units })))
    const refused = expect.objectContaining({ code: 'busy', details: { retryAfter: 1 } }) as unknown
    expect(code(() => held.journal.assertWritable())).toEqual(isBusy ? refused : 'runs')
    expect(
      code(() => held.journal.assertStored()),
      'storage is well',
    ).toBe('runs')
    held.endTurn()
    held.settle()
    expect(code(() => held.journal.assertWritable())).toBe('runs')
  },
)

test('JR7 who waits for room goes on when there is room, and not before', async () => {
  const held = new Held()
  await held.journal.drained()
  held.journal.append(Array.from({ length: 2_001 }, () => fact()))
  held.journal.append(Array.from({ length: 2_001 }, () => fact()))
  const heard: string[] = []
  const waiting = held.journal.drained().then(() => heard.push('room'))
  held.endTurn()
  await Promise.resolve()
  expect(heard).toEqual([])
  held.settle()
  await Promise.resolve()
  expect(heard, 'still too much').toEqual([])
  held.settle()
  await waiting
  expect(heard).toEqual(['room'])
})

test('JR6, ST3 after a failure no verb starts, nothing more is sent, and nothing is settled any more', () => {
  const held = new Held()
  held.journal.append([fact()])
  held.ask('first')
  held.endTurn()
  held.journal.append([fact()])
  held.endTurn()
  held.settle('refused', CUT)
  held.settle('durable')
  held.settle('refused', CUT)
  expect(held.done).toEqual(['failed SQLITE_IOERR refused'])
  expect(held.journal.failure).toEqual(CUT)
  const refused = expect.objectContaining({ code: 'storage_failed' }) as unknown
  expect(code(() => held.journal.assertStored())).toEqual(refused)
  expect(code(() => held.journal.assertWritable())).toEqual(refused)
  held.journal.append([fact()])
  held.endTurn()
  expect(held.batches).toHaveLength(2)
})

test('JR6, ST17, ST13 what the tables hold stands and is published, the rest is refused, and a new journal goes on behind it', () => {
  seq = 0
  const held = new Held()
  for (const what of ['first', 'second', 'third']) {
    held.journal.append([fact()])
    held.ask(what)
    if (what !== 'third') held.endTurn()
  }
  held.settle('unknown', CUT)
  held.done.length = 0
  held.journal.resume(held.port, 8, 'two')
  expect(held.done).toEqual([
    'published 1',
    'first',
    'second: storage_failed',
    'third: storage_failed',
  ])
  expect(held.journal.backlog).toEqual({ envelopes: 0, bytes: 0 })
  expect(held.journal.failure, 'verbs wait until all is rebuilt').toEqual(CUT)
  held.journal.reopen()
  expect(code(() => held.journal.assertWritable())).toBe('runs')
  held.ask('nothing is pending')
  expect(held.done.at(-1)).toBe('nothing is pending')
  held.endTurn()
  expect(held.batches, 'what was refused is not sent after all').toHaveLength(2)
  held.journal.append([fact()])
  held.endTurn()
  expect(held.batches.at(-1)).toMatchObject({ batchId: 9, prev: 8, epoch: 'two' })
  expect(held.journal.epoch).toBe('two')
})

test('ST12 who waited for room goes on after a recovery', async () => {
  const held = new Held()
  held.journal.append(Array.from({ length: 2_001 }, () => fact()))
  const waiting = held.journal.drained()
  held.endTurn()
  held.settle('refused', CUT)
  held.journal.resume(held.port, 7, 'two')
  await waiting
})

test('JR1, JR6 promises of durability are kept as answers are', async () => {
  const held = new Held()
  await held.journal.allDurable()
  await held.journal.durable('a')
  held.journal.append([fact()])
  held.endTurn()
  held.journal.append([fact({ leadId: 'b' })])
  const heard: string[] = []
  const mine = held.journal.durable('a').then(() => heard.push('a'))
  void held.journal.allDurable().then(() => heard.push('all'))
  held.settle()
  await mine
  await new Promise(setImmediate)
  expect(heard).toEqual(['a'])
  held.endTurn()
  void held.journal.allDurable().then(() => heard.push('all of it'))
  held.settle()
  await new Promise(setImmediate)
  expect(heard).toEqual(['a', 'all', 'all of it'])
  held.journal.append([fact()])
  held.endTurn()
  const refused = held.journal.durable('a')
  const none = held.journal.allDurable()
  held.settle('refused', CUT)
  held.journal.resume(held.port, 9, 'two')
  await expect(refused).rejects.toMatchObject({ code: 'storage_failed' })
  await expect(none).rejects.toMatchObject({ code: 'storage_failed' })
})

test('ST50 closing sends what was decided, waits until it is stored, and closes the port', async () => {
  const held = new Held()
  held.journal.append([fact()])
  const closing = held.journal.close()
  expect(held.batches).toHaveLength(1)
  await Promise.resolve()
  expect(held.isClosed).toBe(false)
  held.settle()
  await closing
  expect(held.isClosed).toBe(true)
})

test.each<[code: string, message: RegExp, retryAfter: number, why: string]>([
  ['SQLITE_FULL', /disk is full/, 5, 'the database cannot grow'],
  ['ENOSPC', /disk is full/, 5, 'the system says so'],
  ['SQLITE_IOERR', /SQLITE_IOERR/, 2, 'the code is named'],
  ['WRITER_FENCED', /Another writer/, 2, 'two servers'],
])('ST12, JR6 %s is told as %s, to come back in %i s: %s', (failure, message, retryAfter) => {
  const error = storageFailed({ code: failure, message: 'm' })
  expect(error).toMatchObject({ code: 'storage_failed', details: { retryAfter } })
  expect(error.message).toMatch(message)
})

/** Two bytes in UTF-8. */
const words = (units: number) => 'ü'.repeat(units)
const ids = (count: number) => Array.from({ length: count }, (_, at) => `agent-${1_000 + at}`)
const members = (count: number) =>
  ids(count).map((id) => ({ id, memberRole: 'member', joinedAt: '2026-11-21', joinedSeq: 2, wake: 'all' })) // prettier-ignore

test.each<[type: string, data: object]>([
  ['group:message', { message: { content: words(50_000) } }],
  ['delivery:created', { delivery: { content: { form: 'text', text: words(50_000) } } }],
  ['delivery:created', { delivery: { content: { form: 'joined', memberIds: ids(2_000) } } }],
  ['delivery:created', { delivery: { content: { form: 'message', messageId: 'm' } } }],
  ['group:created', { group: { members: members(1_000), memberIds: ids(1_000) } }],
  ['group:updated', { group: { members: members(1_000), memberIds: ids(1_000) } }],
  ['group:history', { item: { kind: 'message', message: { content: words(50_000) } } }],
  ['group:history', { item: { kind: 'author', id: 'a' } }],
])('JR7 what waits for the disk weighs no less than it is: %s', (type, data) => {
  const held = new Held()
  held.journal.append([{ ...fact(), type, data } as unknown as Envelope])
  expect(held.journal.backlog.bytes).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(data)))
  expect(held.journal.backlog.envelopes).toBe(1)
})

test('ST12, JR6 after a recovery everything goes to the new writer, and only what is new', async () => {
  const held = new Held()
  held.journal.append([fact()])
  held.endTurn()
  // Decided and not sent when the failure came.
  held.journal.append([fact()])
  held.settle('refused', CUT)
  const other = new Held()
  held.journal.resume(other.port, 7, 'two')
  held.endTurn()
  held.journal.reopen()
  held.journal.append([fact(), fact()])
  held.endTurn()
  expect([held.batches.length, sizes(other)]).toEqual([1, [2]])
  other.settle()
  expect(held.journal.backlog).toEqual({ envelopes: 0, bytes: 0 })
  await held.journal.close()
  expect([held.isClosed, other.isClosed]).toEqual([false, true])
})

test('JR6, ST17 the newest batch that the tables hold stands as the ones before it', () => {
  seq = 0
  const held = new Held()
  for (const what of ['first', 'second']) {
    held.journal.append([fact()])
    held.ask(what)
    held.endTurn()
  }
  held.settle('unknown', CUT)
  held.done.length = 0
  held.journal.resume(held.port, 9, 'two')
  expect(held.done).toEqual(['published 1', 'published 2', 'first', 'second'])
})

test('JR6 a writer that fails and does not say why has failed', () => {
  const held = new Held()
  held.journal.append([fact()])
  held.endTurn()
  held.settle('unknown')
  expect(held.done).toEqual(['failed UNKNOWN unknown'])
  const refused = expect.objectContaining({ code: 'storage_failed' }) as unknown
  expect(code(() => held.journal.assertStored())).toEqual(refused)
})

test('ST50 closing waits for what is decided while it waits, and for nothing while storage has failed', async () => {
  const held = new Held()
  held.journal.append([fact()])
  let isOver = false
  const closing = held.journal.close().then(() => (isOver = true))
  held.journal.append([fact()])
  held.endTurn()
  held.settle()
  await new Promise(setImmediate)
  expect([isOver, held.isClosed]).toEqual([false, false])
  held.settle()
  await closing
  expect(held.isClosed).toBe(true)

  const failed = new Held()
  failed.journal.append([fact()])
  failed.endTurn()
  failed.settle('refused', CUT)
  await failed.journal.close()
  expect(failed.isClosed).toBe(true)
})

test('JR1 with a writer that is done before it returns, everything is durable at once', () => {
  seq = 0
  const held = new Held(true)
  held.journal.append([fact()])
  held.ask('answer')
  held.journal.append([fact()])
  held.endTurn()
  expect(held.done).toEqual(['settled 1', 'published 1', 'answer', 'settled 2', 'published 2'])
  expect(sizes(held)).toEqual([1, 1])
})
