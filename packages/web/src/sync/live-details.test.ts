import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  adoptReceipts,
  composingArrived,
  composingEnded,
  liveDetails,
  nobodyComposes,
  receiptArrived,
  textArrived,
} from './live-details'
import { markKey } from './read-marks'

beforeEach(() => {
  liveDetails.setState({ composing: {}, receipts: {}, texts: {} })
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const FRAME = { type: 'live:composing', leadId: 'l', agentId: 'a', groupName: 'team' } as const

const writers = () => Object.values(liveDetails.getState().composing).flat().length

test.each([-3_600_000, 0, 3_600_000])(
  'UI220 who is said to be writing is not any more after eight quiet seconds, with a clock that is %i ms off by then too',
  (off) => {
    composingArrived(FRAME)
    vi.advanceTimersByTime(5_000)
    composingArrived(FRAME)
    vi.setSystemTime(Date.now() + off)
    vi.advanceTimersByTime(5_000)
    expect(writers()).toBe(1)
    vi.advanceTimersByTime(5_000)
    expect(writers()).toBe(0)
  },
)

const names = (group = 'team') =>
  liveDetails.getState().composing[markKey('l', group)]?.map(({ agentId, text }) => [agentId, text])

test('UI220 several write at once, in the order in which they began, and each ends for itself', () => {
  composingArrived(FRAME)
  composingArrived({ ...FRAME, agentId: 'b', text: 'so' })
  composingArrived({ ...FRAME, groupName: 'other' })
  composingArrived({ ...FRAME, text: 'well' })
  expect(names()).toEqual([
    ['a', 'well'],
    ['b', 'so'],
  ])
  composingArrived({ ...FRAME, done: true })
  expect([names(), names('other')]).toEqual([[['b', 'so']], [['a', null]]])
  composingEnded('l', 'other', 'b')
  composingEnded('l', 'nowhere', 'b')
  expect(writers()).toBe(2)
  composingEnded('l', 'team', 'b')
  expect([names(), names('other')]).toEqual([[], [['a', null]]])
  composingArrived(FRAME)
  nobodyComposes()
  expect(writers()).toBe(0)
})

test('UI220 the quiet of one ends one', () => {
  composingArrived(FRAME)
  vi.advanceTimersByTime(4_000)
  composingArrived({ ...FRAME, agentId: 'b' })
  vi.advanceTimersByTime(3_999)
  expect(writers()).toBe(2)
  vi.advanceTimersByTime(100)
  expect(names()).toEqual([['b', null]])
})

test('DL1 receipts only go forward, for each agent and group separately', () => {
  const told = () => liveDetails.getState().receipts
  const arrived = (agentId: string, sentSeq: number, seenSeq: number) =>
    receiptArrived({
      type: 'live:receipt',
      leadId: 'l',
      groupName: 'team',
      agentId,
      sentSeq,
      seenSeq,
    })
  arrived('a', 9, 5)
  arrived('b', 3, 3)
  // A snapshot that was taken before, and one of another group.
  adoptReceipts('l', {
    team: { a: { sentSeq: 7, seenSeq: 6 } },
    other: { a: { sentSeq: 1, seenSeq: 0 } },
  })
  adoptReceipts('k', { team: { a: { sentSeq: 2, seenSeq: 2 } } })
  expect(told()).toEqual({
    [markKey('l', 'team')]: { a: { sentSeq: 9, seenSeq: 6 }, b: { sentSeq: 3, seenSeq: 3 } },
    [markKey('l', 'other')]: { a: { sentSeq: 1, seenSeq: 0 } },
    [markKey('k', 'team')]: { a: { sentSeq: 2, seenSeq: 2 } },
  })
})

test('UI406 of the words of an agent the last four thousand are kept', () => {
  const says = (agentId: string, delta: string) =>
    textArrived({ type: 'live:text', leadId: 'l', agentId, delta })
  says('a', 'one ')
  says('b', 'two')
  says('a', 'more')
  expect(liveDetails.getState().texts).toEqual({ a: 'one more', b: 'two' })
  says('a', 'x'.repeat(3_999))
  expect(liveDetails.getState().texts['a']).toBe('e' + 'x'.repeat(3_999))
})
