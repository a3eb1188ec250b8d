import { expect, test } from 'vitest'
import { leaveGroup } from '../../src/groups/change-members'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { markSessionRead } from '../../src/sessions/mark-session-read'
import { reactInSession } from '../../src/sessions/react-in-session'
import {
  listSessions,
  readNewestInSession,
  readRounds,
  readSession,
  readSessionMessages,
} from '../../src/sessions/read-session'
import { retryAnswer } from '../../src/sessions/retry-answer'
import { updateGroup } from '../../src/groups/update-group'
import { startRun } from '../../src/discussions/start-run'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { SessionCrew } from '../harness/session-crew'
import { testCrew } from '../harness/test-crew'

const at = (session: { id: string }) => ({ group: 'plan', session: session.id })

test('SN1 a session has a title and the agents that take part; by default all of the group but the lead', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const [first, second] = [room.open(), room.open('Names', ['lead', 'ana', 'ana'])]
  expect([first.title, first.activeAgents]).toEqual([
    'Session 1',
    ['ana', 'ben', 'cy'].map((name) => crew.id(name)),
  ])
  expect([second.title, second.activeAgents]).toEqual(['Names', [crew.id('lead'), crew.id('ana')]])
  expect(room.open().title).toBe('Session 3')
})

test('SN1 a group has at most 100 sessions in use: archived ones do not count, and none is taken back beyond it', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const [first, second] = Array.from({ length: 100 }, () => room.open())
  if (!first || !second) throw new Error('none')
  const refused = /group "plan" has 100 sessions in use, which is the limit. Archive one/
  const change = (session: { id: string }, status: 'active' | 'archived') =>
    crew.act(() =>
      updateSession(crew.shard, crew.crew, crew.by('human'), { ...at(session), status }),
    )
  const start = () =>
    crew.act(() =>
      startRun(crew.shard, crew.crew, crew.by('human'), { group: 'plan', goal: 'Which name?' }),
    )
  expect(() => room.open()).toThrow(refused)
  expect(start).toThrow(refused)
  change(first, 'archived')
  expect(room.open().title).toBe('Session 101')
  expect(() => change(first, 'active')).toThrow(refused)
  expect(() => room.open()).toThrow(refused)
  crew.act(() => deleteSession(crew.shard, crew.crew, crew.by('human'), at(second)))
  expect(change(first, 'active').status).toBe('active')
  expect(() => room.open()).toThrow(refused)
  // What this has become comes out of an import as it is.
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  const text = await crewText(crew)
  await takeIn(other, text)
  expect(await crewText(other, crew.leadId)).toBe(text)
})

test('SN2, SN5 what is said in a session counts in the session alone', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const [one, two] = [room.open('One'), room.open('Two')]
  await Promise.all(['ana', 'ben', 'cy', 'lead'].map((name) => crew.reads(name)))
  const before = structuredClone(crew.crew.state.groups['plan'])
  room.post(two, 'ana', 'a word, @human')
  room.post(one, 'ana', 'first, @human')
  room.post(one, 'ben', 'second')
  expect(room.messages(one).map(({ n, content }) => [n, content])).toEqual([
    [1, 'first, @human'],
    [2, 'second'],
  ])
  expect(crew.crew.state.groups['plan']).toEqual(before)
  expect(crew.crew.window('plan').messages).toEqual([])
  for (const name of ['ana', 'ben', 'cy', 'lead']) expect(await crew.texts(name)).toEqual([])
  const view = () => {
    const { sessions } = listSessions(crew.crew, crew.by('human'), { group: 'plan' })
    const [newest, oldest] = sessions
    return [newest, oldest].map((one) => [
      one?.title,
      one?.messageCount,
      one?.unread,
      one?.mentions,
    ])
  }
  expect(view()).toEqual([
    ['Two', 1, 1, 1],
    ['One', 2, 2, 1],
  ])
  const [first] = room.messages(one)
  const read = (seq: number, force = false) =>
    crew.act(() =>
      markSessionRead(crew.shard, crew.crew, crew.by('human'), { ...at(one), seq, force }),
    )
  expect(read(first?.seq ?? 0)).toEqual({ lastSeq: first?.seq })
  expect(view()[1]).toEqual(['One', 2, 1, 0])
  read(1e9)
  expect(view()[1]).toEqual(['One', 2, 0, 0])
  expect(read(1).lastSeq).toBe(room.messages(one)[1]?.seq)
  read(first?.seq ?? 0, true)
  expect(view()[1]).toEqual(['One', 2, 1, 0])
  // What the person writes is not news to them.
  room.post(one, 'human', 'mine')
  expect(view()[1]).toEqual(['One', 3, 1, 0])
  crew.restart()
  expect(view()).toEqual([
    ['Two', 1, 1, 1],
    ['One', 3, 1, 0],
  ])
})

test('SN22, SN5 an agent has no read mark in a session, and none to move', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const session = room.open()
  room.post(session, 'human', 'one')
  const { sessions } = listSessions(crew.crew, crew.by('ana'), { group: 'plan' })
  const [view] = sessions
  expect([view?.messageCount, view?.unread]).toEqual([1, 0])
  expect(() =>
    markSessionRead(crew.shard, crew.crew, crew.by('ana'), { ...at(session), seq: 9 }),
  ).toThrow(/only people mark a session as read/)
})

test('SN3 an archived session takes nothing, keeps its history, and comes back', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const session = room.open('Names')
  const { message } = room.post(session, 'human', 'which?')
  await crew.core.inbox.fetch(crew.id('ana'), {})
  const change = (input: object) =>
    crew.act(() =>
      updateSession(crew.shard, crew.crew, crew.by('human'), { ...at(session), ...input }),
    )
  change({ status: 'archived' })
  // Ana had the question, the others had not.
  expect(room.round(session)).toEqual({
    n: 1,
    closed: 'stopped',
    responses: { ana: 'interrupted', ben: 'skipped', cy: 'skipped' },
  })
  expect(await crew.texts('ben')).not.toContainEqual(expect.stringContaining('Round 1'))
  for (const refused of [
    () => room.post(session, 'human', 'more'),
    () => room.post(session, 'ana', 'more'),
    () =>
      reactInSession(crew.shard, crew.crew, crew.by('human'), {
        ...at(session),
        messageId: message.id,
        emoji: '👍',
        action: 'add',
      }),
    () =>
      retryAnswer(crew.shard, crew.crew, crew.by('human'), { ...at(session), n: 1, agent: 'ana' }),
  ]) {
    expect(refused).toThrow(/session "Names" is archived/)
  }
  const listed = (status?: 'archived' | 'all') =>
    listSessions(crew.crew, crew.by('human'), { group: 'plan', status }).sessions.map(
      ({ title }) => title,
    )
  expect([listed(), listed('archived'), listed('all')]).toEqual([[], ['Names'], ['Names']])
  const page = await readSessionMessages(crew.shard, crew.crew, crew.by('human'), {
    ...at(session),
    limit: 9,
  })
  expect(page.messages.map(({ content }) => content)).toEqual(['which?'])
  crew.restart()
  change({ status: 'active' })
  expect(room.post(session, 'human', 'and now?').round?.n).toBe(2)
})

test('SN3, SN24 a deleted session is gone for everybody, and nothing waits for it', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const session = room.open('Names')
  room.post(session, 'human', 'which? @ana')
  room.post(session, 'ben', 'this one, @human')
  await crew.core.inbox.fetch(crew.id('ana'), {})
  crew.act(() => deleteSession(crew.shard, crew.crew, crew.by('human'), at(session)))
  expect(crew.crew.state.sessions).toEqual({})
  expect(crew.crew.state.rounds).toEqual({})
  expect(crew.crew.rounds.allAsked()).toEqual([])
  expect(await crew.texts('cy')).not.toContainEqual(expect.stringContaining('Round'))
  const by = crew.by('human')
  for (const gone of [
    () => readSession(crew.crew, by, at(session)),
    () => room.post(session, 'human', 'x'),
    () => deleteSession(crew.shard, crew.crew, by, at(session)),
    () => updateSession(crew.shard, crew.crew, by, { ...at(session), title: 'x' }),
    () => markSessionRead(crew.shard, crew.crew, by, { ...at(session), seq: 1 }),
    () => interruptAnswer(crew.shard, crew.crew, by, { ...at(session), agent: 'ana' }),
    () => retryAnswer(crew.shard, crew.crew, by, { ...at(session), n: 1, agent: 'ana' }),
    () => readNewestInSession(crew.shard, crew.crew, by, { ...at(session), limit: 5 }),
  ]) {
    expect(gone).toThrow(/has no session/)
  }
  await expect(readRounds(crew.shard, crew.crew, by, { ...at(session), limit: 5 })).rejects.toThrow(
    /has no session/,
  )
  expect(crew.crew.state.mentions).toEqual({})
  crew.restart()
  expect(crew.crew.state.sessions).toEqual({})
})

test('SN20, SN21 an agent finds the sessions that it takes part in or opened, by id or title', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  room.open('Of Ana', ['ana'])
  const opened = room.open('By Ben', ['ana', 'cy'], 'ben')
  const [twin] = [room.open('Twins', ['cy']), room.open('Twins', ['cy'])]
  const seen = (who: string) =>
    listSessions(crew.crew, crew.by(who), { group: 'plan' })
      .sessions.map(({ title }) => title)
      .join()
  expect(['ana', 'ben', 'cy', 'lead', 'human'].map(seen)).toEqual([
    'By Ben,Of Ana',
    'By Ben',
    'Twins,Twins,By Ben',
    'Twins,Twins,By Ben,Of Ana',
    'Twins,Twins,By Ben,Of Ana',
  ])
  const find = (who: string, session: string) =>
    readSession(crew.crew, crew.by(who), { group: 'plan', session }).session.id
  expect([find('ben', opened.id), find('cy', ' by ben ')]).toEqual([opened.id, opened.id])
  expect(() => find('ben', 'Of Ana')).toThrow(
    'group "plan" has no session "Of Ana". Sessions there: "By Ben".',
  )
  expect(() => find('cy', 'twins')).toThrow(
    'group "plan" has 2 sessions called "Twins". Name one by its id.',
  )
  expect(find('cy', twin?.id ?? '')).toBe(twin?.id)
})

test('SN22 people, the lead, who made the group and who opened a session change it; others do not', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const session = room.open('By Ben', ['ana', 'ben'], 'ben')
  const rename = (who: string, title: string) =>
    crew.act(() => updateSession(crew.shard, crew.crew, crew.by(who), { ...at(session), title }))
  for (const who of ['human', 'lead', 'ben']) expect(rename(who, who).title).toBe(who)
  expect(() => rename('ana', 'x')).toThrow(/only the lead or the creator/)
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('ben'), 'plan'))
  expect(() => rename('ben', 'x')).toThrow(/not a member/)
  const stop = (who: string) =>
    interruptAnswer(crew.shard, crew.crew, crew.by(who), { ...at(session), agent: 'ana' })
  room.post(session, 'human', 'so?')
  expect(() => stop('ana')).toThrow(/only the lead, or the person who runs the crew, may stop/)
  expect(room.post(session, 'ana', 'wait').round).toBeNull()
  expect(() => room.post(session, 'lead', 'wait')).toThrow(/only agents that take part/)
})

test('SN23 the same clientId gives the same message and round again, and no second one', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const session = room.open()
  const post = (content = 'which?') => room.post(session, 'human', content, { clientId: 'c1' })
  const first = post()
  expect(post()).toEqual({ ...first, repeated: true })
  expect(() => post('another')).toThrow(/Use a new one for a new message/)
  room.post(session, 'human', 'next')
  crew.restart()
  const again = post()
  expect(again).toMatchObject({ repeated: true, asks: first.asks, round: { n: 1 } })
  expect(again.message).toEqual(first.message)
  expect(room.session(session)).toMatchObject({ messageCount: 2, rounds: 2 })
  // An agent's answer, sent again.
  await crew.core.inbox.fetch(crew.id('ana'), {})
  const answer = () => room.post(session, 'ana', 'this one', { clientId: 'a1' })
  const given = answer()
  expect(answer()).toEqual({ ...given, repeated: true })
})

test('SN24 an agent that gave no answer is asked once more, with the messages of the first time', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const session = room.open('Names', ['ana', 'ben'])
  const retry = (agent: string, n = 1) =>
    crew.act(() =>
      retryAnswer(crew.shard, crew.crew, crew.by('human'), { ...at(session), n, agent }),
    )
  expect(() => retry('ana')).toThrow('session "Names" has no round 1.')
  room.post(session, 'human', 'which name?')
  const asked = await room.question('ana')
  expect(() => retry('ana')).toThrow(/ana has not answered yet/)
  expect(() => retry('cy')).toThrow(/cy was not asked in round 1/)
  // A crew is called like its lead (CM32).
  expect(() => retry(crew.leadId)).toThrow(/Project Lead \(\w{8}\) was not asked in round 1/)
  crew.act(() =>
    interruptAnswer(crew.shard, crew.crew, crew.by('human'), { ...at(session), agent: 'ana' }),
  )
  await crew.core.inbox.fetch(crew.id('ben'), {})
  room.post(session, 'ben', 'Ada')
  expect(room.round(session)).toEqual({
    n: 1,
    closed: 'answered',
    responses: { ana: 'interrupted', ben: 'done' },
  })
  expect(() => retry('ben')).toThrow(/ben has answered round 1/)
  crew.restart()
  retry('ana')
  expect(room.round(session)).toEqual({
    n: 1,
    closed: null,
    responses: { ana: 'thinking', ben: 'done' },
  })
  // Ben's answer came later than the question, and is for the next round.
  expect(asked).toContain('which name?')
  expect(await room.question('ana')).toBe(asked)
  room.post(session, 'ana', 'Bea')
  expect(room.round(session)).toMatchObject({ closed: 'answered', responses: { ana: 'done' } })
  expect(room.messages(session).at(-1)?.round).toEqual({ runId: session.id, n: 1, as: 'answer' })
  room.post(session, 'human', 'and now?')
  expect(() => retry('ana')).toThrow('round 1 is over: round 2 was opened since.')
  expect(() => retry('ana', 3)).toThrow('session "Names" has no round 3; its newest is round 2.')
})

test('SN25 main can be read as a session of its group, and is changed as the group', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const by = crew.by('human')
  const main = { group: 'plan', session: 'main' }
  const { session, rounds } = readSession(crew.crew, by, main)
  expect([session.id, session.title, session.messageCount, rounds]).toEqual(['main', 'plan', 0, []])
  expect(await readRounds(crew.shard, crew.crew, by, { ...main, limit: 5 })).toMatchObject({
    rounds: [],
  })
  expect(() => deleteSession(crew.shard, crew.crew, by, main)).toThrow(
    /main is the free talk of group "plan"/,
  )
})

test('SN28 reactions of a session stay with its messages', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const session = room.open(undefined, ['ana'])
  const { message } = room.post(session, 'human', 'which?')
  const react = (who: string, action: 'add' | 'remove', emoji = '👍') =>
    crew.act(() =>
      reactInSession(crew.shard, crew.crew, crew.by(who), {
        ...at(session),
        messageId: message.id,
        emoji,
        action,
      }),
    ).reactions
  expect(react('human', 'add')).toEqual({ '👍': ['human'] })
  expect(react('ana', 'add')).toEqual({ '👍': ['human', crew.id('ana')] })
  expect(react('ana', 'add')).toEqual({ '👍': ['human', crew.id('ana')] })
  expect(() => react('ben', 'add')).toThrow(/has no session/)
  expect(() => react('human', 'add', 'yes')).toThrow(/exactly one emoji/)
  crew.restart()
  expect(react('human', 'remove')).toEqual({ '👍': [crew.id('ana')] })
  const page = await readSessionMessages(crew.shard, crew.crew, crew.by('human'), {
    ...at(session),
    limit: 5,
  })
  expect(page.messages[0]?.reactions).toEqual({ '👍': [crew.id('ana')] })
})

test('SN27, RN11 a person asks all that take part, those whom the message mentions, or those whom it names', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const session = room.open(undefined, ['ana', 'ben'])
  const asks = (content: string, named?: readonly string[]) =>
    room
      .post(session, 'human', content, named ? { asks: named } : {})
      .asks.map((id) => ['ana', 'ben', 'cy'].find((name) => crew.id(name) === id))
  expect(asks('which?')).toEqual(['ana', 'ben'])
  expect(asks('which?', ['ben'])).toEqual(['ben'])
  expect(() => asks('which?', ['cy'])).toThrow(/cy takes no part in session/)
  const set = (broadcastMode: 'all' | 'mention_only') =>
    crew.act(() =>
      updateGroup(crew.shard, crew.crew, crew.by('human'), {
        group: 'plan',
        chat: { broadcastMode },
      }),
    )
  set('mention_only')
  expect(asks('@ben and @cy, which?')).toEqual(['ben'])
  expect(asks('@cy, which?')).toEqual([])
  const { round } = room.post(session, 'human', 'nobody')
  expect([round, room.session(session)?.rounds]).toEqual([null, 3])
  set('all')
  expect(asks('which?')).toEqual(['ana', 'ben'])
})
