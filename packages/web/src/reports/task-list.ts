import type { TaskRecord, TaskStatus } from '@crewroom/shared/model/task'
import type { CrewEvent } from '@crewroom/shared/protocol/events'

export interface TaskList {
  /** In the order in which they were given. */
  readonly tasks: readonly TaskRecord[]
  readonly asOf: number
}

/** The list with what an event brings. */
export function withTask(list: TaskList, event: CrewEvent): TaskList {
  switch (event.type) {
    case 'task:created':
    case 'task:given':
    case 'task:updated':
    case 'task:completed':
    case 'task:failed':
    case 'task:cancelled':
      break
    default:
      return list
  }
  if (event.seq <= list.asOf) return list
  const { task } = event
  const known = list.tasks.find(({ id }) => id === task.id)
  if (!known) return { ...list, tasks: [...list.tasks, task] }
  // What has ended stays ended, in whatever order events and an answer come.
  if (known.status !== 'open') return list
  // The list is in the order in which agents were given their tasks.
  if (event.type === 'task:given') {
    return { ...list, tasks: [...list.tasks.filter(({ id }) => id !== task.id), task] }
  }
  return { ...list, tasks: list.tasks.map((own) => (own.id === task.id ? task : own)) }
}

export type TaskFilter = 'all' | TaskStatus
export const TASK_FILTERS: readonly TaskFilter[] = [
  'all',
  'open',
  'completed',
  'failed',
  'cancelled',
]

/** How many there are of each, as the filters show them. */
export function countTasks(tasks: readonly TaskRecord[]): Readonly<Record<TaskFilter, number>> {
  const counts = { all: tasks.length, open: 0, completed: 0, failed: 0, cancelled: 0 }
  for (const { status } of tasks) counts[status] += 1
  return counts
}

/** Open ones first, who waits longest at the top; then what has ended, newest first. */
export function inReadingOrder(tasks: readonly TaskRecord[]): readonly TaskRecord[] {
  const open = tasks.filter(({ status }) => status === 'open')
  const ended = tasks.filter(({ status }) => status !== 'open')
  return [...open, ...ended.toSorted((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? ''))]
}
