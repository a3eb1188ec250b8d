import { expect, test } from 'vitest'
import { interrupt, sendDirect } from '../../src/agents/direct-messages'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { LifeRoom } from '../harness/life-room'

const ROUND = /^\[Round \d · session "Names" in group "plan"\] Answer in plain text/m

test('RN1, RN2, RN4 a round is a prompt of its own, and what follows the last tool is its answer', async () => {
  await using room = await LifeRoom.open()
  await room.asks('which name?')
  expect(room.prompts('ana').at(-1)).toMatch(ROUND)
  expect(room.prompts('ana').at(-1)).toMatch(/\nwhich name\?$/)
  const { crew } = room
  await room.says('ana', 'I look it up.', null)
  room.program('ana').works()
  room.program('ana').thinks('hm')
  sendDirect(crew.shard, crew.crew, crew.by('human'), { to: crew.id('ana'), content: 'and this?' })
  await crew.settle()
  const before = room.prompts('ana').length
  await room.says('ana', 'Ada ⟦⟦ QUERY_GROUPS {} ⟧⟧it is.')
  expect(room.said).toEqual(['which name?', 'Ada it is.'])
  expect(room.response('ana')).toEqual(['done', false, null])
  expect(room.prompts('ana').length - before, 'what waited comes next').toBe(1)
  expect(room.prompts('ana').at(-1)).toContain('and this?')
})

test.for([
  ['end_turn', 'Ada', ['done', false, null]],
  ['max_tokens', 'Ad', ['done', true, null]],
  ['max_turn_requests', 'Ad', ['done', true, null]],
  ['refusal', 'no', ['error', false, 'the model refused to answer']],
  ['cancelled', 'Ad', ['interrupted', false, null]],
  ['end_turn', ' \n', ['passed', false, null]],
] as const)('RN3 %s after %j', async ([stopReason, text, expected]) => {
  await using room = await LifeRoom.open()
  await room.asks('which name?')
  await room.says('ana', text, stopReason)
  expect(room.response('ana')).toEqual(expected)
  expect(room.said.slice(1)).toEqual(expected[0] === 'done' ? [text] : [])
})

test('RN1 a turn with nothing behind its last tool is answered by all of it', async () => {
  await using room = await LifeRoom.open()
  await room.asks('which name?')
  await room.says('ana', 'Ada.', null)
  room.program('ana').works()
  await room.says('ana', '\n')
  expect(room.said).toEqual(['which name?', 'Ada.'])
})

test('RN14, RN3 stopping an answer cancels its prompt, posts nothing, and the next prompt is as usual', async () => {
  await using room = await LifeRoom.open()
  const { crew } = room
  await room.asks('which name?', ['ana', 'ben'])
  await room.says('ana', 'I would', null)
  const stop = (agent: string) =>
    crew.act(() =>
      interruptAnswer(crew.shard, crew.crew, crew.by('human'), {
        group: 'plan',
        session: room.session.id,
        agent,
      }),
    )
  stop('ana')
  await crew.settle()
  expect([room.program('ana').prompted, room.program('ben').prompted]).toEqual([false, true])
  expect([room.response('ana'), room.said]).toEqual([['interrupted', false, null], ['which name?']])
  expect(crew.crew.owed(crew.id('ana')).turns, 'its turn has ended').toEqual([])
  await room.asks('and now?')
  expect(room.prompts('ana').at(-1)).toMatch(ROUND)
  expect(room.prompts('ana').at(-1)).toContain('and now?')
  await room.says('ana', 'Ada')
  expect(room.said.at(-1)).toBe('Ada')
})

test('RN3, RN4, RN21 a lead’s interrupt of an agent that answers is its next prompt', async () => {
  await using room = await LifeRoom.open()
  const { crew } = room
  await room.asks('which name?')
  await room.says('ana', 'I would', null)
  const to = crew.id('ana')
  crew.act(() => interrupt(crew.shard, crew.crew, crew.by('lead'), { to, content: 'stop it' }))
  await crew.settle()
  expect(room.response('ana')).toEqual(['interrupted', false, null])
  const stoppedBy = () => crew.crew.state.rounds[room.session.id]?.at(-1)?.responses[0]?.stoppedBy
  expect(stoppedBy()).toBe(crew.leadId)
  expect(room.prompts('ana').at(-1)).toContain('stop it')
  expect(room.said).toEqual(['which name?'])
  // A program that cancels on its own is stopped by nobody.
  await room.says('ana', 'stopped.')
  await room.asks('and now?')
  await room.says('ana', 'I', 'cancelled')
  expect(room.response('ana', 2)).toEqual(['interrupted', false, null])
  expect(stoppedBy()).toBeUndefined()
})

test('RN9 what an agent says after its time is over is not posted', async () => {
  await using room = await LifeRoom.open()
  const { crew } = room
  await room.asks('which name?')
  await room.says('ana', 'I would', null)
  await crew.advance(600_000)
  expect(room.response('ana')).toEqual(['error', false, 'no answer in time'])
  await room.says('ana', ' say Ada')
  expect(room.said).toEqual(['which name?'])
})

test('RN5 a program that crashes in its answer continues it, alone in its prompt', async () => {
  await using room = await LifeRoom.open()
  const { crew } = room
  await room.asks('which name?')
  await room.says('ana', 'I would', null)
  sendDirect(crew.shard, crew.crew, crew.by('human'), { to: crew.id('ana'), content: 'well?' })
  room.program('ana').exits({ code: 1, signal: null })
  await crew.advance(1_000)
  const [prompt = ''] = room.prompts('ana')
  expect(prompt).not.toContain('well?')
  expect(prompt).not.toContain('which name?')
  await room.says('ana', 'say Ada.')
  expect(room.said).toEqual(['which name?', 'say Ada.'])
  expect(room.response('ana')).toEqual(['done', true, null])
  expect(room.prompts('ana').at(-1)).toContain('well?')
})

test('RN5, RN16 a server that is killed before a round is seen hands it over again, alone, as a repeat', async () => {
  await using room = await LifeRoom.open()
  const { crew } = room
  await room.asks('which name?')
  await crew.kill(3)
  await crew.settle()
  const [prompt = ''] = room.prompts('ana')
  expect(prompt).toContain('Round 1')
  expect(prompt).toContain('which name?')
  await room.says('ana', 'Ada')
  expect([room.said, room.response('ana')]).toEqual([
    ['which name?', 'Ada'],
    ['done', false, null],
  ])
})

test('RN5, RN14 a round that was stopped before its program is back is not prompted', async () => {
  await using room = await LifeRoom.open()
  const { crew } = room
  await room.asks('which name?')
  await room.says('ana', 'I would', null)
  room.program('ana').exits({ code: 1, signal: null })
  await crew.settle()
  crew.act(() =>
    interruptAnswer(crew.shard, crew.crew, crew.by('human'), {
      group: 'plan',
      session: room.session.id,
      agent: 'ana',
    }),
  )
  await crew.advance(1_000)
  expect(room.prompts('ana')).toEqual([])
  expect(crew.crew.owed(crew.id('ana')).turns).toEqual([])
})
