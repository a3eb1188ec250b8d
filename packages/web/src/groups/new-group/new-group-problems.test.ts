import { expect, test } from 'vitest'
import { membersFull } from '@crewroom/shared/text/members-full'
import { missingOf } from './new-group-problems'

test('GR101 the page says the limit of a group, how many are too many, and what to do', () => {
  const said = (pickedCount: number) =>
    missingOf({ name: 'plan', purpose: '', isTaken: false, pickedCount })
  // With them come the lead and the person.
  expect([said(98), said(101)]).toEqual([
    null,
    'A group has at most 100 members. Pick 3 fewer, or create a second group for the others.',
  ])
  expect(membersFull({ at: 'picker', over: 1 })).toBe(
    'A group has at most 100 members. Pick 1 fewer, or create a second group for the others.',
  )
})
