import { expect, test } from 'vitest'
import { terminateAgent } from '../../src/agents/end-agent'
import { stopRun } from '../../src/discussions/change-run'
import { readRun } from '../../src/discussions/read-run'
import { BY_PERSON } from '../harness/test-crew'
import { DiscussionCrew } from '../harness/discussion-crew'

test('RU9, RN12 the end of a discussion leaves answers to what a person asked before it in the same session', async () => {
  await using room = new DiscussionCrew()
  const session = room.open('Names', ['ana', 'ben'])
  room.post(session, 'human', 'Which name?')
  await room.takes('ana')
  const { run } = room.start({ session: session.id, participants: ['ben'] })
  await room.settle()
  room.crew.act(() => stopRun(room.crew.shard, BY_PERSON, run.id))
  await room.says('ana', 'I would still say settings.')
  expect(room.said(run)).toContain('ana: I would still say settings.')
})

test('RU10 an agent cannot start a discussion in the session in which it answers', async () => {
  await using room = new DiscussionCrew()
  const session = room.open('Names', ['ana', 'ben'])
  room.post(session, 'human', 'Which name?')
  await room.takes('ana')
  expect(() => room.start({ session: session.id, participants: ['ben'] }, 'ana')).toThrow(
    'Start the discussion without "session"',
  )
})

test('RU8 the end of an agent leaves the person their turn', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({
    participants: ['human', 'ana'],
    policy: { kind: 'selection', by: 'ben', repeat: true },
  })
  await room.settle()
  await room.answers('ben', 'You begin.\nNEXT: human')
  const { shard, crew } = room.crew
  room.crew.act(() => terminateAgent(shard, crew, BY_PERSON, room.crew.id('ben'), null))
  await room.settle()
  expect(room.run(run).status).toBe('waiting_human')
  expect(Object.values(crew.state.needs)).toMatchObject([{ kind: 'turn' }])
})

test('RU12, RU16 what is said in its session after a discussion is not in its result', async () => {
  await using room = new DiscussionCrew()
  const { run, session } = room.start({ participants: ['ana'], limits: { rounds: 1 } })
  await room.plays(() => 'I would call it settings.json.')
  for (let n = 0; n < 250; n++) room.post(session, 'human', `later ${n}`, { asks: [] })
  const { result } = await readRun(room.crew.shard, BY_PERSON, run.id)
  expect(result.history.map(({ content }) => content)).toEqual([
    'Which name is the clearest?',
    'I would call it settings.json.',
  ])
  expect(result).toMatchObject({ summary: 'I would call it settings.json.', hasEarlier: false })
})
