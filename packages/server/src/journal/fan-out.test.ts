import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { Envelope } from './facts'
import { FanOut, type Sink, type SubscriptionHandle } from './fan-out'

const LEAD = 'lead'

/** A crew whose facts are stored, then durable, then published, in whatever portions a test says. */
class Published {
  readonly #facts: Envelope[] = []
  #stored = 0
  #durable = 0
  #published = 0
  readonly fanOut = new FanOut(
    {
      oldestSeq: () => 1,
      events: (_leadId, since, limit) => {
        const page = this.#facts.slice(since, Math.min(this.#stored, since + limit))
        return {
          events: page.filter(isEvent) as unknown as CrewEvent[],
          last: page.at(-1)?.seq ?? since,
          more: since + page.length < this.#stored,
        }
      },
    },
    () => ({
      durableSeq: this.#durable,
      memberships: { sees: () => true } as never,
      past: { hides: () => false },
    }),
  )

  /** The tables have these; nobody was told of them. */
  store(kinds: readonly boolean[]): void {
    for (const isPublic of kinds) {
      const seq = this.#facts.length + 1
      this.#facts.push({
        seq,
        leadId: LEAD,
        type: isPublic ? 'lead:resumed' : 'stream:advanced',
        v: 1,
        at: '2026-01-01T00:00:00.000Z',
        actor: { kind: 'system' },
        cause: { kind: 'system' },
        data: {},
      } as unknown as Envelope)
    }
    this.#stored = this.#facts.length
  }

  /** The next of them are durable: whoever comes now is told of them. */
  settle(count: number): void {
    this.#durable = Math.min(this.#stored, this.#durable + count)
  }

  /** The next of them are published, as one batch. */
  publish(count: number): void {
    const batch = this.#facts.slice(this.#published, this.#published + count)
    this.#published += batch.length
    this.#durable = Math.max(this.#durable, this.#published)
    this.fanOut.published(batch)
  }

  get unpublished(): number {
    return this.#stored - this.#published
  }

  events(from: number): number[] {
    return this.#facts.filter((fact) => fact.seq > from && isEvent(fact)).map(({ seq }) => seq)
  }

  get head(): number {
    return this.#durable
  }
}

function isEvent(fact: Envelope): boolean {
  return fact.type !== 'stream:advanced'
}

/** A subscriber who takes what it is sent when the test says so. */
class Reader implements Sink {
  readonly got: number[] = []
  #ready: (() => void)[] = []

  send(event: CrewEvent, frame: Buffer): boolean {
    expect(JSON.parse(frame.toString())).toEqual(event)
    this.got.push(event.seq)
    return true
  }

  gap(): void {
    throw new Error('nothing is missing')
  }

  drained(): Promise<void> {
    return new Promise((resolve) => this.#ready.push(resolve))
  }

  /** Whoever waits for it may go on. */
  async take(): Promise<void> {
    for (const ready of this.#ready.splice(0)) ready()
    await Promise.resolve()
  }
}

test('WS6, WS30 what is stored and not published is sent to nobody who comes, and to everybody when it is published', () => {
  const crew = new Published()
  crew.store([true, true])
  crew.publish(2)
  // Stored and not yet published: an event between facts that are none.
  crew.store([false, true, false, true])
  const reader = new Reader()
  const subscription = crew.fanOut.subscribe(reader, LEAD, null, 0)
  expect([reader.got, subscription.at()]).toEqual([[1, 2], 2])
  crew.publish(1)
  crew.publish(3)
  crew.store([true])
  crew.publish(1)
  expect([reader.got, subscription.at()]).toEqual([[1, 2, 4, 6, 7], 7])
})

test('WS6, WS30 who comes when something is durable and not yet published is sent it once, and is not set back', () => {
  const crew = new Published()
  crew.store([true, false, true, false, true])
  crew.settle(4)
  const reader = new Reader()
  const subscription = crew.fanOut.subscribe(reader, LEAD, null, 0)
  expect([reader.got, subscription.at()]).toEqual([[1, 3], 4])
  crew.publish(2)
  expect([reader.got, subscription.at()]).toEqual([[1, 3], 4])
  crew.publish(3)
  expect([reader.got, subscription.at()]).toEqual([[1, 3, 5], 5])
})

test.each<[since: number | undefined, gaps: number, got: number[], at: number, why: string]>([
  [undefined, 0, [4], 4, 'from now on'],
  [0, 0, [1, 2, 3, 4], 4, 'from the beginning'],
  [3, 0, [4], 4, 'from where the journal is'],
  [4, 1, [4], 4, 'ahead of it: a gap, and what is new'],
  [-1, 1, [4], 4, 'before its first fact: a gap'],
])(
  'WS7, WS6 a since of %s in a journal of 1 to 3 has %i gaps and gets %j: %s, %s',
  (since, gaps, got, at) => {
    const crew = new Published()
    crew.store([true, true, true])
    crew.publish(3)
    const reader = new Reader()
    let found = 0
    reader.gap = () => (found += 1)
    const subscription = crew.fanOut.subscribe(reader, LEAD, null, since)
    crew.store([true])
    crew.publish(1)
    expect([found, reader.got, subscription.at()]).toEqual([gaps, got, at])
  },
)

/** Every so many facts are events. Often more than a replay reads at a time. */
const stored = fc
  .record({ count: fc.integer({ min: 1, max: 100 }), every: fc.integer({ min: 1, max: 3 }) })
  .map(({ count, every }) => Array.from({ length: count }, (_, at) => at % every === 0))
const step = fc.oneof(
  fc.record({ kind: fc.constant('store' as const), kinds: stored }),
  fc.record({ kind: fc.constant('settle' as const), count: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('publish' as const), count: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('take' as const) }),
  fc.record({ kind: fc.constant('back' as const) }),
)

test('WS6, WS12, WS13, WS30 whenever it comes, goes and comes back, and however slowly it reads, each event comes once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.integer({ min: 0, max: 80 }),
      fc.array(step, { maxLength: 30 }),
      async (before, wanted, after) => {
        const crew = new Published()
        const reader = new Reader()
        const act = async (one: (typeof before)[number]) => {
          if (one.kind === 'store') crew.store(one.kinds)
          else if (one.kind === 'settle') crew.settle(one.count)
          else if (one.kind === 'publish') crew.publish(one.count)
          else if (one.kind === 'take') await reader.take()
          else comeBack()
        }
        let subscription: SubscriptionHandle | undefined
        const subscribe = (from: number) => {
          subscription?.leave()
          subscription = crew.fanOut.subscribe(reader, LEAD, null, from)
        }
        // From where it is by then: what it was sent is never more than there is.
        const comeBack = () => {
          if (subscription) subscribe(subscription.at())
        }
        const at = () => subscription?.at() ?? 0
        for (const one of before) await act(one)
        const since = Math.min(wanted, crew.head)
        subscribe(since)
        for (const one of after) {
          await act(one)
          expect(reader.got).toEqual(crew.events(since).slice(0, reader.got.length))
          const told = crew.events(since).filter((seq) => seq <= at())
          expect(reader.got, 'everything up to `at` was sent, and nothing behind it').toEqual(told)
        }
        crew.publish(crew.unpublished)
        for (let pages = 0; at() < crew.head && pages < 100; pages++) await reader.take()
        expect(reader.got).toEqual(crew.events(since))
      },
    ),
    { numRuns: 300 },
  )
})

/** A crew of as many events, which is there until it is deleted. */
class Deleted {
  isThere = true
  sees: (viewer: string) => boolean = () => true
  readonly #count: number
  readonly fanOut: FanOut

  constructor(count: number) {
    this.#count = count
    this.fanOut = new FanOut(
      {
        oldestSeq: () => 1,
        events: (_leadId, since, limit) => {
          const last = Math.min(this.#count, since + limit)
          const seqs = Array.from({ length: last - since }, (_, at) => since + at + 1)
          const events = seqs.map((seq) => ({ ...this.event(seq) }) as unknown as CrewEvent)
          return { events, last, more: last < this.#count }
        },
      },
      () =>
        this.isThere
          ? {
              durableSeq: this.#count,
              memberships: { sees: (viewer) => this.sees(viewer) },
              past: { hides: () => false },
            }
          : undefined,
    )
  }

  event(seq: number, type = 'lead:resumed', data: object = {}) {
    return { seq, leadId: LEAD, type, at: 't', ...data }
  }

  publish(seq: number, type?: string, data: object = {}) {
    const envelope = { ...this.event(seq, type), v: 1, actor: {}, cause: {}, data }
    this.fanOut.published([envelope as unknown as Envelope])
  }
}

test('WS21, WS31 a crew that is deleted ends for everyone with that, also for who is not there yet, and is followed no more', async () => {
  const crew = new Deleted(100)
  const [slow, live] = [new Reader(), new Reader()]
  const catchingUp = crew.fanOut.subscribe(slow, LEAD, null, 0)
  const subscription = crew.fanOut.subscribe(live, LEAD, null, 100)
  const sent = slow.got.length
  expect(sent).toBeLessThan(100)
  crew.publish(101, 'lead:deleted')
  // Its facts may be in the tables for some time yet.
  await slow.take()
  crew.isThere = false
  await slow.take()
  crew.publish(102)
  crew.publish(103, 'stream:advanced')
  crew.publish(104, 'lead:deleted')
  expect([slow.got.slice(sent), live.got]).toEqual([[101], [101]])
  expect([catchingUp.at(), subscription.at(), crew.fanOut.at(LEAD)]).toEqual([101, 101, 0])
  subscription.leave()
  const later = new Reader()
  expect(crew.fanOut.subscribe(later, LEAD, null, undefined).at()).toBe(0)
  expect(later.got).toEqual([])
})

test('WS21 a crew that goes while somebody catches up is nothing to go on with', async () => {
  const crew = new Deleted(100)
  const reader = new Reader()
  crew.fanOut.subscribe(reader, LEAD, null, 0)
  const sent = reader.got.length
  crew.isThere = false
  await reader.take()
  crew.publish(101)
  expect(reader.got).toHaveLength(sent)
})

test('WS12 who takes no more while it catches up is sent no more, and has not got what it was not sent', async () => {
  const crew = new Deleted(100)
  const reader = new Reader()
  reader.send = (event) => {
    reader.got.push(event.seq)
    return reader.got.length < 5
  }
  const subscription = crew.fanOut.subscribe(reader, LEAD, null, 0)
  await reader.take()
  crew.publish(101)
  expect([reader.got, subscription.at()]).toEqual([[1, 2, 3, 4, 5], 0])
})

test('WS9, WS31 each viewer is sent its own form of an event, whoever is asked first, and who is not told is not left behind', () => {
  const crew = new Deleted(3)
  crew.sees = (viewer) => viewer !== 'zoe'
  const got: Record<string, object[]> = {}
  const frames: Buffer[] = []
  const handles = ['zoe', 'ann', 'ben', null, 'cid'].map((viewer) => {
    const reader = new Reader()
    const own: object[] = (got[String(viewer)] = [])
    reader.send = (event, frame) => {
      expect(JSON.parse(frame.toString())).toEqual(event)
      frames.push(frame)
      own.push(event)
      return true
    }
    return crew.fanOut.subscribe(reader, LEAD, viewer, undefined)
  })
  const added = { group: 'x', agentId: 'ben', by: 'ann', member: {}, roles: [] }
  crew.publish(4, 'group:member_added', { ...added, state: { name: 'x' } })
  const bare = crew.event(4, 'group:member_added', added)
  const whole = { ...bare, state: { name: 'x' } }
  expect(got).toEqual({ zoe: [], ann: [bare], ben: [whole], null: [bare], cid: [bare] })
  expect(new Set(frames).size, 'the others share one').toBe(2)
  expect(handles.map((handle) => handle.at())).toEqual([4, 4, 4, 4, 4])
  crew.publish(4, 'group:member_added', { ...added, state: { name: 'x' } })
  expect(frames, 'once').toHaveLength(4)
  crew.publish(5)
  expect(frames).toHaveLength(9)
})

test('WS31 a batch of several crews reaches the followers of each, whoever follows those before it', () => {
  const crew = new Deleted(3)
  const [reader, gone] = [new Reader(), new Reader()]
  crew.fanOut.subscribe(gone, 'left', null, undefined).leave()
  crew.fanOut.subscribe(reader, LEAD, null, undefined)
  const batch = ['left', 'nobody', LEAD].map((leadId) => ({ ...crew.event(4), leadId, data: {} }))
  crew.fanOut.published(batch as unknown as Envelope[])
  expect([reader.got, gone.got]).toEqual([[4], []])
})
