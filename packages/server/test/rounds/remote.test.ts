import { expect, test } from 'vitest'
import { interrupt, sendDirect } from '../../src/agents/direct-messages'
import { delegate } from '../../src/agents/tasks'
import { planTurn } from '../../src/delivery/plan-turn'
import { mustWake } from '../../src/crew/wake'
import { sendMessage } from '../../src/groups/send-message'
import { pauseGroup } from '../../src/groups/pause-group'
import { pushed } from '../harness/pushed'
import { SessionCrew } from '../harness/session-crew'

const ROUND =
  '[Round 1 · session "Names" in group "plan"] Answer in plain text; your text is posted for you.'

/** A session with a question for ana and ben, who hold nothing else. */
async function asked(content = 'which name?') {
  const room = new SessionCrew()
  for (const name of ['ana', 'ben']) await room.crew.reads(name)
  const session = room.open('Names', ['ana', 'ben'])
  room.post(session, 'human', content)
  return { room, session, crew: room.crew }
}

/** What was said in a session: by whom, what, and what it is to its round. */
const said = (room: SessionCrew, session: { id: string }) =>
  room
    .messages(session as never)
    .map(({ from, content, round }) => [
      ['ana', 'ben'].find((name) => room.crew.id(name) === from) ?? from,
      content,
      round?.as,
    ])

const kinds = (page: { deliveries: readonly { kind: string }[] } | null) =>
  page?.deliveries.map(({ kind }) => kind)

test('RN1, RN2 what a remote agent says up to the end of its turn is its answer, without commands', async () => {
  const { room, session } = await asked()
  await using _ = room
  await room.says('ana', 'said before')
  expect(await room.question('ana')).toBe(`${ROUND}\nwhich name?`)
  await room.says('ana', 'I would say ⟦⟦ QUERY_GROUPS {} ⟧⟧Ada', false)
  expect(room.round(session).responses).toEqual({ ana: 'thinking', ben: 'thinking' })
  await room.says('ana', ' or Bea.\n')
  await room.takes('ben')
  await room.says('ben', 'Bea')
  await room.says('ben', 'said after')
  expect(said(room, session)).toEqual([
    ['human', 'which name?', 'start'],
    ['ana', 'I would say Ada or Bea.', 'answer'],
    ['ben', 'Bea', 'answer'],
  ])
  expect(room.round(session)).toEqual({
    n: 1,
    closed: 'answered',
    responses: { ana: 'done', ben: 'done' },
  })
})

test('RN1 an answer of more than 50,000 characters is cut', async () => {
  const { room, session, crew } = await asked()
  await using _ = room
  await room.takes('ana')
  for (let part = 0; part < 6; part++) await room.says('ana', 'x'.repeat(10_000), part === 5)
  const [, message] = room.messages(session)
  expect(message?.content).toBe('x'.repeat(50_000))
  const response = crew.crew.state.rounds[session.id]?.[0]?.responses[0]
  expect([response?.status, response?.cut]).toEqual(['done', true])
})

test('RN2, RN3 an agent that confirms a round and asks for more has passed; what it says then is late', async () => {
  const { room, session, crew } = await asked()
  await using _ = room
  const ana = crew.id('ana')
  const page = await crew.core.inbox.fetch(ana, {})
  await crew.core.inbox.fetch(ana, {})
  expect(room.round(session).responses['ana'], 'not confirmed').toBe('thinking')
  await crew.core.inbox.ack(ana, page.cursor)
  expect(room.round(session).responses['ana'], 'a confirmation').toBe('thinking')
  await crew.core.inbox.fetch(ana, {})
  expect(room.round(session).responses['ana']).toBe('passed')
  await room.says('ana', 'Ada, ', false)
  await room.says('ana', 'after all')
  await room.says('ana', 'and no more')
  expect(said(room, session)).toEqual([
    ['human', 'which name?', 'start'],
    ['ana', 'Ada, after all', 'late'],
  ])
  expect(room.round(session).responses['ana']).toBe('done')

  await room.takes('ben')
  await room.says('ben', 'Be', false)
  await crew.core.inbox.fetch(crew.id('ben'), {})
  expect(room.round(session).responses['ben'], 'it has begun').toBe('thinking')
  await room.says('ben', 'a')
  expect(said(room, session).at(-1)).toEqual(['ben', 'Bea', 'answer'])
})

test('RN3 a turn that ends without a word has passed', async () => {
  const { room, session } = await asked()
  await using _ = room
  await room.takes('ana')
  await room.says('ana', ' \n')
  await room.takes('ben')
  await room.says('ben', '⟦⟦ QUERY_GROUPS {} ⟧⟧')
  expect(room.round(session)).toEqual({
    n: 1,
    closed: 'answered',
    responses: { ana: 'passed', ben: 'passed' },
  })
  expect(room.messages(session)).toHaveLength(1)
})

test('RN4 a task, a round and a message of a group are handed over one after the other', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const [shard, ana] = [crew.shard, crew.id('ana')]
  await crew.reads('ana')
  const session = room.open('Names', ['ana'])
  crew.act(() => delegate(shard, crew.crew, crew.by('lead'), { to: 'ana', text: 'build it' }))
  room.post(session, 'human', 'which name?')
  sendMessage(shard, crew.crew, crew.by('human'), { group: 'plan', content: 'hello' })
  const pages: unknown[] = []
  for (let n = 0; n < 3; n++) {
    const page = await crew.core.inbox.fetch(ana, {})
    pages.push(kinds(page))
    expect(page.more, 'a program that empties its inbox').toBe(n === 0)
    await crew.core.inbox.ack(ana, page.cursor)
    if (n === 1) expect(mustWake(shard, crew.crew, ana), 'while it answers').toBe(false)
    if (n === 1) await room.says('ana', 'Ada')
  }
  expect(pages).toEqual([['task'], ['round'], ['group']])
})

test('RN4 what is confirmed late comes again as it came: the round on a page of its own', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const ana = crew.id('ana')
  await crew.reads('ana')
  const session = room.open('Names', ['ana'])
  sendDirect(crew.shard, crew.crew, crew.by('human'), { to: ana, content: 'first' })
  room.post(session, 'human', 'which name?')
  const pages = [await pushed(crew.core.inbox, ana, 9), await pushed(crew.core.inbox, ana, 9)]
  interrupt(crew.shard, crew.crew, crew.by('human'), { to: ana, content: 'look' })
  pages.push(await pushed(crew.core.inbox, ana, 9), await pushed(crew.core.inbox, ana, 9))
  expect(pages.map(kinds)).toEqual([['direct'], ['round'], ['interrupt'], undefined])
  const again: unknown[] = []
  for (let n = 0; n < 3; n++) {
    const page = await crew.core.inbox.fetch(ana, {})
    expect(page.deliveries.every(({ repeat }) => repeat)).toBe(true)
    again.push([...(kinds(page) ?? []), page.more])
    await crew.core.inbox.ack(ana, page.cursor)
  }
  expect(again).toEqual([
    ['direct', true],
    ['round', true],
    ['interrupt', false],
  ])
})

test('RN4 nothing but an interrupt reaches an agent that answers, and nothing wakes it', async () => {
  const { room, session, crew } = await asked()
  await using _ = room
  const { shard } = crew
  const ana = crew.id('ana')
  const other = room.open('Other', ['ana'])
  await room.takes('ana')
  sendDirect(shard, crew.crew, crew.by('human'), { to: ana, content: 'well?' })
  sendMessage(shard, crew.crew, crew.by('human'), { group: 'plan', content: '@ana well?' })
  room.post(other, 'human', 'and this?')
  const sent = new WeakMap()
  const nothing = () => [
    mustWake(shard, crew.crew, ana),
    planTurn(shard, crew.crew, ana),
    crew.core.inbox.hasNew(ana, sent),
    crew.core.inbox.takeNew(ana, 9, sent),
  ]
  expect(nothing()).toEqual([false, null, false, null])
  interrupt(shard, crew.crew, crew.by('lead'), { to: ana, content: 'stop' })
  expect([mustWake(shard, crew.crew, ana), crew.core.inbox.hasNew(ana, sent)]).toEqual([true, true])
  expect(kinds(crew.core.inbox.takeNew(ana, 9, sent))).toEqual(['interrupt'])
  expect(nothing()).toEqual([false, null, false, null])
  expect(room.round(session).responses['ana']).toBe('thinking')
  await room.says('ana', 'Ada')
  expect(kinds(crew.core.inbox.takeNew(ana, 9, sent))).toEqual(['direct', 'group'])
  expect(kinds(crew.core.inbox.takeNew(ana, 9, sent))).toEqual(['round'])
})

test('RN30 notices that wake nobody do not stand before a round', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const session = room.open('Names', ['ana'])
  room.post(session, 'human', 'which name?')
  const page = await crew.core.inbox.fetch(crew.id('ana'), {})
  expect([kinds(page), page.more]).toEqual([['round'], false])
  await crew.core.inbox.ack(crew.id('ana'), page.cursor)
  await room.says('ana', 'Ada')
  expect(kinds(await crew.core.inbox.fetch(crew.id('ana'), {}))).toEqual(['system'])
})

test('RN6 rounds of a paused group wait, and nobody is woken for them', async () => {
  const { room, crew } = await asked()
  await using _ = room
  const ana = crew.id('ana')
  const pause = (paused: boolean) =>
    crew.act(() => pauseGroup(crew.shard, crew.crew, crew.by('human'), 'plan', paused))
  pause(true)
  expect([
    mustWake(crew.shard, crew.crew, ana),
    crew.core.inbox.hasNew(ana, new WeakMap()),
    kinds(await crew.core.inbox.fetch(ana, {})),
  ]).toEqual([false, false, []])
  pause(false)
  expect(kinds(await crew.core.inbox.fetch(ana, {}))).toEqual(['round'])
})
