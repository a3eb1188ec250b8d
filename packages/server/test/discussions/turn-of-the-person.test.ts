import { expect, test } from 'vitest'
import { dismissNeed } from '../../src/crew/needs'
import { DiscussionCrew, scripted } from '../harness/discussion-crew'
import type { LimitsInput } from '../../src/discussions/start-run'

/** Ana has spoken, and the person is next. */
async function atTurn(limits: LimitsInput = {}) {
  const room = new DiscussionCrew()
  const { run, session } = room.start({ participants: ['ana', 'human', 'ben'], limits })
  await room.settle()
  await room.answers('ana', 'What do you say?')
  return { room, run, session, crew: room.crew }
}

test('RU8 a turn of the person waits as a need, their next message is the turn, and the discussion goes on', async () => {
  const { room, run, session, crew } = await atTurn()
  await using _ = room
  expect(room.run(run).status).toBe('waiting_human')
  const turn = room.turn(run)
  expect(turn).toMatchObject({
    kind: 'turn',
    agentId: crew.leadId,
    groupName: 'plan',
    text: 'It is your turn in "Which name is the clearest?".',
    turn: { sessionId: session.id, runId: run.id, asks: 'answer', until: null },
  })
  const round = crew.crew.state.rounds[session.id]?.at(-1)
  expect(round).toMatchObject({
    ask: 'human',
    closed: null,
    responses: [{ agentId: 'human', status: 'thinking', deliveryId: turn?.id }],
  })
  await room.writes(run, 'I say settings.json.')
  expect(room.turn(run)).toBeUndefined()
  expect(crew.published.some(({ type }) => type === 'need:closed')).toBe(true)
  expect(room.messages(session).at(-1)?.round).toMatchObject({ as: 'answer', n: 2 })
  // Of two answers to one turn the second is an interjection.
  await room.writes(run, 'Or both.')
  expect(room.messages(session).at(-1)?.round?.as).toBe('interjection')
  const question = await room.answers('ben', 'Both, then.')
  expect(question).toContain('[User]: I say settings.json.')
  expect(room.course(run)).toEqual([
    '1 answer ana: next in order',
    '2 human human: next in order',
    '3 answer ben: next in order',
    '4 answer ana: next in order',
  ])
  expect(room.run(run).progress).toMatchObject({ rounds: 3, messages: 3 })
})

test('RU8 (D4) a turn waits over a restart and over a storage failure', async () => {
  const { room, run, crew } = await atTurn()
  await using _ = room
  const turn = room.turn(run)
  crew.restart()
  await room.settle()
  crew.recover()
  await room.settle()
  expect(room.turn(run)).toEqual(turn)
  expect(room.course(run)).toHaveLength(2)
  await room.writes(run, 'I say settings.json.')
  expect(room.asked()).toEqual(['ben'])
})

test('RU8, RU15 a turn that is skipped is a round, and nothing is posted', async () => {
  const { room, run, session, crew } = await atTurn()
  await using _ = room
  room.skip(run)
  await room.settle()
  expect(room.turn(run)).toBeUndefined()
  expect(room.asked()).toEqual(['ben'])
  const skipped = crew.published.findLast(({ type }) => type === 'round:responded')
  expect(skipped?.data).toMatchObject({ response: { status: 'skipped', stoppedBy: 'human' } })
  expect(room.messages(session)).toHaveLength(2)
  expect(room.run(run).progress).toMatchObject({ rounds: 2, messages: 1 })
  expect(() => room.skip(run)).toThrow('does not wait for you')
})

test('RU8 a turn that is dismissed is skipped, and so is a choice', async () => {
  const { room, run, crew } = await atTurn()
  await using _ = room
  const dismisses = async () => {
    const need = Object.values(crew.crew.state.needs).find(({ kind }) => kind === 'turn')
    crew.act(() => dismissNeed(crew.shard, crew.crew, crew.by('human'), need?.id ?? ''))
    await room.settle()
  }
  await dismisses()
  expect(room.asked()).toEqual(['ben'])
  room.stop(run)
  const { run: chosen } = room.start({ policy: { kind: 'selection', by: 'human' } })
  await room.settle()
  await dismisses()
  expect(room.course(chosen)).toEqual(['1 answer ana: nobody was chosen: next in order'])
})

test('RU8 a turn without an answer in time ends the discussion, or is skipped', async () => {
  for (const [onHumanTimeout, expected] of [
    ['stop', ['human_timeout', 'What do you say?', 2]],
    ['skip', [null, null, 2]],
  ] as const) {
    const { room, run, crew } = await atTurn({ humanSeconds: 60, onHumanTimeout })
    await using _ = room
    const until = room.turn(run)?.turn?.until
    expect(until).toBe(new Date(crew.clock.now() + 60_000).toISOString())
    crew.clock.advance(30_000)
    // The time is that of the need: a restart does not prolong it.
    crew.restart()
    await room.settle()
    crew.clock.advance(29_999)
    await room.settle()
    expect(room.turn(run)?.turn?.until).toBe(until)
    crew.clock.advance(1)
    await room.settle()
    expect(room.turn(run)).toBeUndefined()
    expect(room.end(run)).toEqual(expected)
    expect(room.asked()).toEqual(onHumanTimeout === 'skip' ? ['ben'] : [])
  }
})

test('RU8 a choice without an answer in time passes to whoever can speak, and cannot go on for ever', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({
    policy: { kind: 'selection', by: 'human' },
    participants: ['ana', 'ben', 'cy'],
    limits: { rounds: 6, humanSeconds: 60, onHumanTimeout: 'skip', waitSeconds: 10 },
  })
  for (let time = 0; time < 60; time++) {
    await room.settle()
    const who = ['ben', 'cy'].find((one) => room.asked().includes(one))
    if (who) await room.answers(who, 'Shall I go on?')
    else room.crew.clock.advance(10_000)
  }
  await room.settle()
  expect(room.end(run)).toEqual(['max_rounds', 'Shall I go on?', 6])
})

test('RU8, RU9 no time runs in a pause: a turn has all of its time again when it is resumed', async () => {
  const { room, run, crew } = await atTurn({ humanSeconds: 60 })
  await using _ = room
  crew.clock.advance(50_000)
  room.pause(run)
  expect(room.run(run).status).toBe('paused')
  crew.clock.advance(600_000)
  crew.restart()
  await room.settle()
  expect(room.run(run).status).toBe('paused')
  room.resume(run)
  await room.settle()
  expect(room.run(run).status).toBe('waiting_human')
  expect(room.turn(run)?.turn?.until).toBe(new Date(crew.clock.now() + 60_000).toISOString())
  crew.clock.advance(59_999)
  await room.settle()
  await room.writes(run, 'I say settings.json.')
  expect(room.asked()).toEqual(['ben'])
  expect(room.run(run).progress.messages).toBe(2)
})

test('RU8, RU9 a turn that is answered in a pause counts, and the next step waits for the end of the pause', async () => {
  const { room, run } = await atTurn()
  await using _ = room
  room.pause(run)
  await room.writes(run, 'I say settings.json.')
  expect(room.turn(run)).toBeUndefined()
  expect(room.asked()).toEqual([])
  room.resume(run)
  await room.settle()
  expect(room.asked()).toEqual(['ben'])
})

test('RU9 a person writes at any time: the next that are asked read it', async () => {
  const { room, run, session } = await atTurn()
  await using _ = room
  room.skip(run)
  await room.settle()
  await room.question('ben')
  await room.writes(run, 'It has to be short.')
  expect(room.messages(session).at(-1)?.round?.as).toBe('interjection')
  expect(room.asked(), 'nobody is asked again').toEqual(['ben'])
  await room.says('ben', 'cfg it is, then.')
  await room.settle()
  expect(await room.question('ana')).toMatch(
    /\n\[User\]: It has to be short\.\n\n\[ben\]: cfg it is, then\.$/,
  )
})

test('RU9 who takes part is changed from the next step on', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'] })
  await room.settle()
  room.change(run, ['ana', 'cy', 'human'])
  await room.answers('ana', 'Which one is it?')
  await room.answers('cy', 'The first one, or not?')
  expect(room.turn(run)).toBeDefined()
  expect(() => room.change(run, [])).toThrow('name at least one')
  expect(room.course(run).map((line) => line.split(':')[0])).toEqual([
    '1 answer ana',
    '2 answer cy',
    '3 human human',
  ])
})

test('RU9 a pause opens nothing, and what is answered in it is recorded; it lasts over a restart', async () => {
  await using room = new DiscussionCrew()
  const { crew } = room
  const { run } = room.start({ participants: ['ana', 'ben'] })
  await room.settle()
  await room.question('ana')
  room.pause(run)
  await room.says('ana', 'Is that all?')
  await room.settle()
  expect(room.said(run)).toHaveLength(2)
  crew.restart()
  await room.settle()
  expect(room.asked()).toEqual([])
  room.resume(run)
  await room.settle()
  expect(room.asked()).toEqual(['ben'])
  await room.plays(scripted({ ben: ['[DONE]'] }))
  expect(room.end(run)).toEqual(['done', 'Is that all?', 2])
  for (const act of [() => room.pause(run), () => room.resume(run), () => room.stop(run)]) {
    expect(act).toThrow('has ended')
  }
})

test('RU9, RU2 what was answered in a pause counts although it is stopped then', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'] })
  await room.settle()
  room.pause(run)
  await room.answers('ana', 'Is that all?')
  room.stop(run)
  expect(room.run(run).progress).toMatchObject({ rounds: 1, messages: 1 })
})

test('RU15 whoever is chosen is next, and a turn or a choice that is open is over', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({
    policy: { kind: 'selection', by: 'lead' },
    participants: ['ana', 'ben', 'human'],
  })
  await room.settle()
  await room.question('lead')
  room.next(run, 'ben')
  await room.settle()
  expect(room.asked()).toEqual(['ben'])
  room.next(run, 'human')
  await room.answers('ben', 'What do you say?')
  expect(room.turn(run)?.turn?.asks).toBe('answer')
  room.next(run, 'ana')
  await room.settle()
  expect([room.turn(run), room.asked()]).toEqual([undefined, ['ana']])
  expect(room.course(run)).toEqual([
    '1 select lead: chooses who speaks next',
    '1 answer ben: chosen by a person',
    '2 human human: chosen by a person',
    '3 answer ana: chosen by a person',
  ])
  expect(() => room.next(run, 'cy')).toThrow('takes no part')
})

test('RU15 a choice in a pause is kept until it is resumed', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben', 'cy'] })
  await room.settle()
  room.pause(run)
  room.next(run, 'cy')
  await room.answers('ana', 'Is that all?')
  room.crew.restart()
  await room.settle()
  room.resume(run)
  await room.settle()
  expect(room.asked()).toEqual(['cy'])
})

test.for([
  [{ kind: 'round_robin' }, 'ben'],
  [{ kind: 'selection', by: 'lead' }, 'lead'],
  [{ kind: 'selection', by: 'rules' }, 'ben'],
  [{ kind: 'parallel', aggregator: 'lead' }, 'ana ben'],
  [{ kind: 'hierarchical', manager: 'lead' }, 'lead'],
] as const)('RU15 it goes on after its end, even if it was done: %j', async ([policy, asked]) => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ policy, participants: ['ana', 'ben'], limits: { rounds: 3 } })
  await room.settle()
  await room.plays((question) =>
    question.includes('Who speaks next') ? 'NEXT: ana' : 'It is settled by now.\n[DONE]',
  )
  expect(room.end(run)[0]).toBe('done')
  const before = room.course(run).length
  await room.writes(run, 'I am not happy with it.')
  for (const who of room.asked()) await room.answers(who, 'Why not?')
  room.goesOn(run)
  await room.settle()
  expect(room.run(run)).toMatchObject({ status: 'running', stopReason: null, endedAt: null })
  expect(room.run(run).limits.rounds).toBe(room.run(run).progress.rounds + 10)
  expect(room.course(run)).toHaveLength(before + 1)
  expect(room.asked().join(' ')).toBe(asked)
  expect(() => room.goesOn(run)).toThrow('under way')
})

test('RU15 it does not go on beyond limits that are reached, nor beside another one', async () => {
  await using room = new DiscussionCrew()
  const two = { participants: ['ana', 'ben'], limits: { rounds: 2, stall: 9 } }
  const script = { ana: ['So it is.'], ben: ['So it is.'] }
  const { run, session } = room.start(two)
  await room.plays(scripted(script))
  expect(room.end(run)[0]).toBe('max_rounds')
  expect(() => room.goesOn(run, { rounds: 2 })).toThrow('2 rounds have taken place')
  const { run: other } = room.start({ participants: ['ana'], session: session.id })
  expect(() => room.goesOn(run)).toThrow('under way')
  room.stop(other)
  room.goesOn(run, { rounds: 3 })
  await room.plays(scripted(script))
  expect(room.end(run)).toEqual(['max_rounds', 'So it is.', 3])
})
