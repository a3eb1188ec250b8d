import { expect, test } from 'vitest'
import { terminateAgent } from '../../src/agents/end-agent'
import { reassignTask } from '../../src/agents/reassign-task'
import { completeTask, delegate } from '../../src/agents/tasks'
import type { By } from '../../src/crew/shard'
import { connectedCrew, ends, news } from '../harness/connected-crew'
import { BY_PERSON, byAgent, type TestCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }
const LEAD = 'Project Lead (0001a9e7)'
const DEV = 'Developer (0002a9e7)'
const ARCH = 'Architect (0003a9e7)'
const HUMAN = 'Human (human)'

const given = (crew: TestCrew, to: string, text: string, context?: string) =>
  crew.act(() =>
    delegate(crew.shard, crew.crew, byAgent(crew.leadId), { to: crew.id(to), text, context }),
  ).task
const moved = (crew: TestCrew, taskId: string, to: string, by: By = BY_PERSON) =>
  crew.act(() => reassignTask(crew.shard, crew.crew, by, { taskId, to: crew.id(to) }))
const tasksOf = (crew: TestCrew, name: string) =>
  crew.crew.openTasks(crew.id(name)).map(({ text }) => text)

test('TK32 a task is taken from one agent and given to another in one step, with its context and its delegator', async () => {
  await using crew = connectedCrew(AGENTS)
  const first = given(crew, 'dev', 'write the note', 'half a page')
  ends(crew, 'arch')
  const before = crew.crew.state.seq
  const { taken, task } = moved(crew, first.id, 'arch')
  expect(taken).toMatchObject({
    id: first.id,
    status: 'cancelled',
    summary: `Reassigned to ${ARCH}.`,
  })
  expect(task).toMatchObject({
    agentId: crew.id('arch'),
    by: crew.leadId,
    text: 'write the note',
    context: 'half a page',
    status: 'open',
  })
  expect([tasksOf(crew, 'dev'), tasksOf(crew, 'arch')]).toEqual([[], ['write the note']])
  expect(crew.crew.state.agents[crew.id('arch')]?.ended, 'it comes back for it').toBe(null)
  const told = crew.published.filter(({ seq }) => seq > before)
  expect(told.map(({ type }) => type).filter((type) => type.startsWith('task:'))).toEqual([
    'task:cancelled',
    'task:created',
  ])
  expect(new Set(told.map(({ actor }) => actor.id)), 'who did it').toEqual(new Set(['human']))
  expect((await crew.reads('arch')).at(-1)?.text).toBe(
    `[Task from ${LEAD}]: write the note\n  Context: half a page`,
  )
  await crew.reads('lead')
  crew.act(() => completeTask(crew.shard, crew.crew, byAgent(crew.id('arch')), crew.id('arch'), { summary: 'done' })) // prettier-ignore
  expect(await news(crew, 'lead')).toEqual([
    ['report', true, `[System] ${ARCH} completed its task: done`],
  ])
})

test('TK32 a delegator that gets its own task is not its delegator any more', async () => {
  await using crew = connectedCrew(AGENTS)
  const { task } = moved(crew, given(crew, 'dev', 'write it').id, 'lead')
  expect(task).toMatchObject({ agentId: crew.leadId, by: 'human' })
})

test('TK33 who has read a task is interrupted, who has not finds the notice behind it', async () => {
  await using crew = connectedCrew(AGENTS)
  const words = (text: string) =>
    `This task was reassigned to ${ARCH} and is no longer yours, so do not work on it: ${text}`
  moved(crew, given(crew, 'qa', 'only').id, 'arch')
  expect(await news(crew, 'qa'), 'unread, and its oldest').toEqual([
    ['task', true, `[Task from ${LEAD}]: only`],
    ['system', true, `[System] ${words('only')}`],
  ])
  const first = given(crew, 'dev', 'first')
  await crew.reads('dev')
  const second = given(crew, 'dev', 'second')
  moved(crew, second.id, 'arch')
  expect(await news(crew, 'dev'), 'unread').toEqual([
    ['task', true, `[Task from ${LEAD}]: second`],
    ['system', true, `[System] ${words('second')}`],
  ])
  const third = given(crew, 'dev', 'third')
  await crew.reads('dev')
  moved(crew, third.id, 'arch')
  expect(await news(crew, 'dev'), 'behind another').toEqual([
    ['system', true, `[System] ${words('third')}`],
  ])
  await crew.reads('lead')
  moved(crew, first.id, 'arch')
  expect(await news(crew, 'dev'), 'at work on it').toEqual([
    ['interrupt', true, `[PRIORITY — Interrupt from ${HUMAN}]: ${words('first')}`],
  ])
  expect(await news(crew, 'lead')).toEqual([
    [
      'system',
      false,
      `[System] ${HUMAN} reassigned a task of ${DEV} to ${ARCH}, whose report you will get: first`,
    ],
  ])
})

test('TK34 what cannot be reassigned is refused with a sentence, and nothing happens', async () => {
  await using crew = connectedCrew(AGENTS)
  const task = given(crew, 'dev', 'write it')
  const over = given(crew, 'qa', 'test it')
  ends(crew, 'qa')
  crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.id('qa'), null))
  const { seq } = crew.crew.state
  const refused = (taskId: string, to: string, by?: By) => {
    try {
      reassignTask(crew.shard, crew.crew, by ?? BY_PERSON, { taskId, to: crew.id(to) })
      return 'done'
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect(refused(over.id, 'arch')).toBe('no_open_task')
  expect(refused('nothing', 'arch')).toBe('no_open_task')
  expect(refused(task.id, 'dev')).toBe('validation')
  expect(refused(task.id, 'qa')).toBe('agent_terminal')
  for (const name of ['dev', 'arch']) {
    expect(refused(task.id, 'arch', byAgent(crew.id(name))), name).toBe('forbidden')
  }
  expect(crew.crew.state.seq).toBe(seq)
  expect(refused(task.id, 'arch', byAgent(crew.leadId))).toBe('done')
})
