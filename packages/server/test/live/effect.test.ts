import type { Usage } from '@crewroom/shared/model/usage'
import { NO_USAGE } from '@crewroom/shared/model/usage'
import { expect, test } from 'vitest'
import { completeTask, delegate } from '../../src/agents/tasks'
import { beginHandOver, endHandOver } from '../../src/delivery/hand-over'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { readEffect } from '../../src/live/read-effect'
import { Metrics } from '../../src/metrics/metrics'
import { BY_PERSON, type TestCrew, testCrew, type TestCrewOptions } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const ACP = { kind: 'acp', command: '/not/started' } as const

/** A hand-over to a program, with what it does in it. */
async function turn(
  crew: TestCrew,
  name: string,
  does: () => unknown = () => {},
  usage: Usage | null = null,
): Promise<void> {
  const begun = beginHandOver(crew.shard, crew.id(name))
  if (!begun) throw new Error(`nothing for ${name}`)
  await does()
  endHandOver(crew.shard, crew.id(name), begun.turnIds, 'end_turn', usage)
}

const effectOf = (crew: TestCrew) => readEffect(crew.shard, crew.core.rollouts, crew.crew)
const write = (crew: TestCrew, name: string, content: string) =>
  sendMessage(crew.shard, crew.crew, crew.by(name), { group: 'room', content })

async function workedCrew(begun?: TestCrewOptions['begun']): Promise<TestCrew> {
  const crew = testCrew({
    driver: ACP,
    agents: { dev: 'developer', arch: 'architect' },
    ...(begun && { begun }),
  })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'room', members: ['dev', 'arch'] })
  // That it is in a group is all that it is told.
  await turn(crew, 'dev')
  crew.clock.advance(1)
  delegate(crew.shard, crew.crew, BY_PERSON, { to: 'dev', text: 'write it' })
  write(crew, 'human', 'Begin with the parser, please.')
  crew.clock.advance(5_000)
  const says = (name: string, content: string) => () => write(crew, name, content)
  const used = { ...NO_USAGE, totalTokens: 120 }
  await turn(
    crew,
    'dev',
    says('dev', 'The parser begins in src/parser.ts, who takes the tests?'),
    used,
  )
  crew.clock.advance(10_000)
  await turn(crew, 'arch', says('arch', 'The tests are better taken by whoever wrote the grammar.'))
  crew.clock.advance(2_000)
  await turn(crew, 'dev', says('dev', 'That was me: they are in test/parser.test.ts by tonight.'))
  return crew
}

test('HP1, HP2, HP3, HP4, HP5 a crew’s effect counts ended turns, tokens, empty wakes, answers and times until read', async () => {
  await using crew = await workedCrew()
  expect(await effectOf(crew)).toMatchObject({
    turns: 4,
    tokens: 120,
    emptyWakes: 1,
    // The person's message, and those of a turn that had it; what the developer wrote last is an answer alone.
    openings: 3,
    answers: 1,
    // The developer had the person's message after 5 s and the architect's after 2; the architect had both after 15 and 10.
    readTimes: { median: 5_000, p90: 15_000 },
    isPart: false,
  })
})

test('HP6 a task counts what its agent did from its beginning to its end', async () => {
  await using crew = await workedCrew()
  const { shard } = crew
  const first = {
    turns: 2,
    tokens: 120,
    emptyWakes: 0,
    openings: 1,
    answers: 1,
    readTimes: { median: 2_000, p90: 5_000 },
  }
  const tasks = async () => (await effectOf(crew)).tasks
  expect(await tasks()).toMatchObject([first])
  crew.act(() =>
    completeTask(shard, crew.crew, crew.by('dev'), crew.id('dev'), { summary: 'written' }),
  )
  crew.clock.advance(1_000)
  crew.act(() => delegate(shard, crew.crew, BY_PERSON, { to: 'dev', text: 'test it' }))
  crew.clock.advance(1_000)
  await turn(crew, 'dev', () => {}, { ...NO_USAGE, inputTokens: 30, outputTokens: 4 })
  expect(await tasks()).toMatchObject([
    first,
    { turns: 1, tokens: 34, emptyWakes: 0, openings: 0, answers: 0, readTimes: null },
  ])
})

test('HP3 a turn with work, a report, words or an answer that was asked for is not empty; a restart changes nothing', async () => {
  await using crew = await workedCrew()
  const empty = async () => (await effectOf(crew)).emptyWakes
  const before = await empty()
  crew.act(() =>
    completeTask(crew.shard, crew.crew, crew.by('dev'), crew.id('dev'), {
      summary: 'it is written',
    }),
  )
  crew.act(() => delegate(crew.shard, crew.crew, crew.by('lead'), { to: 'arch', text: 'draw it' }))
  await turn(crew, 'arch')
  await crew.says('arch', '⟦⟦ QUERY_CREW ⟧⟧\n')
  await turn(crew, 'arch')
  crew.act(() =>
    completeTask(crew.shard, crew.crew, crew.by('arch'), crew.id('arch'), {
      summary: 'it is drawn',
    }),
  )
  await turn(crew, 'lead')
  expect(await empty()).toBe(before)
  const all = await effectOf(crew)
  crew.restart()
  expect(await effectOf(crew)).toEqual(all)
})

test.each<[what: string, areLines: boolean]>([
  ['a line that the server wrote to a pipe', true],
  ['a page that a remote agent fetched', false],
])('HP3 with a notice alone, %s is no empty wake', async (_, areLines) => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'room', members: ['dev'] })
  const [notice] = await crew.reads('dev')
  if (!notice) throw new Error('no notice')
  const given = { refs: [notice.id], bytes: 1, repeats: 0, areLines, turnId: 'turn-1' }
  crew.core.rollouts.given(crew.id('dev'), given)
  expect(await effectOf(crew)).toMatchObject({ turns: 1, emptyWakes: 0 })
})

test('HP1 entries of an earlier version, whose hand-overs are in its turns, are not counted again', async () => {
  await using crew = await workedCrew()
  const { rollouts } = crew.core
  const before = await effectOf(crew)
  for (const data of [{ deliveryIds: ['d-1'], repeats: 0 }, { deliveryIds: [] }, null]) {
    rollouts.record(crew.id('dev'), { kind: 'prompt', text: 'You were told.', data, turnId: 't-1' })
  }
  expect(await effectOf(crew)).toEqual(before)
})

test('HP7 the newest messages are counted, and that there are more is said', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'room', members: ['dev'] })
  const counted = async () => {
    const { openings, isPart } = await effectOf(crew)
    return { openings, isPart }
  }
  for (let n = 1; n <= 200; n++) write(crew, 'human', `Number ${n}`)
  expect(await counted()).toEqual({ openings: 200, isPart: false })
  write(crew, 'human', 'One more')
  expect(await counted()).toEqual({ openings: 200, isPart: true })
})

test('HP1, HP3, HP5 hand-overs of a remote agent are counted by what it fetched, and wake nobody', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dev: 'developer', qa: 'qa-tester' })
  const token = { token: tokens['dev'] ?? '' }
  const effect = async () => (await server.call('GET', `/api/lead/${leadId}/effect`)).body
  const fetch = async () => {
    const inbox = `/api/agents/${ids['dev']}/inbox`
    const { body } = await server.call('GET', inbox, undefined, token)
    await server.call('POST', `${inbox}/ack`, { cursor: body['cursor'] }, token)
    // What is fetched within a moment is one hand-over of the record.
    await effect()
  }
  expect(await effect()).toMatchObject({ turns: 0, tokens: null, openings: 0, readTimes: null })
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'room', memberIds: [ids['dev'], ids['qa']] })
  await fetch()
  expect(await effect(), 'only that it is in a group').toMatchObject({
    turns: 1,
    emptyWakes: 0,
    readTimes: null,
  })
  await server.call('POST', `${groups}/room/messages`, { content: 'Begin.' })
  await fetch()
  expect(await effect()).toMatchObject({
    turns: 2,
    tokens: null,
    emptyWakes: 0,
    openings: 1,
    answers: 0,
    readTimes: { median: expect.any(Number), p90: expect.any(Number) },
  })
})

test('HP9 metrics count the same as it happens', async () => {
  const metrics = new Metrics('1.0.0')
  await using _crew = await workedCrew(({ shard, presence, onPublished }) => {
    metrics.watch({ shard, presence, sockets: () => [] })
    onPublished((entries) => metrics.published(entries))
  })
  const lines = (await metrics.text()).split('\n')
  metrics.stop()
  const value = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
  expect({
    turns: value('crewroom_turns_total'),
    tokens: value('crewroom_turn_tokens_total'),
    empty: value('crewroom_empty_wakes_total'),
    answers: value('crewroom_answers_total'),
    read: value('crewroom_message_read_seconds_count'),
    seconds: value('crewroom_message_read_seconds_sum'),
  }).toEqual({ turns: 4, tokens: 120, empty: 1, answers: 1, read: 4, seconds: 5 + 15 + 10 + 2 })
})
