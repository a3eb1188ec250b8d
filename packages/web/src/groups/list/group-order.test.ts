import { expect, test } from 'vitest'
import { lastMessageOf } from '@crewroom/shared/model/message'
import { group, groupWith, message, session } from '../../../test/samples'
import { byActivity, inHeldPlaces, neighbour, placed } from './group-order'
import { inSessions, newer } from './in-sessions'

const groups = (count: number) =>
  Array.from({ length: count }, (_, n) => groupWith(`g${n}`, 1, n + 1))
const none = () => false

test.each([
  [40, [null]],
  [41, ['Others']],
])('UI52 of %i groups the headings are %j', (count, headings) => {
  const sections = placed(groups(count), none, none).map(({ section }) => section)
  expect([...new Set(sections)]).toEqual(headings)
})

test('UI52 under headings pinned groups come first, then what is unread; without them only pinned ones are set apart', () => {
  const names = (count: number) =>
    placed(
      groups(count),
      ({ name }) => name === 'g0',
      ({ name }) => name === 'g1',
    ).map(({ group: { name }, section }) => `${section} ${name}`)
  expect(names(41).slice(0, 3)).toEqual(['Pinned g0', 'Unread g1', 'Others g40'])
  expect(names(40).slice(0, 3)).toEqual(['null g0', 'null g39', 'null g38'])
  expect(names(40).at(-1)).toBe('null g1')
})

test('UI602 what was said last in a session in use counts for its group, and an archived one does not', () => {
  const said = (seq: number) => ({ lastMessage: lastMessageOf(message(seq)) })
  const sessions = {
    a: session('a', { groupName: 'g0', ...said(8) }),
    b: session('b', { groupName: 'g0', ...said(7) }),
    c: session('c', { groupName: 'g1', status: 'archived', ...said(9) }),
    d: session('d', { groupName: 'g1' }),
  }
  const of = inSessions({ sessions })
  const [g0] = groups(1)
  expect(g0 && of(g0)).toMatchObject({ count: 2, last: { seq: 8 } })
  const order = byActivity(groups(3), (own) => newer(own.lastMessage, of(own).last))
  expect(order.map(({ name }) => name)).toEqual(['g0', 'g2', 'g1'])
})

test('UI51 a held list keeps its places and headings; what is new comes last', () => {
  const held = placed(groups(41), none, none)
  const more = [...groups(41), group('new', { createdAt: '2030-01-01T00:00:00.000Z' })]
  const now = placed(more, none, ({ name }) => name === 'g5')
  const shown = inHeldPlaces(now, held)
  expect(shown.map(({ group: { name } }) => name)).toEqual([
    ...held.map(({ group: { name } }) => name),
    'new',
  ])
  expect(new Set(shown.map(({ section }) => section))).toEqual(new Set(['Others']))
})

test('UI221 from the last group the next is the first, and from the first the one before is the last', () => {
  const all = ['a', 'b', 'c']
  expect(all.map((name) => neighbour(all, name, 1))).toEqual(['b', 'c', 'a'])
  expect(all.map((name) => neighbour(all, name, -1))).toEqual(['c', 'a', 'b'])
  expect([neighbour(all, undefined, 1), neighbour(all, undefined, -1)]).toEqual(['a', 'c'])
  expect([neighbour(all, 'gone', 1), neighbour(all, 'gone', -1)]).toEqual(['a', 'c'])
  expect(neighbour([], undefined, 1)).toBeUndefined()
})
