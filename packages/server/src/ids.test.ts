import { expect, test } from 'vitest'
import { randomIds } from './ids'

test('JR8 ids of messages are UUIDs of version 7, and no two are the same', () => {
  const ids = Array.from({ length: 5_000 }, () => randomIds.message())
  expect(new Set(ids).size).toBe(ids.length)
  // The random part alone differs too: it is what keeps ids of one millisecond apart.
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length)
  expect(
    ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)),
  ).toBe(true)
})
