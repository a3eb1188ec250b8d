import { expect, test } from 'vitest'
import { posted } from '../../test/samples'
import { type JournalWindow, trimmed, withArrived, withEarlier, withNewest } from './journal-window'

const events = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => posted(from + index))
const page = (from: number, to: number, hasBefore = from > 1) => ({
  events: events(from, to),
  hasBefore,
})
const seqs = (window: JournalWindow) => window.events.map(({ seq }) => seq)
const range = (from: number, to: number) => events(from, to).map(({ seq }) => seq)

test('UI111 what arrives while the newest page is on its way is there once, in order', () => {
  const during = [...events(8, 10), posted(12), posted(11)]
  const window = withArrived(withNewest(null, page(5, 9)), during)
  expect(seqs(window)).toEqual(range(5, 12))
  expect(seqs(withArrived(window, [...events(11, 13), posted(13)]))).toEqual(range(5, 13))
})

test('UI111 earlier pages join without loss or doubles, to the first event', () => {
  let window = withArrived(withNewest(null, page(20, 30)), events(31, 32))
  window = withEarlier(window, page(9, 19))
  window = withArrived(window, [posted(33)])
  window = withEarlier(window, page(1, 9))
  expect(seqs(window)).toEqual(range(1, 33))
  expect(window.hasBefore).toBe(false)
})

test('UI111 after a hole only what is whole is shown; the rest is fetched again when it is wanted', () => {
  const before = withNewest(null, page(1, 10))
  expect(seqs(withNewest(before, page(8, 14)))).toEqual(range(1, 14))
  const holed = withArrived(withNewest(before, page(20, 30)), [posted(31)])
  expect([seqs(holed), holed.hasBefore]).toEqual([range(20, 31), true])
  expect(seqs(withArrived(holed, [posted(15)])), 'what an earlier page has').toEqual(range(20, 31))
})

test('UI111 a window that has become long keeps its newest part and knows that there is more', () => {
  const window = trimmed(withNewest(null, page(1, 140)), 100)
  expect([seqs(window), window.hasBefore]).toEqual([range(41, 140), true])
  const short = withNewest(null, page(1, 120))
  expect(trimmed(short, 100)).toBe(short)
})
