import { expect, test } from 'vitest'
import { group, groupWith, message } from '../../../test/samples'
import { shownCount } from '../../ui/Badge'
import { pageTitle } from '../../shell/page-title'
import { byActivity, inHeldOrder, matchesFilter, plainPreview } from '../list/group-order'
import { rowOfMessage } from '../../sync/event-row'
import { chatRows } from './timeline-rows'

const at = (minute: number, seconds = 0) =>
  new Date(2026, 10, 21, 12, minute, seconds).toISOString()
const shape = (rows: ReturnType<typeof chatRows>) =>
  rows.map((row) => ('isCompact' in row && row.isCompact ? 'compact' : row.kind))

test('UI27 messages of one sender within five minutes share a head until something comes between', () => {
  const messages = [
    message(1, { timestamp: at(0) }),
    message(2, { timestamp: at(4) }),
    message(3, { timestamp: at(10) }),
    message(4, { timestamp: at(11), from: 'qa' }),
    message(5, { timestamp: at(11, 5), from: 'qa', kind: 'system' }),
    message(6, { timestamp: at(11, 9), from: 'qa' }),
    message(7, { timestamp: at(11, 10), from: 'qa' }),
    message(8, { timestamp: new Date(2026, 10, 22, 0, 1).toISOString(), from: 'qa' }),
  ]
  expect(
    shape(chatRows({ rows: messages.map(rowOfMessage), pending: [], unreadAfter: 6 })),
  ).toEqual([
    'start',
    'day',
    'message',
    'compact',
    'message',
    'message',
    'system',
    'message',
    'new',
    'message',
    'day',
    'message',
  ])
})

test('UI27 a reply has a head of its own, sent or on its way', () => {
  const replyTo = { id: 'm1', n: 1, from: 'qa', fromRole: 'QA Tester', text: 'Shall I?' }
  const rows = [1, 2, 3].map((n) =>
    rowOfMessage(
      message(n, { from: 'human', timestamp: at(0, n), ...(n === 2 ? { replyTo } : {}) }),
    ),
  )
  const own = { leadId: 'l', group: 'team', content: 'Yes', problem: null } as const
  const pending = [4, 5].map((n) => ({
    ...own,
    clientId: `c${n}`,
    writtenAt: at(0, n),
    status: 'sending' as const,
    ...(n === 5 ? { replyTo } : {}),
  }))
  expect(shape(chatRows({ rows, pending, unreadAfter: null }))).toEqual([
    'start',
    'day',
    'message',
    'message',
    'compact',
    'compact',
    'pending',
  ])
})

const joined = (seq: number, id: string, minute: number, by = 'lead') =>
  ({
    kind: 'event',
    seq,
    at: at(minute),
    event: 'joined',
    by,
    memberIds: [id],
    displayName: null,
    purpose: null,
  }) as const

test('UI127 who comes in together stands in one line, people apart from agents', () => {
  const rows = [
    joined(1, 'dev', 0),
    joined(2, 'qa', 0),
    joined(3, 'human', 0),
    joined(4, 'ops', 0),
    joined(5, 'late', 9),
  ]
  const events = chatRows({ rows, pending: [], unreadAfter: null }).flatMap((row) =>
    row.kind === 'event' ? [row.event.memberIds] : [],
  )
  expect(events).toEqual([['dev', 'qa'], ['human'], ['ops'], ['late']])
})

test('UI127 agents that different members added have lines of their own, each with the one who added them', () => {
  const rows = [joined(1, 'dev', 0), joined(2, 'qa', 1, 'human'), joined(3, 'ops', 2, 'human')]
  const events = chatRows({ rows, pending: [], unreadAfter: null }).flatMap((row) =>
    row.kind === 'event' ? [[row.event.by, ...row.event.memberIds]] : [],
  )
  expect(events).toEqual([
    ['lead', 'dev'],
    ['human', 'qa', 'ops'],
  ])
})

test('UI28 an own message keeps its row and its key when the server has it', () => {
  const own = {
    clientId: 'c1',
    leadId: 'l',
    group: 'team',
    content: 'hi',
    writtenAt: at(1),
    status: 'sending',
    problem: null,
  } as const
  const before = chatRows({ rows: [], pending: [own], unreadAfter: null })
  const arrived = message(9, { from: 'human', clientId: 'c1', timestamp: at(1) })
  const after = chatRows({ rows: [rowOfMessage(arrived)], pending: [own], unreadAfter: null })
  expect(after.map((row) => row.key)).toEqual(before.map((row) => row.key))
  expect(after.at(-1)?.kind).toBe('message')
})

test('UI30 groups are listed by their newest message and keep their place while one points at them', () => {
  const groups = [groupWith('a', 1, 10), groupWith('b', 1, 30), group('c'), groupWith('d', 1, 20)]
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  expect(names(byActivity(groups))).toEqual(['b', 'd', 'a', 'c'])
  expect(names(inHeldOrder(byActivity(groups), ['a', 'c', 'b']))).toEqual(['a', 'c', 'b', 'd'])
  expect(matchesFilter(group('config-team', { displayName: 'Config Team' }), ' fig T')).toBe(true)
  expect(matchesFilter(group('config-team'), 'x')).toBe(false)
  expect(plainPreview('see `a`\n```ts\nb\n```')).toBe('see a b')
  expect(plainPreview('see [a chart](https://example.org/a.png) and [this]')).toBe(
    'see a chart and [this]',
  )
})

test('UI31 a badge shows at most 99+, the title the whole number', () => {
  expect([1, 99, 100, 1_000].map(shownCount)).toEqual(['1', '99', '99+', '99+'])
  expect(pageTitle(14, 1, ['config-team', 'atlas'])).toBe(
    '(14 · @1) config-team · atlas · Crewroom',
  )
  expect(pageTitle(0, 2, ['atlas'])).toBe('(@2) atlas · Crewroom')
  expect(pageTitle(0, 0, [])).toBe('Crewroom')
})
