import { expect, test } from 'vitest'
import { nextStart, startWords } from './next-start'

test('UI297 the next start of a program is counted down, with how many there have been', () => {
  const why = 'its program ended unexpectedly; start 3 of 5 at 2026-11-22T03:59:43.406Z'
  const next = nextStart(`It waits; ${why}`)
  const at = Date.parse('2026-11-22T03:59:43.406Z')
  expect(next).toEqual({ attempt: 3, limit: 5, at })
  if (!next) throw new Error('there is one')
  expect(startWords(next, at - 3_900)).toBe('Starting again in 4 s (3 of 5)')
  expect(startWords(next, at - 1)).toBe('Starting again in 1 s (3 of 5)')
  expect(startWords(next, at + 5_000), 'late, and never below nothing').toBe(
    'Starting again (3 of 5)',
  )
  expect(nextStart('idle; nothing waits for it')).toBeNull()
  expect(nextStart('start 3 of 5 at noon')).toBeNull()
})
