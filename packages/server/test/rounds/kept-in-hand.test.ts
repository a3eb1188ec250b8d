import { expect, test } from 'vitest'
import { openSession, takesRound, write } from '../harness/round-acts'
import { testCrew } from '../harness/test-crew'

test('RN47 an agent that held a question when the server was killed answers it without being handed it again', async () => {
  await using crew = testCrew({ agents: { ada: 'developer' } })
  const session = openSession(crew, ['ada'])
  await takesRound(crew, 'ada')
  const { round } = write(crew, session, 'Which port?')
  const { cursor } = await crew.core.inbox.fetch(crew.id('ada'), {})
  crew.restart()
  await crew.says('ada', '5432')
  await crew.core.inbox.ack(crew.id('ada'), cursor)
  expect(await takesRound(crew, 'ada')).toBeNull()
  expect(crew.crew.state.rounds[session.id]).toMatchObject([
    { n: round?.n, closed: 'answered', responses: [{ status: 'done' }] },
  ])
  expect(crew.crew.window(`s:${session.id}`).messages.map(({ content }) => content)).toEqual([
    'Which port?',
    '5432',
  ])
})

test('RN47 a turn that ends without a word is no answer to a question from before', async () => {
  await using crew = testCrew({ agents: { ada: 'developer', bob: 'developer' } })
  const session = openSession(crew, ['ada', 'bob'])
  for (const name of ['ada', 'bob']) await takesRound(crew, name)
  write(crew, session, 'Which port?')
  await crew.core.inbox.fetch(crew.id('ada'), {})
  crew.restart()
  // Bob was not handed it: his words are none.
  for (const name of ['ada', 'bob']) await crew.says(name, name === 'ada' ? '' : 'done with that')
  expect(crew.crew.state.rounds[session.id]).toMatchObject([
    { closed: null, responses: [{ status: 'thinking' }, { status: 'thinking' }] },
  ])
  for (const name of ['ada', 'bob']) {
    expect(await takesRound(crew, name)).toMatch(/\nWhich port\?$/)
    await crew.says(name, `${name}: 5432`)
  }
  expect(crew.crew.window(`s:${session.id}`).messages.map(({ content }) => content)).toEqual([
    'Which port?',
    'ada: 5432',
    'bob: 5432',
  ])
})
