import type { Message } from '@crewroom/shared/model/message'
import { expect, test } from 'vitest'
import { AT, message } from '../../test/samples'
import { ApiError } from './request'
import { Outbox, type Pending } from './outbox'

function setUp(kept = '[]') {
  const posts: { own: Pending; answer(m: Message): void; fail(error: Error): void }[] = []
  const storage = new Map([['crewroom:outbox', kept]])
  const sent: string[] = []
  let id = 0
  const outbox = new Outbox({
    post: (own) => new Promise((answer, fail) => posts.push({ own, answer, fail })),
    sent: (own) => sent.push(own.content),
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    },
    newId: () => `c${(id += 1)}`,
    now: () => AT,
  })
  return { outbox, posts, sent, storage, all: () => outbox.store.getState() }
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

test('UI25 what could not be sent is kept and sent again under the same clientId', async () => {
  const { outbox, posts, all } = setUp()
  outbox.send('l', 'team', 'one')
  outbox.send('l', 'team', 'two')
  posts[0]?.fail(new ApiError(0, 'network', 'The server does not answer.'))
  await settle()
  expect(all()[0]).toMatchObject({ content: 'one', status: 'failed', problem: { passing: true } })
  expect(posts, 'the second waits for the first').toHaveLength(1)
  outbox.retryPassing()
  expect(posts[1]?.own.clientId).toBe(posts[0]?.own.clientId)
  posts[1]?.fail(new ApiError(422, 'validation', 'Too long.'))
  await settle()
  outbox.retryPassing()
  expect(posts, 'what will not pass is not tried by itself').toHaveLength(2)
  outbox.discard('c1')
  expect(posts.at(-1)?.own.content).toBe('two')
})

test('UI26 a reload keeps what was on its way', () => {
  const before = setUp()
  before.outbox.send('l', 'team', 'one')
  const { all } = setUp(before.storage.get('crewroom:outbox'))
  expect(all()).toMatchObject([{ clientId: 'c1', content: 'one', status: 'failed' }])
  expect(setUp('not json').all()).toEqual([])
})
