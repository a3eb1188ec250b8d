import { expect, test } from 'vitest'
import type { UILine } from '@crewroom/shared/protocol/reply-shapes/group-chats'
import { timeOf } from '../../src/group-chats/page-bound'
import { readChatMessages } from '../../src/group-chats/read-chat-messages'
import { addMembers, removeMembers } from '../../src/groups/change-members'
import type { By } from '../../src/crew/shard'
import { sendMessage } from '../../src/groups/send-message'
import { postToSession } from '../../src/sessions/post-to-session'
import { SessionCrew } from '../harness/session-crew'
import { BY_PERSON, byAgent } from '../harness/test-crew'

type Query = Omit<Parameters<typeof readChatMessages>[3], 'session'>

/** A session without rounds: only its lines matter. */
function pagesOf(own: SessionCrew, sessionId: string) {
  const { crew } = own
  const read = (query: Query) => {
    const group = crew.crew.state.groups['plan']
    if (!group) throw new Error('the group is there')
    return readChatMessages(crew.shard, { crew: crew.crew, group }, BY_PERSON, {
      session: sessionId,
      ...query,
    })
  }
  /** All lines by pages from the newest on, and the length of each page. */
  const all = async (
    next: (page: Awaited<ReturnType<typeof read>>) => string | null,
    limit = 10,
  ) => {
    const lines: UILine[] = []
    const lengths: number[] = []
    for (let before: string | undefined; ;) {
      const page = await read({ limit, before })
      lines.unshift(...page.messages)
      lengths.push(page.messages.length)
      const at = page.has_more ? next(page) : null
      if (at === null) return { lines, texts: lines.map(text), lengths }
      before = at
    }
  }
  return { read, all }
}

const text = (line: { content?: string | undefined; type: string }) => line.content ?? line.type

test('VB9 every line is on one page, by ids and by times, also of 25 messages in one millisecond', async () => {
  const own = new SessionCrew()
  await using _ = own.crew
  const session = own.open('Pages')
  const said = Array.from({ length: 25 }, (_unused, n) => `message ${n + 1}`)
  for (const content of said) own.post(session, 'human', content, { asks: [] })
  const { all, read } = pagesOf(own, session.id)
  const whole = ['system', ...said]
  const byId = await all(({ next_before: next }) => next)
  expect(byId).toMatchObject({ texts: whole, lengths: [10, 10, 6] })
  const byTime = await all(({ messages }) => messages[0]?.timestamp ?? null)
  expect(byTime).toMatchObject({ texts: whole, lengths: [10, 10, 6] })
  const last = await read({ limit: 1 })
  expect(last.messages.map(text)).toEqual(['message 25'])
  const first = await read({ before: (await read({ limit: 200 })).messages[0]?.id })
  expect(first).toEqual({ messages: [], has_more: false, next_before: null })
  await expect(read({ before: 'no such line' })).rejects.toMatchObject({ code: 'validation' })
})

test('VB9 lines with the same time are on the same page, even if it exceeds its limit', async () => {
  const own = new SessionCrew()
  await using _ = own.crew
  const session = own.open('Ties')
  // Times run ahead of the clock to stay apart, by a second at most; from then on they tie.
  const said = Array.from({ length: 1_030 }, (_unused, n) => `${n + 1}`)
  const { shard, crew } = own.crew
  for (const content of said) {
    const of = { group: 'plan', session: session.id, asks: [] }
    postToSession(shard, crew, BY_PERSON, { ...of, content })
  }
  own.crew.check()
  const { all, read } = pagesOf(own, session.id)
  const last = await read({ limit: 10 })
  expect(last.messages.length).toBeGreaterThan(25)
  expect(new Set(last.messages.map(({ timestamp }) => timestamp)).size).toBe(1)
  for (const next of [
    (page: typeof last) => page.next_before,
    (page: typeof last) => page.messages[0]?.timestamp ?? null,
  ]) {
    expect((await all(next)).texts).toEqual(['system', ...said])
  }
})

test('VB14, VB9 who joined or left after a burst of messages is on one page by times, too, and bears no earlier time', async () => {
  const own = new SessionCrew()
  await using _ = own.crew
  const { crew } = own
  const session = own.open('Burst', ['ana'])
  const cy = { group: 'plan', members: [crew.id('cy')] }
  const post = (content: string) =>
    postToSession(crew.shard, crew.crew, BY_PERSON, {
      group: 'plan',
      session: session.id,
      asks: [],
      content,
    })
  const whole = ['session_created']
  const change = (verb: typeof addMembers | typeof removeMembers) => {
    verb(crew.shard, crew.crew, BY_PERSON, cy)
    whole.push(verb === addMembers ? 'member_joined' : 'member_left')
  }
  // Their times run ahead of the clock, by which the others tell when they happened.
  for (let n = 1; n <= 250; n++) {
    whole.push(`message ${n}`)
    post(`message ${n}`)
    if (n % 50 === 0) change(n % 100 === 0 ? addMembers : removeMembers)
  }
  for (let n = 0; n < 110; n++) change(n % 2 === 0 ? addMembers : removeMembers)
  crew.check()
  const { all, read } = pagesOf(own, session.id)
  const words = (lines: readonly UILine[]) =>
    lines.map((line) => ('event' in line ? line.event : text(line)))
  const page = await read({ limit: 1_000 })
  expect(words(page.messages)).toEqual(whole)
  const times = page.messages.map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted())
  for (const limit of [7, 60]) {
    const paged = await all((one) => one.messages[0]?.timestamp ?? null, limit)
    expect(paged.lines).toEqual(page.messages)
  }
  expect((await all(({ next_before: next }) => next)).lines).toEqual(page.messages)
})

test('VB8 who joined and left stands between the messages, since the session began', async () => {
  const own = new SessionCrew()
  await using _ = own.crew
  const { crew } = own
  const change = (verb: typeof addMembers | typeof removeMembers) =>
    crew.act(() =>
      verb(crew.shard, crew.crew, BY_PERSON, { group: 'plan', members: [crew.id('cy')] }),
    )
  change(removeMembers)
  crew.clock.advance(1_000)
  const session = own.open('Guests', ['ana'])
  own.post(session, 'human', 'one', { asks: [] })
  crew.clock.advance(1_000)
  change(addMembers)
  own.post(session, 'human', 'two', { asks: [] })
  crew.clock.advance(1_000)
  change(removeMembers)
  const { all, read } = pagesOf(own, session.id)
  const { messages } = await read({ limit: 20 })
  expect(messages.map((line) => ('event' in line ? line.event : text(line)))).toEqual([
    'session_created',
    'one',
    'member_joined',
    'two',
    'member_left',
  ])
  expect(messages[2]).toMatchObject({ data: { member_id: crew.id('cy'), display_name: 'cy' } })
  // In pages of one as well, by ids of lines that are no messages.
  const one = []
  for (let before: string | undefined; ;) {
    const page = await read({ limit: 1, before })
    one.unshift(...page.messages)
    if (page.next_before === null) break
    before = page.next_before
  }
  expect(one).toEqual(messages)
  expect((await all(({ next_before: next }) => next)).lengths).toEqual([5])
})

test('VB53 an agent reads of main what was said while it was a member, and the 20 messages that it was given with its joining', async () => {
  const own = new SessionCrew()
  await using crew = own.crew
  const ben = { group: 'plan', members: [crew.id('ben')] }
  const post = (content: string) =>
    crew.act(() => sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'plan', content }))
  post('With Ben.')
  crew.act(() => removeMembers(crew.shard, crew.crew, BY_PERSON, ben))
  for (let n = 1; n <= 21; n++) post(`Without Ben ${n}.`)
  crew.act(() => addMembers(crew.shard, crew.crew, BY_PERSON, ben))
  post('Hello again.')
  const group = crew.crew.state.groups['plan']
  if (!group) throw new Error('the group is there')
  const read = async (by: By) => {
    const at = { crew: crew.crew, group }
    const { messages } = await readChatMessages(crew.shard, at, by, { session: 'main', limit: 50 })
    return messages.map(text).filter((one) => one !== 'system')
  }
  const without = Array.from({ length: 21 }, (_, at) => `Without Ben ${at + 1}.`)
  expect(await read(byAgent(crew.id('ben')))).toEqual([
    'With Ben.',
    ...without.slice(1),
    'Hello again.',
  ])
  expect(await read(BY_PERSON)).toEqual(['With Ben.', ...without, 'Hello again.'])
})

test('VB66 a time of any zone and year is a bound; without a zone it is UTC', async () => {
  expect(timeOf('2026-02-10T14:05:00+02:00')).toBe('2026-02-10T12:05:00.000Z')
  expect(timeOf('2026-02-10T12:05:00')).toBe('2026-02-10T12:05:00.000Z')
  expect(timeOf('2026-02-10T12:05')).toBe('2026-02-10T12:05:00.000Z')
  expect(timeOf('2026-02-10T12:05:00-0330')).toBe('2026-02-10T15:35:00.000Z')
  expect(timeOf('2026-13-01T00:00:00Z')).toBe(null)
  const own = new SessionCrew()
  await using _ = own.crew
  const session = own.open('Zones')
  own.post(session, 'human', 'one', { asks: [] })
  const { read } = pagesOf(own, session.id)
  const all = ['system', 'one']
  for (const [before, said] of [
    ['9999-12-31T23:59:59-14:00', all],
    ['9999-12-31T23:59:59Z', all],
    ['0000-01-01T00:00:00+14:00', []],
  ] as const) {
    expect((await read({ before })).messages.map(text), before).toEqual(said)
  }
})
