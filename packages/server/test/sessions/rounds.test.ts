import { expect, test } from 'vitest'
import { completeTask } from '../../src/agents/tasks'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { leaveGroup } from '../../src/groups/change-members'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { readRounds } from '../../src/sessions/read-session'
import { SessionCrew } from '../harness/session-crew'

const HEAD = (n: number) =>
  `[Round ${n} · session "Names" in group "plan"] Answer in plain text; your text is posted for you.\n`

/** A session of ana and ben, who have read everything that came before. */
async function opened(agents: readonly string[] = ['ana', 'ben']) {
  const room = new SessionCrew()
  for (const name of ['ana', 'ben', 'cy']) await room.crew.reads(name)
  return { room, crew: room.crew, session: room.open('Names', agents) }
}

test('RN12, RN13, RN16 the second message before all have answered: what each is asked, byte for byte', async () => {
  const { room, crew, session } = await opened(['ana', 'ben', 'cy'])
  await using _ = room
  room.post(session, 'human', 'which name?')
  expect(await room.question('ana')).toBe(`${HEAD(1)}which name?`)
  expect(await room.question('cy')).toBe(`${HEAD(1)}which name?`)
  await room.says('cy', 'Ada.')
  crew.restart()
  room.post(session, 'human', 'a short one')
  expect(room.round(session)).toEqual({
    n: 2,
    closed: null,
    responses: { ana: 'thinking', ben: 'thinking', cy: 'thinking' },
  })
  const first = crew.crew.state.rounds[session.id]?.[0]
  expect([first?.n, first?.closed]).toEqual([1, 'superseded'])
  // Ben was not handed the first question: it is asked once, with both messages.
  expect(await room.question('ben')).toBe(
    `${HEAD(2)}[User]: which name?\n\n[cy]: Ada.\n\n[User]: a short one`,
  )
  // Nothing that cy was given comes again, and nothing of its own.
  expect(await room.question('cy')).toBe(`${HEAD(2)}a short one`)
  await room.says('ben', 'Bea.')
  // Ana goes on with the first: late, and then it is asked the second.
  await room.says('ana', 'Ann.')
  expect(room.messages(session).map(({ n, content, round }) => [n, content, round])).toEqual([
    [1, 'which name?', { runId: session.id, n: 1, as: 'start' }],
    [2, 'Ada.', { runId: session.id, n: 1, as: 'answer' }],
    [3, 'a short one', { runId: session.id, n: 2, as: 'start' }],
    [4, 'Bea.', { runId: session.id, n: 2, as: 'answer' }],
    [5, 'Ann.', { runId: session.id, n: 1, as: 'late' }],
  ])
  expect(await room.question('ana')).toBe(`${HEAD(2)}[cy]: Ada.\n\n[User]: a short one`)
  await room.says('ana', 'Ann still.')
  await room.says('cy', 'Ada still.')
  expect(room.round(session)).toMatchObject({ n: 2, closed: 'answered' })
  const { rounds, hasMore } = await readRounds(crew.shard, crew.crew, crew.by('human'), {
    group: 'plan',
    session: session.id,
    limit: 5,
  })
  expect(hasMore).toBe(false)
  const told = rounds.map(({ n, closed, responses }) => [
    n,
    closed,
    responses.map(({ status, late }) => (late ? `late ${status}` : status)),
  ])
  expect(told).toEqual([
    [1, 'superseded', ['late done', 'skipped', 'done']],
    [2, 'answered', ['done', 'done', 'done']],
  ])
  room.post(session, 'human', 'thanks')
  expect(await room.question('ben')).toBe(
    `${HEAD(3)}[ana]: Ann.\n\n[ana]: Ann still.\n\n[cy]: Ada still.\n\n[User]: thanks`,
  )
})

test('RN14 an answer that is interrupted posts nothing; the round closes when nobody is asked any more', async () => {
  const { room, crew, session } = await opened()
  await using _ = room
  room.post(session, 'human', 'which name?')
  await room.question('ana')
  const stop = (agent: string) =>
    crew.act(() =>
      interruptAnswer(crew.shard, crew.crew, crew.by('human'), {
        group: 'plan',
        session: session.id,
        agent,
      }),
    )
  expect(stop('ben').closed).toBeNull()
  expect(await crew.texts('ben')).toEqual([])
  expect(stop('ana')).toMatchObject({ n: 1, closed: 'answered' })
  await room.says('ana', 'Ann.')
  expect(room.messages(session).map(({ content }) => content)).toEqual(['which name?'])
  expect(() => stop('ana')).toThrow('ana is not answering in session "Names".')
  // Nothing is lost of what it was not handed.
  room.post(session, 'human', 'well?')
  expect(await room.question('ben')).toBe(`${HEAD(2)}[User]: which name?\n\n[User]: well?`)
  expect(await room.question('ana')).toBe(`${HEAD(2)}well?`)
})

test('RN15, RN13 what an agent posts unasked opens no round, and is part of the next question', async () => {
  const { room, session } = await opened()
  await using _ = room
  const early = room.post(session, 'ben', 'I have an idea.')
  expect([early.round, early.asks, early.message.round]).toEqual([
    null,
    [],
    { runId: session.id, n: 0, as: 'interjection' },
  ])
  room.post(session, 'human', 'which name?')
  await room.question('ana')
  expect(room.post(session, 'ben', 'Bea, I mean.').message.round).toEqual({
    runId: session.id,
    n: 1,
    as: 'interjection',
  })
  expect(room.round(session)).toMatchObject({ n: 1, closed: null })
  room.post(session, 'human', 'so?')
  await room.says('ana', 'Ann.')
  expect(await room.question('ana')).toBe(`${HEAD(2)}[ben]: Bea, I mean.\n\n[User]: so?`)
})

test('SN6, RN15 a command reads a session, answers in it once, and interjects', async () => {
  const { room, crew, session } = await opened(['ana', 'ben', 'lead'])
  await using _ = room
  room.post(session, 'human', 'which name?')
  await room.question('ana')
  const replies = async (who: string, line: string) => {
    const text = `⟦⟦ ${line} ⟧⟧\n`
    const output = { text, stream: 'main', endOfTurn: false }
    const { results } = await crew.core.intake.output(crew.crew, crew.id(who), output)
    crew.check()
    return results.map(({ reply }) => reply)
  }
  const message = (content: string, named = 'names') =>
    `GROUP_MESSAGE {"group":"plan","session":"${named}","content":"${content}"}`
  expect(await replies('ana', message('Ann.'))).toEqual(['[System] Taken as your answer.'])
  expect(await replies('ana', message('Or Bea.'))).toEqual([
    '[System] Posted to session "Names". Its agents read it when they are asked next.',
  ])
  expect(room.messages(session).map(({ round }) => round?.as)).toEqual([
    'start',
    'answer',
    'interjection',
  ])
  const ana = crew.id('ana').slice(0, 8)
  expect(
    await replies('ben', 'READ_GROUP {"group":"plan","session":"Names","limit":2,"before":"#3"}'),
  ).toEqual([
    [
      '[System] Session "Names" in group "plan", 2 messages:',
      '#1 [Human (human)]: which name?',
      `#2 [Developer (${ana})]: Ann.`,
    ].join('\n'),
  ])
  const read = 'READ_GROUP {"group":"plan","session":"Names"}'
  expect((await replies('lead', read))[0]).toContain('3 messages')
  expect((await replies('cy', read))[0]).toContain('has no session "Names".')
  expect((await replies('cy', message('x')))[0]).toContain('has no session "names".')
  expect((await replies('cy', message('to all', 'main')))[0]).toContain('Message delivered to')
  expect((await replies('cy', 'READ_GROUP {"group":"plan","session":"main"}'))[0]).toContain(
    '#1 [Group "plan"',
  )
  // What its turn says after that is no second answer.
  await room.says('ana', 'Done.')
  expect(room.messages(session)).toHaveLength(3)
})

test('SN4 an agent that leaves the group leaves its sessions, and nobody waits for it', async () => {
  const { room, crew, session } = await opened()
  await using _ = room
  const other = room.open('Of Ben', ['ben'])
  room.post(session, 'human', 'which name?')
  await room.question('ana')
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('ana'), 'plan'))
  expect(room.session(session)?.activeAgents).toEqual([crew.id('ben')])
  expect(room.session(other)?.activeAgents).toEqual([crew.id('ben')])
  const [answer] = crew.crew.state.rounds[session.id]?.[0]?.responses ?? []
  expect([answer?.status, answer?.error]).toEqual(['error', 'left the group'])
  await room.says('ana', 'Ann.')
  expect(room.messages(session)).toHaveLength(1)
  expect(room.round(session)).toMatchObject({ closed: null, responses: { ben: 'thinking' } })
})

test('SN3 archiving a group stops what is open in its sessions', async () => {
  const { room, crew, session } = await opened()
  await using _ = room
  room.post(session, 'human', 'which name?')
  await room.question('ana')
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('human'), 'plan'))
  expect(room.round(session)).toEqual({
    n: 1,
    closed: 'stopped',
    responses: { ana: 'interrupted', ben: 'skipped' },
  })
  expect(() => room.post(session, 'human', 'x')).toThrow(/is archived/)
  crew.act(() => unarchiveGroup(crew.shard, crew.crew, crew.by('human'), 'plan'))
  expect(room.post(session, 'human', 'again').asks).toHaveLength(2)
})

test('SN4 a group whose last agent still answers is archived when that is over', async () => {
  const { room, crew, session } = await opened(['ana'])
  await using _ = room
  await crew.reads('lead')
  for (const name of ['ben', 'cy']) {
    crew.act(() => completeTask(crew.shard, crew.crew, crew.by('human'), crew.id(name), {}))
  }
  room.post(session, 'human', 'which name?')
  await room.question('ana')
  crew.act(() => completeTask(crew.shard, crew.crew, crew.by('human'), crew.id('ana'), {}))
  expect(crew.crew.state.groups['plan']?.archived).toBe(false)
  await room.says('ana', 'Ann.')
  expect(room.messages(session).at(-1)?.content).toBe('Ann.')
  expect(crew.crew.state.groups['plan']?.archivedBy).toBe('system')
})
