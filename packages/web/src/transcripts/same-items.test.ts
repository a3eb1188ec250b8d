import { expect, test } from 'vitest'
import { withPage } from './same-items'

const item = (id: string, words = id) => ({ id, words })
const ids = (all: readonly { id: string }[] | null) => all?.map(({ id }) => id).join('')

test('TV15 the newest page takes its place behind what is loaded, and what says the same stays the same object', () => {
  const known = [item('a'), item('b'), item('c')]
  const next = withPage(known, [item('b'), item('c', 'more'), item('d')])
  expect(ids(next)).toBe('abcd')
  expect([next?.[0] === known[0], next?.[1] === known[1], next?.[2] === known[2]]).toEqual([
    true,
    true,
    false,
  ])
  expect(next?.[2]?.words).toBe('more')
  expect(ids(withPage(known, [item('y'), item('z')])), 'a gap between').toBeUndefined()
  expect(ids(withPage(known.slice(2), [item('a'), item('b'), item('c')]))).toBe('abc')
  expect(ids(withPage([], [item('a')]))).toBe('a')
  expect(ids(withPage(known, [])), 'the file was emptied').toBe('')
})
