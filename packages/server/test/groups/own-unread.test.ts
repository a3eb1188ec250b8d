import type Database from 'better-sqlite3'
import { unreadCount } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { createGroup } from '../../src/groups/create-group'
import { markRead } from '../../src/groups/mark-read'
import { sendMessage } from '../../src/groups/send-message'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { ada: 'architect' } as const

function withGroup(crew: TestCrew): void {
  const input = { name: 'x', members: ['ada', 'human'] }
  crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), input))
}

const post = (crew: TestCrew, by: string, content = 'x') =>
  crew.act(() => sendMessage(crew.shard, crew.crew, crew.by(by), { group: 'x', content })).message

function unread(crew: TestCrew): number {
  const group = crew.crew.state.groups['x']
  if (!group) throw new Error('there is no group')
  return unreadCount(crew.crew.state, group, 'human')
}

const mark = (crew: TestCrew) => crew.crew.state.readMarks['human']?.['x']?.n ?? 0

test('GR60 what the person writes is not unread to them, wherever it stands among others’ words', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  const steps: [by: string, unread: number, mark: number][] = [
    ['human', 0, 1],
    ['human', 0, 2],
    ['ada', 1, 2],
    // Something of others waits to be read: the mark stays before it.
    ['human', 1, 2],
    ['ada', 2, 2],
    ['human', 2, 2],
  ]
  for (const [by, count, n] of steps) {
    post(crew, by)
    expect([unread(crew), mark(crew)]).toEqual([count, n])
    crew.restart()
    expect([unread(crew), mark(crew)], 'after a restart').toEqual([count, n])
  }
})

test('GR61 reading up to somewhere, and marking unread, count others’ messages behind it only', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  const seqs = ['ada', 'human', 'ada', 'human', 'ada'].map((by) => post(crew, by).seq)
  expect(unread(crew)).toBe(3)
  const read = (n: number, force = false) => {
    const input = { group: 'x', seq: seqs[n - 1] ?? 0, force }
    crew.act(() => markRead(crew.shard, crew.crew, crew.by('human'), input))
    const counted = unread(crew)
    crew.restart()
    expect(unread(crew), 'after a restart').toBe(counted)
    return counted
  }
  expect([read(1), read(3), read(5)]).toEqual([2, 1, 0])
  // Marked unread from the third on: what one writes then does not make it read.
  expect(read(2, true)).toBe(2)
  post(crew, 'human')
  expect([unread(crew), mark(crew)]).toEqual([2, 2])
  crew.restart()
  expect([unread(crew), mark(crew)]).toEqual([2, 2])
})

test('GR61 own messages that are no longer in memory are not counted either', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  const first = post(crew, 'ada')
  for (let n = 0; n < 100; n++) post(crew, n % 2 === 0 ? 'human' : 'ada')
  expect(unread(crew)).toBe(51)
  crew.restart()
  const input = { group: 'x', seq: first.seq }
  crew.act(() => markRead(crew.shard, crew.crew, crew.by('human'), input))
  expect(unread(crew)).toBe(50)
})

test('GR60 a message by REST is not news to who sent it, and the list says so on every device', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens } = await server.crew('atlas', { ada: 'architect' })
  const groups = `/api/lead/${leadId}/groups`
  const say = (content: string, token = server.owner) =>
    server.call('POST', `${groups}/x/messages`, { content }, { token })
  const listed = async (token = server.owner) =>
    (await server.call('GET', groups, undefined, { token })).body['groups'][0].unread as number
  await server.call('POST', groups, { name: 'x', memberIds: ['ada'] })
  await say('hello in 59')
  expect(await listed()).toBe(0)
  await say('hello', tokens['ada'])
  await say('and again')
  expect(await listed()).toBe(1)
  expect(await listed(server.observer), 'who looks on as the person').toBe(1)
  const { body } = await server.call('GET', `/api/lead/${leadId}/snapshot`)
  expect(body['state'].ownUnread).toEqual({ x: 1 })
  const ofAda = await server.call('GET', `/api/lead/${leadId}/snapshot`, undefined, {
    token: tokens['ada'] ?? '',
  })
  expect(ofAda.body['state'].ownUnread, 'nobody else’s marks').toEqual({})
})

test('GR62 unread messages that an earlier version stored are counted without the person’s own', async () => {
  await using crew = testCrew({ agents: AGENTS })
  withGroup(crew)
  for (const by of ['human', 'human', 'ada']) post(crew, by)
  // As that version left it: it moved no mark for what a person wrote.
  crew.database.exec(`delete from read_marks where reader_id = 'human'`)
  const { index } = explained(crew.database)
  crew.restart()
  expect([unread(crew), mark(crew)]).toEqual([1, 0])
  post(crew, 'human')
  expect([unread(crew), mark(crew)]).toEqual([1, 0])
  crew.restart()
  expect(unread(crew)).toBe(1)
  expect(index, 'a start does not look through all that was said').toContain(
    'idx_group_messages_own',
  )
})

function explained(database: Database.Database): { readonly index: string } {
  const rows = database
    .prepare(
      `explain query plan select m.group_name, count(*) from chat_group_messages m
      left join read_marks mark on mark.lead_id = m.lead_id and mark.group_name = m.group_name
        and mark.reader_id = 'human'
      where m.lead_id = 'x' and m.from_agent_id = 'human' and m.n > coalesce(mark.n, 0)
      group by m.group_name`,
    )
    .all() as { detail: string }[]
  return { index: rows.map(({ detail }) => detail).join('\n') }
}
