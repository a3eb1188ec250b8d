import { expect, test } from 'vitest'
import { LANE_PARAMS, readAddress, writeAddress } from './lane-address'
import { histogram } from './story'
import { panned, rangeOf, showing, zoomed } from './time-range'
import { posted } from '../../../test/samples'

const MINUTE = 60_000
const story = { from: 1_000_000, to: 1_000_000 + 30 * MINUTE }
const now = story.to

test('UI350 the whole story fits from its first to its last event, with a little room beside', () => {
  const { from, to } = rangeOf({ span: 'all', end: null }, story, now + 480 * MINUTE)
  expect(from).toBeLessThan(story.from)
  expect(to).toBeGreaterThan(story.to)
  expect(to - from).toBeLessThan(34 * MINUTE)
})

test('UI350 zooming keeps the moment under the pointer where it is, and ends at the whole story', () => {
  const range = rangeOf({ span: 10 * MINUTE, end: story.to - MINUTE }, story, now)
  const pivot = range.from + 7 * MINUTE
  const share = (own: { from: number; to: number }) => (pivot - own.from) / (own.to - own.from)
  for (const factor of [0.3, 0.5, 0.9, 1.2, 2]) {
    const view = zoomed(range, factor, pivot, story)
    expect(share(rangeOf(view, story, now))).toBeCloseTo(share(range), 3)
  }
  expect(zoomed(range, 50, pivot, story)).toEqual({ span: 'all', end: null })
  expect(zoomed(range, 0.000_1, pivot, story).span, 'never nothing').toBe(10_000)
})

test('UI350 a window that is moved to now follows it; it does not leave the story behind', () => {
  const range = rangeOf({ span: 5 * MINUTE, end: story.to - 6 * MINUTE }, story, now)
  expect(panned(range, MINUTE, story, now).end).toBe(range.to + MINUTE)
  expect(panned(range, 20 * MINUTE, story, now).end).toBe(null)
  const first = panned(range, -1e9, story, now)
  expect(rangeOf(first, story, now).to).toBeGreaterThan(story.from)
})

test('UI350 what is jumped to is in the window', () => {
  const view = { span: 5 * MINUTE, end: story.to } as const
  for (const moment of [story.from, story.from + 9 * MINUTE, story.to - MINUTE]) {
    const range = rangeOf(showing(view, rangeOf(view, story, now), moment), story, now)
    expect(range.from < moment && moment < range.to).toBe(true)
  }
})

test('UI357 everything about the lanes is in the address, and nothing is where it is as usual', () => {
  const usual = readAddress(new URLSearchParams('view=lanes'))
  const plain = new URLSearchParams('view=lanes&zoom=5m')
  writeAddress(usual, plain)
  expect(plain.toString()).toBe('view=lanes')
  const own = {
    span: 90_000,
    end: 1_700_000_000_000,
    replay: 1_700_000_001_000,
    hasLinks: false,
    hasGroups: false,
    as: 'table',
    find: 'dora',
    hasQuiet: true,
  } as const
  const written = new URLSearchParams('view=lanes&zoom=5m')
  writeAddress(own, written)
  expect(readAddress(written)).toEqual(own)
  expect([...written.keys()].toSorted()).toEqual(['view', ...LANE_PARAMS].toSorted())
  for (const text of ['zoom=0s', 'zoom=abc', 'zoom=9e9s', 'at=never', 'replay=1e99', 'as=x']) {
    expect(readAddress(new URLSearchParams(text)), text).toEqual(usual)
  }
})

test('UI358 the histogram counts every event of the story once', () => {
  const events = [0, 1, 29, 30].map((minute, n) => ({
    ...posted(n + 1),
    at: new Date(story.from + minute * MINUTE).toISOString(),
  }))
  expect(histogram(events, story, 10)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 2])
})

test('UI358 the histogram counts every event of the story once', () => {
  const events = [0, 1, 29, 30].map((minute, n) => ({
    ...posted(n + 1),
    at: new Date(story.from + minute * MINUTE).toISOString(),
  }))
  expect(histogram(events, story, 10)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 2])
})
