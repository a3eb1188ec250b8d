import type { TaskRecord, TaskStatus } from '@crewroom/shared/model/task'
import type { TaskEvent } from '@crewroom/shared/protocol/events'
import { expect, test } from 'vitest'
import { AT, LEAD } from '../../test/samples'
import { countTasks, inReadingOrder, type TaskList, withTask } from './task-list'

const task = (
  id: string,
  status: TaskStatus = 'open',
  endedAt: string | null = null,
): TaskRecord => ({
  id,
  leadId: LEAD,
  agentId: 'dev',
  by: LEAD,
  text: id,
  context: null,
  status,
  summary: null,
  createdAt: AT,
  endedAt,
})
const event = (seq: number, type: TaskEvent['type'], own: TaskRecord): TaskEvent => ({
  type,
  seq,
  leadId: LEAD,
  at: AT,
  task: own,
})

test('UI94 tasks come and end by events, once, and what has ended stays so', () => {
  let list: TaskList = { tasks: [task('a')], asOf: 5 }
  expect(withTask(list, event(5, 'task:created', task('old')))).toBe(list)
  list = withTask(list, event(6, 'task:created', task('b')))
  list = withTask(list, event(7, 'task:failed', task('a', 'failed', '2026-11-21T12:00:02.000Z')))
  list = withTask(list, event(6, 'task:created', task('a')))
  list = withTask(list, event(8, 'task:created', task('c')))
  list = withTask(
    list,
    event(9, 'task:completed', task('c', 'completed', '2026-11-21T12:00:03.000Z')),
  )
  expect(inReadingOrder(list.tasks).map(({ id, status }) => `${id} ${status}`)).toEqual([
    'b open',
    'c completed',
    'a failed',
  ])
  expect(countTasks(list.tasks)).toEqual({ all: 3, open: 1, completed: 1, failed: 1, cancelled: 0 })
})

test('UI94, UI713 a task that waited comes behind those that were given before it, and what it waits for changes', () => {
  const waits = { ...task('a'), after: ['x'], waits: { lost: [] } }
  let list: TaskList = { tasks: [waits, task('b')], asOf: 5 }
  const lost = { ...waits, waits: { lost: ['x'] } }
  list = withTask(list, event(6, 'task:updated', lost))
  expect(list.tasks).toEqual([lost, task('b')])
  const given = { ...task('a'), after: [], givenAt: AT }
  list = withTask(list, event(7, 'task:given', given))
  expect(list.tasks).toEqual([task('b'), given])
})
