import { expect, test } from 'vitest'
import { answerByName } from '../../src/rounds/answer-by-name'
import { createSession } from '../../src/sessions/create-session'
import { postToSession } from '../../src/sessions/post-to-session'
import { heldCore } from '../harness/held-core'
import { answer, interrupt, openSession, takesRound, write } from '../harness/round-acts'
import { SessionCrew } from '../harness/session-crew'
import { say } from '../harness/talk'
import { BY_PERSON, byAgent, testCrew } from '../harness/test-crew'

test('RN44 a message sent again is answered as it was at first, whatever was asked since', async () => {
  await using crew = testCrew({ agents: { ada: 'developer', bob: 'developer' } })
  const session = openSession(crew, ['ada', 'bob'])
  const quiet = { clientId: 'quiet', asks: [] }
  expect(write(crew, session, 'only noted', quiet)).toMatchObject({ round: null, asks: [] })
  const first = write(crew, session, 'and now?', { clientId: 'first', asks: ['bob'] })
  expect(first).toMatchObject({ round: { n: 1 }, asks: [crew.id('bob')], repeated: false })
  expect(write(crew, session, 'only noted', quiet)).toMatchObject({
    round: null,
    asks: [],
    repeated: true,
  })
  write(crew, session, 'rather ada', { asks: ['ada'] })
  const again = write(crew, session, 'and now?', { clientId: 'first', asks: ['bob'] })
  expect(again).toMatchObject({ round: { n: 1 }, asks: [crew.id('bob')], repeated: true })
  expect(again.message).toEqual(first.message)
  expect(crew.crew.state.sessions[session.id]).toMatchObject({ messageCount: 3, rounds: 2 })
})

test('RN44 a message sent again gets its round even while nothing of it, or of later ones, is stored', () => {
  const { core, crew, agent, store } = heldCore()
  const { shard } = core
  const { id } = createSession(shard, crew, BY_PERSON, { group: 'team' })
  store()
  const post = (content: string, clientId: string) =>
    postToSession(shard, crew, BY_PERSON, { group: 'team', session: id, content, clientId })
  const told = ({ round, asks, repeated }: ReturnType<typeof post>) => [
    round?.n,
    round?.closed,
    round?.responses.map(({ status }) => status),
    asks,
    repeated,
  ]
  post('one', 'first')
  post('two', 'second')
  const superseded = [1, 'superseded', ['skipped'], [agent.id], true]
  expect(told(post('one', 'first')), 'in no table').toEqual(superseded)
  store()
  expect(told(post('one', 'first')), 'stored').toEqual(superseded)
  const deliveryId = crew.rounds.asked(agent.id)[0]?.deliveryId ?? ''
  answerByName(shard, byAgent(agent.id), { agentId: agent.id, deliveryId, content: 'Ada' })
  post('three', 'third')
  const answered = [2, 'answered', ['done'], [agent.id], true]
  expect(told(post('two', 'second')), 'the tables have it as it was').toEqual(answered)
  store()
  expect(told(post('two', 'second'))).toEqual(answered)
})

test('RN45 an interruption answers with the round that it was in', async () => {
  await using crew = testCrew({ agents: { ada: 'developer', bob: 'developer' } })
  const session = openSession(crew, ['ada', 'bob'])
  write(crew, session, 'one', { asks: ['ada', 'bob'] })
  await takesRound(crew, 'ada')
  await takesRound(crew, 'bob')
  answer(crew, 'bob', 'yes')
  write(crew, session, 'two', { asks: ['bob'] })
  expect(interrupt(crew, session, 'ada')).toMatchObject({
    n: 1,
    closed: 'superseded',
    responses: [
      { agentId: crew.id('ada'), status: 'interrupted', messageId: null },
      { agentId: crew.id('bob'), status: 'done' },
    ],
  })
  expect(crew.crew.state.rounds[session.id]?.map(({ n }) => n)).toEqual([2])
})

test('SN43 an agent that writes to sessions too fast is refused as in a group; people and answers are not counted', async () => {
  await using room = new SessionCrew({ rate: { perMinute: 1, burst: 2 } })
  const session = room.open('Talk', ['ana', 'ben'])
  const writes = (who: string, content: string) => room.post(session, who, content)
  writes('ana', 'one')
  say(room.crew, 'ana', 'two', 'plan')
  const refused = expect.objectContaining({
    code: 'rate_limited',
    details: expect.objectContaining({ retryAfter: 60 }),
  })
  expect(() => writes('ana', 'three')).toThrow(refused)
  expect(() => say(room.crew, 'ana', 'three', 'plan')).toThrow(refused)
  for (const content of ['a', 'b', 'c']) writes('human', content)
  await room.takes('ana')
  await room.says('ana', 'an answer')
  writes('ben', 'another’s')
  room.crew.clock.advance(60_000)
  writes('ana', 'three')
  expect(room.messages(session).map(({ content }) => content)).toEqual([
    'one',
    'a',
    'b',
    'c',
    'an answer',
    'another’s',
    'three',
  ])
})
