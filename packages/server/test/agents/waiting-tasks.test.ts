import { expect, test } from 'vitest'
import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { reassignTask } from '../../src/agents/reassign-task'
import { completeTask, delegate, type DelegateInput } from '../../src/agents/tasks'
import { cancelTask, startTask } from '../../src/agents/waiting-task'
import { createLead } from '../../src/agents/create-agent'
import { withOpenTask } from '../../src/delivery/who-waits'
import type { By } from '../../src/crew/shard'
import { connectedCrew, ends, news, reply, run } from '../harness/connected-crew'
import { BY_PERSON, byAgent, type TestCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }
const LEAD = 'Project Lead (0001a9e7)'
const DEV = 'Developer (0002a9e7)'
const ARCH = 'Architect (0003a9e7)'

const give = (
  crew: TestCrew,
  to: string,
  text: string,
  more: Omit<DelegateInput, 'to' | 'text'> = {},
  by: By = byAgent(crew.leadId),
) => crew.act(() => delegate(crew.shard, crew.crew, by, { to: crew.id(to), text, ...more })).task

const finish = (crew: TestCrew, name: string, status: 'completed' | 'failed' = 'completed') =>
  crew.act(() =>
    completeTask(crew.shard, crew.crew, byAgent(crew.id(name)), crew.id(name), { status }),
  )
const texts = (crew: TestCrew, name: string) =>
  crew.crew.openTasks(crew.id(name)).map(({ text }) => text)
const waiting = (crew: TestCrew) => crew.crew.waitingTasks().map(({ text }) => text)
const endOf = (crew: TestCrew, name: string) => crew.crew.state.agents[crew.id(name)]?.ended
const isTask = ([kind]: readonly [string, ...unknown[]]) => kind === 'task'
const inbox = async (crew: TestCrew, name: string) =>
  (await news(crew, name)).filter(isTask).map(([, , text]) => text)

function code(act: () => unknown): string {
  try {
    act()
    return 'done'
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`
  }
}

test('TK35, TK36 DELEGATE keeps a task until another is completed, over a restart, and gives it once', async () => {
  await using crew = connectedCrew(AGENTS)
  const first = await reply(crew, 'lead', 'DELEGATE', { to: 'dev', task: 'write it' })
  const id = / Its id: (\S+)$/.exec(first)?.[1]
  expect(id).toBeDefined()
  const kept = await reply(crew, 'lead', 'DELEGATE', { to: 'arch', task: 'check it', after: [id] })
  expect(kept).toMatch(
    new RegExp(
      `^\\[System\\] Task kept for Architect \\(0003a9e7\\): it is given when task ${id} is done\\. You will be notified when it is done itself\\. Its id: rec-\\d+$`,
    ),
  )
  expect(await news(crew, 'arch')).toEqual([])
  expect(await news(crew, 'dev')).toHaveLength(1)
  crew.restart()
  crew.core.presence.set(crew.id('arch'), { connection: 'connected', status: 'working' })
  expect(waiting(crew)).toEqual(['check it'])
  expect(crew.crew.state.agents[crew.id('arch')]?.task, 'it has no task').toBe(null)
  await run(crew, 'dev', 'COMPLETE_TASK', { summary: 'written' })
  expect(waiting(crew)).toEqual([])
  expect(crew.crew.state.agents[crew.id('arch')]?.task).toBe('check it')
  crew.restart()
  expect(await news(crew, 'arch')).toEqual([['task', true, `[Task from ${LEAD}]: check it`]])
  crew.restart()
  expect(await news(crew, 'arch')).toEqual([])
  await run(crew, 'arch', 'COMPLETE_TASK')
  expect(crew.crew.state.tasks).toEqual({})
})

test('TK36 a task is given when the last of several is done, and not while one is open', async () => {
  await using crew = connectedCrew(AGENTS)
  const one = give(crew, 'dev', 'one')
  const two = give(crew, 'qa', 'two')
  const last = give(crew, 'arch', 'last', { after: [one.id, two.id, one.id] })
  expect(last, 'named twice, it counts once').toMatchObject({
    after: [one.id, two.id],
    waits: { lost: [] },
  })
  finish(crew, 'qa')
  expect(waiting(crew)).toEqual(['last'])
  finish(crew, 'dev')
  expect([waiting(crew), texts(crew, 'arch')]).toEqual([[], ['last']])
  expect(crew.crew.state.tasks[last.id]).toEqual({
    ...last,
    waits: undefined,
    givenAt: expect.any(String) as string,
  })
  expect(await inbox(crew, 'arch')).toEqual([`[Task from ${LEAD}]: last`])
  const done = give(crew, 'qa', 'at once', { after: [one.id] })
  expect(done, 'all it names is done').toMatchObject({ after: [one.id] })
  expect(done.waits).toBe(undefined)
  expect(await inbox(crew, 'qa')).toContain(`[Task from ${LEAD}]: at once`)
})

test('TK36 an agent completes the tasks that it was given, in the order in which it was given them', async () => {
  await using crew = connectedCrew(AGENTS)
  const gate = give(crew, 'qa', 'gate')
  give(crew, 'dev', 'held back', { after: [gate.id] })
  expect(
    code(() => finish(crew, 'dev')),
    'it has none yet',
  ).toMatch(/^no_open_task/)
  expect(withOpenTask(crew.crew), 'and is not asked about it').not.toContainEqual(
    expect.objectContaining({ id: crew.id('dev') }),
  )
  give(crew, 'dev', 'at once')
  finish(crew, 'qa')
  expect(texts(crew, 'dev')).toEqual(['at once', 'held back'])
  crew.restart()
  expect(texts(crew, 'dev')).toEqual(['at once', 'held back'])
  finish(crew, 'dev')
  expect([texts(crew, 'dev'), endOf(crew, 'dev')]).toEqual([['held back'], null])
})

test('TK36 an agent whose next task waited for its last one goes on, and one that has ended returns', async () => {
  await using crew = connectedCrew(AGENTS)
  const one = give(crew, 'dev', 'one')
  const two = give(crew, 'dev', 'two', { after: [one.id] })
  give(crew, 'arch', 'three', { after: [two.id] })
  ends(crew, 'arch')
  expect(endOf(crew, 'arch'), 'a waiting task keeps nobody').toBe('completed')
  expect(finish(crew, 'dev')).toEqual({ openTasks: 1 })
  expect([endOf(crew, 'dev'), texts(crew, 'dev')]).toEqual([null, ['two']])
  expect(await inbox(crew, 'dev')).toEqual([`[Task from ${LEAD}]: one`, `[Task from ${LEAD}]: two`])
  finish(crew, 'dev')
  expect([endOf(crew, 'dev'), endOf(crew, 'arch')]).toEqual(['completed', null])
  expect(await inbox(crew, 'arch')).toEqual([`[Task from ${LEAD}]: three`])
})

test('TK36 three tasks on one subject create their group when they are given', async () => {
  await using crew = connectedCrew(AGENTS)
  const gate = give(crew, 'lead', 'wait', {}, BY_PERSON)
  for (const name of Object.keys(AGENTS)) {
    give(crew, name, 'brush the timeline', { after: [gate.id] })
  }
  expect(Object.keys(crew.crew.state.groups)).toEqual([])
  finish(crew, 'lead')
  expect(Object.values(crew.crew.state.groups).map(({ memberCount }) => memberCount)).toEqual([4])
})

test('TK37 what a task cannot wait for is refused with a sentence, and nothing happens', async () => {
  await using crew = connectedCrew(AGENTS)
  const { crew: other } = createLead(crew.shard, BY_PERSON, { name: 'below' })
  const far = delegate(crew.shard, other, BY_PERSON, { to: other.state.lead.id, text: 'far' }).task
  const failed = give(crew, 'dev', 'failed')
  finish(crew, 'dev', 'failed')
  const gone = give(crew, 'qa', 'gone')
  crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.id('qa'), null))
  const open = give(crew, 'dev', 'open')
  const { seq } = crew.crew.state
  const refused = (more: Omit<DelegateInput, 'to' | 'text'>) =>
    code(() => give(crew, 'arch', 'next', more))
  expect(refused({ after: ['nothing'] })).toBe(
    'task_not_found: there is no task "nothing" in this crew; QUERY_CREW and the list of tasks show their ids.',
  )
  expect(refused({ after: [failed.id] })).toBe(
    `task_failed: task ${failed.id} has failed, so it will never be done. Delegate its work again, and name the new task instead.`,
  )
  expect(refused({ after: [open.id, gone.id] })).toMatch(/^task_failed: task \S+ was cancelled/)
  expect(refused({ after: [far.id] })).toMatch(/^other_crew: task "\S+" belongs to another crew/)
  expect(refused({ insteadOf: open.id })).toMatch(/^validation: no task waits for task/)
  expect(refused({ insteadOf: failed.id, after: [open.id] })).toMatch(
    /^validation: give either after or insteadOf/,
  )
  expect(crew.crew.state.seq).toBe(seq)
  const tooMany = await run(crew, 'lead', 'DELEGATE', {
    to: 'arch',
    task: 'next',
    after: Array.from({ length: 11 }, () => open.id),
  })
  expect([tooMany.ok, tooMany.reply]).toEqual([false, expect.stringContaining('after')])
  expect(texts(crew, 'arch')).toEqual([])
})

test('TK38 a task whose prerequisite fails stays, and its delegator is notified once, even after a restart', async () => {
  await using crew = connectedCrew(AGENTS)
  const one = give(crew, 'dev', 'one')
  const two = give(crew, 'qa', 'two')
  const next = give(crew, 'arch', 'next', { after: [one.id, two.id] })
  const own = give(crew, 'arch', 'of the person', { after: [one.id] }, BY_PERSON)
  finish(crew, 'dev', 'failed')
  expect(waiting(crew)).toEqual(['next', 'of the person'])
  crew.restart()
  expect(await news(crew, 'lead')).toEqual([
    ['report', true, `[System] ${DEV} failed.`],
    [
      'system',
      true,
      `[System] Task failed, ${one.id}: one\n  Waiting for that, and not given to its agent:\n  - ${next.id}: next\n  Decide what becomes of it: DELEGATE the missing work again with "insteadOf": "${one.id}", and the waiting tasks follow that; START_TASK gives a waiting task now; CANCEL_TASK drops it.`,
    ],
  ])
  finish(crew, 'qa')
  crew.restart()
  expect(await news(crew, 'lead')).toEqual([['report', true, expect.any(String)]])
  expect(crew.crew.state.tasks[next.id]?.waits).toEqual({ lost: [one.id] })
  expect(crew.crew.state.tasks[own.id]?.waits).toEqual({ lost: [one.id] })
  expect(await inbox(crew, 'arch')).toEqual([])
})

test('TK6, TK38 an agent that fails its only open task has failed, though a task of its own waited for that one', async () => {
  await using crew = connectedCrew(AGENTS)
  const one = give(crew, 'dev', 'one')
  const two = give(crew, 'dev', 'two', { after: [one.id] })
  expect(finish(crew, 'dev', 'failed')).toEqual({ openTasks: 0 })
  expect([endOf(crew, 'dev'), waiting(crew)]).toEqual(['failed', ['two']])
  expect(crew.crew.state.tasks[two.id]?.waits).toEqual({ lost: [one.id] })
})

test('TK38 several that are lost together are one notice, whatever ends them', async () => {
  await using crew = connectedCrew(AGENTS)
  const one = give(crew, 'dev', 'one')
  const two = give(crew, 'dev', 'two')
  give(crew, 'arch', 'next', { after: [one.id, two.id] })
  give(crew, 'qa', 'behind it', { after: [two.id] })
  const notices = async () => (await news(crew, 'lead')).filter(([kind]) => kind === 'system')
  crew.act(() => failAgent(crew.shard, crew.id('dev'), 'no program'))
  const [told, ...more] = await notices()
  expect(more).toEqual([])
  expect(told?.[2]).toContain(`[System] Task failed, ${one.id}: one\nTask failed, ${two.id}: two\n`)
  expect(told?.[2]).toContain('not given to their agents:\n  - ')
  const gate = give(crew, 'arch', 'gate')
  give(crew, 'qa', 'behind the gate', { after: [gate.id] })
  crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.id('arch'), null))
  expect(waiting(crew), 'those of the agent are cancelled').toEqual([
    'behind it',
    'behind the gate',
  ])
  expect((await notices()).map(([, , text]) => text)).toEqual([
    expect.stringContaining(`Task cancelled, ${gate.id}: gate`),
  ])
})

test('TK39 a lead and a person start a waiting task anyway, once; nobody else does', async () => {
  await using crew = connectedCrew(AGENTS)
  const one = give(crew, 'dev', 'one')
  const next = give(crew, 'arch', 'next', { after: [one.id] })
  const tail = give(crew, 'qa', 'tail', { after: [next.id] })
  expect((await run(crew, 'dev', 'START_TASK', { task: next.id })).ok).toBe(false)
  expect(await reply(crew, 'lead', 'START_TASK', { task: next.id })).toBe(
    `[System] Task started: ${ARCH} has it now. next`,
  )
  expect(await inbox(crew, 'arch')).toEqual([`[Task from ${LEAD}]: next`])
  expect(crew.crew.state.tasks[next.id]).toMatchObject({ after: [] })
  expect(code(() => startTask(crew.shard, crew.crew, BY_PERSON, next.id))).toMatch(
    /^task_given: .* waits for nothing: arch has it\./i,
  )
  finish(crew, 'dev')
  expect(await inbox(crew, 'arch'), 'not again').toEqual([])
  expect(code(() => startTask(crew.shard, crew.crew, BY_PERSON, one.id))).toMatch(/^no_open_task/)
  crew.act(() => startTask(crew.shard, crew.crew, BY_PERSON, tail.id))
  expect(await inbox(crew, 'qa')).toHaveLength(1)
})

test('TK40 a waiting task is cancelled; its delegator is notified, and those behind it are lost', async () => {
  await using crew = connectedCrew(AGENTS)
  const one = give(crew, 'dev', 'one')
  const next = give(crew, 'arch', 'next', { after: [one.id] })
  give(crew, 'qa', 'tail', { after: [next.id] })
  expect(code(() => cancelTask(crew.shard, crew.crew, BY_PERSON, one.id))).toMatch(/^task_given/)
  const cancelled = crew.act(() => cancelTask(crew.shard, crew.crew, BY_PERSON, next.id))
  expect(cancelled).toMatchObject({ status: 'cancelled', after: [one.id] })
  expect((await news(crew, 'lead')).map(([, wakes, text]) => [wakes, text])).toEqual([
    [
      false,
      `[System] Human (human) cancelled your task for ${ARCH}, which waited for others: next`,
    ],
    [true, expect.stringContaining(`Task cancelled, ${next.id}: next`)],
  ])
  finish(crew, 'dev')
  expect(await inbox(crew, 'arch')).toEqual([])
  expect(await reply(crew, 'lead', 'CANCEL_TASK', { task: `#${waitingId(crew)}` })).toBe(
    '[System] Task cancelled: QA Tester (0004a9e7) will not be given it. tail',
  )
  expect(crew.crew.state.tasks).toEqual({})
})

const waitingId = (crew: TestCrew) => crew.crew.waitingTasks()[0]?.id ?? ''

test('TK41 a task that takes the place of a lost one is what others wait for', async () => {
  await using crew = connectedCrew(AGENTS)
  const one = give(crew, 'dev', 'one')
  const next = give(crew, 'arch', 'next', { after: [one.id] })
  finish(crew, 'dev', 'failed')
  const again = give(crew, 'qa', 'one again', { insteadOf: one.id })
  expect(crew.crew.state.tasks[next.id]).toMatchObject({ after: [again.id], waits: { lost: [] } })
  crew.restart()
  finish(crew, 'qa')
  expect(await inbox(crew, 'arch')).toEqual([`[Task from ${LEAD}]: next`])
})

test('TK41 what waits for a task follows it when it is reassigned, and a waiting task waits on', async () => {
  await using crew = connectedCrew(AGENTS)
  const one = give(crew, 'dev', 'one')
  const next = give(crew, 'arch', 'next', { after: [one.id] })
  const tail = give(crew, 'dev', 'tail', { after: [next.id] })
  await news(crew, 'lead')
  const move = (taskId: string, to: string) =>
    crew.act(() => reassignTask(crew.shard, crew.crew, BY_PERSON, { taskId, to: crew.id(to) })).task
  const { id: moved } = move(next.id, 'qa')
  expect(await news(crew, 'arch'), 'it never had it').toEqual([])
  expect(await news(crew, 'qa'), 'it has to wait').toEqual([])
  expect(crew.crew.state.tasks[tail.id]?.after).toEqual([moved])
  const { id: first } = move(one.id, 'arch')
  expect(crew.crew.state.tasks[moved]?.after).toEqual([first])
  expect(
    (await news(crew, 'lead')).filter(([, wakes]) => wakes),
    'nothing is lost',
  ).toEqual([])
  finish(crew, 'arch')
  expect(await inbox(crew, 'qa')).toEqual([`[Task from ${LEAD}]: next`])
  finish(crew, 'qa')
  expect(texts(crew, 'dev')).toEqual(['tail'])
})

test('TK42 QUERY_CREW lists the ids of tasks, and what waiting ones wait for', async () => {
  await using crew = connectedCrew(AGENTS)
  const one = give(crew, 'dev', 'one')
  const two = give(crew, 'qa', 'two')
  const next = give(crew, 'arch', 'next', { after: [one.id, two.id] })
  finish(crew, 'dev', 'failed')
  const lines = (await reply(crew, 'lead', 'QUERY_CREW')).split('\n')
  expect(lines.slice(3)).toEqual([
    expect.stringContaining(` · task ${two.id}: two`),
    expect.stringContaining(' · failed'),
    'Waiting tasks:',
    `- ${next.id} for ${ARCH}, after ${one.id} and ${two.id} (${one.id} will not be done): next`,
  ])
})
