import { expect, test } from 'vitest'
import { liveAgent } from '../../src/live/agent'
import { SessionCrew } from '../harness/session-crew'

/** A session with a question for ana, who holds nothing else. */
async function asked() {
  const room = new SessionCrew()
  const { crew } = room
  await crew.reads('ana')
  const session = room.open('Names', ['ana'])
  room.post(session, 'human', 'which name?')
  const output = (text: string, offset: number, more: object = {}) =>
    crew.core.intake.output(crew.crew, crew.id('ana'), {
      text,
      offset,
      stream: 'main',
      endOfTurn: true,
      ...more,
    })
  const said = () => room.messages(session).map(({ content }) => content)
  const response = () => {
    const found = crew.crew.state.rounds[session.id]?.[0]?.responses[0]
    return found && [found.status, found.cut]
  }
  return { room, crew, session, output, said, response }
}

test('RN5 after a restart a confirmed round goes on with what is said from then on', async () => {
  const { room, crew, output, said, response } = await asked()
  await using _ = room
  await room.takes('ana')
  await output('I would\n', 0, { endOfTurn: false })
  crew.restart()
  expect((await crew.core.inbox.fetch(crew.id('ana'), { sent: new WeakMap() })).deliveries).toEqual(
    [],
  )
  await output('say Ada.', 8)
  crew.check()
  expect([said(), response()]).toEqual([
    ['which name?', 'say Ada.'],
    ['done', true],
  ])
})

test('RN5 a round that was not confirmed is handed over again, and answered once', async () => {
  const { room, crew, output, said, response } = await asked()
  await using _ = room
  await crew.core.inbox.fetch(crew.id('ana'), {})
  await output('I would\n', 0, { endOfTurn: false })
  crew.restart()
  const { deliveries } = await crew.core.inbox.fetch(crew.id('ana'), {})
  expect(deliveries.map(({ kind, repeat }) => [kind, repeat])).toEqual([['round', true]])
  await output('Ada.', 8)
  crew.check()
  expect([said(), response()]).toEqual([
    ['which name?', 'Ada.'],
    ['done', false],
  ])
  crew.restart()
  expect((await crew.core.inbox.fetch(crew.id('ana'), {})).deliveries).toEqual([])
})

test('RN2, RN5 an output that is sent again after a restart neither doubles its answer nor ends the next', async () => {
  const { room, crew, session, output, said } = await asked()
  await using _ = room
  await room.takes('ana')
  const text = 'Ada ⟦⟦ QUERY_GROUPS {} ⟧⟧it is'
  await output(text, 0)
  crew.restart()
  await output(text, 0)
  expect(said()).toEqual(['which name?', 'Ada it is'])
  room.post(session, 'human', 'and now?')
  await room.takes('ana')
  await output(text, 0)
  expect(room.round(session), 'the same once more').toMatchObject({
    responses: { ana: 'thinking' },
  })
  await output('Bea', text.length)
  expect(said().slice(2)).toEqual(['and now?', 'Bea'])
})

test('RN2 what was sent before the round was handed over is no answer, however late it is acted on', async () => {
  const { room, crew, output, said } = await asked()
  await using _ = room
  const busy = output('done with the other work', 0)
  const page = crew.core.inbox.takeNew(crew.id('ana'), 9, new WeakMap())
  expect(page?.deliveries.map(({ kind }) => kind)).toEqual(['round'])
  await busy
  expect(said()).toEqual(['which name?'])
  await output('Ada', 24)
  expect(said()).toEqual(['which name?', 'Ada'])
})

test('RN19, RN23 why says what an agent answers, since when, and how much waits behind it', async () => {
  const { room, crew, session } = await asked()
  await using _ = room
  const why = () => liveAgent(crew.shard, crew.crew, crew.core.presence, crew.id('ana')).why
  crew.clock.advance(5_000)
  expect(why()).not.toHaveProperty('round')
  await room.takes('ana')
  crew.clock.advance(5_000)
  expect(why()).toMatchObject({
    text: 'answering round 1 of "Names"',
    since: '2026-01-02T03:04:10.000Z',
    round: { session: session.id, n: 1 },
  })
  room.post(session, 'human', 'and now?')
  expect(why().text).toBe('answering round 1 of "Names"; 1 item waits')
  await room.says('ana', 'Ada.')
  expect(why()).not.toHaveProperty('round')
})
