import { expect, test } from 'vitest'
import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask } from '../../src/agents/tasks'
import { archiveGroup } from '../../src/groups/archive-group'
import { addMembers, removeMember } from '../../src/groups/change-members'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import { DiscussionCrew } from '../harness/discussion-crew'

async function underWay(participants = ['ana', 'ben', 'cy']) {
  const room = new DiscussionCrew()
  const { run, session } = room.start({ participants })
  await room.settle()
  const { crew } = room
  return { room, run, session, crew, human: crew.by('human'), plan: { group: 'plan' } }
}

test.for(['terminated', 'failed', 'removed', 'taken out of the session'] as const)(
  'RU2, RU5, RU30 a participant that is %s is asked no more, and its open question is an error',
  async (how) => {
    const { room, run, session, crew, human, plan } = await underWay()
    await using _ = room
    const ana = crew.id('ana')
    crew.act(() => {
      switch (how) {
        case 'terminated':
          return terminateAgent(crew.shard, crew.crew, human, ana, 'enough')
        case 'failed':
          return failAgent(crew.shard, ana, 'it crashed')
        case 'removed':
          return removeMember(crew.shard, crew.crew, human, { ...plan, member: ana })
        case 'taken out of the session':
          return updateSession(crew.shard, crew.crew, human, {
            ...plan,
            session: session.id,
            agents: [crew.id('ben'), crew.id('cy')],
          })
      }
    })
    await room.settle()
    for (const who of ['ben', 'cy', 'ben']) await room.answers(who, 'What else is there?')
    expect(room.course(run).map((line) => line.split(':')[0])).toEqual([
      '1 answer ana',
      // Its question was handed to nobody, and cost nothing.
      '1 answer ben',
      '2 answer cy',
      '3 answer ben',
      '4 answer cy',
    ])
    const first = room.facts('round:responded')[0]?.data.response
    expect(first).toMatchObject({ agentId: ana, status: 'error' })
    expect(first?.error).toBeTruthy()
  },
)

test('SN49, RU30 one that was chosen and comes into the group again is asked in its turn', async () => {
  const { room, crew, human, plan } = await underWay()
  await using _ = room
  const member = crew.id('ana')
  crew.act(() => removeMember(crew.shard, crew.crew, human, { ...plan, member }))
  crew.act(() => addMembers(crew.shard, crew.crew, human, { ...plan, members: [member] }))
  await room.settle()
  await room.answers('ben', 'Where is ana?')
  await room.answers('cy', 'I do not know?')
  expect(room.asked()).toEqual(['ana'])
})

test('RU15 whoever has come into the group again is asked when it goes on', async () => {
  const { room, run, crew, human, plan } = await underWay(['ana'])
  await using _ = room
  const member = crew.id('ana')
  crew.act(() => removeMember(crew.shard, crew.crew, human, { ...plan, member }))
  await room.settle()
  expect(room.end(run)).toEqual(['no_speakers', null, 0])
  crew.act(() => addMembers(crew.shard, crew.crew, human, { ...plan, members: [member] }))
  room.goesOn(run)
  await room.settle()
  expect(room.asked()).toEqual(['ana'])
})

test('RU30 a participant that has completed comes back when it is its turn', async () => {
  const { room, run, crew, human } = await underWay(['ana', 'ben'])
  await using _ = room
  const ben = crew.id('ben')
  crew.act(() => completeTask(crew.shard, crew.crew, human, ben, {}))
  expect(crew.crew.state.agents[ben]?.ended).toBe('completed')
  await room.answers('ana', 'What do you say?')
  expect(crew.crew.state.agents[ben]?.ended).toBeNull()
  await room.answers('ben', 'I am back.\n[DONE]')
  expect(room.end(run)).toEqual(['done', 'I am back.', 2])
})

test('RU9 one that was terminated and is resumed speaks again', async () => {
  const { room, crew, human } = await underWay()
  await using _ = room
  const ben = crew.id('ben')
  crew.act(() => terminateAgent(crew.shard, crew.crew, human, ben, 'enough'))
  await room.answers('ana', 'Where is ben?')
  await room.answers('cy', 'He has gone?')
  expect(room.asked()).toEqual(['ana'])
  crew.act(() => resumeAgent(crew.shard, crew.crew, human, ben))
  await room.answers('ana', 'Is he back?')
  expect(room.asked()).toEqual(['ben'])
})

test('RU3 a session that is deleted, and a group that is archived, end its discussion', async () => {
  const { room, run, session, crew, human, plan } = await underWay()
  await using _ = room
  await room.question('ana')
  crew.act(() => deleteSession(crew.shard, crew.crew, human, { ...plan, session: session.id }))
  await room.says('ana', 'Too late.')
  await room.settle()
  expect(room.run(run).stopReason).toBe('archived')
  expect(room.asked()).toEqual([])
  const { run: other } = room.start({ policy: { kind: 'selection', by: 'human' } })
  await room.settle()
  crew.act(() => archiveGroup(crew.shard, crew.crew, human, 'plan'))
  await room.settle()
  expect(room.run(other).stopReason).toBe('archived')
  expect(room.turn(other)).toBeUndefined()
})

test('SN4 a group in which all have ended stays in use while its discussion is under way, and is archived at its end', async () => {
  const { room, run, crew, human } = await underWay(['ana', 'human'])
  await using _ = room
  for (const name of ['lead', 'ben', 'cy']) await crew.reads(name)
  await room.answers('ana', 'What do you say?')
  for (const name of ['ana', 'ben', 'cy']) {
    crew.act(() => completeTask(crew.shard, crew.crew, human, crew.id(name), {}))
  }
  await crew.reads('lead')
  expect(room.run(run).status).toBe('waiting_human')
  expect(crew.crew.state.groups['plan']?.archived).toBe(false)
  room.stop(run)
  expect(crew.crew.state.groups['plan']?.archived).toBe(true)
})
