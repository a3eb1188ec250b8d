import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupSlug, isGroupName } from '@crewroom/shared/model/group-name'
import { chooseName, defaultWake } from './rules'
import { nextTimestamp } from '../crew/next-timestamp'

test('GR2, GR40 whatever text is given, the name is kebab-case and at most 64 characters, or the text is refused as too long', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'Z', '9', '-', ' ', 'ü', 'ﷺ', '组'),
    maxLength: 100,
  })
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 100 }), letters), (given) => {
      const slug = groupSlug(given)
      if (slug.length > 64) expect(() => chooseName(given, () => false)).toThrow('at most 64')
      else expect(isGroupName(chooseName(given, () => false))).toBe(true)
    }),
  )
  expect(chooseName('…', (name) => name === 'group-1')).toBe('group-2')
})

test('GR9 a tie is moved by 1 ms while that is at most 1 s ahead of the clock, and then stays a tie', () => {
  const now = Date.parse('2026-01-01T00:00:00.000Z')
  let last = nextTimestamp(now, null)
  const seen = [last]
  for (let n = 0; n < 1_500; n++) seen.push((last = nextTimestamp(now, last)))
  expect(seen[1]).toBe('2026-01-01T00:00:00.001Z')
  expect(last).toBe('2026-01-01T00:00:01.000Z')
  expect(seen).toEqual([...seen].sort())
  expect(nextTimestamp(now - 60_000, last)).toBe(last)
})

test('GR12 the default level is mentions for the lead and above 8 agents, all otherwise', () => {
  expect([defaultWake('lead', 2), defaultWake('member', 8), defaultWake('owner', 9)]).toEqual([
    'mentions',
    'all',
    'mentions',
  ])
})
