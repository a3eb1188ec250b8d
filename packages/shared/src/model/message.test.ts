import { expect, test } from 'vitest'
import { lastMessageOf, type Message, type Reactions, withReaction } from './message'

type Action = 'add' | 'remove'

test.each<
  [before: Reactions, emoji: string, by: string, action: Action, after: Reactions, why: string]
>([
  [{}, '👍', 'a', 'add', { '👍': ['a'] }, 'the first'],
  [{ '👍': ['a'] }, '👍', 'b', 'add', { '👍': ['a', 'b'] }, 'in the order of reacting'],
  [{ '👍': ['a', 'b'] }, '👍', 'a', 'add', { '👍': ['a', 'b'] }, 'again: nothing'],
  [{ '👍': ['a'] }, '🎉', 'a', 'add', { '👍': ['a'], '🎉': ['a'] }, 'beside another'],
  [{ '👍': ['a', 'b', 'c'] }, '👍', 'b', 'remove', { '👍': ['a', 'c'] }, 'one of several'],
  [
    { '👍': ['a'], '🎉': ['a'] },
    '👍',
    'a',
    'remove',
    { '🎉': ['a'] },
    'the last takes the emoji with it',
  ],
  [{ '👍': ['a'] }, '👍', 'b', 'remove', { '👍': ['a'] }, 'of who has not reacted: nothing'],
  [{}, '👍', 'a', 'remove', {}, 'where there is none: nothing'],
  [{}, 'constructor', 'a', 'remove', {}, 'a name that every object has'],
])('RX1 %j: with %s %s %ss: %j, %s', (before, emoji, by, action, after) => {
  const own = Object.assign(Object.create(null) as Reactions, before)
  const copy = { ...own }
  const result = withReaction(own, emoji, by, action)
  expect({ ...result }).toEqual(after)
  expect({ ...own }, 'SL4: what was there stays').toEqual(copy)
  expect(result === own, 'the same object where nothing changes').toBe(JSON.stringify(copy) === JSON.stringify(after)) // prettier-ignore
  expect(Object.getPrototypeOf(result)).toBeNull()
})

const message = (content: string): Message => ({
  id: 'm',
  seq: 7,
  n: 3,
  group: 'x',
  leadId: 'lead',
  sessionId: 'main',
  kind: 'message',
  from: 'a',
  fromRole: 'Developer',
  content,
  timestamp: 't',
  mentions: [],
  hop: 0,
  reactions: {},
})

test.each<[content: string, shown: string, why: string]>([
  ['x'.repeat(100), 'x'.repeat(100), 'up to 100 units'],
  ['x'.repeat(101), 'x'.repeat(100), 'no more'],
  [`${'x'.repeat(99)}😀`, 'x'.repeat(99), 'no half character'],
])('RE11 lists show of a newest message %s as %s: %s', (content, shown) => {
  expect(lastMessageOf(message(content))).toEqual({
    id: 'm',
    seq: 7,
    n: 3,
    kind: 'message',
    from: 'a',
    fromRole: 'Developer',
    content: shown,
    timestamp: 't',
  })
})
