import type { FoundText, TranscriptItemView } from '@crewroom/shared/transcript/views'
import { expect, test } from 'vitest'
import { firstFrom, hitWords, nextHit, nthInText, sameHit } from './hits'
import { nextError } from './next-error'
import { groupBeside } from './use-transcript-keys'

const hit = (itemId: string, displayItemId: string | null, before = ''): FoundText => ({
  itemId,
  displayItemId,
  subagentIds: [],
  before,
  match: 'mtime',
  after: '',
})
const HITS = [hit('ai-1', 'c1', 'a'), hit('ai-1', 'c1', 'b'), hit('ai-2', null), hit('ai-3', 'c4')]

test('TV9 one goes round the hits from what is in the view, and each knows which in its text it is', () => {
  expect(nextHit(null, 4, 1, 2)).toBe(2)
  expect([nextHit(2, 4, 1), nextHit(3, 4, 1), nextHit(0, 4, -1)]).toEqual([3, 0, 3])
  expect(nextHit(null, 0, 1)).toBeNull()
  const loaded = ['ai-2', 'user-9', 'ai-3']
  expect(firstFrom(HITS, loaded, 'user-9'), 'from what is in the view').toBe(3)
  expect(firstFrom(HITS, loaded, 'ai-2')).toBe(2)
  expect(firstFrom(HITS.slice(0, 2), loaded, 'ai-2'), 'all of them are earlier').toBe(0)
  expect(HITS.map((_, at) => nthInText(HITS, at))).toEqual([0, 1, 0, 0])
  expect([hitWords(2, 12, false), hitWords(null, 500, true), hitWords(null, 0, false)]).toEqual([
    '3 of 12',
    '500+',
    'No hits',
  ])
})

test('TV10 a hit stays the current one when the transcript grows', () => {
  const grown = [hit('ai-0', null), ...HITS]
  expect(sameHit(HITS[1], grown)).toBe(2)
  expect(sameHit(hit('ai-9', null), grown)).toBeNull()
  expect(sameHit(undefined, grown)).toBeNull()
})

test('TV11 the next error is the one after what was shown or is in the view, and the first after the last', () => {
  const error = (minute: number, displayItemId: string | null) => ({
    at: `2026-11-20T13:0${minute}:00.000Z`,
    label: '',
    itemId: `ai-${minute}`,
    displayItemId,
  })
  const errors = [error(1, 'c1'), error(3, 'c3'), error(5, null)]
  const inView = { type: 'user', id: 'user-2', timestamp: '2026-11-20T13:02:00.000Z' }
  const view = inView as TranscriptItemView
  expect(nextError(errors, null, view)?.itemId).toBe('ai-3')
  expect(nextError(errors, { itemId: 'ai-3', displayItemId: 'c3' }, view)?.itemId).toBe('ai-5')
  expect(nextError(errors, { itemId: 'ai-5', displayItemId: null }, view)?.itemId).toBe('ai-1')
  expect(nextError([], null, view)).toBeNull()
})

test('TV12 j and k go from group to group, past everything that is none', () => {
  const items = ['user-1', 'ai-1', 'system-1', 'user-2', 'ai-2'].map(
    (id) => ({ id, type: id.split('-')[0] }) as TranscriptItemView,
  )
  const groups = ['ai-1', 'ai-2']
  const beside = (from: string | null, by: 1 | -1) => groupBeside(items, groups, from, by)
  expect([beside('user-1', 1), beside('ai-1', 1), beside('user-2', -1)]).toEqual([
    'ai-1',
    'ai-2',
    'ai-1',
  ])
  expect([beside('ai-2', 1), beside('ai-1', -1)]).toEqual([undefined, undefined])
})
