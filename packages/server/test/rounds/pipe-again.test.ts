import { expect, test } from 'vitest'
import { editAgent } from '../../src/agents/edit-agent'
import { pauseGroup } from '../../src/groups/pause-group'
import { RESTARTS } from '../harness/life-crew'
import { LifeRoom } from '../harness/life-room'
import { BY_PERSON } from '../harness/test-crew'

const QUIET = 2_000
const AGAIN =
  /^\[System\] The next item may be a repeat[^\n]+\n\[Round 1 · session "Names" [^\n]+\nwhich name\?\n$/

/** A question that pia's program has taken; that it has is stored. */
async function asked() {
  const room = await LifeRoom.open()
  await room.asks('which name?', ['pia'])
  await room.crew.advance(200)
  return { room, crew: room.crew }
}

test('RN55, RN5 a pipe whose server was killed in the middle of its answer is asked again, in its new program', async () => {
  const { room, crew } = await asked()
  await using _ = room
  room.program('pia').prints('I would ')
  await crew.settle()
  await crew.kill(0)
  await crew.settle()
  expect(room.prompts('pia')).toEqual([expect.stringMatching(AGAIN)])
  room.program('pia').prints('Ada.\n')
  await crew.advance(QUIET)
  crew.check()
  expect([room.said, room.response('pia')]).toEqual([
    ['which name?', 'Ada.'],
    ['done', false, null],
  ])
  await room.asks('and now?', ['pia'])
  expect(room.prompts('pia')).toHaveLength(2)
})

test('RN55, RN6 a pipe is asked again after a stop and a change of its program, once, and not in a pause', async () => {
  const { room, crew } = await asked()
  await using _ = room
  const pause = (paused: boolean) =>
    crew.act(() => pauseGroup(crew.shard, crew.crew, BY_PERSON, 'plan', paused))
  pause(true)
  await crew.stopAndStart()
  await crew.advance(60_000)
  expect(crew.programs.running.get(crew.id('pia'))?.prompts ?? []).toEqual([])
  pause(false)
  await crew.settle()
  expect(room.prompts('pia')).toEqual([expect.stringMatching(AGAIN)])
  const { programs } = crew
  const before = programs.of(crew.id('pia'))
  crew.act(() => editAgent(crew.shard, crew.crew, BY_PERSON, crew.id('pia'), { cwd: '/elsewhere' }))
  await crew.settle()
  expect(programs.of(crew.id('pia'))).not.toBe(before)
  expect(room.prompts('pia')).toEqual([expect.stringMatching(AGAIN)])
  await crew.advance(60_000)
  expect(room.prompts('pia')).toHaveLength(1)
  room.program('pia').prints('Ada.\n')
  await crew.advance(QUIET)
  expect(room.said).toEqual(['which name?', 'Ada.'])
})

test('RN55, RN2 what a pipe has printed when its program is stopped is its answer, and it is not asked again', async () => {
  const { room, crew } = await asked()
  await using _ = room
  room.program('pia').prints('I would ')
  await crew.settle()
  crew.act(() => editAgent(crew.shard, crew.crew, BY_PERSON, crew.id('pia'), { cwd: '/elsewhere' }))
  await crew.settle()
  expect([room.said, room.response('pia')]).toEqual([
    ['which name?', 'I would'],
    ['done', true, null],
  ])
  expect(crew.programs.running.get(crew.id('pia'))?.prompts ?? []).toEqual([])
})

test('RN56 a pipe that takes the place of an ACP program in mid-answer is asked again, and only its own words count', async () => {
  await using room = await LifeRoom.open()
  const { crew } = room
  await room.asks('which name?')
  await room.says('ana', 'I would ', null)
  const driver = { kind: 'pipe', command: 'fake', args: [] } as const
  crew.act(() => editAgent(crew.shard, crew.crew, BY_PERSON, crew.id('ana'), { driver }))
  await crew.settle()
  expect(room.prompts('ana')).toEqual([expect.stringMatching(AGAIN)])
  room.program('ana').prints('Ada.\n')
  await crew.advance(QUIET)
  expect([room.said, room.response('ana')]).toEqual([
    ['which name?', 'Ada.'],
    ['done', false, null],
  ])
})

test('RN57 an ACP program that takes the place of a pipe in mid-answer is prompted with the round again', async () => {
  const { room, crew } = await asked()
  await using _ = room
  const id = crew.id('pia')
  const driver = { kind: 'acp', command: 'fake' } as const
  crew.act(() => editAgent(crew.shard, crew.crew, BY_PERSON, id, { driver }))
  await crew.settle()
  expect(room.prompts('pia').at(-1)).toMatch(/may be a repeat[^]*\nwhich name\?$/)
  crew.check()
  await room.says('pia', 'Ada.')
  expect([room.said.at(-1), room.response('pia')]).toEqual(['Ada.', ['done', false, null]])
  expect(crew.crew.owed(id).turns).toEqual([])
  await crew.kill(0)
  await room.asks('and now?', ['pia'])
  expect(room.prompts('pia').at(-1)).toMatch(/\nand now\?$/)
})

test('RN60 a pipe that crashed in the middle of its answer is asked the next question once it runs again', async () => {
  const { room, crew } = await asked()
  await using _ = room
  room.program('pia').exits({ code: 3, signal: null })
  await crew.settle()
  expect(room.response('pia')?.[0]).toBe('error')
  await room.asks('and now?', ['pia'])
  await crew.advance(RESTARTS.pauseMs)
  expect(room.prompts('pia').at(-1)).toContain('and now?')
})
