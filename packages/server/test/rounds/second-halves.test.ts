import { expect, test } from 'vitest'
import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import type { RunProgress } from '@crewroom/shared/model/run'
import { interrupt } from '../../src/agents/direct-messages'
import { completeTask } from '../../src/agents/tasks'
import { beginHandOver } from '../../src/delivery/hand-over'
import { thinking } from '../../src/rounds/open-round'
import { tallied } from '../../src/rounds/tally'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { updateSession } from '../../src/sessions/update-session'
import { DiscussionCrew, startsDiscussion } from '../harness/discussion-crew'
import { FaultyStorage } from '../harness/faulty-storage'
import { LifeRoom } from '../harness/life-room'
import { SessionCrew } from '../harness/session-crew'

const MINUTE = 60_000

/** A session of these agents, which have read everything else. */
async function room(agents: readonly string[], options = {}) {
  const made = new SessionCrew(options)
  for (const name of ['ana', 'ben', 'cy', 'lead']) await made.crew.reads(name)
  return { made, crew: made.crew, session: made.open('Names', agents) }
}

test('RN21 an answer that the person’s interrupt of its agent stopped names the person', async () => {
  await using life = await LifeRoom.open()
  const { crew } = life
  await life.asks('which name?')
  await life.says('ana', 'I would', null)
  crew.act(() =>
    interrupt(crew.shard, crew.crew, crew.by('human'), { to: crew.id('ana'), content: 'stop it' }),
  )
  await crew.settle()
  expect(life.response('ana')).toEqual(['interrupted', false, null])
  const stoppedBy = () => crew.crew.state.rounds[life.session.id]?.at(-1)?.responses[0]?.stoppedBy
  expect(stoppedBy()).toBe('human')
  await crew.kill(0)
  expect(stoppedBy(), 'after a restart').toBe('human')
})

test('RN12, RN14 a round that waits behind one whose question comes again closes as stopped, not as answered', async () => {
  const { made, crew, session } = await room(['ana'])
  await using _ = made
  made.post(session, 'human', 'which name?')
  // It has it and does not confirm it: a restart takes it out of its hands.
  await crew.core.inbox.fetch(crew.id('ana'), {})
  made.post(session, 'human', 'and which colour?')
  crew.restart()
  const ended = { group: 'plan', session: session.id, status: 'archived' } as const
  crew.act(() => updateSession(crew.shard, crew.crew, crew.by('human'), ended))
  await crew.shard.journal.durable(crew.leadId)
  const round = (n: number) => crew.shard.ports.reader.round(crew.leadId, session.id, n)
  expect([round(1)?.closed, round(2)?.closed]).toEqual(['superseded', 'stopped'])
  const closed = crew.published.flatMap(({ type, data }) =>
    type === 'round:closed' ? [[data.n, data.why]] : [],
  )
  expect(closed, 'each once').toEqual([
    [1, 'superseded'],
    [2, 'stopped'],
  ])
  expect([1, 2].map((n) => round(n)?.responses[0]?.error)).toEqual([
    'the session was archived',
    'the session was archived',
  ])
})

/** What became of one agent's question, and how often in a row it has failed then, after two failures. */
const OUTCOMES = [
  ['error', 3],
  ['done', 0],
  ['passed', 0],
  ['interrupted', 2],
  ['skipped', 2],
] as const

test.for(OUTCOMES)(
  'RU5, RU41 of two errors in a row, %s leaves %i, and what others failed stays',
  ([status, left]) => {
    const { failures } = tallied(
      { progress: { ...NOTHING_YET, failures: { ana: 2, ben: 1 } }, limits: {} },
      round([{ ...thinking('ana', 'd1', AT), status }]),
      () => undefined,
      () => true,
    )
    expect(failures).toEqual(left === 0 ? { ben: 1 } : { ana: left, ben: 1 })
  },
)

test('RU7 neither the person nor a question that was taken back makes a sum of usage unknown', () => {
  const of = (agentId: string, status: RoundResponse['status'], tokens?: number | null) => ({
    ...thinking(agentId, agentId, AT),
    status,
    ...(tokens === undefined ? {} : { usage: { tokens, usd: null } }),
  })
  const sum = (responses: readonly RoundResponse[]) =>
    tallied(
      { progress: NOTHING_YET, limits: {} },
      round(responses),
      () => undefined,
      () => true,
    ).usage
  const known = [of('ana', 'done', 7), of('human', 'done'), of('ben', 'skipped')]
  expect(sum(known)).toEqual({ tokens: 7, usd: 0, known: true })
  expect(sum([...known, of('cy', 'passed')])).toEqual({ tokens: 7, usd: 0, known: false })
  expect(sum([...known, of('cy', 'done', null)])).toEqual({ tokens: 7, usd: 0, known: false })
})

test('RN2 what an agent says after it passed is late in its own round, even when a newer one is open and after a restart', async () => {
  for (const isRestarted of [false, true]) {
    const { made, crew, session } = await room(['ana'])
    await using _ = made
    made.post(session, 'human', 'which name?')
    await made.takes('ana')
    expect(await made.takes('ana'), 'it asks again: it has passed').toEqual([])
    made.post(session, 'human', 'and which colour?')
    if (isRestarted) crew.restart()
    await made.says('ana', 'Ada.')
    const late = { content: 'Ada.', round: { n: 1, as: 'late' } }
    const said = made.messages(session).slice(2)
    // A restart forgets that it goes on: it is handed the newer question, and may answer that.
    expect(said).toMatchObject(isRestarted ? [] : [late])
  }
})

test('RN9 a time that ends while storage refuses is over once storage works again', async () => {
  const storage = new FaultyStorage()
  const { made, crew, session } = await room(['ana'], { storage })
  await using _ = made
  made.post(session, 'human', 'which name?')
  await made.takes('ana')
  storage.breaks()
  crew.clock.advance(10 * MINUTE)
  storage.refuses()
  crew.clock.advance(MINUTE)
  crew.recover()
  expect(made.round(session).responses, 'memory is made of the tables').toEqual({ ana: 'thinking' })
  crew.clock.advance(10 * MINUTE)
  expect(made.round(session).responses).toEqual({ ana: 'error' })
})

test('RN8 an answer mentions the person and agents of the session, and nobody else of the group', async () => {
  const { made, crew, session } = await room(['ana', 'ben'])
  await using _ = made
  made.post(session, 'human', 'which name?')
  await made.takes('ana')
  await made.says('ana', 'Ask @ben, @cy or @human.')
  const mentions = made.messages(session).at(-1)?.mentions
  expect(new Set(mentions)).toEqual(new Set([crew.id('ben'), 'human']))
})

test('RN17, RN20 an agent that is brought back is handed its question, whatever it was saying when it ended', async () => {
  const { made, crew, session } = await room(['ana', 'ben'])
  await using _ = made
  made.post(session, 'human', 'which name?')
  await made.takes('ana')
  await made.says('ana', 'I would', false)
  const stopped = { group: 'plan', session: session.id, agent: crew.id('ana') }
  crew.act(() => interruptAnswer(crew.shard, crew.crew, crew.by('human'), stopped))
  crew.act(() => completeTask(crew.shard, crew.crew, crew.by('human'), crew.id('ana'), {}))
  made.post(session, 'human', '@ana, and now?')
  expect(made.round(session).responses).toMatchObject({ ana: 'thinking' })
  const kinds: string[] = []
  for (;;) {
    const handed = crew.act(() => beginHandOver(crew.shard, crew.id('ana')))
    if (!handed) break
    kinds.push(...handed.items.map(({ kind }) => kind))
  }
  expect(kinds).toContain('round')
})

test('RN14, RN12 of two questions to an agent, the one that it answers is stopped, and the other is handed over next', async () => {
  const { made, crew, session } = await room(['ana'])
  await using _ = made
  made.post(session, 'human', 'which name?')
  await made.takes('ana')
  made.post(session, 'human', 'and which colour?')
  const input = { group: 'plan', session: session.id, agent: crew.id('ana') }
  const stopped = crew.act(() => interruptAnswer(crew.shard, crew.crew, crew.by('human'), input))
  expect([stopped.n, stopped.responses[0]?.status]).toEqual([1, 'interrupted'])
  expect(made.round(session)).toMatchObject({ n: 2, responses: { ana: 'thinking' } })
  await made.says('ana', 'Ann.')
  expect(made.messages(session), 'nothing of it is posted').toHaveLength(2)
  expect(await made.question('ana')).toContain('and which colour?')
  await made.says('ana', 'Blue.')
  expect(made.messages(session).at(-1)).toMatchObject({
    content: 'Blue.',
    round: { n: 2, as: 'answer' },
  })
})

test('RU10, SN30 an agent that is taken out of a session while its answer waits for its own discussion has no answer there, and is asked no more', async () => {
  await using room = new DiscussionCrew()
  const { crew } = room
  const session = room.open('Names', ['ana', 'ben'])
  room.post(session, 'human', '@ana, which name?', { asks: [crew.id('ana')] })
  await room.answers('ana', `I ask.\n${startsDiscussion({ goal: 'Which ending?', with: ['cy'] })}`)
  expect(room.round(session)).toMatchObject({ closed: null, responses: { ana: 'nested' } })
  const input = { group: 'plan', session: session.id, agents: [crew.id('ben')] }
  crew.act(() => updateSession(crew.shard, crew.crew, crew.by('human'), input))
  await room.settle()
  expect(room.round(session)).toMatchObject({ closed: 'answered', responses: { ana: 'error' } })
  expect(room.end(room.newest())[0]).toBe('parent_ended')
  expect(room.asked()).toEqual([])
})

const AT = '2026-01-02T03:04:05.000Z'

const NOTHING_YET: RunProgress = {
  rounds: 0,
  messages: 0,
  usage: { tokens: 0, usd: 0, known: true },
  previous: null,
  idle: 0,
  failures: {},
  again: 0,
  next: null,
  upTo: 0,
}

/** The first round of a discussion, closed. */
function round(responses: readonly RoundResponse[]): RoundRecord {
  return {
    runId: 'run',
    sessionId: 'session',
    groupName: 'plan',
    n: 1,
    ask: 'answer',
    run: { id: 'run', n: 1 },
    reason: 'next in order',
    triggerSeq: 1,
    triggerMessageId: 'message',
    openedSeq: 2,
    openedAt: AT,
    responses,
    closed: 'answered',
  }
}
