import { expect, test } from 'vitest'
import { pauseCrew, pauseServer } from '../../src/agents/pause'
import { nextSpeaker } from '../../src/discussions/change-run'
import { readRun } from '../../src/discussions/read-run'
import { pauseGroup } from '../../src/groups/pause-group'
import { BY_PERSON } from '../harness/test-crew'
import { DiscussionCrew, startsDiscussion } from '../harness/discussion-crew'

const ALL_AT_ONCE = { kind: 'parallel', aggregator: 'lead' } as const

test('RU66 all at once, and everybody fails: it ends with no_speakers, and nobody sums up nothing', async () => {
  await using room = new DiscussionCrew()
  const { crew } = room
  const limits = { answerSeconds: 5, waitSeconds: 5 }
  const { run } = room.start({ participants: ['ana', 'ben'], policy: ALL_AT_ONCE, limits })
  await room.settle()
  crew.clock.advance(6_000)
  await room.settle()
  const { result } = await readRun(crew.shard, BY_PERSON, run.id)
  expect(result).toMatchObject({ finalState: 'error', stopReason: 'no_speakers', summary: null })
  expect(room.course(run)).toEqual(['1 answer ana ben: all at once'])
})

test('RU66 all at once, and nobody has anything to say: it ends with stalled; one answer is summed up', async () => {
  await using room = new DiscussionCrew()
  const start = (participants: string[]) => room.start({ participants, policy: ALL_AT_ONCE }).run
  const silent = start(['ana', 'ben'])
  await room.plays(() => null)
  expect(room.end(silent)).toEqual(['stalled', null, 1])
  const person = start(['human', 'ana'])
  await room.plays(() => null)
  room.skip(person)
  await room.settle()
  expect(room.end(person)).toEqual(['stalled', null, 2])
  const one = start(['ana', 'ben'])
  await room.plays((_question, who) => (who === 'ben' ? null : `I, ${who}, say settings.json.`))
  expect(room.end(one)).toEqual(['done', 'I, lead, say settings.json.', 1])
})

test('RU67 discussions that two answers of one round start have together no more than is left', async () => {
  await using room = new DiscussionCrew()
  const limits = { tokens: 1_000, usd: 2 }
  room.start({ participants: ['ana', 'ben'], policy: { kind: 'parallel' }, limits })
  await room.settle()
  await room.answers('ana', startsDiscussion({ goal: 'A?', with: ['cy'] }))
  const first = room.newest()
  await room.answers('ben', startsDiscussion({ goal: 'B?', with: ['cy'] }))
  const second = room.newest()
  expect(second.id).not.toBe(first.id)
  expect([first, second].map(({ limits: { tokens, usd } }) => [tokens, usd])).toEqual([
    [1_000, 2],
    [0, 0],
  ])
  // There is nothing left for it, and whoever started it gets that as its result.
  expect(room.end(second)).toEqual(['budget', null, 0])
})

const FENCED =
  'The prompt should end like this:\n```\nSay when you are ready:\n[DONE]\n```\nWhat do you think?'

test('RU4 [DONE] in a block of code is quoted: it stays, and ends nothing', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben', 'human'] })
  await room.settle()
  await room.answers('ana', FENCED)
  await room.answers('ben', FENCED.replaceAll('```', '~~~~'))
  expect(room.said(run).slice(-2)).toEqual([
    `ana: ${FENCED}`,
    `ben: ${FENCED.replaceAll('```', '~~~~')}`,
  ])
  await room.writes(run, FENCED)
  expect([room.run(run).status, room.said(run).at(-1)]).toEqual(['running', `human: ${FENCED}`])
  // A block that is never closed quotes nothing, and what follows a block is said.
  await room.answers('ana', '```\n[DONE]\n```\nThat is all.\n[DONE]')
  expect([room.end(run)[0], room.said(run).at(-1)]).toEqual([
    'done',
    'ana: ```\n[DONE]\n```\nThat is all.',
  ])
})

test('RU4 [DONE] on a line of its own in the answer of the person ends it too', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['human', 'ana'] })
  await room.settle()
  await room.writes(run, 'It is not [DONE] yet, I would say.')
  await room.answers('ana', 'Then what is missing for you?')
  await room.writes(run, 'Settings it is.\n[DONE]')
  expect([room.end(run)[0], room.said(run).at(-1)]).toEqual(['done', 'human: Settings it is.'])
  const other = room.start({ participants: ['human', 'ana'] }).run
  await room.settle()
  await room.writes(other, '[DONE]')
  expect([room.end(other)[0], room.said(other).at(-1)]).toEqual(['done', 'human: [DONE]'])
})

test('RU68 a paused discussion holds those within it, and its own answer waits for the end of the pause', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'] })
  await room.settle()
  const asks = startsDiscussion({ goal: 'Which parser reads it?', with: ['ben', 'cy'], rounds: 4 })
  await room.answers('ana', `I have to ask.\n${asks}`)
  const inner = room.newest()
  room.pause(run)
  // What is under way is recorded, and nothing new is opened.
  await room.answers('ben', 'The first one reads it.')
  expect(room.asked()).toEqual([])
  expect(room.said(inner).at(-1)).toBe('ben: The first one reads it.')
  room.crew.restart()
  await room.settle()
  expect(room.asked()).toEqual([])
  room.resume(run)
  await room.settle()
  expect(room.asked()).toEqual(['cy'])
  room.pause(run)
  await room.answers('cy', 'It is the first one.\n[DONE]')
  expect([room.run(inner).status, room.asked()]).toEqual(['running', []])
  room.resume(run)
  await room.settle()
  expect([room.end(inner)[0], room.asked()]).toEqual(['done', ['ana']])
})

test('RU68 the result of one within another is handed over when the pause is over', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'] })
  await room.settle()
  await room.answers('ana', startsDiscussion({ goal: 'Which parser?', with: ['cy'], rounds: 4 }))
  const inner = room.newest()
  room.pause(run)
  room.stop(inner)
  await room.settle()
  expect(room.asked()).toEqual([])
  room.resume(run)
  await room.settle()
  expect(room.asked()).toEqual(['ana'])
})

test('RU69 the time of a turn does not pass in a pause of the crew, the group or the server, and begins again behind it', async () => {
  await using room = new DiscussionCrew()
  const { crew } = room
  const { run } = room.start({ participants: ['human', 'ana'], limits: { humanSeconds: 30 } })
  await room.settle()
  const pauses: readonly ((paused: boolean) => void)[] = [
    (paused) => pauseCrew(crew.shard, crew.crew, BY_PERSON, paused),
    (paused) => pauseServer(crew.shard, BY_PERSON, paused),
    (paused) => pauseGroup(crew.shard, crew.crew, BY_PERSON, 'plan', paused),
  ]
  for (const pause of pauses) {
    crew.clock.advance(20_000)
    crew.act(() => pause(true))
    await room.settle()
    crew.clock.advance(31_000)
    crew.restart()
    await room.settle()
    crew.clock.advance(31_000)
    await room.settle()
    expect(room.run(run)).toMatchObject({ status: 'waiting_human', stopReason: null })
    crew.act(() => pause(false))
    await room.settle()
    crew.clock.advance(1)
    await room.settle()
    const until = new Date(crew.clock.now() - 1 + 30_000).toISOString()
    expect(room.turn(run)?.turn?.until).toBe(until)
  }
  crew.clock.advance(29_000)
  await room.settle()
  expect(room.run(run).status).toBe('waiting_human')
  crew.clock.advance(1_000)
  await room.settle()
  expect(room.end(run)[0]).toBe('human_timeout')
})

test('RU70 whom the lead chooses is its choice, and comes behind the turn of the person', async () => {
  await using room = new DiscussionCrew()
  const { crew } = room
  const chooses = (run: { readonly id: string }, whom: string) =>
    crew.act(() => nextSpeaker(crew.shard, crew.by('lead'), run.id, whom))
  const { run } = room.start({ participants: ['ana', 'ben', 'human'] })
  await room.settle()
  chooses(run, 'human')
  await room.answers('ana', 'It should be settings.json.')
  const turn = room.turn(run)
  expect(turn).toBeDefined()
  chooses(run, 'ana')
  await room.settle()
  expect([room.turn(run), room.run(run).status]).toEqual([turn, 'waiting_human'])
  await room.writes(run, 'I would call it config.json.')
  expect(room.course(run)).toEqual([
    '1 answer ana: next in order',
    `2 human human: chosen by ${crew.crew.state.lead.name}`,
    `3 answer ana: chosen by ${crew.crew.state.lead.name}`,
  ])
  // A person still takes their own turn away, and their choice goes before that of the lead.
  chooses(run, 'ana')
  room.next(run, 'ben')
  await room.answers('ana', 'Then config.json it is for me.')
  expect(room.course(run).at(-1)).toBe('4 answer ben: chosen by a person')
})

test('RU70 the lead leaves the person the choice of who speaks next', async () => {
  await using room = new DiscussionCrew()
  const { crew } = room
  const policy = { kind: 'selection', by: 'human' } as const
  const { run } = room.start({ participants: ['ana', 'ben'], policy })
  await room.settle()
  crew.act(() => nextSpeaker(crew.shard, crew.by('lead'), run.id, 'ana'))
  await room.settle()
  expect(room.turn(run)?.turn?.asks).toBe('choose')
  room.next(run, 'ben')
  await room.settle()
  expect(room.course(run)).toEqual(['1 answer ben: chosen by a person'])
})

test('RU71 a turn of the person is over when they are taken out', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['human', 'ana'] })
  await room.settle()
  room.change(run, ['ana', 'ben'])
  await room.settle()
  expect([room.turn(run), room.run(run).status, room.asked()]).toEqual([
    undefined,
    'running',
    ['ana'],
  ])
})

test('RU33 one that is taken out leaves its place in the order', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben', 'cy', 'lead'] })
  await room.settle()
  await room.answers('ana', 'I would call it settings.json.')
  // While it answers.
  room.change(run, ['ana', 'cy', 'lead'])
  await room.answers('ben', 'I would call it config.json.')
  expect(room.asked()).toEqual(['cy'])
  await room.answers('cy', 'I would call it options.json.')
  // The one that spoke last, and then the one behind it.
  room.pause(run)
  await room.answers('lead', 'I would call it crew.json.')
  room.change(run, ['ana', 'cy'])
  room.change(run, ['cy', 'ben'])
  room.resume(run)
  await room.settle()
  expect(room.asked()).toEqual(['cy'])
})

test('RU46 what the manager says during the turn of the person changes nothing about whom it asked', async () => {
  await using room = new DiscussionCrew()
  const policy = { kind: 'hierarchical', manager: 'lead' } as const
  const { run, session } = room.start({ participants: ['ana', 'ben', 'human'], policy })
  await room.settle()
  await room.answers('lead', 'What do you say, @human and @ben?')
  room.post(session, 'lead', 'By the way, @ana, the deadline is tomorrow.')
  await room.writes(run, 'I would call it settings.json.')
  expect(room.asked()).toEqual(['ben'])
})
