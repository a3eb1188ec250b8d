import { expect, test } from 'vitest'
import { placeOfSession } from '@crewroom/shared/model/session'
import { unreadCount } from '@crewroom/shared/state/crew-state'
import { deleteCrew } from '../../src/agents/delete-crew'
import { searchMessages } from '../../src/groups/search-messages'
import type { Line } from '../harness/export-text'
import { dumpOf } from '../harness/recorded-batches'
import {
  answer,
  change,
  deliveryOf,
  interrupt,
  now,
  openSession,
  post,
  state,
} from '../harness/session-acts'
import { say, team } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'qa-tester' } as const

/** A crew with a group of three. */
function three(): TestCrew {
  const crew = testCrew({ agents: AGENTS })
  team(crew, 'plan', ['ada', 'ben', 'cleo'])
  return crew
}

const rows = (crew: TestCrew, table: string) => dumpOf(crew.database)[table] as Line[]

test('SN10 sessions, their rounds, messages, marks and mentions are the same after a restart, whatever was done in them', async () => {
  await using crew = three()
  const { reader } = crew.shard.ports
  const one = openSession(crew, 'plan', 'One', ['cleo', 'ada', 'ben'])
  const other = openSession(crew, 'plan')
  const first = post(crew, 'human', one, 'How should we build it?', 'c1')
  expect(first.asks).toEqual([crew.id('cleo'), crew.id('ada'), crew.id('ben')])
  const said = await answer(crew, 'ada', one, 'In layers, @human.')
  state(crew, 'session:reaction', {
    sessionId: one.id,
    groupName: 'plan',
    messageId: said?.message?.id ?? '',
    emoji: '👍',
    agentId: 'human',
    action: 'add',
  })
  await answer(crew, 'ben', one, '')
  // cleo was handed nothing: the next round brings it both messages.
  crew.clock.advance(2_000)
  const second = post(crew, 'human', one, 'And then, @ada?')
  await answer(crew, 'cleo', one, 'Test it.')
  interrupt(crew, 'ben', one)
  post(crew, 'ada', other, 'By the way.')
  crew.restart()
  expect(now(crew, one)).toMatchObject({
    messageCount: 4,
    rounds: 2,
    lastMessage: { content: 'Test it.', from: crew.id('cleo') },
    updatedAt: crew.published.findLast(({ type }) => type === 'round:responded')?.at,
  })
  expect(crew.crew.state.rounds[one.id]?.map(({ n }) => n)).toEqual([2])
  expect(crew.crew.rounds.given(one.id, crew.id('cleo'))).toBe(second.message.seq)
  expect(crew.crew.rounds.given(one.id, crew.id('ben'))).toBe(first.message.seq)
  expect(crew.crew.rounds.rangeOf(deliveryOf(crew, second.round, 'ada'))).toMatchObject({
    fromSeq: first.message.seq,
    toSeq: second.message.seq,
  })
  const statuses = (n: number) =>
    reader.round(crew.leadId, one.id, n)?.responses.map(({ agentId, status }) => [agentId, status])
  expect(statuses(1)).toEqual([
    [crew.id('cleo'), 'skipped'],
    [crew.id('ada'), 'done'],
    [crew.id('ben'), 'passed'],
  ])
  expect(statuses(2)).toEqual([
    [crew.id('cleo'), 'done'],
    [crew.id('ada'), 'thinking'],
    [crew.id('ben'), 'interrupted'],
  ])
  expect(reader.round(crew.leadId, one.id, 1)).toMatchObject({
    ...first.round,
    closed: 'superseded',
    responses: expect.any(Array) as unknown,
  })
  expect(reader.rounds(crew.leadId, one.id, 3, 1)).toMatchObject({
    rounds: [{ n: 2 }],
    hasMore: true,
    asOf: crew.crew.state.seq,
  })
  expect(reader.rounds(crew.leadId, one.id, 2, 1)).toMatchObject({ hasMore: false })
  // A request that is sent again finds the message and its round.
  expect(post(crew, 'human', one, 'How should we build it?', 'c1')).toMatchObject({
    repeated: true,
    message: { id: first.message.id },
    round: { n: 1 },
  })
  const unread = { name: placeOfSession(one.id), messageCount: 4 }
  expect(unreadCount(crew.crew.state, unread, 'human')).toBe(2)
  expect(crew.crew.state.mentions['human']).toEqual({ [placeOfSession(one.id)]: [2] })
  state(crew, 'session:read', {
    readerId: 'human',
    sessionId: one.id,
    groupName: 'plan',
    lastSeq: said?.message?.seq ?? 0,
    n: 2,
    lastSeen: crew.shard.decide(crew.crew).at,
    own: 1,
  })
  crew.restart()
  expect(unreadCount(crew.crew.state, unread, 'human')).toBe(1)
  expect(crew.crew.state.mentions).toEqual({})
})

test('SN11 nothing that is said in a session is in a count, a page, a mark or a window of its group, even after a restart', async () => {
  await using crew = three()
  const { reader } = crew.shard.ports
  const main = say(crew, 'ada', 'in the group', 'plan')
  const session = openSession(crew, 'plan')
  for (let n = 0; n < 3; n++) post(crew, 'human', session, `question ${n} to @ada`)
  post(crew, 'ben', session, 'to @human')
  crew.restart()
  const group = crew.crew.state.groups['plan']
  expect(group).toMatchObject({ messageCount: 1, lastMessage: { id: main.id } })
  expect(group && unreadCount(crew.crew.state, group, 'human')).toBe(1)
  expect(crew.crew.window('plan').messages.map(({ id }) => id)).toEqual([main.id])
  expect(crew.crew.state.mentions[crew.id('ada')]).toBeUndefined()
  const { leadId } = crew
  const query = { groupName: 'plan', limit: 10, viewer: null }
  const of = { leadId, groupName: 'plan', after: 0, to: 1e9, notFrom: 'nobody' }
  const seen = (sessionId?: string) => ({
    page: reader.page(leadId, { ...query, ...(sessionId && { sessionId }) }).messages.length,
    owed: reader.owedRange({ ...of, ...(sessionId && { sessionId }) }).count,
    texts: reader.owedMessages({ ...of, limit: 9, ...(sessionId && { sessionId }) }).length,
    second: reader.messageByN(leadId, 'plan', 2, sessionId)?.content,
    newest: reader.ordinalAt(leadId, 'plan', 1e9, sessionId),
    own: reader.ownBetween(leadId, 'plan', 0, 9, sessionId),
    main: reader.message(leadId, 'plan', main.id, sessionId)?.id,
  })
  expect(seen()).toEqual({
    page: 1,
    owed: 1,
    texts: 1,
    second: undefined,
    newest: 1,
    own: 0,
    main: main.id,
  })
  expect(seen(session.id)).toEqual({
    page: 4,
    owed: 4,
    texts: 4,
    second: 'question 1 to @ada',
    newest: 4,
    own: 3,
    main: undefined,
  })
  expect(reader.timeline(leadId, query).rows.filter(({ kind }) => kind === 'message')).toHaveLength(
    1,
  )
  expect(reader.messagesByN(leadId, 'plan', 1, 9)).toHaveLength(1)
  // The next message of the group has its next number, and an agent is owed that alone.
  await crew.reads('cleo')
  say(crew, 'ada', 'again', 'plan')
  expect(crew.crew.state.groups['plan']).toMatchObject({ messageCount: 2 })
  crew.restart()
  const stays = [...crew.crew.memberships.ofAgent(crew.id('cleo'))]
  expect(stays.map(({ owed }) => owed)).toEqual([1])
})

test('SN12 a round that is taken back is given by the next one, and one that is settled is not; neither is owed again', async () => {
  await using crew = three()
  const session = openSession(crew, 'plan')
  const first = post(crew, 'human', session, 'one')
  const given = (name: string) => crew.crew.rounds.given(session.id, crew.id(name))
  const owed = (name: string) =>
    crew.crew.owed(crew.id(name)).pending.filter(({ kind }) => kind === 'round').length
  const ids = (name: string) => [deliveryOf(crew, first.round, name)]
  state(crew, 'delivery:withdrawn', {
    agentId: crew.id('ada'),
    deliveryIds: ids('ada'),
    given: true,
  })
  state(crew, 'delivery:withdrawn', {
    agentId: crew.id('ben'),
    deliveryIds: ids('ben'),
    given: false,
  })
  for (let restarts = 0; restarts < 2; restarts++) {
    expect([given('ada'), given('ben'), given('cleo')]).toEqual([
      first.message.seq,
      0,
      first.message.seq,
    ])
    expect([owed('ada'), owed('ben'), owed('cleo')]).toEqual([0, 0, 1])
    crew.restart()
  }
  const [row] = rows(crew, 'deliveries').filter(({ id }) => id === ids('ben')[0])
  expect(row).toMatchObject({ agent_id: crew.id('ben'), kind: 'round' })
})

test('SN13 a deleted session is nowhere but in its rows, which stay until the crew is deleted', async () => {
  await using crew = three()
  const session = openSession(crew, 'plan')
  const kept = openSession(crew, 'plan', 'Kept')
  post(crew, 'human', session, 'one, @human')
  post(crew, 'ada', session, 'two, @human')
  change(crew, kept, { title: 'Still here', status: 'archived' })
  change(crew, session, { status: 'deleted' })
  crew.restart()
  const { state: all } = crew.crew
  expect(Object.values(all.sessions).map(({ title, status }) => [title, status])).toEqual([
    ['Still here', 'archived'],
  ])
  expect([all.rounds, all.mentions, all.ownUnread]).toEqual([{}, {}, {}])
  expect(crew.crew.rounds.allAsked()).toEqual([])
  const left = () =>
    ['sessions', 'rounds', 'responses', 'session_given'].map((table) => rows(crew, table).length)
  expect(left()).toEqual([2, 1, 3, 3])
  expect(rows(crew, 'chat_group_messages')).toHaveLength(2)
  deleteCrew(crew.shard, crew.crew, BY_PERSON, 'atlas')
  expect(left()).toEqual([0, 0, 0, 0])
  expect(rows(crew, 'chat_group_messages')).toEqual([])
  expect(rows(crew, 'read_marks')).toEqual([])
})

test('SN14 what is said in a session is stored once, and its events are read from there', async () => {
  await using crew = three()
  const session = openSession(crew, 'plan')
  const { message } = post(crew, 'human', session, 'a text that is nowhere else')
  const journal = rows(crew, 'journal').filter(({ data }) => String(data).includes('nowhere else'))
  expect(journal).toEqual([])
  const { events } = crew.shard.ports.reader.events(crew.leadId, message.seq - 1, 1)
  expect(events).toMatchObject([{ type: 'session:message', sessionId: session.id, message }])
  const [fact] = crew.shard.ports.reader.facts(crew.leadId, message.seq - 1, message.seq, 1)
  expect(fact).toMatchObject({ data: { sessionId: session.id, groupName: 'plan', message } })
})

test('SN16, SR6 search finds what is said in sessions and says where; an agent finds it where it takes part, and nobody in a deleted session', async () => {
  await using crew = three()
  const session = openSession(crew, 'plan', 'Session 1', ['ada', 'ben'])
  say(crew, 'ada', 'a word in the group', 'plan')
  const { message } = post(crew, 'human', session, 'a word in the session')
  const found = async (by: string) => {
    const input = { q: 'word', limit: 9 }
    const { hits } = await searchMessages(crew.shard, crew.crew, crew.by(by), input)
    return hits.map((hit) => hit.message.sessionId)
  }
  const reacts = (action: 'add' | 'remove') =>
    state(crew, 'session:reaction', {
      sessionId: session.id,
      groupName: 'plan',
      messageId: message.id,
      emoji: '👍',
      agentId: 'human',
      action,
    })
  expect(await found('human')).toEqual([session.id, 'main'])
  expect(await found('ben')).toEqual([session.id, 'main'])
  expect(await found('cleo')).toEqual(['main'])
  reacts('add')
  const input = { q: 'has:reaction', limit: 9 }
  const { hits } = await searchMessages(crew.shard, crew.crew, BY_PERSON, input)
  expect(hits.map((hit) => hit.message)).toEqual([{ ...message, reactions: { '👍': ['human'] } }])
  change(crew, session, { activeAgents: [crew.id('cleo')], status: 'archived' })
  expect(await found('cleo')).toEqual([session.id, 'main'])
  expect(await found('ben')).toEqual(['main'])
  change(crew, session, { status: 'deleted' })
  crew.restart()
  expect(await found('human')).toEqual(['main'])
})
