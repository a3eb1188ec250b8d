import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { expect, test } from 'vitest'
import { AT, LEAD } from '../../test/samples'
import { ApiError } from '../sync/request'
import { DirectOutbox } from './direct-outbox'

function begin(kept: Map<string, string> = new Map()) {
  const listeners: ((event: CrewEvent) => void)[] = []
  const posts: { content: string; end: (error?: unknown) => Promise<void> }[] = []
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
  const arrives = (
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
    for (const listener of listeners) {
      listener({ type: 'direct:message', seq, leadId: LEAD, at: AT, message })
    }
  }
  const waiting = () => outbox.store.getState().map(({ content, status }) => `${content} ${status}`)
  return { outbox, posts, arrives, waiting, kept }
}

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
  await posts[0]?.end(new ApiError(503, 'busy', 'Too much.'))
  expect(waiting()).toEqual(['one failed', 'two sending', 'all sending'])
  outbox.retry('own-1')
  await posts[2]?.end()
  arrives('one')
  expect(posts.map(({ content }) => content)).toEqual(['one', 'all', 'one', 'two'])
  arrives('two')
  arrives('all', null)
  expect(waiting()).toEqual([])
})

test('UI92 what was not answered is not sent again by itself, and goes when it has arrived after all', async () => {
  const { outbox, posts, arrives, waiting } = begin()
  outbox.send(LEAD, 'dev', 'one')
  await posts[0]?.end(new ApiError(0, 'network', 'The server does not answer.'))
  expect(outbox.store.getState()[0]?.problem).toContain('Look whether it arrived')
  expect(posts.length).toBe(1)
  arrives('something else')
  expect(waiting()).toEqual(['one failed'])
  arrives('one', 'dev', { kind: 'interrupt' })
  arrives('one', 'qa')
  expect(waiting()).toEqual(['one failed'])
  arrives('one')
  expect(waiting()).toEqual([])
})

test('UI92 a reload keeps what was not confirmed, and leaves sending it again to the person', () => {
  const { outbox, kept } = begin()
  outbox.send(LEAD, 'dev', 'one')
  const after = begin(kept)
  expect(after.waiting()).toEqual(['one failed'])
  expect(after.posts).toEqual([])
  after.outbox.discard('own-1')
  expect(after.waiting()).toEqual([])
})
