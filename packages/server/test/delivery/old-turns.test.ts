import { expect, test } from 'vitest'
import { sendDirect } from '../../src/agents/direct-messages'
import type { InboxPage } from '../../src/delivery/inbox-page'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { CountingIds } from '../harness/counting-ids'
import { crewText, linesOf, takeIn } from '../harness/export-text'
import { storeTurn } from '../harness/stored-turns'
import { type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { ada: 'architect', dora: 'developer' }

function post(crew: TestCrew, content: string): void {
  sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: 'team', content })
}

function tell(crew: TestCrew, content: string): void {
  sendDirect(crew.shard, crew.crew, crew.by('dora'), { to: crew.id('ada'), content })
}

/** What an earlier version left: two turns of Ada that she has not confirmed, of three items and of two. */
async function leftOpen(): Promise<{ crew: TestCrew; turnIds: readonly [string, string] }> {
  const crew = testCrew({ agents: AGENTS })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'team', members: ['ada', 'dora'] })
  await crew.reads('ada')
  const turn = () => crew.act(() => storeTurn(crew.shard, crew.crew, crew.id('ada')))?.id ?? ''
  post(crew, 'one')
  tell(crew, 'two')
  post(crew, 'three')
  const first = turn()
  post(crew, 'four')
  tell(crew, 'five')
  const turnIds = [first, turn()] as const
  crew.restart()
  return { crew, turnIds }
}

const WORDS = /\b(one|two|three|four|five|six|seven)\b/

function shown({
  deliveries,
}: InboxPage): (readonly [word: string | undefined, repeat: boolean])[] {
  return deliveries.map(({ text, repeat }) => [WORDS.exec(text)?.[1], repeat] as const)
}

const again = (...words: string[]) => words.map((word) => [word, true])
const ALL = ['one', 'two', 'three', 'four', 'five']

const fetch = (crew: TestCrew, limit?: number) =>
  crew.core.inbox.fetch(crew.id('ada'), limit === undefined ? {} : { limit })

async function acks(crew: TestCrew, cursor: string): Promise<void> {
  crew.law.observe()
  await crew.core.inbox.ack(crew.id('ada'), cursor)
  crew.check()
}

/** What is left, now and after a restart. */
async function left(crew: TestCrew) {
  const before = shown(await fetch(crew))
  crew.restart()
  expect(shown(await fetch(crew))).toEqual(before)
  return before
}

test('DL30 turns that an earlier version stored come again, marked, and the cursor of the page acknowledges them', async () => {
  const { crew } = await leftOpen()
  await using _ = crew
  const page = await fetch(crew)
  expect(shown(page)).toEqual(again(...ALL))
  await acks(crew, page.cursor)
  expect(await left(crew)).toEqual([])
})

test.each([
  [0, 0, ALL],
  [0, 1, ALL.slice(1)],
  [0, 3, ALL.slice(3)],
  [1, 1, ALL.slice(4)],
  [1, 2, []],
])(
  'DL30 a cursor that an earlier version gave, of turn %i at item %i, acknowledges what came up to there',
  async (turn, item, rest) => {
    const { crew, turnIds } = await leftOpen()
    await using _ = crew
    const cursor = `${turnIds[turn as 0 | 1]}.${item}`
    await acks(crew, cursor)
    expect(await left(crew)).toEqual(again(...rest))
    await acks(crew, cursor)
    expect(await left(crew)).toEqual(again(...rest))
  },
)

test.each([1, 2, 3, 4, 5])(
  'DL30 the cursor of a page of %i items acknowledges as many, in the middle of a turn and after a restart',
  async (limit) => {
    const { crew } = await leftOpen()
    await using _ = crew
    const page = await fetch(crew, limit)
    expect(shown(page)).toEqual(again(...ALL.slice(0, limit)))
    crew.restart()
    await acks(crew, page.cursor)
    expect(await left(crew)).toEqual(again(...ALL.slice(limit)))
  },
)

test('DL30 one cursor acknowledges a page that holds a stored turn and what is new', async () => {
  const { crew } = await leftOpen()
  await using _ = crew
  post(crew, 'six')
  tell(crew, 'seven')
  const page = await fetch(crew)
  expect(shown(page)).toEqual([...again(...ALL), ['six', false], ['seven', false]])
  // In the middle of what is new: the stored turns are confirmed with it.
  const part = await fetch(crew, 6)
  expect(shown(part)).toEqual(again(...ALL, 'six'))
  await acks(crew, part.cursor)
  expect(shown(await fetch(crew))).toEqual(again('seven'))
  crew.restart()
  expect(shown(await fetch(crew))).toEqual(again('seven'))
  await acks(crew, page.cursor)
  expect(await left(crew)).toEqual([])
})

test('DL30 what is new in such a page is not confirmed with the stored turn alone', async () => {
  const { crew, turnIds } = await leftOpen()
  await using _ = crew
  post(crew, 'six')
  await fetch(crew)
  await acks(crew, `${turnIds[1]}.2`)
  expect(await left(crew)).toEqual(again('six'))
})

test('DL30, EX1 a file with such turns is imported, and they are open there', async () => {
  const { crew, turnIds } = await leftOpen()
  await using _ = crew
  await acks(crew, `${turnIds[0]}.2`)
  const text = await crewText(crew)
  const types = linesOf(text).map(({ type }) => type as unknown)
  expect(types.filter((type) => type === 'turn:sent')).toHaveLength(2)
  expect(types).toContain('turn:acked')
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, text)
  const open = () =>
    other.shard
      .crew(crew.leadId)
      .inHand.open(crew.id('ada'))
      .map(({ id, acked, count }) => [id, acked, count])
  const expected = [
    [turnIds[0], 2, 3],
    [turnIds[1], 0, 2],
  ]
  expect(open()).toEqual(expected)
  other.restart()
  other.check()
  expect(open()).toEqual(expected)
  expect(await crewText(other, crew.leadId)).toBe(text)
})
