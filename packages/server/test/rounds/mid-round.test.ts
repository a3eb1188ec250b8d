import { expect, test } from 'vitest'
import { setBudget } from '../../src/agents/budgets'
import { deleteCrew } from '../../src/agents/delete-crew'
import { CORRECTIONS } from '../harness/fake-clock'
import { LifeRoom } from '../harness/life-room'
import { SessionCrew } from '../harness/session-crew'
import { BY_PERSON } from '../harness/test-crew'

const MINUTE = 60_000

test('US11, RN6 a budget that is used up in the middle of a round cuts no answer off, and the round goes on when it is raised', async () => {
  await using room = await LifeRoom.open()
  const { crew } = room
  const limit = (tokens: number) =>
    crew.act(() =>
      setBudget(crew.shard, crew.crew, BY_PERSON, { agentId: null, usd: null, tokens }),
    )
  limit(100)
  await room.asks('which name?', ['ana', 'ben'])
  await room.says('ana', 'I would ', null)
  await room.says('ben', 'Ben.', null)
  const used = { inputTokens: 150, outputTokens: 50, totalTokens: 200, thoughtTokens: null }
  room.program('ben').answers('end_turn', { ...used, cachedReadTokens: null, cachedWriteTokens: null }) // prettier-ignore
  await crew.settle()
  expect([room.response('ben'), crew.crew.budget(null)?.stage]).toEqual([
    ['done', false, null],
    'reached',
  ])
  await room.asks('and now?', ['ana', 'ben', 'pia'])
  const prompts = () => ['ben', 'pia'].map((name) => room.prompts(name).length)
  const before = prompts()
  await crew.advance(20 * MINUTE)
  expect([room.response('ana')?.[0], room.response('ben', 2)?.[0]]).toEqual([
    'thinking',
    'thinking',
  ])
  await room.says('ana', 'say Ada.')
  expect([room.said, prompts()]).toEqual([
    ['which name?', 'Ben.', 'and now?', 'I would say Ada.'],
    before,
  ])
  limit(1_000)
  await crew.settle()
  expect(room.prompts('ben').at(-1)).toMatch(/\nand now\?$/)
  expect(room.prompts('pia').at(-1)).toMatch(/\[User\]: and now\?\n$/)
  await room.says('ben', 'Ben still.')
  await crew.advance(10 * MINUTE)
  expect(['ana', 'ben', 'pia'].map((name) => room.response(name, 2))).toEqual([
    ['error', false, 'no answer in time'],
    ['done', false, null],
    ['error', false, 'no answer in time'],
  ])
  crew.check()
})

test('RN54, DE1 a crew that is deleted in the middle of a round leaves nothing of it behind, and nothing runs later', async () => {
  await using room = await LifeRoom.open()
  const { crew } = room
  await room.asks('which name?', ['ana', 'ben', 'pia'])
  await room.says('ana', 'I would ', null)
  room.program('pia').prints('I would ')
  await crew.settle()
  const [ana, pia] = [room.program('ana'), room.program('pia')]
  crew.act(() => deleteCrew(crew.shard, crew.crew, BY_PERSON, 'atlas'))
  ana.writes('say Ada.', () => 3)
  ana.answers('end_turn')
  pia.prints('say Pia.\n')
  await crew.advance(20 * MINUTE)
  crew.check()
  expect(crew.programs.running.size).toBe(0)
  expect(crew.published.at(-1)?.type).not.toMatch(/^(round|session):/)
  for (const table of ['sessions', 'rounds', 'responses', 'deliveries']) {
    expect(crew.database.prepare(`select count(*) from ${table}`).pluck().get(), table).toBe(0)
  }
})

test.each(CORRECTIONS)(
  'RN9, RN13 times and the order of a round are the same when the clock is set %s by an hour',
  async (_way, by) => {
    await using room = new SessionCrew()
    const { crew } = room
    for (const name of ['ana', 'ben', 'cy']) await crew.reads(name)
    const session = room.open('Names')
    room.post(session, 'human', 'which name?')
    await room.takes('ana')
    await room.takes('ben')
    crew.clock.advance(5 * MINUTE)
    crew.clock.correct(by)
    await room.says('ana', 'Ada')
    room.post(session, 'ana', 'or Bea')
    crew.clock.advance(5 * MINUTE - 1)
    expect(room.round(session).responses).toEqual({ ana: 'done', ben: 'thinking', cy: 'thinking' })
    crew.clock.advance(1)
    expect(room.round(session).responses['ben'], 'ten minutes after it was handed over').toBe('error') // prettier-ignore
    crew.clock.advance(5 * MINUTE - 1)
    expect(room.round(session).responses['cy']).toBe('thinking')
    crew.clock.advance(1)
    expect(room.round(session).responses['cy'], 'fifteen after it was opened').toBe('error')
    crew.check()
    room.post(session, 'human', 'and now?')
    expect(await room.question('cy')).toMatch(
      /\n\[User\]: which name\?\n\n\[ana\]: Ada\n\n\[ana\]: or Bea\n\n\[User\]: and now\?$/,
    )
    const times = room.messages(session).map(({ timestamp }) => timestamp)
    expect(times).toEqual(times.toSorted())
  },
)
