import { expect, test } from 'vitest'
import { terminateAgent } from '../../src/agents/end-agent'
import { archiveGroup } from '../../src/groups/archive-group'
import { updateSession } from '../../src/sessions/update-session'
import { DiscussionCrew, scripted } from '../harness/discussion-crew'

const ALONE = { participants: ['ana'] }

test('RU1 one discussion at a time is under way in a session', async () => {
  await using room = new DiscussionCrew()
  const { run, session } = room.start(ALONE)
  await room.settle()
  expect(() => room.start({ ...ALONE, session: session.id })).toThrow(/under way/)
  room.stop(run)
  const { run: second, session: same } = room.start({ ...ALONE, session: session.id })
  expect(same.id).toBe(session.id)
  expect(room.crew.crew.state.sessions[session.id]?.runId).toBe(second.id)
  expect(second.firstRound).toBeGreaterThan(run.firstRound)
})

test('RU1 people, the lead and the group’s owner start discussions, other members do not', async () => {
  await using room = new DiscussionCrew()
  for (const who of ['human', 'lead']) {
    expect(room.start(ALONE, who).run.startedBy).toBe(room.crew.by(who).actor.id)
  }
  expect(() => room.start(ALONE, 'ben')).toThrow('lead')
})

test('RU1, RU2 it has as many rounds as it may, 10 unless somebody says otherwise', async () => {
  await using room = new DiscussionCrew()
  const both = { ana: ['Here is one more idea for that.'], ben: ['Here is another one for it.'] }
  const { run } = room.start({ participants: ['ana', 'ben'] })
  await room.plays(scripted(both))
  expect(room.end(run)).toEqual(['max_rounds', 'Here is another one for it.', 10])
  const { run: short } = room.start({ participants: ['ana', 'ben'], limits: { rounds: 1 } })
  await room.plays(scripted(both))
  expect(room.end(short)).toEqual(['max_rounds', 'Here is one more idea for that.', 1])
})

test('RU2, RU4 what is done is done, although a limit is reached in the same round', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ ...ALONE, limits: { rounds: 1, messages: 1 } })
  await room.plays(scripted({ ana: ['Settled.\n[DONE]'] }))
  expect(room.end(run)[0]).toBe('done')
})

test('RU2 answers count towards their limit', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({
    policy: { kind: 'parallel', aggregator: 'lead' },
    participants: ['ana', 'ben', 'cy'],
    limits: { messages: 3 },
  })
  await room.plays(scripted({ ana: ['A'], ben: ['B'], cy: ['C'] }))
  expect(room.end(run)).toEqual(['max_messages', 'C', 1])
})

test('RU6 rounds in a row that bring nothing new end it; something new begins the count again', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'], limits: { stall: 2 } })
  await room.plays(scripted({ ana: ['ok', 'fine'], ben: ['What about yaml?', null] }))
  expect(room.end(run)).toEqual(['stalled', 'fine', 4])
})

test('RU5, RU72 one that fails twice in a row is left out, and with one left, or nobody, it ends', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({
    participants: ['ana', 'ben'],
    limits: { answerSeconds: 10, waitSeconds: 10, rounds: 20 },
  })
  await room.settle()
  const fails = async () => {
    room.crew.clock.advance(10_000)
    await room.settle()
  }
  await fails()
  await room.answers('ben', 'Shall I go on?')
  await fails()
  expect(room.end(run), 'ana is left out').toEqual(['alone', 'Shall I go on?', 1])
  const { run: silent } = room.start({ participants: ['ana'], limits: { waitSeconds: 10 } })
  await room.settle()
  await fails()
  await fails()
  expect(room.end(silent)).toEqual(['no_speakers', null, 0])
})

test('RU5, RU15 a person may choose one that was left out, which has another try', async () => {
  await using room = new DiscussionCrew()
  const participants = ['ana', 'ben', 'cy']
  const { run } = room.start({ participants, limits: { waitSeconds: 10 } })
  await room.settle()
  const others = async (says: string) => {
    await room.answers('ben', says)
    await room.answers('cy', says)
  }
  for (const says of ['one?', 'two?']) {
    room.crew.clock.advance(10_000)
    await room.settle()
    await others(says)
  }
  expect(room.asked()).toEqual(['ben'])
  room.next(run, 'ana')
  await room.answers('ben', 'three?')
  expect(room.asked()).toEqual(['ana'])
  await room.answers('ana', 'Am I back?')
  await others('Good?')
  expect(room.asked()).toEqual(['ana'])
})

test.for([
  [{ kind: 'selection', by: 'lead' }, 'select'],
  [{ kind: 'hierarchical', manager: 'lead' }, 'manage'],
] as const)('RU5 whoever leads fails three times in a row: %j', async ([policy, ask]) => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ policy, limits: { waitSeconds: 10 } })
  for (let time = 0; time < 3; time++) {
    await room.settle()
    expect(room.course(run)).toHaveLength(time + 1)
    room.crew.clock.advance(10_000)
  }
  await room.settle()
  expect(room.course(run).every((line) => line.includes(` ${ask} lead: `))).toBe(true)
  expect(room.end(run)).toEqual(['policy_failed', null, 0])
})

test('RU5, RU16 an aggregator that fails three times leaves what there is', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({
    policy: { kind: 'parallel', aggregator: 'lead' },
    participants: ['ana'],
    limits: { waitSeconds: 10 },
  })
  await room.plays((_, who) => (who === 'ana' ? 'A' : null))
  expect(room.end(run)[0]).toBe('policy_failed')
  expect(room.end(run)[1]).toBe('A')
})

test('RU5 a discussion whose coordinator was terminated ends in its place', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ policy: { kind: 'selection', by: 'cy' }, participants: ['ana'] })
  await room.settle()
  const { crew } = room
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('human'), crew.id('cy'), 'enough'))
  await room.settle()
  expect(room.end(run)).toEqual(['policy_failed', null, 0])
})

test('RU3 every end is one fact with its reason: stopped, archived with its session, archived with its group', async () => {
  await using room = new DiscussionCrew()
  const { crew } = room
  const { run: stopped } = room.start(ALONE)
  const { run: session } = room.start(ALONE)
  const { run: group } = room.start(ALONE)
  await room.settle()
  room.stop(stopped)
  crew.act(() =>
    updateSession(crew.shard, crew.crew, crew.by('human'), {
      group: 'plan',
      session: session.sessionId,
      status: 'archived',
    }),
  )
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('human'), 'plan'))
  await room.settle()
  const ends = room.facts('run:ended').map(({ data: { run } }) => [run.id, run.stopReason])
  expect(ends).toEqual([
    [stopped.id, 'stopped'],
    [session.id, 'archived'],
    [group.id, 'archived'],
  ])
  const errors = [stopped, session, group].map(({ sessionId }) => {
    const response = room.crew.published.findLast(
      (one) => one.type === 'round:responded' && one.data.sessionId === sessionId,
    )
    return response?.type === 'round:responded' && response.data.response.error
  })
  expect(errors).toEqual([
    'the discussion was stopped',
    'the session was archived',
    'the group was archived',
  ])
  // It is in the tables alone, and says so after a restart.
  crew.restart()
  expect(room.run(stopped)).toMatchObject({ status: 'ended', stopReason: 'stopped' })
})

test('RU9, RU2 what was said before it was stopped counts, and nothing is posted later', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ policy: { kind: 'parallel' }, participants: ['ana', 'ben', 'cy'] })
  await room.settle()
  await room.answers('ana', 'A')
  await room.question('ben')
  room.stop(run)
  expect(room.run(run)).toMatchObject({
    stopReason: 'stopped',
    summary: 'A',
    progress: { rounds: 1, messages: 1 },
  })
  await room.says('ben', 'B')
  expect(room.said(run)).toEqual(['human: Which name is the clearest?', 'ana: A'])
  expect(room.asked()).toEqual([])
  expect(
    (await room.takes('cy')).some(({ round }) => round),
    'it is taken back',
  ).toBe(false)
})
