import { expect, test } from 'vitest'
import { message, posted } from '../../test/samples'
import { withMentionEvent } from './mentions'

test('UI98 the texts of mentions come with messages, each once, and what was read stays', () => {
  const me = { mentions: ['human'] }
  let list = { messages: [message(3, me)], asOf: 3 }
  const ids = () => list.messages.map(({ id }) => id)
  list = withMentionEvent(list, posted(3, me)) as typeof list
  list = withMentionEvent(list, posted(4)) as typeof list
  list = withMentionEvent(list, posted(5, me)) as typeof list
  list = withMentionEvent(list, posted(5, me)) as typeof list
  expect(ids()).toEqual(['m3', 'm5'])
})

test('UI585, UI98 a mention in a session comes in the same way', () => {
  const asked = {
    ...posted(4, { mentions: ['human'], sessionId: 's1' }),
    type: 'session:message',
    sessionId: 's1',
    groupName: 'team',
  } as const
  const list = withMentionEvent({ messages: [message(3, { mentions: ['human'] })], asOf: 3 }, asked)
  expect(list.messages.map(({ id }) => id)).toEqual(['m3', 'm4'])
})
