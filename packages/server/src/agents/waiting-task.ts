import { shortTaskId, type TaskRecord } from '@crewroom/shared/model/task'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Crew } from '../crew/crew'
import { agentOf, named } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { resolveTask } from '../crew/task-names'
import { decideNotice } from '../conduct/notice'
import { giveWaiting, goOn } from './prerequisites'

/** Gives a waiting task to its agent now. It has no prerequisites any more. */
export function startTask(shard: Shard, crew: Crew, by: By, reference: string): TaskRecord {
  const task = waitingTask(shard, crew, by, reference)
  shard.journal.assertWritable()
  // An empty list: it had some.
  return giveWaiting(shard, crew, by, { ...task, after: [] })
}

/** Cancels a task that its agent was not given. Tasks that wait for this one are not given either. */
export function cancelTask(shard: Shard, crew: Crew, by: By, reference: string): TaskRecord {
  const { waits: _, ...task } = waitingTask(shard, crew, by, reference)
  const decision = shard.decide(crew)
  const { task: cancelled } = decision.add('task:cancelled', {
    task: { ...task, status: 'cancelled', endedAt: decision.at },
  })
  if (task.by !== by.actor.id && crew.state.agents[task.by]) {
    const text = TEXT.taskCancelled(named(crew, by.actor.id), named(crew, task.agentId), task.text)
    decideNotice(shard, decision, crew, by, task.by, text, false)
  }
  shard.commit(crew, by, decision)
  goOn(shard, crew, by, [cancelled])
  return cancelled
}

function waitingTask(shard: Shard, crew: Crew, by: By, reference: string): TaskRecord {
  assertMayInCrew('delegate', crew, by)
  const task = resolveTask(shard, crew, reference)
  assertMayInCrew('delegate', crew, by, agentOf(crew, task.agentId))
  if (task.waits && task.status === 'open') return task
  const agent = named(crew, task.agentId)
  const who = agent.name ?? agent.roleName
  throw new CrewError(
    task.status === 'open' ? 'task_given' : 'no_open_task',
    task.status === 'open'
      ? `task ${shortTaskId(task.id)} waits for nothing: ${who} has it. Interrupt or end the agent to stop it.`
      : `task ${shortTaskId(task.id)} has ended as ${task.status}; delegate its work again if it is needed.`,
  )
}
