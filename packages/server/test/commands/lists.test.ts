import { expect, test } from 'vitest'
import { createLead } from '../../src/agents/create-agent'
import { terminateAgent } from '../../src/agents/end-agent'
import { delegate } from '../../src/agents/tasks'
import { connectedCrew, ends, reply, run } from '../harness/connected-crew'
import { BY_PERSON, byAgent, type TestCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }
const LEAD = 'Project Lead (0001a9e7)'
const DEV = 'Developer "dev" (0002a9e7)'
const ARCH = 'Architect "arch" (0003a9e7)'
const QA = 'QA Tester "qa" (0004a9e7)'

const give = (crew: TestCrew, to: string, text: string, more: object = {}) =>
  crew.act(() =>
    delegate(crew.shard, crew.crew, byAgent(crew.leadId), { to: crew.id(to), text, ...more }),
  ).task
const names = (text: string) => [...text.matchAll(/^- "(\w+)"/gm)].map(([, name]) => name)

test('CM33 QUERY_GROUPS begins with groups that have something unread, then those with the newest message', async () => {
  await using crew = connectedCrew(AGENTS)
  for (const name of ['a', 'b', 'c', 'd']) {
    await run(crew, 'lead', 'CREATE_GROUP', { name, members: ['dev', 'arch'] })
    crew.clock.advance(1_000)
  }
  const post = async (who: string, group: string) => {
    await run(crew, who, 'GROUP_MESSAGE', { group, content: 'news' })
    crew.clock.advance(1_000)
  }
  expect(names(await reply(crew, 'dev', 'QUERY_GROUPS')), 'newest first').toEqual(['d', 'c', 'b', 'a']) // prettier-ignore
  await post('arch', 'b')
  await post('arch', 'a')
  await post('dev', 'c')
  const asked = await reply(crew, 'dev', 'QUERY_GROUPS')
  expect(names(asked), 'its own words do not wait for it').toEqual(['a', 'b', 'c', 'd'])
  expect(asked.match(/ · 1 unread · /g)).toHaveLength(2)
  await crew.reads('dev')
  const read = await reply(crew, 'dev', 'QUERY_GROUPS')
  expect(names(read), 'all was read').toEqual(['c', 'a', 'b', 'd'])
  expect(read).not.toContain('unread')
  crew.restart()
  expect(names(await reply(crew, 'dev', 'QUERY_GROUPS')), 'after a restart').toEqual(names(read))
  expect(await reply(crew, 'dev', 'GROUP_MESSAGE', { group: 'none', content: 'x' })).toContain(
    'Your groups: c, a, b, d.',
  )
})

test('CM33 QUERY_GROUPS goes on behind so many groups with after, and lists the members of one with group', async () => {
  await using crew = connectedCrew(AGENTS)
  for (const name of ['a', 'b']) {
    await run(crew, 'lead', 'CREATE_GROUP', { name, members: ['dev', 'arch'] })
    crew.clock.advance(1_000)
  }
  const asks = (payload: object) => reply(crew, 'dev', 'QUERY_GROUPS', payload)
  expect(names(await asks({ after: 0 }))).toEqual(['b', 'a'])
  expect(names(await asks({ after: 1 }))).toEqual(['a'])
  expect(await asks({ after: 2 })).toBe('[System] Your groups (2):\nNothing comes after 2.')
  const head = '[System] Group "a" has 3 members:'
  expect(await asks({ group: 'a' })).toBe([head, `- ${LEAD}`, `- ${DEV}`, `- ${ARCH}`].join('\n'))
  expect(await asks({ group: 'a', after: 2 })).toBe(`${head}\n- ${ARCH}`)
  expect(await reply(crew, 'qa', 'QUERY_GROUPS', { group: 'a' })).toBe(
    '[System] QUERY_GROUPS refused: you are not a member of "a". You are in no group.',
  )
})

test.each<[command: 'QUERY_GROUPS' | 'QUERY_CREW', payload: object, field: string]>([
  ['QUERY_GROUPS', { after: -1 }, 'after'],
  ['QUERY_GROUPS', { after: 1.5 }, 'after'],
  ['QUERY_GROUPS', { after: '3' }, 'after'],
  ['QUERY_GROUPS', { after: 1e9 }, 'after'],
  ['QUERY_GROUPS', { after: null }, 'after'],
  ['QUERY_GROUPS', { group: 'g'.repeat(101) }, 'group'],
  ['QUERY_GROUPS', { group: 7 }, 'group'],
  ['QUERY_CREW', { after: -1 }, 'after'],
  ['QUERY_CREW', { after: [] }, 'after'],
  ['QUERY_CREW', { task: '' }, 'task'],
  ['QUERY_CREW', { task: 't'.repeat(65) }, 'task'],
  ['QUERY_CREW', { task: {} }, 'task'],
])('CM10 %s with %j is refused with its field', async (command, payload, field) => {
  await using crew = connectedCrew(AGENTS)
  expect(await run(crew, 'dev', command, payload)).toMatchObject({
    ok: false,
    reply: expect.stringMatching(new RegExp(`refused: ${field}: .*Example: `)) as string,
  })
})

test('TK44 QUERY_CREW says of an agent whose program is not there that it is not connected', async () => {
  await using crew = connectedCrew(AGENTS)
  const line = async (label: string) =>
    (await reply(crew, 'lead', 'QUERY_CREW')).split('\n').find((one) => one.includes(label))
  const { presence } = crew.core
  const id = crew.id('arch')
  expect(await line(ARCH)).toBe(`- ${ARCH} · idle`)
  presence.set(id, { connection: 'lost' })
  expect(await line(ARCH), 'its connection broke').toBe(`- ${ARCH} · idle · not connected`)
  presence.set(id, { asleep: true })
  expect(await line(ARCH), 'what wakes it starts its program').toBe(`- ${ARCH} · idle`)
  presence.set(id, { asleep: false, status: 'starting' })
  expect(await line(ARCH), 'its program is being started').toBe(`- ${ARCH} · starting`)
  presence.set(id, { status: 'idle', pull: 'away' })
  expect(await line(ARCH), 'it reads when it asks').toBe(`- ${ARCH} · idle`)
  presence.forget(id)
  expect(await line(ARCH), 'it was never there').toBe(`- ${ARCH} · idle · not connected`)
  ends(crew, 'arch')
  expect(await line(ARCH), 'it has ended').toBe(`- ${ARCH} · completed`)
})

test('TK44 QUERY_CREW lists all open tasks of an agent, and those that have ended last', async () => {
  await using crew = connectedCrew(AGENTS)
  ends(crew, 'dev')
  const [one, two, three] = ['one', 'two', 'three'].map((text) => give(crew, 'arch', text))
  const late = give(crew, 'qa', 'late', { after: [one?.id] })
  const lines = [
    `- ${LEAD} · idle`,
    `- ${ARCH} · idle · task ${one?.id}: one`,
    `  also task ${two?.id}: two`,
    `  also task ${three?.id}: three`,
    `- ${QA}, you · idle`,
    `- ${DEV} · completed`,
    'Waiting tasks:',
    `- ${late.id} for QA Tester (0004a9e7), after ${one?.id}: late`,
  ]
  const head = '[System] Crew "atlas" (4 agents):'
  expect(await reply(crew, 'qa', 'QUERY_CREW')).toBe([head, ...lines].join('\n'))
  const behind = await reply(crew, 'qa', 'QUERY_CREW', { after: 3 })
  expect(behind).toBe(
    [head, `- ${ARCH} · also task ${three?.id}: three`, ...lines.slice(4)].join('\n'),
  )
})

test('TK44 QUERY_CREW with a task shows all of it, open, waiting or ended, to every agent of its crew', async () => {
  await using crew = connectedCrew(AGENTS)
  const words = `begins\n${'w'.repeat(5_000)} ends`
  const long = give(crew, 'dev', words, { context: 'the context' })
  const late = give(crew, 'arch', 'late', { after: [long.id] })
  const asks = (task: string, who = 'qa') => reply(crew, who, 'QUERY_CREW', { task })
  expect(await asks(long.id)).toBe(
    `[System] Task ${long.id} of ${DEV}, from ${LEAD}, open: ${words.replace('\n', '\n  ')}\n  Context: the context`,
  )
  expect(await asks(late.id)).toBe(`[System] Task ${late.id} of ${ARCH}, from ${LEAD}, waiting: late`) // prettier-ignore
  crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.id('arch'), null))
  expect(await asks(late.id)).toMatch(/, cancelled: late$/)
  expect(await asks('nothing')).toMatch(/^\[System\] QUERY_CREW refused: there is no task "nothing"/) // prettier-ignore
})

test('TK44 a sub-lead reads its own task from above with QUERY_CREW, and others of that crew', async () => {
  await using crew = connectedCrew(AGENTS)
  const sub = crew.act(() =>
    createLead(crew.shard, byAgent(crew.leadId), {
      name: 'search',
      parentId: crew.leadId,
      driver: { kind: 'remote' },
      task: 'find it',
    }),
  ).crew
  const subLead = sub.state.lead.id
  const [task] = crew.crew.openTasks(subLead)
  const { results } = await crew.core.intake.output(sub, subLead, {
    text: `⟦⟦ QUERY_CREW {"task":"${task?.id}"} ⟧⟧\n`,
    stream: 'main',
    endOfTurn: true,
  })
  expect(results).toMatchObject([{ ok: true, reply: expect.stringMatching(/: find it$/) as string }]) // prettier-ignore
})
