import { expect, test } from 'vitest'
import { answer, interrupt, openSession, takesRound, write } from '../harness/round-acts'
import { testCrew } from '../harness/test-crew'

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
