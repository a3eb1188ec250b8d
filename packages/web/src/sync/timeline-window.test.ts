import { afterEach, expect, test, vi } from 'vitest'
import { AT, group, LEAD, message, posted, reacted, said } from '../../test/samples'
import { api } from './api'
import type { TimelinePage } from './api/groups'
import { placeOfEvent, rowOfEvent, rowOfMessage } from './event-row'
import { liveLists } from './live-lists'
import { queryClient } from './query-client'
import {
  rowsOf,
  type TimelineWindow,
  withEvent,
  withMessage,
  withNewestPages,
} from './timeline-window'
import { changeWindows, windowKey, windowOptions } from './timeline-windows'

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

test('UI12 an event that arrives between the pages of one request is in its answer', async () => {
  const asks: ((page: TimelinePage) => void)[] = []
  vi.spyOn(api, 'timeline').mockImplementation(
    () => new Promise<TimelinePage>((resolve) => asks.push(resolve)),
  )
  const options = { ...windowOptions(LEAD, 'team', { at: 'latest' }), pages: 2, staleTime: 0 }
  const older = { ...page([1, 2], 4), hasAfter: true }
  const newest = { ...page([3, 4], 4), hasBefore: true }
  const done = queryClient.fetchInfiniteQuery(options)
  await Promise.resolve()
  liveLists.apply(LEAD, [posted(5)])
  asks[0]?.(newest)
  await expect.poll(() => asks).toHaveLength(2)
  liveLists.apply(LEAD, [posted(6)])
  asks[1]?.(older)
  await done
  const now = queryClient.getQueryData<TimelineWindow>(options.queryKey)
  expect(seqs(now ?? windowOf())).toEqual([1, 2, 3, 4, 5, 6])
})

test.each<[part: object, next: object | null, previous: object | null, why: string]>([
  [{}, null, null, 'the whole of it'],
  [{ hasBefore: true }, { at: 'before', seq: 3 }, null, 'older ones'],
  [{ hasAfter: true }, null, { at: 'after', seq: 7 }, 'newer ones'],
  [{ hasBefore: true, hasAfter: true, rows: [] }, null, null, 'without a row there is no place'],
])('UI12, UI46 a page with %j goes on at %j and %j: %s', (part, next, previous) => {
  const options = windowOptions(LEAD, 'team', { at: 'latest' })
  const own = { ...page([3, 5, 7], 9), ...part }
  expect([options.getNextPageParam(own), options.getPreviousPageParam(own)]).toEqual([
    next,
    previous,
  ])
})

test('UI562 what is said in a session is in its own windows alone, and so are reactions there', () => {
  const event = { seq: 9, leadId: LEAD, at: AT, sessionId: 's1', groupName: 'team' }
  const own = { ...event, type: 'session:message', message: said(9, 'start', 1) } as const
  const reaction = { ...event, ...reacted(10, 'm9', 'add'), type: 'session:reaction' } as const
  expect([placeOfEvent(own), placeOfEvent(reaction)]).toEqual(['s:s1', 's:s1'])
  const window = withEvent(windowOf(page([1], 1)), own)
  expect(seqs(window)).toEqual([1, 9])
  expect(messagesOf(withEvent(window, reaction))[1]?.reactions).toEqual({ '👍': ['dev'] })
})

test('UI12 what is changed is changed in every loaded part of its group, and in no other', () => {
  const keys = [
    windowKey(LEAD, 'team', { at: 'latest' }),
    windowKey(LEAD, 'team', { at: 'before', seq: 9 }),
    windowKey(LEAD, 'other', { at: 'latest' }),
    windowKey('another', 'team', { at: 'latest' }),
  ]
  for (const key of keys) queryClient.setQueryData(key, windowOf(page([1], 1)))
  const members = ['lead', LEAD, 'place', 'team', 'members']
  queryClient.setQueryData(members, 'no window')
  changeWindows(LEAD, 'team', (window) => withMessage(window, message(2)))
  expect(keys.map((key) => seqs(queryClient.getQueryData(key) ?? windowOf()))).toEqual([
    [1, 2],
    [1, 2],
    [1],
    [1],
  ])
  expect(queryClient.getQueryData(members)).toBe('no window')
})

test('UI10 each page knows itself up to where it is complete: a late reaction, or one to an older page', () => {
  const window = windowOf(page([11, 12], 20), page([1, 2], 30, true))
  expect(withEvent(window, reacted(20, 'm11', 'add')), 'it has that').toBe(window)
  expect(withEvent(window, reacted(30, 'm1', 'add'))).toBe(window)
  expect(withEvent(window, reacted(31, 'unknown', 'add'))).toBe(window)
  let next = withEvent(window, reacted(31, 'm1', 'add'))
  expect(next.pages.map(({ asOf }) => asOf)).toEqual([20, 31])
  expect(withEvent(next, reacted(31, 'm1', 'remove')), 'the same again').toBe(next)
  next = withEvent(next, reacted(21, 'm11', 'add'))
  expect(messagesOf(next).map(({ reactions }) => Object.keys(reactions).length)).toEqual([
    1, 0, 1, 0,
  ])
  next = withEvent(next, posted(25))
  expect(next.pages.map(({ asOf }) => asOf)).toEqual([25, 31])
  expect(withEvent(next, posted(24)), 'it was told up to 25').toBe(next)
  expect(withEvent(next, posted(25, { id: 'again' })), 'the same number').toBe(next)
})

test('UI8 a message is not added again, wherever in the window it is; what happened, neither', () => {
  const window = windowOf(page([11], 20), page([1, 2], 20, true))
  expect(seqs(withMessage(window, message(2)))).toEqual([1, 2, 11])
  const event = { ...page([], 0).rows[0], kind: 'event', seq: 15 } as never
  const shown = { ...window, pages: [{ ...page([11], 12), rows: [...page([11], 12).rows, event] }] }
  const paused = {
    type: 'group:paused',
    seq: 15,
    leadId: LEAD,
    at: AT,
    group: group('team'),
  } as const
  expect(seqs(withEvent(shown, paused))).toEqual([11, 15])
})

test('UI11 a page is split above 150 rows: the newest fifty stay, and older ones can be fetched behind them', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  const full = windowOf(page(rows(149), 149))
  const still = withEvent(full, posted(150))
  expect(still.pages.map((own) => own.rows.length)).toEqual([150])
  const split = withEvent(still, posted(151))
  expect(split.pages.map((own) => own.rows.length)).toEqual([50, 101])
  expect(split.pages.map(({ hasBefore, hasAfter }) => [hasBefore, hasAfter])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(withNewestPages(split, 2)).toBe(split)
  const one = withNewestPages(split, 1)
  expect([one.pages.length, one.pageParams.length, one.pages[0]?.hasBefore]).toEqual([1, 1, true])
})

test.each<[event: object, says: object | null, why: string]>([
  [
    { type: 'group:created' },
    { event: 'created', by: 'ann', memberIds: ['dev'], displayName: 'Team', purpose: 'why' },
    'who was there',
  ],
  [
    { type: 'group:updated' },
    { event: 'updated', displayName: 'Team', purpose: 'why' },
    'its new name',
  ],
  [{ type: 'group:updated', wakeOf: 'dev' }, null, 'GR19: a wake level'],
  [{ type: 'group:archived' }, { event: 'archived', by: 'system' }, 'by whom'],
  [{ type: 'group:unarchived' }, { event: 'unarchived' }, 'the group does not say by whom'],
  [{ type: 'group:paused' }, { event: 'paused' }, 'paused'],
  [{ type: 'group:resumed' }, { event: 'resumed' }, 'resumed'],
  [{ type: 'group:held' }, { event: 'held' }, 'held'],
  [{ type: 'group:imported' }, { event: 'imported' }, 'imported'],
  [
    { type: 'group:member_removed', group: 'team', agentId: 'dev', by: 'dev', reason: 'left' },
    { event: 'left', by: 'dev', memberIds: ['dev'] },
    'left',
  ],
  [
    { type: 'group:member_removed', group: 'team', agentId: 'dev', by: 'ann', reason: 'removed' },
    { event: 'removed', by: 'ann', memberIds: ['dev'] },
    'removed',
  ],
  [{ type: 'lead:paused' }, null, 'of no group'],
])('UI47, TI2 %j is shown as %j: %s', (event, says) => {
  const own = group('team', {
    displayName: 'Team',
    purpose: 'why',
    createdBy: 'ann',
    archivedBy: 'system',
    memberIds: ['dev'],
  })
  const row = rowOfEvent({ seq: 5, leadId: LEAD, at: AT, group: own, ...event } as never)
  const plain = {
    kind: 'event',
    seq: 5,
    at: AT,
    by: '',
    memberIds: [],
    displayName: null,
    purpose: null,
  }
  expect(row).toEqual(says && { place: 'team', row: { ...plain, ...says } })
})

test('UI47 a notice is one, and a reaction is of its group', () => {
  expect(rowOfMessage(message(1, { kind: 'notice' } as never)).kind).toBe('notice')
  expect(placeOfEvent(reacted(1, 'm1', 'add'))).toBe('team')
  expect(placeOfEvent({ type: 'lead:paused' } as never)).toBeUndefined()
})
