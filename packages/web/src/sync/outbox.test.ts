import { expect, test } from 'vitest'
import { AT } from '../../test/samples'
import { ApiError } from './request'
import { isWaiting, Outbox, type Pending, type ToAgents, type ToGroup } from './outbox'
import { SendAgain } from './send-again'

type To = ToGroup | ToAgents

function setUp(kept = '[]', isFull = false) {
  const posts: { own: Pending<To>; answer(): void; fail(error: Error): void }[] = []
  const storage = new Map([['crewroom:outbox', kept]])
  const waits: { ms: number; run(): void; isOver: boolean }[] = []
  const again = new SendAgain({
    now: () => 1_000,
    random: () => 0.5,
    after: (ms, run) => {
      const wait = { ms, run, isOver: false }
      waits.push(wait)
      return () => {
        wait.isOver = true
      }
    },
  })
  let id = 0
  let stored: (clientId: string) => void = () => undefined
  const outbox = new Outbox<To>({
    onStored: (listener) => (stored = listener),
    key: 'crewroom:outbox',
    post: (own) => new Promise((answer, fail) => posts.push({ own, answer, fail })),
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => {
        if (isFull) throw new DOMException('It is full.', 'QuotaExceededError')
        storage.set(key, value)
      },
    },
    again,
    newId: () => `c${(id += 1)}`,
    now: () => AT,
  })
  return {
    outbox,
    posts,
    stored: (id: string) => stored(id),
    storage,
    again,
    waits,
    all: () => outbox.store.getState(),
  }
}
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('UI24 messages of one group are sent in the order they were written', async () => {
  const { outbox, posts, all } = setUp()
  outbox.send({ leadId: 'l', group: 'team' }, 'one')
  outbox.send({ leadId: 'l', group: 'team' }, 'two')
  outbox.send({ leadId: 'l', group: 'other' }, 'aside')
  expect(posts.map(({ own }) => own.content)).toEqual(['one', 'aside'])
  posts[0]?.answer()
  await settle()
  expect(posts.map(({ own }) => own.content)).toEqual(['one', 'aside', 'two'])
  expect(all().map(({ content }) => content)).toEqual(['two', 'aside'])
})

test('UI562 messages of a session go their own way, beside those of its group and of its other sessions', async () => {
  const { outbox, posts, all } = setUp()
  const to = { leadId: 'l', group: 'team' }
  outbox.send({ ...to, sessionId: 's1', asks: ['ada'] }, 'one')
  outbox.send({ ...to, sessionId: 's1' }, 'two')
  outbox.send({ ...to, sessionId: 's2' }, 'other session')
  outbox.send(to, 'main')
  const contents = () => posts.map(({ own }) => own.content)
  expect(contents()).toEqual(['one', 'other session', 'main'])
  expect(posts[0]?.own).toMatchObject({ sessionId: 's1', asks: ['ada'], clientId: 'c1' })
  posts[0]?.fail(unanswered())
  await settle()
  expect(all().map(isWaiting), 'each waits with its own').toEqual([true, false, false, false])
  outbox.retry('c1')
  posts[3]?.answer()
  await settle()
  expect(contents()).toEqual(['one', 'other session', 'main', 'one', 'two'])
  expect(posts[3]?.own, 'also what it asks is kept').toMatchObject({ asks: ['ada'] })
})

test('UI647 what a message replies to waits with it, and goes with it when it is sent again', async () => {
  const before = setUp()
  const reply = { id: 'm1', n: 12, from: 'ada', fromRole: 'Developer', text: 'Shall I?' }
  before.outbox.send({ leadId: 'l', group: 'team', replyTo: reply }, 'Yes')
  before.outbox.send({ leadId: 'l', group: 'team' }, 'And now?')
  before.posts[0]?.fail(unanswered())
  await settle()
  const { posts, again } = setUp(before.storage.get('crewroom:outbox'))
  again.now()
  expect(posts[0]?.own).toMatchObject({ clientId: 'c1', content: 'Yes', replyTo: reply })
  posts[0]?.answer()
  await settle()
  expect(posts[1]?.own, 'the one behind it replies to nothing').not.toHaveProperty('replyTo')
})

const unanswered = () => new ApiError(0, 'network', 'The server does not answer.')

test('UI25 what could not be sent is kept and sent again under the same clientId', async () => {
  const { outbox, posts, again, all } = setUp()
  outbox.send({ leadId: 'l', group: 'team' }, 'one')
  outbox.send({ leadId: 'l', group: 'team' }, 'two')
  posts[0]?.fail(unanswered())
  await settle()
  expect(all()[0]).toMatchObject({ content: 'one', status: 'failed', problem: { passing: true } })
  expect(posts, 'the second waits for the first').toHaveLength(1)
  again.now()
  expect(posts[1]?.own.clientId).toBe(posts[0]?.own.clientId)
  posts[1]?.fail(new ApiError(422, 'validation', 'Too long.'))
  await settle()
  again.now()
  expect(posts, 'what was refused is not tried again unasked').toHaveLength(2)
  outbox.discard('c1')
  expect(posts.at(-1)?.own.content).toBe('two')
})

test('UI370 what no answer came for is tried again, later each time, and is said to wait meanwhile', async () => {
  const { outbox, posts, again, waits, all } = setUp()
  outbox.send({ leadId: 'l', group: 'team' }, 'one')
  for (const [n, status] of [0, 502, 503, 504].entries()) {
    posts[n]?.fail(new ApiError(status, 'network', 'Nobody is there.'))
    await settle()
    expect(all().map(isWaiting), `after ${status}`).toEqual([true])
    expect(again.store.getState().isWaiting).toBe(true)
    waits[n]?.run()
    expect(all().map(isWaiting), 'also while it is tried').toEqual([true])
    expect(posts).toHaveLength(n + 2)
  }
  expect(waits.map(({ ms }) => ms)).toEqual([500, 1_000, 2_000, 4_000])
  expect(new Set(posts.map(({ own }) => own.clientId)).size).toBe(1)
  posts.at(-1)?.answer()
  await settle()
  expect(all()).toEqual([])
  expect(again.store.getState()).toEqual({ isWaiting: false, retryAt: null })
})

test('UI370 what the server refuses waits for nothing', async () => {
  for (const status of [400, 403, 404, 409, 413, 422, 500]) {
    const { outbox, posts, again, waits, all } = setUp()
    outbox.send({ leadId: 'l', group: 'team' }, 'one')
    posts[0]?.fail(new ApiError(status, 'refused', 'No.'))
    await settle()
    expect(all().map(isWaiting), `after ${status}`).toEqual([false])
    expect([again.store.getState().isWaiting, waits.length]).toEqual([false, 0])
  }
})

test('UI370 when the server takes one, what waits elsewhere follows at once', async () => {
  const { outbox, posts, waits, all } = setUp()
  outbox.send({ leadId: 'l', group: 'team' }, 'one')
  outbox.send({ leadId: 'l', group: 'other' }, 'aside')
  posts[0]?.fail(unanswered())
  await settle()
  posts[1]?.answer()
  await settle()
  expect(waits, 'the wait has not ended').toHaveLength(1)
  expect(posts.map(({ own }) => own.content)).toEqual(['one', 'aside', 'one'])
  posts[2]?.answer()
  await settle()
  expect(all()).toEqual([])
})

test('UI92 what is written to one agent and to all goes in order, each to its own place, and says when it was taken', async () => {
  const { outbox, posts, all } = setUp()
  const taken: string[] = []
  const write = (to: string | null, content: string) =>
    outbox.send({ leadId: 'l', to }, content, () => taken.push(content))
  write('dev', 'one')
  write('dev', 'two')
  write(null, 'to all')
  // A group may be called as an agent is.
  outbox.send({ leadId: 'l', group: 'dev' }, 'to the group')
  const sent = () => posts.map(({ own }) => own.content)
  expect(sent()).toEqual(['one', 'to all', 'to the group'])
  posts[0]?.fail(new ApiError(422, 'validation', 'No.'))
  posts[1]?.answer()
  await settle()
  expect([sent().length, taken]).toEqual([3, ['to all']])
  outbox.retry('c1')
  expect(posts[3]?.own.clientId).toBe('c1')
  posts[3]?.answer()
  await settle()
  expect([sent()[4], taken]).toEqual(['two', ['to all', 'one']])
  outbox.discard('c2')
  posts[2]?.answer()
  posts[4]?.answer()
  await settle()
  expect([all(), taken]).toEqual([[], ['to all', 'one']])
})

test('UI92 what one crew refused keeps nothing back of another, to all or to an agent', async () => {
  const { outbox, posts } = setUp()
  for (const to of [null, 'human']) {
    const before = posts.length
    outbox.send({ leadId: 'l', to }, 'refused')
    posts[before]?.fail(new ApiError(422, 'validation', 'No.'))
    await settle()
    outbox.send({ leadId: 'k', to }, 'to the other crew')
    expect(posts.slice(before).map(({ own }) => own.leadId)).toEqual(['l', 'k'])
  }
})

test('UI92 what the server has by its event is not sent again, whatever becomes of its answer', async () => {
  const { outbox, posts, stored, again, all } = setUp()
  const taken: string[] = []
  const write = (content: string) =>
    outbox.send({ leadId: 'l', to: 'dev' }, content, () => taken.push(content))
  for (const content of ['one', 'two', 'three']) write(content)
  posts[0]?.fail(unanswered())
  await settle()
  stored('c1')
  stored('another page’s')
  expect(again.store.getState().isWaiting, 'the server is there').toBe(false)
  expect([taken, posts.map(({ own }) => own.content)]).toEqual([['one'], ['one', 'two']])
  stored('c2')
  expect(posts, 'one at a time').toHaveLength(2)
  posts[1]?.fail(unanswered())
  await settle()
  expect([taken, posts.length]).toEqual([['one', 'two'], 3])
  expect(again.store.getState().isWaiting, 'nothing waits').toBe(false)
  stored('c3')
  posts[2]?.answer()
  await settle()
  expect([all(), taken]).toEqual([[], ['one', 'two', 'three']])
  again.now()
  expect([posts.length, again.store.getState().isWaiting]).toEqual([3, false])
})

test('UI26 a reload keeps what was on its way', () => {
  const before = setUp()
  before.outbox.send({ leadId: 'l', group: 'team' }, 'one')
  const { all } = setUp(before.storage.get('crewroom:outbox'))
  expect(all()).toMatchObject([{ clientId: 'c1', content: 'one', status: 'failed' }])
  expect(setUp('not json').all()).toEqual([])
})

test('UI26 a reload sends again what waited or was on its way, and not what was refused, which still says why', async () => {
  const { outbox, posts, storage } = setUp()
  for (const group of ['refused', 'waiting', 'sending']) outbox.send({ leadId: 'l', group }, group)
  posts[0]?.fail(new ApiError(422, 'validation', 'Too long.'))
  posts[1]?.fail(unanswered())
  await settle()
  const after = setUp(storage.get('crewroom:outbox'))
  expect(after.all()).toMatchObject([
    { content: 'refused', writtenAt: AT, problem: { text: 'Too long.', passing: false } },
    { content: 'waiting', problem: { passing: true } },
    { content: 'sending', problem: { passing: true } },
  ])
  after.again.now()
  expect(after.posts.map(({ own }) => own.content)).toEqual(['waiting', 'sending'])
  for (const { answer } of after.posts) answer()
  await settle()
  after.outbox.discard('c1')
  expect(after.storage.get('crewroom:outbox'), 'nothing comes back').toBe('[]')
})

test('UI25 what was refused and is sent again on request is refused no more while it is on its way', async () => {
  const { outbox, posts, all } = setUp()
  outbox.send({ leadId: 'l', group: 'team' }, 'one')
  posts[0]?.fail(new ApiError(422, 'validation', 'No.'))
  await settle()
  expect(all()[0]).toMatchObject({ status: 'failed', problem: { text: 'No.', passing: false } })
  outbox.retry('c1')
  outbox.retry('c1')
  outbox.retry('unknown')
  expect(posts, 'once').toHaveLength(2)
  expect(all()[0]).toMatchObject({ status: 'sending', problem: null })
  outbox.discard('c1')
  posts[1]?.answer()
  await settle()
  outbox.send({ leadId: 'l', group: 'team' }, 'two')
  expect([posts.length, all().length], 'its place is free').toEqual([3, 1])
})

test('UI92 what was given up while it was on its way is not said to be taken, and keeps nothing back', async () => {
  const { outbox, posts, stored, all } = setUp()
  const taken: string[] = []
  for (const content of ['one', 'two']) {
    outbox.send({ leadId: 'l', to: 'dev' }, content, () => taken.push(content))
  }
  outbox.discard('c1')
  expect(posts, 'one at a time').toHaveLength(1)
  posts[0]?.fail(unanswered())
  await settle()
  stored('c1')
  expect(posts.map(({ own }) => own.content)).toEqual(['one', 'two'])
  posts[1]?.answer()
  await settle()
  stored('c2')
  expect([taken, all()]).toEqual([['two'], []])
})

test('UI25 a storage that is full keeps nothing from being sent', async () => {
  const { outbox, posts, all } = setUp('[]', true)
  outbox.send({ leadId: 'l', group: 'team' }, 'one')
  expect(posts).toHaveLength(1)
  posts[0]?.answer()
  await settle()
  expect(all()).toEqual([])
})

test('UI370 several that no answer came for wait once, and are all tried when that is over', async () => {
  const { outbox, posts, again, waits } = setUp()
  let others = 0
  again.join(() => {
    others += 1
    return true
  })
  for (const group of ['team', 'other', 'third']) outbox.send({ leadId: 'l', group }, group)
  for (const { fail } of posts) fail(unanswered())
  await settle()
  expect(
    waits.map(({ ms }) => ms),
    'one wait for all',
  ).toEqual([500])
  expect(again.store.getState()).toEqual({ isWaiting: true, retryAt: 1_500 })
  waits[0]?.run()
  expect([posts.length, others]).toEqual([6, 1])
  expect(again.store.getState()).toEqual({ isWaiting: true, retryAt: null })
  again.now()
  expect(posts, 'they are on their way').toHaveLength(6)
})

test('UI370 a try in between ends the wait, and after any answer waiting begins from the start', async () => {
  const { outbox, posts, again, waits } = setUp()
  outbox.send({ leadId: 'l', group: 'team' }, 'one')
  const fails = async () => {
    posts.at(-1)?.fail(unanswered())
    await settle()
    return waits.at(-1)
  }
  expect((await fails())?.ms).toBe(500)
  waits.at(-1)?.run()
  const second = await fails()
  expect(second?.ms).toBe(1_000)
  again.now()
  expect(second?.isOver, 'it is not tried twice').toBe(true)
  const third = await fails()
  expect([third?.ms, third === second], 'asked by the person').toEqual([500, false])
  third?.run()
  expect((await fails())?.ms).toBe(1_000)
  outbox.send({ leadId: 'l', group: 'other' }, 'aside')
  posts.at(-1)?.answer()
  await settle()
  const last = await fails()
  expect(last?.ms, 'the server was there').toBe(500)
})

test('UI370 a server that has too much to do has refused nothing', async () => {
  const { outbox, posts, all } = setUp()
  outbox.send({ leadId: 'l', group: 'team' }, 'one')
  posts[0]?.fail(new ApiError(429, 'too_many', 'Later.'))
  await settle()
  expect(all().map(isWaiting)).toEqual([true])
})
