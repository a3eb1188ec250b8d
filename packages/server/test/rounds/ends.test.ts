import { expect, test } from 'vitest'
import { sendDirect } from '../../src/agents/direct-messages'
import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { completeTask, delegate } from '../../src/agents/tasks'
import { pauseCrew } from '../../src/agents/pause'
import { archiveGroup } from '../../src/groups/archive-group'
import { leaveGroup, removeMembers } from '../../src/groups/change-members'
import { pauseGroup } from '../../src/groups/pause-group'
import { answerByName } from '../../src/rounds/answer-by-name'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { pushed } from '../harness/pushed'
import { SessionCrew } from '../harness/session-crew'

/** A session with a question for all three, whose inboxes are empty otherwise. */
async function asked() {
  const room = new SessionCrew()
  for (const name of ['ana', 'ben', 'cy', 'lead']) await room.crew.reads(name)
  const session = room.open('Names')
  room.post(session, 'human', 'which name?')
  const { crew } = room
  const responses = () =>
    Object.fromEntries(
      (crew.crew.state.rounds[session.id]?.[0]?.responses ?? []).map((response) => [
        ['ana', 'ben', 'cy'].find((name) => crew.id(name) === response.agentId) ?? '?',
        [response.status, response.error],
      ]),
    )
  const question = (name: string) => ({
    agentId: crew.id(name),
    deliveryId: crew.crew.rounds.asked(crew.id(name))[0]?.deliveryId ?? '',
  })
  return { room, session, crew, responses, question }
}

const MINUTE = 60_000
const LATE = ['error', 'no answer in time']

test('RN9 ten minutes after it was handed a round, or fifteen after it was opened, an agent has not answered', async () => {
  const { room, session, crew, responses } = await asked()
  await using _ = room
  crew.clock.advance(5 * MINUTE)
  await room.takes('ana')
  await room.takes('ben')
  await room.says('ben', 'half', false)
  crew.clock.advance(10 * MINUTE - 1)
  crew.check()
  expect(responses()).toEqual({
    ana: ['thinking', null],
    ben: ['thinking', null],
    cy: ['thinking', null],
  })
  crew.clock.advance(1)
  crew.check()
  expect(responses()).toEqual({ ana: LATE, ben: LATE, cy: LATE })
  expect(room.round(session).closed).toBe('answered')
  expect(await crew.texts('cy'), 'taken back').toEqual([])
  await room.says('ben', ' an answer')
  expect(room.messages(session)).toHaveLength(1)
})

test('RN9, RN6 (S6) nothing runs in a pause; after it, and after a restart, the times begin again', async () => {
  const { room, crew, responses } = await asked()
  await using _ = room
  await room.takes('ana')
  crew.clock.advance(9 * MINUTE)
  crew.act(() => pauseGroup(crew.shard, crew.crew, crew.by('human'), 'plan', true))
  crew.clock.advance(700_000)
  crew.act(() => pauseGroup(crew.shard, crew.crew, crew.by('human'), 'plan', false))
  crew.clock.advance(9 * MINUTE)
  crew.act(() => pauseCrew(crew.shard, crew.crew, crew.by('human'), true))
  crew.clock.advance(700_000)
  crew.act(() => pauseCrew(crew.shard, crew.crew, crew.by('human'), false))
  crew.clock.advance(9 * MINUTE)
  crew.act(() => crew.shard.pauseAll(true, crew.by('human')))
  crew.clock.advance(700_000)
  crew.act(() => crew.shard.pauseAll(false, crew.by('human')))
  crew.clock.advance(9 * MINUTE)
  crew.restart()
  crew.clock.advance(10 * MINUTE - 1)
  expect(responses()['ana']).toEqual(['thinking', null])
  crew.clock.advance(1)
  expect(responses()).toEqual({ ana: LATE, ben: ['thinking', null], cy: ['thinking', null] })
  crew.clock.advance(5 * MINUTE)
  expect(responses()['ben']).toEqual(LATE)
  crew.check()
})

test('RN17 an agent whose round was stopped is handed none before the end of its turn', async () => {
  const { room, session, crew, responses } = await asked()
  await using _ = room
  for (const name of ['ana', 'ben', 'cy']) {
    await room.takes(name)
    await room.says(name, 'I would', false)
    crew.act(() =>
      interruptAnswer(crew.shard, crew.crew, crew.by('human'), {
        group: 'plan',
        session: session.id,
        agent: name,
      }),
    )
  }
  expect(responses()['ana']).toEqual(['interrupted', null])
  room.post(session, 'human', 'and now?')
  const kinds = async (name: string) =>
    (await crew.core.inbox.fetch(crew.id(name), { sent: new WeakMap() })).deliveries.map(
      ({ kind }) => kind,
    )
  const { inbox } = crew.core
  expect(inbox.hasNew(crew.id('ana'), new WeakMap())).toBe(false)
  await room.says('ana', ' say Ada')
  expect(inbox.hasNew(crew.id('ana'), new WeakMap()), 'its turn is over').toBe(true)
  expect(await kinds('ben'), 'a new connection').toEqual(['round'])
  expect((await inbox.fetch(crew.id('cy'), {})).deliveries, 'a poll').toHaveLength(1)
  expect(room.messages(session).map(({ content }) => content)).toEqual(['which name?', 'and now?'])
})

test('RN50, RN17 an agent that asks again without having confirmed a round that was stopped is handed the next', async () => {
  const { room, session, crew } = await asked()
  await using _ = room
  const { inbox } = crew.core
  const [ana, ben] = [crew.id('ana'), crew.id('ben')]
  const kinds = async (agentId: string) => {
    const { deliveries, cursor } = await inbox.fetch(agentId, {})
    return {
      kinds: deliveries.map(({ kind, repeat }) => (repeat ? `${kind} again` : kind)),
      cursor,
    }
  }
  sendDirect(crew.shard, crew.crew, crew.by('human'), { to: ben, content: 'first' })
  await pushed(inbox, ben, 9)
  expect((await pushed(inbox, ben, 9))?.deliveries).toMatchObject([{ kind: 'round' }])
  // The answer to this poll may have been lost.
  expect((await kinds(ana)).kinds).toEqual(['round'])
  for (const name of ['ana', 'ben']) {
    crew.act(() =>
      interruptAnswer(crew.shard, crew.crew, crew.by('human'), {
        group: 'plan',
        session: session.id,
        agent: name,
      }),
    )
  }
  room.post(session, 'human', 'and now?')
  for (const id of [ana, ben]) expect(await pushed(inbox, id, 9), 'in mid-turn').toBeNull()
  expect((await kinds(ana)).kinds).toEqual(['round'])
  const held = await kinds(ben)
  expect(held.kinds, 'it holds something else').toEqual(['direct again'])
  expect(await pushed(inbox, ben, 9)).toBeNull()
  await inbox.ack(ben, held.cursor)
  expect((await kinds(ben)).kinds).toEqual(['round'])
})

test('RN10 an agent that fails, is terminated, leaves or is removed answers nothing any more', async () => {
  const { room, session, crew, responses } = await asked()
  await using _ = room
  const { shard } = crew
  await room.takes('ana')
  await room.takes('ben')
  crew.act(() => terminateAgent(shard, crew.crew, crew.by('human'), crew.id('ana'), 'too slow'))
  crew.act(() => failAgent(shard, crew.id('ben'), 'It crashed.'))
  crew.act(() => leaveGroup(shard, crew.crew, crew.by('cy'), 'plan'))
  expect(responses()).toEqual({
    ana: ['error', 'was terminated: too slow'],
    ben: ['error', 'failed: It crashed.'],
    cy: ['error', 'left the group'],
  })
  expect(room.round(session).closed).toBe('answered')
  expect(room.session(session)?.activeAgents).toEqual([crew.id('ana'), crew.id('ben')])
})

test('SN4, RN10 an agent that is removed from the group leaves its sessions', async () => {
  const { room, session, crew, responses } = await asked()
  await using _ = room
  crew.act(() =>
    removeMembers(crew.shard, crew.crew, crew.by('human'), { group: 'plan', members: ['ana'] }),
  )
  expect(responses()['ana']).toEqual(['error', 'was removed from the group'])
  expect(await crew.texts('ana')).not.toContainEqual(expect.stringContaining('Round'))
  expect(room.session(session)?.activeAgents).toEqual([crew.id('ben'), crew.id('cy')])
  crew.restart()
  expect(room.session(session)?.activeAgents).toEqual([crew.id('ben'), crew.id('cy')])
})

test('RN10, SN4 an agent that completes answers what it has, and its group stays in use until then', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  for (const name of ['ana', 'ben', 'cy', 'lead']) await crew.reads(name)
  const [first, second] = [room.open('Names', ['ana']), room.open('Other', ['ana'])]
  room.post(first, 'human', 'which name?')
  room.post(second, 'human', 'anything else?')
  await room.takes('ana')
  for (const name of ['ben', 'cy', 'ana']) {
    delegate(crew.shard, crew.crew, crew.by('human'), { to: name, text: 'build' })
    crew.act(() => completeTask(crew.shard, crew.crew, crew.by(name), crew.id(name), {}))
  }
  const isArchived = () => crew.crew.state.groups['plan']?.archived
  expect([room.round(second).responses, isArchived()]).toEqual([{ ana: 'skipped' }, false])
  await room.says('ana', 'Ada')
  expect([room.round(first).responses, isArchived()]).toEqual([{ ana: 'done' }, true])
})

test('SN3 archiving the group stops its rounds', async () => {
  const { room, session, crew } = await asked()
  await using _ = room
  await room.takes('ana')
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('human'), 'plan'))
  expect(room.round(session)).toEqual({
    n: 1,
    closed: 'stopped',
    responses: { ana: 'interrupted', ben: 'skipped', cy: 'skipped' },
  })
})

test('RN18 an answer by name is recorded at once; one to a round that is over is refused', async () => {
  const { room, session, crew, question } = await asked()
  await using _ = room
  const answer = (name: string, asked: { agentId: string; deliveryId: string }, content = 'Ada') =>
    crew.act(() => answerByName(crew.shard, crew.by(name), { ...asked, content }))
  const [ana, ben] = [question('ana'), question('ben')]
  expect(() => answer('ben', ana)).toThrow(/belongs to another agent/)
  await room.takes('ana')
  expect(answer('ana', ana).response.status).toBe('done')
  expect(() => answer('ana', ana, 'Bea')).toThrow(/This round is over for you/)
  expect(answer('ben', ben, ' ').response.status, 'before it was handed over').toBe('passed')
  expect(() => answer('cy', { ...question('cy'), deliveryId: 'none' })).toThrow(/no round with/)
  expect(room.messages(session).map(({ content }) => content)).toEqual(['which name?', 'Ada'])
  // It wrote nothing in its turn: the next round is handed over at once.
  room.post(session, 'human', 'and now?')
  expect(await room.question('ana')).toContain('and now?')
})

test('RN17, RN18 an agent that answers by name in the middle of its turn is asked next when that is over', async () => {
  const { room, session, crew, question } = await asked()
  await using _ = room
  await room.takes('ana')
  await room.says('ana', 'let me see', false)
  crew.act(() => answerByName(crew.shard, crew.by('ana'), { ...question('ana'), content: 'Ada' }))
  room.post(session, 'human', 'and now?')
  expect(crew.core.inbox.hasNew(crew.id('ana'), new WeakMap())).toBe(false)
  await room.says('ana', ', that was it')
  expect(await room.question('ana')).toContain('and now?')
  expect(room.messages(session).map(({ content }) => content)).toEqual([
    'which name?',
    'Ada',
    'and now?',
  ])
})

test('RN17 output that names a round which is over is refused', async () => {
  const { room, session, crew, question } = await asked()
  await using _ = room
  const { agentId, deliveryId } = question('ana')
  await room.takes('ana')
  const say = (text: string, offset: number) =>
    crew.core.intake.output(crew.crew, agentId, {
      text,
      offset,
      stream: 'main',
      endOfTurn: true,
      answers: deliveryId,
    })
  await say('Ada', 0)
  expect((await say('Ada', 0)).offset, 'sent again').toBe(3)
  await expect(say('Bea', 3)).rejects.toThrow(/This round is over for you/)
  expect(room.messages(session).map(({ content }) => content)).toEqual(['which name?', 'Ada'])
})
