import { expect, test } from 'vitest'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { FaultyStorage } from '../harness/faulty-storage'
import { LifeRoom } from '../harness/life-room'
import { SessionCrew } from '../harness/session-crew'
import { BY_PERSON } from '../harness/test-crew'

/** A question to one agent, whose answer ends while nothing can be stored. */
async function failing() {
  const storage = new FaultyStorage()
  const room = await LifeRoom.open({ storage })
  return { storage, room, crew: room.crew }
}

const QUIET = 2_000

test('RN5 what an ACP program answers while storage fails is recorded once storage works again, once', async () => {
  const { storage, room, crew } = await failing()
  await using _ = room
  await room.asks('which name?')
  room.program('ana').writes('I would ', () => 3)
  await crew.settle()
  storage.breaks()
  room.program('ana').writes('say Ada.', () => 3)
  room.program('ana').answers('end_turn')
  await crew.settle()
  storage.refuses()
  await crew.advance(5_000)
  const prompts = room.prompts('ana').length
  crew.recover()
  expect(room.response('ana'), 'memory is made of the tables').toEqual(['thinking', false, null])
  expect(room.prompts('ana'), 'it is not asked again').toHaveLength(prompts)
  await crew.advance(5_000)
  crew.check()
  expect([room.said, room.response('ana')]).toEqual([
    ['which name?', 'I would say Ada.'],
    ['done', false, null],
  ])
  await room.asks('and now?')
  await room.says('ana', 'Ada still.')
  expect(room.said.slice(2)).toEqual(['and now?', 'Ada still.'])
})

test('RN5 what a pipe answers while storage fails is recorded once storage works again, once', async () => {
  const { storage, room, crew } = await failing()
  await using _ = room
  await room.asks('which name?', ['pia'])
  await crew.advance(200)
  expect(room.prompts('pia').at(-1)).toMatch(/which name\?\n$/)
  const prompts = room.prompts('pia').length
  room.program('pia').prints('I would say ')
  await crew.advance(1_000)
  room.program('pia').prints('Ada.\n')
  await crew.settle()
  storage.breaks()
  await crew.advance(QUIET)
  storage.refuses()
  await crew.advance(5_000)
  crew.recover()
  expect(room.response('pia'), 'memory is made of the tables').toEqual(['thinking', false, null])
  await crew.advance(5_000)
  crew.check()
  expect([room.said, room.response('pia')]).toEqual([
    ['which name?', 'I would say Ada.'],
    ['done', false, null],
  ])
  expect(room.prompts('pia')).toHaveLength(prompts)
})

test('RN58 an answer is recorded although it was stopped, if storage refuses that', async () => {
  const { storage, room, crew } = await failing()
  await using _ = room
  await room.asks('which name?', ['ana', 'pia'])
  await crew.advance(200)
  room.program('ana').writes('Ada.', () => 3)
  room.program('pia').prints('Pia.\n')
  await crew.settle()
  storage.breaks()
  for (const agent of ['ana', 'pia']) {
    interruptAnswer(crew.shard, crew.crew, BY_PERSON, {
      group: 'plan',
      session: room.session.id,
      agent,
    })
  }
  room.program('ana').answers('end_turn')
  await crew.advance(QUIET)
  storage.refuses()
  await crew.advance(1_000)
  crew.recover()
  await crew.advance(1_000)
  crew.check()
  expect(room.said.toSorted()).toEqual(['Ada.', 'Pia.', 'which name?'])
  expect([room.response('ana'), room.response('pia')]).toEqual([
    ['done', false, null],
    ['done', false, null],
  ])
})

test('RN53, RN5 a pipe that answers before it is stored that it has the question is not asked again', async () => {
  const { storage, room, crew } = await failing()
  await using _ = room
  await room.asks('which name?', ['pia'])
  storage.breaks()
  await crew.advance(200)
  room.program('pia').prints('I would ')
  await crew.settle()
  storage.refuses()
  crew.recover()
  room.program('pia').prints('say Ada.\n')
  await crew.advance(QUIET + 1_000)
  crew.check()
  expect([room.said, room.response('pia')]).toEqual([
    ['which name?', 'I would say Ada.'],
    ['done', false, null],
  ])
  expect(room.prompts('pia').filter((text) => text.includes('which name?'))).toHaveLength(1)
  await room.asks('and now?', ['pia'])
  expect(room.prompts('pia').at(-1)).toMatch(/\nand now\?\n$/)
})

test('RN5 a pipe that has said nothing when storage fails is asked again, as a repeat', async () => {
  const { storage, room, crew } = await failing()
  await using _ = room
  await room.asks('which name?', ['pia'])
  storage.breaks()
  await crew.advance(200)
  storage.refuses()
  crew.recover()
  await crew.settle()
  expect(room.prompts('pia').at(-1)).toMatch(/^\[System\] The next item may be a repeat/)
  room.program('pia').prints('Ada.\n')
  await crew.advance(QUIET + 1_000)
  expect(room.said).toEqual(['which name?', 'Ada.'])
})

test('RN52, RN5 what a remote agent said and was refused comes again, and is recorded once with what was stored before', async () => {
  const storage = new FaultyStorage()
  await using room = new SessionCrew({ storage })
  const { crew } = room
  await crew.reads('ana')
  const session = room.open('Names', ['ana'])
  room.post(session, 'human', 'which name?')
  await room.takes('ana')
  const says = (text: string, offset: number, endOfTurn: boolean) =>
    crew.core.intake.output(crew.crew, crew.id('ana'), { text, offset, stream: 'main', endOfTurn })
  await says('I would ', 0, false)
  storage.breaks()
  const refused = [says('say Ada.', 8, true).catch(String)]
  await crew.core.intake.behindOutput(crew.id('ana'), () => {})
  storage.refuses()
  refused.push(says('say Ada.', 8, true).catch(String))
  await Promise.resolve()
  crew.recover()
  const full = expect.stringContaining('The disk is full')
  expect(await Promise.all(refused)).toEqual([full, full])
  expect(room.round(session).responses).toEqual({ ana: 'thinking' })
  for (let n = 0; n < 2; n++) await says('I would say Ada.', 0, true)
  crew.check()
  expect(room.messages(session).map(({ content }) => content)).toEqual([
    'which name?',
    'I would say Ada.',
  ])
})
