import { expect, test } from 'vitest'
import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { completeTask } from '../../src/agents/tasks'
import { removeMember } from '../../src/groups/change-members'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { updateSession } from '../../src/sessions/update-session'
import { DiscussionCrew, scripted, startsDiscussion } from '../harness/discussion-crew'
import type { LimitsInput } from '../../src/discussions/start-run'

const CHILD = { goal: 'Which ending?', with: ['cy'], policy: 'round_robin', rounds: 2 }

/** Ana has started a discussion with cy in her answer. */
async function nested(limits: LimitsInput = {}, child: object = CHILD) {
  const room = new DiscussionCrew()
  const { run, session } = room.start({ participants: ['ana', 'ben'], limits })
  await room.settle()
  await room.answers('ana', `I have to ask.\n${startsDiscussion(child)}`)
  return { room, run, session, inner: room.newest(), crew: room.crew }
}

const statusOf = ({ crew }: DiscussionCrew, sessionId: string) =>
  crew.published.flatMap((one) =>
    one.type === 'round:responded' && one.data.sessionId === sessionId
      ? [one.data.response.status]
      : [],
  )

test('RU10 an answer in which a discussion was started waits for it, over a restart and a recovery', async () => {
  const { room, run, session, inner, crew } = await nested()
  await using _ = room
  const response = () => crew.crew.state.rounds[session.id]?.[0]?.responses[0]
  expect(response()).toMatchObject({ status: 'nested', child: inner.id, soFar: 'I have to ask.' })
  expect(inner).toMatchObject({
    depth: 1,
    startedBy: crew.id('ana'),
    parent: { sessionId: session.id, runId: run.id, n: 1, agentId: crew.id('ana') },
  })
  expect(crew.crew.state.sessions[inner.sessionId]?.parent).toEqual(inner.parent)
  for (const again of [() => crew.restart(), () => crew.recover()]) {
    again()
    await room.settle()
    expect(room.asked()).toEqual(['cy'])
  }
  await room.answers('cy', 'It is .json, I think.\n[DONE]')
  expect(room.run(inner)).toMatchObject({ stopReason: 'done' })
  crew.restart()
  await room.settle()
  expect(room.asked()).toEqual(['ana'])
  expect(await room.answers('ana', 'So settings.json.')).toContain('It is .json, I think.')
  expect(response()?.agentId, 'the next round').toBe(crew.id('ben'))
  expect(room.said(run).at(-1)).toBe('ana: I have to ask.\n\nSo settings.json.')
  expect(statusOf(room, session.id).slice(0, 4)).toEqual(['thinking', 'nested', 'thinking', 'done'])
})

test('RU10 words of several lines of output before the command are kept, and nothing is missing', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'] })
  await room.settle()
  await room.question('ana')
  await room.says('ana', 'First,\n', false)
  await room.says('ana', `I ask.\n${startsDiscussion(CHILD)}`, false)
  await room.says('ana', 'I wait.\n')
  expect(room.crew.crew.rounds.isAstray(room.crew.id('ana'))).toBe(false)
  await room.plays(scripted({ cy: ['[DONE]'], ana: ['Here it is.\n[DONE]'] }))
  expect(room.said(run).at(-1)).toBe('ana: First,\nI ask.\n\nI wait.\n\nHere it is.')
  const done = room.crew.published.findLast(
    (one) => one.type === 'round:responded' && one.data.sessionId === run.sessionId,
  )
  expect(done?.data).toMatchObject({ response: { status: 'done', cut: false } })
})

test('RU10 a discussion that ends before the turn of its caller is over', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'] })
  await room.settle()
  await room.question('ana')
  await room.says('ana', `I ask.\n${startsDiscussion(CHILD)}`, false)
  await room.settle()
  await room.answers('cy', 'It is .json.\n[DONE]')
  expect(room.run(room.newest()).stopReason).toBe('done')
  await room.says('ana', 'I wait.\n')
  await room.settle()
  expect(await room.answers('ana', 'So settings.json.')).toContain('It is .json.')
  expect(room.said(run).at(-1)).toBe('ana: I ask.\n\nI wait.\n\nSo settings.json.')
})

test('RU10 (D5) discussions are nested three deep, and a fourth is refused', async () => {
  await using room = new DiscussionCrew()
  room.start({ participants: ['ana'] })
  for (const [who, other] of [
    ['ana', 'ben'],
    ['ben', 'cy'],
    ['cy', 'lead'],
  ] as const) {
    await room.settle()
    await room.answers(who, `Wait.\n${startsDiscussion({ goal: `ask ${other}?`, with: [other] })}`)
  }
  await room.settle()
  expect(room.newest().depth).toBe(3)
  const count = room.facts('run:started').length
  await room.question('lead')
  const command = startsDiscussion({ goal: 'and another one?', with: ['ana'] })
  const results = await room.crew.says('lead', `${command}I know it.\n`)
  expect(JSON.stringify(results)).toContain('nested 3 deep')
  expect(room.facts('run:started')).toHaveLength(count)
  await room.plays(() => 'So it is.\n[DONE]')
  expect(room.crew.crew.state.runs).toEqual({})
  expect(room.facts('run:ended').map(({ data }) => data.run.depth)).toEqual([3, 2, 1, 0])
})

test('RU10 one discussion in an answer is enough', async () => {
  const { room, crew } = await nested()
  await using _ = room
  await room.answers('cy', '[DONE]')
  await room.question('ana')
  const results = await crew.says('ana', startsDiscussion({ goal: 'Again?', with: ['ben'] }))
  expect(JSON.stringify(results)).toContain('in this answer already')
})

test('RU10 what is within a discussion that is stopped ends with it, and what it used counts', async () => {
  const { room, run, inner } = await nested()
  await using _ = room
  await room.question('cy')
  room.stop(run)
  expect([room.end(inner), room.end(run)]).toEqual([
    ['parent_ended', null, 1],
    ['stopped', null, 1],
  ])
  await room.says('cy', 'It is .json.')
  expect(room.asked()).toEqual([])
  expect(room.said(inner)).toHaveLength(1)
  expect(room.facts('round:responded').at(-1)?.data.response.status).toBe('interrupted')
})

test.for(['terminated', 'failed', 'interrupted', 'removed', 'left the session'] as const)(
  'RU10 a caller that is %s is not waited for, and what it started ends',
  async (how) => {
    const { room, run, session, inner, crew } = await nested()
    await using _ = room
    const human = crew.by('human')
    const ana = crew.id('ana')
    crew.act(() => {
      switch (how) {
        case 'terminated':
          return terminateAgent(crew.shard, crew.crew, human, ana, 'enough')
        case 'failed':
          return failAgent(crew.shard, ana, 'it crashed')
        case 'removed':
          return removeMember(crew.shard, crew.crew, human, { group: 'plan', member: ana })
        case 'interrupted':
          return interruptAnswer(crew.shard, crew.crew, human, {
            group: 'plan',
            session: session.id,
            agent: ana,
          })
        case 'left the session': {
          const agents = [crew.id('ben')]
          const place = { group: 'plan', session: session.id }
          return updateSession(crew.shard, crew.crew, human, { ...place, agents })
        }
      }
    })
    await room.settle()
    expect(room.end(inner)).toEqual(['parent_ended', null, 1])
    expect(statusOf(room, session.id).at(-1)).toBe(how === 'interrupted' ? how : 'error')
    expect(room.asked()).toEqual(['ben'])
    await room.plays(() => 'I am alone now.\n[DONE]')
    expect(room.end(run)[0]).toBe('done')
  },
)

test('RU10 a caller that has completed comes back for its answer', async () => {
  const { room, run, crew } = await nested()
  await using _ = room
  crew.act(() => completeTask(crew.shard, crew.crew, crew.by('human'), crew.id('ana'), {}))
  await room.settle()
  await room.answers('cy', '[DONE]')
  expect(crew.crew.state.agents[crew.id('ana')]?.ended).toBeNull()
  await room.answers('ana', 'So settings.json.')
  expect(room.said(run).at(-1)).toBe('ana: I have to ask.\n\nSo settings.json.')
})

test('RU10 a discussion within another has no more than that has left', async () => {
  const { room, inner } = await nested(
    { rounds: 5, messages: 3, tokens: 1_000, usd: 2 },
    { ...CHILD, rounds: 9 },
  )
  await using _ = room
  expect(inner.limits).toMatchObject({ rounds: 5, messages: 3, tokens: 1_000, usd: 2 })
  await room.answers('cy', 'What else is there?')
  // One who is asked alone says it in one round.
  const other = await nested({}, { goal: 'Which ending?', with: ['cy'], policy: 'selection', by: 'ana' }) // prettier-ignore
  await using _other = other.room
  expect(other.inner.limits.rounds).toBe(1)
})

test('RU10 within an answer to a person in a session', async () => {
  await using room = new DiscussionCrew()
  const session = room.open('Names', ['ana'])
  room.post(session, 'human', 'Which name is the clearest?')
  await room.answers('ana', `I have to ask.\n${startsDiscussion(CHILD)}`)
  expect(room.newest()).toMatchObject({ depth: 1, parent: { runId: null, n: 1 } })
  const long = `It is ${'very '.repeat(300)}long.`
  await room.answers('cy', `${long}\n[DONE]`)
  const question = await room.answers('ana', 'So settings.json.')
  expect(question).toContain(long)
  expect(room.messages(session).at(-1)).toMatchObject({
    content: 'I have to ask.\n\nSo settings.json.',
    round: { n: 1, as: 'answer' },
  })
})

test('RU10 a caller whose session is archived is not waited for', async () => {
  const { room, run, session, inner, crew } = await nested()
  await using _ = room
  crew.act(() =>
    updateSession(crew.shard, crew.crew, crew.by('human'), {
      group: 'plan',
      session: session.id,
      status: 'archived',
    }),
  )
  await room.settle()
  expect([room.end(run)[0], room.end(inner)[0]]).toEqual(['archived', 'parent_ended'])
  expect(room.asked()).toEqual([])
})

test('RU11 a discussion that an agent starts goes on with its chain, and the agent gets a report', async () => {
  await using room = new DiscussionCrew()
  const { crew } = room
  await crew.reads('lead')
  await crew.says(
    'lead',
    startsDiscussion({ goal: 'Which name?', with: ['ana', 'ben'], rounds: 2 }),
  )
  await room.settle()
  const run = room.newest()
  expect(run).toMatchObject({ startedBy: crew.leadId, parent: null, depth: 0, hop: 1 })
  await room.plays(
    scripted({ ana: ['settings.json?'], ben: ['Yes, settings.json.\nIt is clear.'] }),
  )
  const texts = await crew.texts('lead')
  expect(texts.at(-1)).toBe(
    '[System] The discussion "Which name?" in group "plan" has ended after 2 rounds: it had all the rounds that it may have. Result:\nYes, settings.json.\n  It is clear.',
  )
})

test('RU11 at the end of a chain of agents no discussion is started', async () => {
  await using room = new DiscussionCrew()
  const { crew } = room
  await crew.reads('lead')
  const chain = crew.crew.inHand.chain(crew.leadId)
  Object.assign(crew.crew.inHand, { chain: () => ({ ...chain, hop: 39, turnSeq: 1e9 }) })
  const results = await crew.says('lead', startsDiscussion({ goal: 'Which name?', with: ['ana'] }))
  expect(JSON.stringify(results)).toContain('40 times in a row')
  expect(room.facts('run:started')).toEqual([])
})
