import { expect, test } from 'vitest'
import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { broadcast, interrupt, sendDirect } from '../../src/agents/direct-messages'
import { dismissNeed } from '../../src/crew/needs'
import { RestartPolicy } from '../../src/programs/restart-policy'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask, delegate } from '../../src/agents/tasks'
import { mustWake } from '../../src/crew/wake'
import { sendMessage } from '../../src/groups/send-message'
import { connectedCrew, ends, news, reply, run } from '../harness/connected-crew'
import { BY_PERSON, type TestCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }
const DEV = 'Developer (0002a9e7)'

const agent = (crew: TestCrew, name: string) => {
  const record = crew.crew.state.agents[crew.id(name)]
  if (!record) throw new Error(`no agent ${name}`)
  return record
}
const needs = (crew: TestCrew) => Object.values(crew.crew.state.needs)
const fail = (crew: TestCrew, name: string, reason = 'It is gone.') =>
  crew.act(() => failAgent(crew.shard, crew.id(name), reason))
const typesAfter = (crew: TestCrew, seq: number) =>
  crew.published.filter((entry) => entry.seq > seq).map((entry) => entry.type)

/** A crew with a group of dev and arch; dev has completed or failed, and then the group was archived. */
async function endedCrew(how: 'completed' | 'failed' = 'completed'): Promise<TestCrew> {
  const crew = connectedCrew(AGENTS)
  await run(crew, 'lead', 'CREATE_GROUP', { name: 'team', members: ['dev'] })
  if (how === 'failed') fail(crew, 'dev')
  else ends(crew, 'dev', 'done')
  for (const name of ['lead', 'dev', 'arch']) await crew.reads(name)
  return crew
}

test('LC1 who has completed or failed comes back when it is addressed, and its groups with it', async () => {
  const ways: readonly ((crew: TestCrew) => unknown)[] = [
    (crew) => sendDirect(crew.shard, crew.crew, BY_PERSON, { to: 'dev', content: 'x' }),
    (crew) => sendDirect(crew.shard, crew.crew, crew.by('arch'), { to: 'dev', content: 'x' }),
    (crew) => interrupt(crew.shard, crew.crew, crew.by('lead'), { to: 'dev', content: 'x' }),
    (crew) => delegate(crew.shard, crew.crew, crew.by('lead'), { to: 'dev', text: 'x' }),
    (crew) => resumeAgent(crew.shard, crew.crew, BY_PERSON, crew.id('dev')),
  ]
  for (const how of ['completed', 'failed'] as const) {
    for (const [index, way] of ways.entries()) {
      await using crew = await endedCrew(how)
      expect(agent(crew, 'dev').ended).toBe(how)
      expect(crew.crew.state.groups['team']?.archived).toBe(true)
      const { seq } = crew.crew.state
      crew.act(() => way(crew))
      const text = `${how}, way ${index}`
      expect.soft(agent(crew, 'dev'), text).toMatchObject({ ended: null, endedReason: null })
      expect.soft(crew.crew.state.groups['team']?.archived, text).toBe(false)
      expect.soft(typesAfter(crew, seq).slice(0, 1), text).toEqual(['agent:resumed'])
      expect.soft(needs(crew), text).toEqual([])
    }
  }
})

test('LC2 what is not addressed to it does not bring an agent back, and waits for it', async () => {
  await using crew = connectedCrew(AGENTS)
  await run(crew, 'lead', 'CREATE_GROUP', { name: 'team', members: ['dev', 'arch'] })
  ends(crew, 'dev')
  await crew.reads('dev')
  const { message } = crew.act(() =>
    sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'team', content: 'all of you' }),
  )
  crew.act(() => broadcast(crew.shard, crew.crew, BY_PERSON, { content: 'everybody' }))
  expect([agent(crew, 'dev').ended, mustWake(crew.shard, crew.crew, crew.id('dev'))]).toEqual([
    'completed',
    false,
  ])
  crew.act(() => resumeAgent(crew.shard, crew.crew, BY_PERSON, crew.id('dev')))
  expect(mustWake(crew.shard, crew.crew, crew.id('dev'))).toBe(true)
  expect((await crew.reads('dev')).map(({ kind, n }) => [kind, n])).toEqual([['group', message.n]])
})

test('LC3 who has completed may still act, but no answer to it is a reason to start', async () => {
  await using crew = connectedCrew(AGENTS)
  await run(crew, 'lead', 'CREATE_GROUP', { name: 'team', members: ['dev', 'arch'] })
  await crew.reads('dev')
  ends(crew, 'dev', 'done')
  const goodbye = { group: 'team', content: 'goodbye' }
  expect((await run(crew, 'dev', 'GROUP_MESSAGE', goodbye)).ok).toBe(true)
  expect((await run(crew, 'dev', 'QUERY_GROUPS')).ok).toBe(true)
  expect((await run(crew, 'dev', 'QUERY_CREW')).ok).toBe(true)
  expect((await run(crew, 'dev', 'LEAVE_GROUP', { group: 'nowhere' })).ok).toBe(false)
  expect(mustWake(crew.shard, crew.crew, crew.id('dev'))).toBe(false)
  expect((await news(crew, 'dev')).map(([, wake]) => wake)).toEqual(Array(4).fill(false))
  expect(agent(crew, 'dev').ended).toBe('completed')
})

test('LC4 an agent that cannot be kept running waits for a person, until it is taken up again', async () => {
  await using crew = connectedCrew(AGENTS)
  fail(crew, 'dev', 'Its program ended with exit code 3.')
  fail(crew, 'arch', `${'r'.repeat(600)}`)
  expect(agent(crew, 'dev')).toMatchObject({
    ended: 'failed',
    endedReason: 'Its program ended with exit code 3.',
  })
  expect(needs(crew)).toMatchObject([
    { kind: 'failed', agentId: crew.id('dev'), text: 'Its program ended with exit code 3.' },
    { kind: 'failed', agentId: crew.id('arch'), text: 'r'.repeat(500) },
  ])
  await run(crew, 'dev', 'AGENT_MESSAGE', { to: 'human', content: 'a last question' })
  crew.restart()
  crew.act(() => resumeAgent(crew.shard, crew.crew, BY_PERSON, crew.id('dev')))
  expect(
    needs(crew).map(({ kind, agentId }) => [kind, agentId]),
    'its question waits on, the other’s failure too',
  ).toEqual([
    ['failed', crew.id('arch')],
    ['question', crew.id('dev')],
  ])
  crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.id('dev'), null))
  expect(
    needs(crew).map(({ agentId }) => agentId),
    'nothing of who has ended waits',
  ).toEqual([crew.id('arch')])
})

test('LC5 what waits for a person is dismissed once, by a person', async () => {
  await using crew = connectedCrew(AGENTS)
  await run(crew, 'dev', 'AGENT_MESSAGE', { to: 'human', content: 'well?' })
  const [need] = needs(crew)
  const dismiss = (by = BY_PERSON) =>
    crew.act(() => dismissNeed(crew.shard, crew.crew, by, need?.id ?? ''))
  expect(() => dismiss(crew.by('dev'))).toThrow(expect.objectContaining({ code: 'forbidden' }))
  expect(dismiss()).toEqual(need)
  expect(() => dismiss()).toThrow(expect.objectContaining({ code: 'need_not_found' }))
  crew.restart()
  expect(needs(crew)).toEqual([])
})

test('LC6 a crash is answered with a start after a pause that doubles, up to the limit', () => {
  const policy = new RestartPolicy({ limit: 9, pauseMs: 500, steadyMs: 60_000 })
  const crashes = Array.from({ length: 9 }, () => policy.crashed(0))
  expect(crashes.map((next) => [next?.attempt, next?.pauseMs])).toEqual([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [4, 4_000],
    [5, 8_000],
    [6, 16_000],
    [7, 30_000],
    [8, 30_000],
    [9, 30_000],
  ])
  expect(policy.crashed(59_999), 'used up').toBeNull()
  expect(policy.crashed(60_000), 'it had recovered').toMatchObject({ attempt: 1, pauseMs: 500 })
  policy.crashed(0)
  policy.reset()
  expect(policy.crashed(0), 'forgiven').toMatchObject({ attempt: 1, pauseMs: 500 })
  const never = new RestartPolicy({ limit: 0, pauseMs: 500, steadyMs: 60_000 })
  expect(never.crashed(1e9)).toBeNull()
  expect(never.crashed(0, false), 'nor for who was never ready').toBeNull()
  const unready = new RestartPolicy({ limit: 9, pauseMs: 500, steadyMs: 60_000 })
  expect(unready.crashed(0, false)).toEqual({ attempt: 1, limit: 1, pauseMs: 500 })
  expect(unready.crashed(0, false)).toBeNull()
})

test('LC7 who has ended is not meant by a role, but by its id and its name', async () => {
  await using crew = connectedCrew({ ...AGENTS, dev2: 'developer' })
  ends(crew, 'dev')
  const give = (to: string) => reply(crew, 'lead', 'DELEGATE', { to, task: 'x' })
  expect(await give('developer')).toContain('Task given to Developer (0005a9e7).')
  ends(crew, 'dev2')
  expect(await give('Developer')).toMatch(/refused: there is no agent "Developer"/)
  for (const to of ['dev', crew.id('dev'), crew.id('dev').slice(0, 4)]) {
    if (agent(crew, 'dev').ended === null) ends(crew, 'dev')
    expect.soft(await give(to), to).toContain(`Task given to ${DEV}.`)
  }
})

test('LC8 resuming takes up again who was terminated, and changes nothing for who is active', async () => {
  await using crew = connectedCrew(AGENTS)
  const resume = (name: string, by = BY_PERSON) =>
    crew.act(() => resumeAgent(crew.shard, crew.crew, by, crew.id(name)))
  const { seq } = crew.crew.state
  resume('dev')
  expect(typesAfter(crew, seq)).toEqual([])
  await run(crew, 'lead', 'TERMINATE_AGENT', { agent: 'dev' })
  expect(() => resume('dev', crew.by('arch'))).toThrow('only the lead of a crew may resume agents')
  expect(resume('dev', crew.by('lead'))).toMatchObject({ ended: null, endedReason: null })
  expect((await run(crew, 'dev', 'QUERY_CREW')).ok).toBe(true)
  crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.id('dev'), 'no'))
  expect(() => fail(crew, 'dev')).not.toThrow()
  expect(agent(crew, 'dev'), 'who is terminated cannot fail').toMatchObject({
    ended: 'terminated',
    endedReason: 'no',
  })
  crew.restart()
  expect(agent(crew, 'dev').ended).toBe('terminated')
})

test('LC9 every verb over agents is open to whom the table says, and to nobody else', async () => {
  type Act = (crew: TestCrew, by: string) => unknown
  // Who may: the person, the lead, the agent itself, the agent that delegated to it, and any other.
  const table: readonly (readonly [string, Act, readonly string[]])[] = [
    [
      'delegate',
      (crew, by) => delegate(crew.shard, crew.crew, crew.by(by), { to: 'dev', text: 'x' }),
      ['human', 'lead'],
    ],
    [
      'complete',
      (crew, by) => completeTask(crew.shard, crew.crew, crew.by(by), crew.id('dev'), {}),
      // Without a task of its own, which is another refusal, only a person.
      ['human'],
    ],
    [
      'terminate',
      (crew, by) => terminateAgent(crew.shard, crew.crew, crew.by(by), crew.id('dev'), null),
      ['human', 'lead'],
    ],
    [
      'resume',
      (crew, by) => resumeAgent(crew.shard, crew.crew, crew.by(by), crew.id('dev')),
      ['human', 'lead'],
    ],
    [
      'message',
      (crew, by) => sendDirect(crew.shard, crew.crew, crew.by(by), { to: 'dev', content: 'x' }),
      ['human', 'lead', 'arch'],
    ],
    [
      'interrupt',
      (crew, by) => interrupt(crew.shard, crew.crew, crew.by(by), { to: 'dev', content: 'x' }),
      ['human', 'lead'],
    ],
  ]
  for (const [verb, act, allowed] of table) {
    for (const by of ['human', 'lead', 'dev', 'arch']) {
      await using crew = connectedCrew(AGENTS)
      const { seq } = crew.crew.state
      let got = 'done'
      try {
        crew.act(() => act(crew, by))
      } catch (error) {
        got = (error as { code?: string }).code ?? String(error)
      }
      const refusal = verb === 'complete' && by === 'dev' ? 'no_open_task' : 'forbidden'
      expect.soft(got, `${by}: ${verb}`).toBe(allowed.includes(by) ? 'done' : refusal)
      if (got !== 'done') expect.soft(crew.crew.state.seq, `${by}: ${verb}`).toBe(seq)
    }
  }
})
