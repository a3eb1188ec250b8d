import { afterEach, expect, test, vi } from 'vitest'
import { AT, LEAD, message, posted, reacted } from '../../test/samples'
import { api, type TimelinePage } from './api'
import { rowOfMessage } from './event-row'
import { liveLists } from './live-lists'
import { queryClient } from './query-client'
import {
  rowsOf,
  type TimelineWindow,
  withEvent,
  withMessage,
  withNewestPages,
} from './timeline-window'
import { windowOptions } from './timeline-windows'

const page = (seqs: readonly number[], asOf: number, hasAfter = false): TimelinePage => ({
  rows: seqs.map((seq) => rowOfMessage(message(seq))),
  hasBefore: false,
  hasAfter,
  asOf,
})
const windowOf = (...pages: TimelinePage[]): TimelineWindow => ({
  pages,
  pageParams: pages.map(() => ({ at: 'latest' })),
})
const seqs = (window: TimelineWindow) => rowsOf(window).map(({ seq }) => seq)
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

const messagesOf = (window: TimelineWindow) =>
  rowsOf(window).flatMap((row) => (row.kind === 'event' ? [] : [row.message]))

test('UI8 a message that is there already, by id or by clientId, is not added again', () => {
  const window = windowOf(page([1, 2], 2))
  expect(withEvent(window, posted(2))).toBe(window)
  expect(seqs(withMessage(window, message(2)))).toEqual([1, 2])
  const mine = withMessage(window, message(5, { from: 'human', clientId: 'c1' }))
  const echo = withEvent(mine, posted(5, { id: 'other', from: 'human', clientId: 'c1' }))
  expect(seqs(echo)).toEqual([1, 2, 5])
  // A clientId is its sender's own: two may have chosen the same.
  const others = withEvent(mine, posted(6, { from: 'dev', clientId: 'c1' }))
  expect(seqs(others)).toEqual([1, 2, 5, 6])
  expect(seqs(withMessage(mine, message(7, { from: 'qa', clientId: 'c1' })))).toEqual([1, 2, 5, 7])
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
  expect(window.pages[0]?.rows.length).toBeLessThanOrEqual(150)
  expect(window.pageParams[1]).toEqual({ at: 'before', seq: window.pages[0]?.rows[0]?.seq })
  expect(window.pages.map(({ hasAfter }) => hasAfter)).toEqual([false, true, true, true])
  const newest = withNewestPages(window, 2)
  expect(seqs(newest)).toEqual(seqs(window).slice(-seqs(newest).length))
  expect(newest.pages.at(-1)?.hasBefore, 'what was dropped can be fetched again').toBe(true)
})

test('UI12 events that arrive during a fetch are neither lost nor doubled', async () => {
  let answer: (page: TimelinePage) => void = () => undefined
  vi.spyOn(api, 'timeline').mockImplementation(
    () => new Promise<TimelinePage>((resolve) => (answer = resolve)),
  )
  const options = windowOptions(LEAD, 'team', { at: 'latest' })
  const now = () => queryClient.getQueryData<TimelineWindow>(options.queryKey)

  const first = queryClient.fetchInfiniteQuery(options)
  await Promise.resolve()
  liveLists.apply(LEAD, [posted(3), { ...posted(4), groupName: 'other' }, posted(4)])
  answer(page([1, 2, 3], 3))
  await first
  expect(seqs(now() ?? windowOf())).toEqual([1, 2, 3, 4])

  const again = queryClient.fetchInfiniteQuery({ ...options, staleTime: 0 })
  await Promise.resolve()
  liveLists.apply(LEAD, [posted(6), reacted(7, 'm6', 'add')])
  answer(page([1, 2, 3, 4], 5))
  await again
  const after = now() ?? windowOf()
  expect(seqs(after)).toEqual([1, 2, 3, 4, 6])
  expect(messagesOf(after).at(-1)?.reactions).toEqual({ '👍': ['dev'] })
})

test('UI46 a window that does not reach the present takes no news, only reactions to what it shows', () => {
  const window = windowOf(page([1, 2], 2, true))
  expect(withEvent(window, posted(3))).toBe(window)
  expect(withMessage(window, message(3))).toBe(window)
  const next = withEvent(window, reacted(4, 'm1', 'add'))
  expect(messagesOf(next)[0]?.reactions).toEqual({ '👍': ['dev'] })
})

test('UI47 who came and went stands between the messages, live as after a reload', () => {
  const window = windowOf(page([1], 1))
  const joined = {
    type: 'group:member_added',
    seq: 2,
    leadId: LEAD,
    at: AT,
    group: 'team',
    agentId: 'qa',
    by: 'lead',
    member: { id: 'qa', memberRole: 'member', joinedAt: AT, joinedSeq: 2, wake: 'all' },
    roles: [],
  } as const
  const next = withEvent(window, joined)
  expect(rowsOf(next)[1]).toEqual({
    kind: 'event',
    seq: 2,
    at: AT,
    event: 'joined',
    by: 'lead',
    memberIds: ['qa'],
    displayName: null,
    purpose: null,
  })
  expect(withEvent(next, joined)).toBe(next)
})
