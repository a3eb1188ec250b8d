import type { TaskRecord } from '@crewroom/shared/model/task'
import { shortTaskId } from '@crewroom/shared/model/task'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { hopOf } from '../conduct/hops'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import type { By, Shard } from '../crew/shard'
import { resolveTask } from '../crew/task-names'
import { maybeAutoCreateGroup } from '../groups/auto-group'
import type { Decision } from '../journal/decision'
import { decideNotice } from '../conduct/notice'
import { decideRevival } from './revive'

/** The part of a task that says what it waits for. */
export type TaskOrder = Pick<TaskRecord, 'after' | 'waits'>

/**
 * What a new task waits for. Only tasks that exist can be named, and they never get further prerequisites, so tasks
 * cannot wait for each other in a circle.
 */
export function orderAfter(shard: Shard, crew: Crew, references: readonly string[]): TaskOrder {
  const named = references.map((reference) => resolveTask(shard, crew, reference))
  const tasks = [...new Map(named.map((task) => [task.id, task])).values()]
  if (tasks.length === 0) return {}
  const lost = tasks.find(({ status }) => status === 'failed' || status === 'cancelled')
  if (lost) {
    throw new CrewError(
      'task_failed',
      `task ${shortTaskId(lost.id)} ${lost.status === 'failed' ? 'has failed' : 'was cancelled'}, so it will never be done. Delegate its work again, and name the new task instead.`,
    )
  }
  const after = tasks.map(({ id }) => id)
  return tasks.every(({ status }) => status === 'completed')
    ? { after }
    : { after, waits: { lost: [] } }
}

/** The lost task whose place a new one takes. Null where none is named. */
export function replacedBy(
  shard: Shard,
  crew: Crew,
  reference: string | undefined,
): TaskRecord | null {
  if (reference === undefined) return null
  const task = resolveTask(shard, crew, reference)
  if (crew.waitingTasks().some(({ waits }) => waits?.lost.includes(task.id))) return task
  throw new CrewError(
    'validation',
    `no task waits for task ${shortTaskId(task.id)} in vain, so nothing can take its place. Delegate without insteadOf.`,
  )
}

/** Tasks that wait for one wait for another in its place from now on. */
export function decideReplaced(decision: Decision, crew: Crew, from: string, to: string): void {
  for (const task of crew.waitingTasks()) {
    if (!task.after?.includes(from)) continue
    const after = task.after.map((id) => (id === from ? to : id))
    const lost = task.waits?.lost.filter((id) => id !== from) ?? []
    decision.add('task:updated', { task: { ...task, after, waits: { lost } } })
  }
}

/** The waiting tasks that the end of this one lets begin. */
export function readyAfter(crew: Crew, ended: TaskRecord): readonly TaskRecord[] {
  return crew.waitingTasks().filter((task) => {
    const { after = [], waits } = task
    return (
      waits?.lost.length === 0 &&
      after.includes(ended.id) &&
      after.every((id) => id === ended.id || crew.state.tasks[id] === undefined)
    )
  })
}

/**
 * What the end of tasks means for those that wait for them; to be called once it is decided, in the same tick, so that
 * both are stored or neither. Each task that waits for nothing more is given in a decision of its own: giving one may
 * revive its agent and restore groups, which the next has to know.
 */
export function goOn(shard: Shard, crew: Crew, by: By, ended: readonly TaskRecord[]): void {
  const done = ended.filter(({ status }) => status === 'completed')
  const lost = ended.filter(({ status }) => status !== 'completed')
  if (lost.length > 0) noteLost(shard, crew, by, lost)
  for (const one of done) {
    for (const { id } of readyAfter(crew, one)) {
      const task = crew.state.tasks[id]
      if (task?.waits) giveWaiting(shard, crew, by, task)
    }
  }
}

/** Gives a waiting task to its agent, which returns for it if it has ended. `after`: what is left of its prerequisites. */
export function giveWaiting(
  shard: Shard,
  crew: Crew,
  by: By,
  { waits: _, ...task }: TaskRecord,
): TaskRecord {
  const decision = shard.decideAccepted(crew)
  decideRevival(shard, decision, crew, by, agentOf(crew, task.agentId))
  const { task: given } = decision.add('task:given', { task: { ...task, givenAt: decision.at } })
  decideHandedTask(shard, decision, given, hopOf(crew, by))
  maybeAutoCreateGroup(shard, decision, crew, by, given)
  shard.commit(crew, by, decision)
  return given
}

/** A task goes into its agent's inbox. */
export function decideHandedTask(
  shard: Shard,
  decision: Decision,
  task: TaskRecord,
  hop: number,
): void {
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId: task.agentId,
      kind: 'task',
      wake: true,
      groupName: null,
      content: { form: 'task', taskId: task.id },
      hop,
    },
  })
}

/** Tasks that wait for these are not given; whoever delegated them is notified, people by the page. */
function noteLost(shard: Shard, crew: Crew, by: By, lost: readonly TaskRecord[]): void {
  const decision = shard.decideAccepted(crew)
  const stuck: TaskRecord[] = []
  for (const task of crew.waitingTasks()) {
    const own = lost.filter(({ id }) => task.after?.includes(id)).map(({ id }) => id)
    if (own.length === 0) continue
    const waits = { lost: [...(task.waits?.lost ?? []), ...own] }
    stuck.push(decision.add('task:updated', { task: { ...task, waits } }).task)
  }
  if (stuck.length === 0) return
  for (const giver of new Set(stuck.map((task) => task.by))) {
    if (!crew.state.agents[giver]) continue
    const own = stuck.filter((task) => task.by === giver)
    const missing = lost.filter(({ id }) => own.some(({ after }) => after?.includes(id)))
    const text = TEXT.tasksStuck(
      missing.map(({ id, text: words, status }) => ({
        id: shortTaskId(id),
        text: words,
        status: status === 'failed' ? 'failed' : 'cancelled',
      })),
      own.map(({ id, text: words }) => ({ id: shortTaskId(id), text: words })),
    )
    decideNotice(shard, decision, crew, by, giver, text, true)
  }
  shard.commit(crew, by, decision)
}
