import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { expect, test } from 'vitest'
import { AT, LEAD } from '../../test/samples'
import { ApiError } from '../sync/request'
import { SendAgain } from '../sync/send-again'
import { DirectOutbox } from './direct-outbox'

function begin(kept: Map<string, string> = new Map()) {
  const listeners: ((event: CrewEvent) => void)[] = []
  const posts: { content: string; end: (error?: unknown) => Promise<void> }[] = []
  const stored: DirectMessage[] = []
  const again = new SendAgain({ now: () => 0, random: () => 0.5, after: () => () => undefined })
  let ids = 0
  const outbox = new DirectOutbox({
    post: ({ content }) =>
      new Promise((resolve, reject) => {
        posts.push({
          content,
          end: async (error) => {
            if (error === undefined) resolve(undefined)
            else reject(error as Error)
            await new Promise((next) => setTimeout(next))
          },
        })
      }),
    said: async (_, to) => ({
      messages: stored.filter((own) => to === null || own.to === to),
      hasMore: false,
    }),
    seqOf: () => 0,
    again,
    follow: (_, listener) => {
      listeners.push(listener)
      return () => undefined
    },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    },
    newId: () => `own-${++ids}`,
    now: () => AT,
  })
  let seq = 0
  /** The server has it; its event is not here. */
  const stores = (
    content: string,
    to: string | null = 'dev',
    more: Partial<DirectMessage> = {},
  ) => {
    seq += 1
    const message: DirectMessage = {
      id: `d${seq}`,
      seq,
      leadId: LEAD,
      kind: to === null ? 'broadcast' : 'direct',
      from: 'human',
      fromRole: 'Human',
      to,
      content,
      timestamp: AT,
      hop: 0,
      ...more,
    }
    stored.push(message)
    return message
  }
  const arrives = (...of: Parameters<typeof stores>) => {
    const message = stores(...of)
    for (const listener of listeners) {
      listener({ type: 'direct:message', seq, leadId: LEAD, at: AT, message })
    }
  }
  const tryAgain = async () => {
    again.now()
    await settle()
  }
  const waiting = () => outbox.store.getState().map(({ content, status }) => `${content} ${status}`)
  return { outbox, posts, stores, arrives, tryAgain, waiting, kept }
}
const settle = () => new Promise((next) => setTimeout(next))
const unanswered = () => new ApiError(0, 'network', 'The server does not answer.')

test('UI92 a message is pending until its event is there, whichever of event and answer comes first', async () => {
  const { outbox, posts, arrives, waiting } = begin()
  outbox.send(LEAD, 'dev', 'one')
  await posts[0]?.end()
  expect(waiting()).toEqual(['one sent'])
  arrives('one')
  expect(waiting()).toEqual([])
  outbox.send(LEAD, 'dev', 'two')
  arrives('two')
  expect(waiting()).toEqual([])
  await posts[1]?.end()
  expect(waiting()).toEqual([])
  // The server may have masked a secret in it.
  outbox.send(LEAD, 'dev', 'token abc')
  arrives('token [masked]')
  await posts[2]?.end()
  expect(waiting()).toEqual([])
})

test('UI92 messages to one go in order, a failed one holds back what follows, and others are not held back', async () => {
  const { outbox, posts, arrives, waiting } = begin()
  outbox.send(LEAD, 'dev', 'one')
  outbox.send(LEAD, 'dev', 'two')
  outbox.send(LEAD, null, 'all')
  expect(posts.map(({ content }) => content)).toEqual(['one', 'all'])
  await posts[0]?.end(new ApiError(422, 'validation', 'No.'))
  expect(waiting()).toEqual(['one failed', 'two sending', 'all sending'])
  outbox.retry('own-1')
  await posts[2]?.end()
  arrives('one')
  expect(posts.map(({ content }) => content)).toEqual(['one', 'all', 'one', 'two'])
  arrives('two')
  arrives('all', null)
  expect(waiting()).toEqual([])
})

test('UI92 what was not answered goes out again when it has not arrived, and goes when it has after all', async () => {
  const { outbox, posts, stores, arrives, tryAgain, waiting } = begin()
  outbox.send(LEAD, 'dev', 'one')
  await posts[0]?.end(unanswered())
  expect(outbox.store.getState()[0]).toMatchObject({ isWaiting: true })
  arrives('one', 'dev', { kind: 'interrupt' })
  arrives('one', 'qa')
  arrives('one', 'dev', { from: 'lead' })
  expect(waiting()).toEqual(['one failed'])
  await tryAgain()
  expect(posts.length, 'it is not among what was said').toBe(2)
  await posts[1]?.end(unanswered())
  stores('one')
  await tryAgain()
  expect(waiting(), 'it is').toEqual([])
  expect(posts.length).toBe(2)

  outbox.send(LEAD, 'dev', 'two')
  await posts[2]?.end(unanswered())
  arrives('two')
  expect(waiting()).toEqual([])
})

test('UI92 the same words twice are two messages, also when the second was not answered', async () => {
  const { outbox, posts, stores, tryAgain, waiting } = begin()
  outbox.send(LEAD, 'dev', 'again')
  outbox.send(LEAD, 'dev', 'again')
  await posts[0]?.end()
  stores('again')
  await posts[1]?.end(unanswered())
  await tryAgain()
  expect(posts.length).toBe(3)
  await posts[2]?.end()
  expect(waiting()).toEqual(['again sent', 'again sent'])
})

test('UI92 where it is not clear whether it arrived the person decides', async () => {
  const { outbox, posts, stores, tryAgain, waiting } = begin()
  outbox.send(LEAD, 'dev', 'token abc')
  await posts[0]?.end(unanswered())
  stores('token [masked]')
  await tryAgain()
  expect(waiting()).toEqual(['token abc failed'])
  expect(outbox.store.getState()[0]).toMatchObject({
    isWaiting: false,
    problem: expect.stringContaining('Look whether it arrived'),
  })
  await tryAgain()
  expect(posts.length).toBe(1)
  outbox.retry('own-1')
  expect(posts.length).toBe(2)
})

test('UI92 a reload keeps what was not confirmed, looks for it, and sends what has not arrived', async () => {
  const { outbox, kept } = begin()
  outbox.send(LEAD, 'dev', 'one')
  outbox.send(LEAD, 'dev', 'two')
  const after = begin(kept)
  expect(after.waiting()).toEqual(['one failed', 'two failed'])
  after.stores('one')
  await after.tryAgain()
  expect(after.posts.map(({ content }) => content)).toEqual(['two'])
  await after.posts[0]?.end()
  expect(after.waiting()).toEqual(['two sent'])
})

test('UI92 what an older page left behind is sent again only when asked for', async () => {
  const old = { id: 'x', leadId: LEAD, to: 'dev', content: 'one', writtenAt: AT, problem: null }
  const key = 'crewroom:direct-outbox'
  const kept = new Map([[key, JSON.stringify([{ ...old, status: 'sending' }])]])
  const { outbox, posts, tryAgain } = begin(kept)
  await tryAgain()
  expect(posts).toEqual([])
  expect(outbox.store.getState()[0]?.problem).toContain('Look whether it arrived')
  outbox.discard('x')
  expect(outbox.store.getState()).toEqual([])
})
