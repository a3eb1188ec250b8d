import { waitingIn } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { createGroup } from '../../src/groups/create-group'
import { closeNeed } from '../../src/groups/close-need'
import { markRead } from '../../src/groups/mark-read'
import { react } from '../../src/groups/react'
import { readMentions } from '../../src/groups/read-mentions'
import { sendMessage } from '../../src/groups/send-message'
import { createSession } from '../../src/sessions/create-session'
import { markSessionRead } from '../../src/sessions/mark-session-read'
import { postToSession } from '../../src/sessions/post-to-session'
import { reactInSession } from '../../src/sessions/react-in-session'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { ada: 'architect' } as const

function withGroup(crew: TestCrew): void {
  const input = { name: 'x', members: ['ada', 'human'] }
  crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), input))
}

const post = (crew: TestCrew, by: string, content = 'x') =>
  crew.act(() => sendMessage(crew.shard, crew.crew, crew.by(by), { group: 'x', content })).message

const read = (crew: TestCrew, seq: number, force = false) =>
  crew.act(() => markRead(crew.shard, crew.crew, crew.by('human'), { group: 'x', seq, force }))

/** Numbers of the messages that wait, the same after a restart. */
function waiting(crew: TestCrew, place = 'x'): readonly number[] {
  const now = () => waitingIn(crew.crew.state, place).map(({ n }) => n)
  const before = now()
  crew.restart()
  expect(now(), 'after a restart').toEqual(before)
  return before
}

test('MN24 a question waits in a group until the person writes below it; reading and marking unread change nothing', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  post(crew, 'ada', '@human, yes or no?')
  for (let n = 0; n < 3; n++) post(crew, 'ada')
  expect(waiting(crew)).toEqual([1])
  const { seq } = post(crew, 'lead', '@human, and this?')
  const shown = (by: string) => readMentions(crew.shard, crew.crew, crew.by(by), 'waiting')
  read(crew, seq)
  expect(crew.crew.state.mentions['human'], 'both are read').toBeUndefined()
  expect(waiting(crew)).toEqual([1, 5])
  const last = post(crew, 'ada')
  read(crew, last.seq)
  read(crew, seq, true)
  expect(waiting(crew), 'marked unread again').toEqual([1, 5])
  expect((await shown('human')).messages).toMatchObject([
    { n: 1, content: '@human, yes or no?' },
    { n: 5, content: '@human, and this?' },
  ])
  expect((await shown('ada')).messages).toEqual([])
  post(crew, 'human', 'Yes.')
  expect(waiting(crew)).toEqual([])
})

test('MN24, MN25 a reaction settles its message alone, until it is taken back; dismissing does, once', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  const [first, second, third] = [1, 2, 3].map((n) => post(crew, 'ada', `@human, ${n}?`))
  const reacts = (by: string, messageId: string, action: 'add' | 'remove', emoji = '👍') => {
    const input = { group: 'x', messageId, emoji, action }
    crew.act(() => react(crew.shard, crew.crew, crew.by(by), input))
  }
  reacts('lead', second?.id ?? '', 'add')
  expect(waiting(crew), 'somebody else’s').toEqual([1, 2, 3])
  reacts('human', second?.id ?? '', 'add')
  reacts('human', second?.id ?? '', 'add', '🎉')
  expect(waiting(crew)).toEqual([1, 3])
  reacts('human', second?.id ?? '', 'remove')
  expect(waiting(crew), 'the other reaction stays').toEqual([1, 3])
  reacts('human', second?.id ?? '', 'remove', '🎉')
  expect(waiting(crew), 'taken back').toEqual([1, 2, 3])
  reacts('human', second?.id ?? '', 'add')
  const dismisses = () =>
    crew.act(() => closeNeed(crew.shard, BY_PERSON, third?.id ?? '', 'dismiss'))
  const { need } = dismisses()
  expect(need).toMatchObject({ kind: 'mention', id: third?.id, groupName: 'x' })
  expect(JSON.stringify(need)).not.toContain('3?')
  expect(waiting(crew)).toEqual([1])
  expect(dismisses).toThrow('Nothing with this id waits for you any more.')
  // What was dismissed does not come back with the next question.
  post(crew, 'ada', '@human, 4?')
  expect(waiting(crew)).toEqual([1, 4])
  expect(() =>
    crew.act(() => closeNeed(crew.shard, BY_PERSON, first?.id ?? '', 'release')),
  ).toThrow('Only a hold can be released; dismiss this instead.')
})

test('MN24 the same in a session, whose questions are its own', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  const input = { group: 'x', title: 'Layers' }
  const session = crew.act(() => createSession(crew.shard, crew.crew, BY_PERSON, input))
  const place = `s:${session.id}`
  const says = (by: string, content: string) =>
    crew.act(() =>
      postToSession(crew.shard, crew.crew, crew.by(by), {
        group: 'x',
        session: session.id,
        content,
        asks: by === 'human' ? [] : undefined,
      }),
    ).message
  const one = says('ada', '@human, which first?')
  const two = says('ada', '@human, and then?')
  post(crew, 'ada', '@human, in the group?')
  post(crew, 'human', 'In the group.')
  expect(waiting(crew, place)).toEqual([1, 2])
  crew.act(() =>
    markSessionRead(crew.shard, crew.crew, BY_PERSON, {
      group: 'x',
      session: session.id,
      seq: two.seq,
    }),
  )
  expect(waiting(crew, place)).toEqual([1, 2])
  const reaction = { group: 'x', session: session.id, messageId: one.id, emoji: '👍' }
  crew.act(() => reactInSession(crew.shard, crew.crew, BY_PERSON, { ...reaction, action: 'add' }))
  expect(waiting(crew, place)).toEqual([2])
  says('human', 'The lowest.')
  expect(waiting(crew, place)).toEqual([])
})

test('MN26 what was read with an earlier version does not wait, also after more is read', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  const old = post(crew, 'ada', '@human, long ago?')
  read(crew, old.seq)
  // An earlier version wrote the mark alone.
  crew.database.exec(`delete from read_marks where reader_id <> 'human'`)
  crew.restart()
  expect(waiting(crew)).toEqual([])
  const { seq } = post(crew, 'ada', '@human, now?')
  expect(waiting(crew)).toEqual([2])
  read(crew, seq)
  expect(waiting(crew)).toEqual([2])
})

test('MN24, EX51 the file of a crew has what waits and what was settled', async () => {
  await using first = await TestServer.start()
  await using second = await TestServer.start()
  const { leadId, ids, tokens } = await first.crew('atlas', { Dora: 'developer' })
  const group = `/api/lead/${leadId}/groups`
  await first.call('POST', group, { name: 'plan', memberIds: [ids['Dora']] })
  const token = tokens['Dora'] ?? ''
  const asks = async (content: string) =>
    (await first.call('POST', `${group}/plan/messages`, { content }, { token })).body['message'].id
  const [settled] = [await asks('@human, one?'), await asks('@human, two?')]
  await first.call('PUT', `${group}/plan/read`, { seq: 99 })
  const file = async (server: TestServer) => {
    const headers = { authorization: `Bearer ${server.owner}` }
    return (await fetch(`${server.app.url}/api/lead/${leadId}/export`, { headers })).text()
  }
  expect(JSON.parse((await file(first)).split('\n')[0] ?? '').version).toBeLessThan(8)
  expect((await first.call('POST', `/api/needs/${settled}`, { action: 'dismiss' })).status).toBe(
    200,
  )
  const text = await file(first)
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ version: 8 })
  const response = await fetch(`${second.app.url}/api/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${second.owner}`, 'content-type': 'application/x-ndjson' },
    body: text,
  })
  expect(response.status).toBe(201)
  const mentions = `/api/lead/${leadId}/mentions`
  expect((await second.call('GET', mentions)).body['messages']).toEqual([])
  const { body } = await second.call('GET', `${mentions}?show=waiting`)
  expect(body['messages']).toMatchObject([{ content: '@human, two?' }])
  const odd = await second.call('GET', `${mentions}?show=all`)
  expect([odd.status, odd.body['error'].code]).toEqual([422, 'validation'])
  expect(await file(second)).toBe(text)
})
