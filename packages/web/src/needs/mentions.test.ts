import { expect, test } from 'vitest'
import { AT, LEAD, message, posted } from '../../test/samples'
import { withMentionEvent } from './mentions'

const read = (seq: number, n: number, readerId = 'human') =>
  ({
    type: 'group:read',
    seq,
    leadId: LEAD,
    at: AT,
    readerId,
    groupName: 'team',
    lastSeq: n,
    n,
    lastSeen: AT,
  }) as const

test('UI98 mentions of the person come with messages and go when the group was read so far', () => {
  const me = { mentions: ['human'] }
  let list = { messages: [message(3, me)], asOf: 3 }
  const ids = () => list.messages.map(({ id }) => id)
  list = withMentionEvent(list, posted(3, me)) as typeof list
  list = withMentionEvent(list, posted(4)) as typeof list
  list = withMentionEvent(list, posted(5, me)) as typeof list
  list = withMentionEvent(list, posted(5, me)) as typeof list
  expect(ids()).toEqual(['m3', 'm5'])
  expect(withMentionEvent(list, read(6, 9, 'dev'))).toBe(list)
  expect(withMentionEvent(list, { ...read(6, 9), groupName: 'other' })).toBe(list)
  expect(withMentionEvent(list, read(2, 9)), 'known to the answer').toBe(list)
  list = withMentionEvent(list, read(6, 3)) as typeof list
  expect(ids()).toEqual(['m5'])
})

test('UI585 reading a session closes the mentions in it, and none of the group’s main talk', () => {
  const inSession = { mentions: ['human'], sessionId: 's1' }
  const asked = {
    ...posted(4, inSession),
    type: 'session:message',
    sessionId: 's1',
    groupName: 'team',
  } as const
  const list = withMentionEvent({ messages: [message(3, { mentions: ['human'] })], asOf: 3 }, asked)
  expect(list.messages.map(({ id }) => id)).toEqual(['m3', 'm4'])
  const event = { ...read(5, 9), type: 'session:read', sessionId: 's1' } as const
  expect(withMentionEvent(list, event).messages.map(({ id }) => id)).toEqual(['m3'])
  expect(withMentionEvent(list, read(5, 9)).messages.map(({ id }) => id)).toEqual(['m4'])
})
