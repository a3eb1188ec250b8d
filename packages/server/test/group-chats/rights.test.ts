import { expect, test } from 'vitest'
import { readChatMessages } from '../../src/group-chats/read-chat-messages'
import { addMembers, removeMembers } from '../../src/groups/change-members'
import { readTimeline } from '../../src/groups/read-history'
import { sendMessage } from '../../src/groups/send-message'
import { updateSession } from '../../src/sessions/update-session'
import { SessionCrew } from '../harness/session-crew'
import { BY_PERSON } from '../harness/test-crew'

test('VB60 an agent is shown of main and of comings and goings what it may read of the group', async () => {
  const own = new SessionCrew()
  await using _ = own.crew
  const { crew } = own
  const change = (verb: typeof addMembers | typeof removeMembers, who: string) =>
    crew.act(() => verb(crew.shard, crew.crew, BY_PERSON, { group: 'plan', members: [who] }))
  const say = (content: string) =>
    crew.act(() => sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'plan', content }))
  const session = own.open('Guests', ['ana', 'cy'])
  own.post(session, 'human', 'one', { asks: [] })
  say('with cy')
  change(removeMembers, crew.id('cy'))
  say('without cy')
  change(removeMembers, crew.id('ben'))
  change(addMembers, crew.id('cy'))
  say('with cy again')
  const read = async (who: string, of: string) => {
    const group = crew.crew.state.groups['plan']
    if (!group) throw new Error('the group is there')
    const at = { crew: crew.crew, group }
    const query = { session: of, limit: 50 }
    const { messages } = await readChatMessages(crew.shard, at, crew.by(who), query)
    return messages.map((line) =>
      'event' in line ? line.event : 'content' in line && line.content,
    )
  }
  const rows = async (who: string) => {
    const input = { group: 'plan', limit: 50 }
    const page = await readTimeline(crew.shard, crew.crew, crew.by(who), input)
    return page.rows.flatMap((row) => {
      if (row.kind !== 'event') return [row.message.content]
      if (row.event === 'joined') return ['member_joined']
      return row.event === 'removed' ? ['member_left'] : []
    })
  }
  for (const who of ['cy', 'ana', 'lead', 'human']) {
    expect(await read(who, 'main'), who).toEqual(await rows(who))
  }
  expect(await read('cy', 'main')).toEqual([
    'with cy',
    'member_left',
    'without cy',
    'member_joined',
    'with cy again',
  ])
  // Whoever takes part in a session reads all that was said in it, and sees who came and went while it was in the group.
  const all = ['session_created', 'one', 'member_left', 'member_left', 'member_joined']
  expect(await read('human', session.id)).toEqual(all)
  crew.act(() => {
    const of = { group: 'plan', session: session.id, agents: [crew.id('cy')] }
    return updateSession(crew.shard, crew.crew, BY_PERSON, of)
  })
  expect(await read('cy', session.id)).toEqual([
    'session_created',
    'one',
    'member_left',
    'member_joined',
  ])
})
