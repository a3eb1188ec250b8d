import { expect, test } from 'vitest'
import { DiscussionCrew, scripted, startsDiscussion } from '../harness/discussion-crew'

test('RU1 (D1), RU2, RU4 in turn: everybody speaks in the order of the participants, until one says that it is done', async () => {
  await using room = new DiscussionCrew()
  const { run, session } = room.start({ participants: ['ana', 'ben'] })
  await room.plays(
    scripted({
      ana: ['I would call it settings.json.', 'Then settings.json it is.\n[DONE]'],
      ben: ['Fine with me, it is what others use.'],
    }),
  )
  expect(room.course(run)).toEqual([
    '1 answer ana: next in order',
    '2 answer ben: next in order',
    '3 answer ana: next in order',
  ])
  expect(room.said(run)).toEqual([
    'human: Which name is the clearest?',
    'ana: I would call it settings.json.',
    'ben: Fine with me, it is what others use.',
    'ana: Then settings.json it is.',
  ])
  expect(room.run(run)).toMatchObject({
    status: 'ended',
    stopReason: 'done',
    summary: 'Then settings.json it is.',
    progress: { rounds: 3, messages: 3 },
  })
  expect(session.title).toBe('Which name is the clearest?')
  expect(room.crew.crew.state.runs).toEqual({})
})

test('RU2 (D1) an agent chooses: its rounds count for nothing and its words are not posted', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({
    policy: { kind: 'selection', by: 'lead' },
    participants: ['ana', 'ben', 'cy'],
  })
  await room.plays(
    scripted({
      lead: ['Ben knows the others.\nNEXT: ben', 'NEXT: @ana', 'TERMINATE'],
      ana: ['Then settings.json.'],
      ben: ['Most of them use settings.json.'],
    }),
  )
  expect(room.course(run)).toEqual([
    '1 select lead: chooses who speaks next',
    '1 answer ben: atlas chose ben: Ben knows the others.',
    '2 select lead: chooses who speaks next',
    '2 answer ana: atlas chose ana',
    '3 select lead: chooses who speaks next',
  ])
  expect(room.said(run).slice(1)).toEqual([
    'ben: Most of them use settings.json.',
    'ana: Then settings.json.',
  ])
  expect(room.end(run)).toEqual(['terminated', 'Then settings.json.', 2])
})

test('RU40 (D2) a coordinator that says Ben., two names, nothing, and TERMINATE', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ policy: { kind: 'selection', by: 'lead' } })
  await room.plays(
    scripted({
      lead: [
        'Ben.',
        'NEXT: ana and cy',
        null,
        'Whoever likes to speak may do that now.',
        'Terminate.',
      ],
      ben: ['I would, since I know the other tools.'],
      cy: ['So would I, and for the same reason.'],
    }),
  )
  expect(room.course(run)).toEqual([
    '1 select lead: chooses who speaks next',
    '1 answer ben: atlas chose ben',
    '2 select lead: chooses who speaks next',
    '2 select lead: asked again: the coordinator named two',
    '2 select lead: asked again: the coordinator named nobody',
    '2 answer cy: fallback: the coordinator named nobody',
    '3 select lead: chooses who speaks next',
  ])
  expect(room.end(run)).toEqual(['terminated', 'So would I, and for the same reason.', 2])
})

test('RU43 (D1) the rules choose: whoever is mentioned, else whoever knows most', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({
    goal: 'Which parser is the fastest?',
    policy: { kind: 'selection', by: 'rules' },
    participants: ['ana', { id: 'ben', expertise: ['parser design'] }, 'cy'],
  })
  await room.plays(
    scripted({
      ana: ['No.'],
      ben: ['A table is. What do you say, @cy?'],
      cy: ['So it is.\n[DONE]'],
    }),
  )
  expect(room.course(run)).toEqual([
    '1 answer ben: knows about: parser',
    '2 answer cy: named in the last message',
  ])
  expect(room.end(run)).toEqual(['done', 'So it is.', 2])
})

test('RU15 (D1) the person chooses with next each time', async () => {
  await using room = new DiscussionCrew()
  const { run, session } = room.start({
    policy: { kind: 'selection', by: 'human' },
    participants: ['ana', 'human', 'cy'],
  })
  await room.settle()
  expect(room.run(run).status).toBe('waiting_human')
  expect(room.turn(run)).toMatchObject({
    kind: 'turn',
    text: 'Choose who speaks next in "Which name is the clearest?".',
    turn: { sessionId: session.id, runId: run.id, asks: 'choose', until: null },
  })
  room.next(run, 'cy')
  expect(room.turn(run)).toBeUndefined()
  await room.plays(scripted({ cy: ['I would take the longer of the two.'] }))
  expect(room.turn(run)).toBeDefined()
  room.next(run, 'human')
  await room.settle()
  expect(room.turn(run)?.turn?.asks).toBe('answer')
  await room.writes(run, 'Yours is fine.')
  expect(room.turn(run)?.turn?.asks).toBe('choose')
  expect(room.course(run)).toEqual([
    '1 answer cy: chosen by a person',
    '2 human human: chosen by a person',
  ])
  // Whoever skips the choice leaves it to the order.
  room.skip(run)
  await room.settle()
  expect(room.course(run).at(-1)).toBe('3 answer cy: nobody was chosen: next in order')
  await room.plays(scripted({ cy: ['[DONE]'] }))
  expect(room.end(run)).toEqual(['done', 'Yours is fine.', 3])
})

test('RU16 (D1) all at once: the aggregator sums up, and that is the summary', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({
    policy: { kind: 'parallel', aggregator: 'lead' },
    participants: ['ana', 'ben', 'cy'],
    limits: { rounds: 1 },
  })
  await room.settle()
  expect(room.asked()).toEqual(['ana', 'ben', 'cy'])
  await room.plays(
    scripted({ ana: ['A'], ben: ['B'], cy: ['C'], lead: ['Three names: A, B and C.'] }),
  )
  expect(room.course(run)).toEqual([
    '1 answer ana ben cy: all at once',
    '2 aggregate lead: sums up the answers',
  ])
  expect(room.said(run).at(-1)).toBe('lead: Three names: A, B and C.')
  expect(room.end(run)).toEqual(['done', 'Three names: A, B and C.', 1])
})

test('RU16 (D1) all at once without an aggregator ends with the last answer', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ policy: { kind: 'parallel' }, participants: ['ana', 'ben'] })
  await room.plays(scripted({ ana: ['A'], ben: ['B'] }))
  expect(room.course(run)).toEqual(['1 answer ana ben: all at once'])
  expect(room.end(run)).toEqual(['done', 'B', 1])
})

test('RU16 (D1) a manager asks whom it mentions until it mentions nobody', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ policy: { kind: 'hierarchical', manager: 'lead' } })
  await room.plays(
    scripted({
      lead: ['@ana and @cy, a name each please.', '@ben, which one?', 'B it is.'],
      ana: ['A, since it is shorter than the others.'],
      ben: ['The second one, if I may say so.'],
      cy: ['B, since everybody else calls it that.'],
    }),
  )
  expect(room.course(run)).toEqual([
    '1 manage lead: the manager begins',
    '2 answer ana cy: atlas asks them',
    '3 manage lead: the answers are in',
    '4 answer ben: atlas asks them',
    '5 manage lead: the answers are in',
  ])
  expect(room.end(run)).toEqual(['done', 'B it is.', 5])
})

test('RU10 (D1) within an answer: its caller is asked in it too, and answers with its result', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'], limits: { rounds: 2 } })
  await room.settle()
  const child = { goal: 'Which ending?', with: ['cy', 'ana'], policy: 'round_robin', rounds: 2 }
  await room.answers('ana', `I have to ask.\n${startsDiscussion(child)}`)
  const inner = room.newest()
  expect(inner).toMatchObject({ depth: 1, parent: { sessionId: run.sessionId, n: 1 } })
  await room.plays(
    scripted({ cy: ['config.json'], ana: ['Or a.json?', 'So settings.json.'], ben: ['Good.'] }),
  )
  expect(room.course(inner)).toEqual(['1 answer cy: next in order', '2 answer ana: next in order'])
  expect(room.end(inner)).toEqual(['max_rounds', 'Or a.json?', 2])
  expect(room.said(run)).toEqual([
    'human: Which name is the clearest?',
    'ana: I have to ask.\n\nSo settings.json.',
    'ben: Good.',
  ])
  expect(room.end(run)).toEqual(['max_rounds', 'Good.', 2])
})

test('RU4 (D3) words in prose end nothing; the line [DONE] does, and is not posted', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'] })
  await room.plays(
    scripted({
      ana: ['It is not done yet. I write [DONE] when it is.', 'Now it is.\n\n  [DONE]\nGood.'],
      ben: ['We could TERMINATE this.\nTERMINATE'],
    }),
  )
  expect(room.said(run).slice(1)).toEqual([
    'ana: It is not done yet. I write [DONE] when it is.',
    'ben: We could TERMINATE this.\nTERMINATE',
    'ana: Now it is.\n\nGood.',
  ])
  expect(room.end(run)).toEqual(['done', 'Now it is.\n\nGood.', 3])
})

test('RU4 (D3) an answer that is only [DONE] posts nothing and ends it', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'] })
  await room.plays(scripted({ ana: ['settings.json'], ben: ['[DONE]'] }))
  expect(room.said(run)).toHaveLength(2)
  expect(room.end(run)).toEqual(['done', 'settings.json', 2])
})
