import type { Message } from '@crewroom/shared/model/message'
import { expect, test } from 'vitest'
import { AT, message } from '../../test/samples'
import { ApiError } from './request'
import { isWaiting, Outbox, type Pending } from './outbox'
import { SendAgain } from './send-again'

function setUp(kept = '[]') {
  const posts: { own: Pending; answer(m: Message): void; fail(error: Error): void }[] = []
  const storage = new Map([['crewroom:outbox', kept]])
  const sent: string[] = []
  const waits: { ms: number; run(): void }[] = []
  const again = new SendAgain({
    now: () => 0,
    random: () => 0.5,
    after: (ms, run) => {
      waits.push({ ms, run })
      return () => undefined
    },
  })
  let id = 0
  const outbox = new Outbox({
    post: (own) => new Promise((answer, fail) => posts.push({ own, answer, fail })),
    sent: (own) => sent.push(own.content),
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    },
    again,
    newId: () => `c${(id += 1)}`,
    now: () => AT,
  })
  return { outbox, posts, sent, storage, again, waits, all: () => outbox.store.getState() }
}
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('UI24 messages of one group are sent in the order they were written', async () => {
  const { outbox, posts, sent, all } = setUp()
  outbox.send('l', 'team', 'one')
  outbox.send('l', 'team', 'two')
  outbox.send('l', 'other', 'aside')
  expect(posts.map(({ own }) => own.content)).toEqual(['one', 'aside'])
  posts[0]?.answer(message(1, { content: 'one' }))
  await settle()
  expect(posts.map(({ own }) => own.content)).toEqual(['one', 'aside', 'two'])
  expect(sent).toEqual(['one'])
  expect(all().map(({ content }) => content)).toEqual(['two', 'aside'])
})

const unanswered = () => new ApiError(0, 'network', 'The server does not answer.')

test('UI25 what could not be sent is kept and sent again under the same clientId', async () => {
  const { outbox, posts, again, all } = setUp()
  outbox.send('l', 'team', 'one')
  outbox.send('l', 'team', 'two')
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
  outbox.send('l', 'team', 'one')
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
  posts.at(-1)?.answer(message(1, { content: 'one' }))
  await settle()
  expect(all()).toEqual([])
  expect(again.store.getState()).toEqual({ isWaiting: false, retryAt: null })
})

test('UI370 what the server refuses waits for nothing', async () => {
  for (const status of [400, 403, 404, 409, 413, 422, 500]) {
    const { outbox, posts, again, waits, all } = setUp()
    outbox.send('l', 'team', 'one')
    posts[0]?.fail(new ApiError(status, 'refused', 'No.'))
    await settle()
    expect(all().map(isWaiting), `after ${status}`).toEqual([false])
    expect([again.store.getState().isWaiting, waits.length]).toEqual([false, 0])
  }
})

test('UI370 when the server takes one, what waits elsewhere follows at once', async () => {
  const { outbox, posts, waits, all } = setUp()
  outbox.send('l', 'team', 'one')
  outbox.send('l', 'other', 'aside')
  posts[0]?.fail(unanswered())
  await settle()
  posts[1]?.answer(message(1, { content: 'aside' }))
  await settle()
  expect(waits, 'the wait has not ended').toHaveLength(1)
  expect(posts.map(({ own }) => own.content)).toEqual(['one', 'aside', 'one'])
  posts[2]?.answer(message(2, { content: 'one' }))
  await settle()
  expect(all()).toEqual([])
})

test('UI26 a reload keeps what was on its way', () => {
  const before = setUp()
  before.outbox.send('l', 'team', 'one')
  const { all } = setUp(before.storage.get('crewroom:outbox'))
  expect(all()).toMatchObject([{ clientId: 'c1', content: 'one', status: 'failed' }])
  expect(setUp('not json').all()).toEqual([])
})
