import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { LEAD, message, posted, reacted } from '../../test/samples'
import type { MessagePage } from './api'
import { type MessageWindow, messagesOf, withEvent, withMessage } from './message-window'
import { MessageWindows, windowKey } from './message-windows'

const page = (seqs: readonly number[], asOf: number, hasBefore = false): MessagePage => ({
  messages: seqs.map((seq) => message(seq)),
  hasBefore,
  asOf,
})
const windowOf = (...pages: MessagePage[]): MessageWindow => ({
  pages,
  pageParams: pages.map(() => null),
})
const seqs = (window: MessageWindow) => messagesOf(window).map(({ seq }) => seq)

test('UI8 a message that is there already, by id or by clientId, is not added again', () => {
  const window = windowOf(page([1, 2], 2))
  expect(withEvent(window, posted(2))).toBe(window)
  expect(seqs(withMessage(window, message(2)))).toEqual([1, 2])
  const mine = withMessage(window, message(5, { from: 'human', clientId: 'c1' }))
  const echo = withEvent(mine, posted(5, { id: 'other', from: 'human', clientId: 'c1' }))
  expect(seqs(echo)).toEqual([1, 2, 5])
})

test('UI9 a message that comes out of order takes its place by seq', () => {
  let window = windowOf(page([10, 20], 20), page([1, 5], 20))
  window = withMessage(window, message(30))
  window = withMessage(window, message(25))
  window = withMessage(window, message(3))
  expect(seqs(window)).toEqual([1, 3, 5, 10, 20, 25, 30])
})

test('UI10 reactions are sets, and an event that the page already contains changes nothing', () => {
  const window = windowOf(page([1, 2], 5))
  expect(withEvent(window, reacted(4, 'm1', 'add'))).toBe(window)
  let next = withEvent(window, reacted(6, 'm1', 'add'))
  next = withEvent(next, reacted(7, 'm1', 'add'))
  expect(messagesOf(next)[0]?.reactions).toEqual({ '👍': ['dev'] })
  next = withEvent(next, reacted(8, 'm1', 'remove'))
  expect(messagesOf(next)[0]?.reactions).toEqual({})
})

test('UI11 a long session splits the newest page and loses no message', () => {
  let window = windowOf(page([1], 1))
  for (let seq = 2; seq <= 400; seq++) window = withEvent(window, posted(seq))
  expect(seqs(window)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1))
  expect(window.pages.length).toBe(window.pageParams.length)
  expect(window.pages[0]?.messages.length).toBeLessThanOrEqual(150)
  expect(window.pageParams[1]).toBe(window.pages[0]?.messages[0]?.seq)
})

test('UI12 events that arrive during a fetch are neither lost nor doubled', async () => {
  const client = new QueryClient()
  const windows = new MessageWindows(client)
  let answer: (page: MessagePage) => void = () => undefined
  const options = {
    queryKey: windowKey(LEAD, 'team'),
    queryFn: () => new Promise<MessagePage>((resolve) => (answer = resolve)),
    initialPageParam: null as number | null,
    getNextPageParam: () => null,
  }
  const now = () => client.getQueryData<MessageWindow>(options.queryKey)

  const first = client.fetchInfiniteQuery(options)
  await Promise.resolve()
  windows.apply(LEAD, [posted(3), posted(4)])
  answer(page([1, 2, 3], 3))
  await first
  expect(seqs(now() ?? windowOf())).toEqual([1, 2, 3, 4])

  const again = client.fetchInfiniteQuery({ ...options, staleTime: 0 })
  await Promise.resolve()
  windows.apply(LEAD, [posted(6), reacted(7, 'm6', 'add')])
  answer(page([1, 2, 3, 4], 5))
  await again
  const after = now() ?? windowOf()
  expect(seqs(after)).toEqual([1, 2, 3, 4, 6])
  expect(messagesOf(after).at(-1)?.reactions).toEqual({ '👍': ['dev'] })
})
