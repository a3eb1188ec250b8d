import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { interrupt, sendDirect } from '../../src/agents/direct-messages'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { type TestCrew, testCrew } from '../harness/test-crew'

function crewWithTeam(): TestCrew {
  const crew = testCrew({ agents: { ada: 'architect', dora: 'developer' } })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'team', members: ['ada', 'dora'] })
  return crew
}

const send = (crew: TestCrew, content: string) =>
  sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: 'team', content })

test('DL2 a page that is not acknowledged comes again, marked, and what is new follows it', async () => {
  await using crew = crewWithTeam()
  const ada = crew.id('ada')
  await crew.reads('ada')
  send(crew, 'one')
  const first = await crew.core.inbox.fetch(ada, {})
  send(crew, 'two')
  const second = await crew.core.inbox.fetch(ada, {})
  expect(second.deliveries.map((item) => [item.n, item.repeat])).toEqual([
    [1, true],
    [2, false],
  ])
  await crew.core.inbox.ack(ada, first.cursor)
  const third = await crew.core.inbox.fetch(ada, {})
  expect(third.deliveries.map((item) => [item.n, item.repeat])).toEqual([[2, true]])
  crew.check()
})

test('DL3 a cursor covers exactly what came with it, even in the middle of a page', async () => {
  await using crew = crewWithTeam()
  const ada = crew.id('ada')
  await crew.reads('ada')
  for (let n = 1; n <= 5; n++) send(crew, `m${n}`)
  await crew.core.inbox.fetch(ada, {})
  const part = await crew.core.inbox.fetch(ada, { limit: 2 })
  expect([part.deliveries.map((item) => item.n), part.more]).toEqual([[1, 2], true])
  await crew.core.inbox.ack(ada, part.cursor)
  crew.restart()
  const rest = await crew.core.inbox.fetch(ada, {})
  expect(rest.deliveries.map((item) => [item.n, item.repeat])).toEqual([
    [3, true],
    [4, true],
    [5, true],
  ])
  await crew.core.inbox.ack(ada, rest.cursor)
  await crew.core.inbox.ack(ada, rest.cursor)
  expect((await crew.core.inbox.fetch(ada, {})).deliveries).toEqual([])
  crew.check()
})

test('DL3 an older cursor takes nothing back, in the same turn or an earlier one', async () => {
  await using crew = crewWithTeam()
  const ada = crew.id('ada')
  const { inbox } = crew.core
  await crew.reads('ada')
  for (let n = 1; n <= 3; n++) send(crew, `m${n}`)
  const first = await inbox.fetch(ada, {})
  for (let n = 4; n <= 6; n++) send(crew, `m${n}`)
  await inbox.fetch(ada, {})
  const pageOf = (limit: number) => inbox.fetch(ada, { limit })
  const cursors = [(await pageOf(4)).cursor, (await pageOf(5)).cursor]
  const unread = async () => (await inbox.fetch(ada, {})).deliveries.map(({ n }) => n)
  await inbox.ack(ada, cursors[1] ?? '')
  expect(await unread()).toEqual([6])
  for (const older of [cursors[0] ?? '', first.cursor]) {
    await inbox.ack(ada, older)
    expect(await unread(), older).toEqual([6])
  }
  crew.restart()
  await crew.core.inbox.ack(ada, cursors[0] ?? '')
  const rest = await crew.core.inbox.fetch(ada, {})
  expect(rest.deliveries.map(({ n }) => n)).toEqual([6])
  crew.check()
})

test('DL3 a cursor does not grow with what waits: what overtakes a long backlog is confirmed alone, even after a restart', async () => {
  await using crew = crewWithTeam()
  const ada = crew.id('ada')
  await crew.reads('ada')
  for (let n = 0; n < 300; n++) {
    sendDirect(crew.shard, crew.crew, crew.by('lead'), { to: ada, content: `item ${n}` })
  }
  interrupt(crew.shard, crew.crew, crew.by('human'), { to: ada, content: 'stop' })
  const first = await crew.core.inbox.fetch(ada, { limit: 1 })
  expect(first.deliveries).toMatchObject([{ kind: 'interrupt', repeat: false }])
  expect(first.cursor.length).toBeLessThan(100)
  crew.restart()
  await crew.core.inbox.ack(ada, first.cursor)
  const rest = await crew.core.inbox.fetch(ada, { limit: 200 })
  expect(rest.deliveries[0]?.text).toMatch(/item 0$/)
  expect(rest.deliveries).toHaveLength(200)
  crew.check()
})

test.each([
  ['letters of one byte', 'y', 1],
  ['letters of two bytes', 'ü', 2],
  ['letters of three bytes', '語', 3],
  ['emoji of four bytes', '👍', 4],
])('DL4 64 KiB are bytes, and the last of them counts: %s', async (_, letter, bytes) => {
  expect(Buffer.byteLength(letter)).toBe(bytes)
  await using crew = crewWithTeam()
  await crew.reads('ada')
  /** What its text takes beside its content, as it was handed over. */
  send(crew, 'x')
  const [shortest = ''] = await crew.texts('ada')
  const around = Buffer.byteLength(shortest) - 1
  const half = LIMITS.turnBytes / 2 - around
  for (const over of [0, 1]) {
    const first = letter.repeat(Math.floor(half / bytes))
    const left = LIMITS.turnBytes - 2 * around - Buffer.byteLength(first) + over
    const second = letter.repeat(Math.floor(left / bytes)) + 'z'.repeat(left % bytes)
    for (const content of [first, second]) send(crew, content)
    const page = await crew.core.inbox.fetch(crew.id('ada'), {})
    const handed = page.deliveries.map(({ text }) => Buffer.byteLength(text))
    expect([handed.length, page.more], `${over} bytes more`).toEqual(
      over === 0 ? [2, false] : [1, true],
    )
    if (over === 0) expect((handed[0] ?? 0) + (handed[1] ?? 0)).toBe(LIMITS.turnBytes)
    await crew.core.inbox.ack(crew.id('ada'), page.cursor)
    await crew.reads('ada')
  }
})

test('DL4 a turn holds at most 200 items or 64 KiB, and a larger single item goes alone', async () => {
  await using crew = crewWithTeam()
  await crew.reads('ada')
  for (let n = 0; n < 250; n++) send(crew, 'x')
  const many = await crew.core.inbox.fetch(crew.id('ada'), {})
  expect([many.deliveries.length, many.more]).toEqual([200, true])
  await crew.core.inbox.ack(crew.id('ada'), many.cursor)
  await crew.reads('ada')
  for (let n = 0; n < 3; n++) send(crew, 'y'.repeat(LIMITS.content))
  const large = await crew.core.inbox.fetch(crew.id('ada'), {})
  expect([large.deliveries.length, large.more]).toEqual([1, true])
  crew.check()
})

test('DL5 items come in the order in which things happened, across all groups', async () => {
  await using crew = crewWithTeam()
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'other', members: ['ada'] })
  await crew.reads('ada')
  for (const [group, content] of [
    ['team', 'a'],
    ['other', 'b'],
    ['team', 'c'],
  ] as const) {
    sendMessage(crew.shard, crew.crew, crew.by('lead'), { group, content })
  }
  const texts = await crew.texts('ada')
  expect(texts.map((text) => text.slice(-1))).toEqual(['a', 'b', 'c'])
})

test('DL6 items that were handed over come again, the same ones, in the same run and after it', async () => {
  await using crew = crewWithTeam()
  send(crew, 'one')
  const page = await crew.core.inbox.fetch(crew.id('ada'), {})
  const again = page.deliveries.map((item) => ({ ...item, repeat: true }))
  expect((await crew.core.inbox.fetch(crew.id('ada'), {})).deliveries).toEqual(again)
  crew.restart()
  expect((await crew.core.inbox.fetch(crew.id('ada'), {})).deliveries).toEqual(again)
})

test('DL7 a poll waits for the first thing owed', async () => {
  await using crew = crewWithTeam()
  await crew.reads('ada')
  const poll = crew.core.inbox.fetch(crew.id('ada'), { waitMs: 25_000 })
  await Promise.resolve()
  send(crew, 'at last')
  expect((await poll).deliveries.map((item) => item.n)).toEqual([1])
  const empty = crew.core.inbox.fetch(crew.id('dora'), { waitMs: 1_000 })
  expect((await empty).deliveries.length).toBe(2)
  crew.check()
})

test('DL8 an agent that sends faster than its rate is refused, and told when to try again', async () => {
  await using crew = testCrew({ agents: { ada: 'architect' }, rate: { perMinute: 60, burst: 2 } })
  createGroup(crew.shard, crew.crew, crew.by('ada'), { name: 'team' })
  const say = () => crew.says('ada', '⟦⟦ GROUP_MESSAGE {"group":"team","content":"hi"} ⟧⟧\n')
  const results = [...(await say()), ...(await say()), ...(await say())]
  expect(results.map((result) => result.ok)).toEqual([true, true, false])
  expect(results[2]?.reply).toContain('Wait 1 s')
  crew.clock.advance(1_000)
  expect((await say())[0]?.ok).toBe(true)
})
