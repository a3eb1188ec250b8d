import type { TaskRecord } from '@crewroom/shared/model/task'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { hopOf } from '../conduct/hops'
import { decideStall } from '../conduct/stall'
import type { Crew } from '../crew/crew'
import { agentOf, named, resolveAddressee } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { decideMessage } from './direct-messages'
import { assertNotGivenBefore } from './given-before'
import { decideNotice } from '../conduct/notice'
import { decideReplaced } from './prerequisites'
import { decideRevival } from './revive'
import { decideTask } from './tasks'

/**
 * Takes an open task from its agent and gives it to another, in one decision: nobody has it twice, and it is never
 * lost between the two. It stays the task of whoever delegated it, who gets the report. What waited for it waits for
 * the new one.
 */
export function reassignTask(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly taskId: string; readonly to: string; readonly again?: boolean | undefined },
): { taken: TaskRecord; task: TaskRecord } {
  const open = crew.state.tasks[input.taskId]
  if (!open) {
    throw new CrewError('no_open_task', 'no task with this id is open; one that ended stays so.')
  }
  const from = agentOf(crew, open.agentId)
  const to = resolveAddressee(shard, crew, input.to)
  assertMayInCrew('delegate', crew, by, from)
  assertMayInCrew('delegate', crew, by, to)
  if (to.id === from.id) {
    throw new CrewError('validation', 'it has this task already; name another agent.')
  }
  assertNotGivenBefore(shard, crew, to, open, input.again)
  const decision = shard.decide(crew)
  const { waits, ...ended } = open
  if (!waits) decideRevival(shard, decision, crew, by, to)
  const { task: taken } = decision.add('task:cancelled', {
    task: {
      ...ended,
      status: 'cancelled',
      summary: TEXT.reassignedTo(named(crew, to.id)),
      endedAt: decision.at,
    },
  })
  // Nobody has read a task that still waits.
  if (!waits) decideTaken(shard, decision, crew, by, open, to.id)
  if (!waits) decideStall(decision, crew, from.id, null)
  // A task that its delegator gets back is the task of whoever moved it: nobody reports to itself.
  const giver = open.by === to.id ? by.actor.id : open.by
  const { text, after } = open
  const given = { text, context: open.context ?? undefined, by: giver, after, waits }
  // No automatic group follows: as many agents as before work on it.
  const task = decideTask(shard, decision, crew.state.lead.id, by, to.id, given, hopOf(crew, by))
  decideReplaced(decision, crew, open.id, task.id)
  if (giver !== by.actor.id && crew.state.agents[giver] && giver !== from.id) {
    const words = TEXT.taskMoved(named(crew, by.actor.id), named(crew, from.id), named(crew, to.id), text) // prettier-ignore
    decideNotice(shard, decision, crew, by, giver, words, false)
  }
  shard.commit(crew, by, decision)
  return { taken, task }
}

/** Tells the agent. One that has read the task and may be at work on it is stopped; otherwise the notice follows the task. */
function decideTaken(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  task: TaskRecord,
  to: string,
): void {
  const tasks = crew.openTasks(task.agentId)
  // Tasks are handed over in their order, so if one is unread, it is the newest.
  const unread = crew.owed(task.agentId).pending.filter(({ kind }) => kind === 'task').length
  if (tasks[0]?.id === task.id && unread < tasks.length && by.actor.kind !== 'system') {
    const content = TEXT.taskTaken(named(crew, to), task.text)
    decideMessage(shard, decision, crew, by, 'interrupt', task.agentId, { content })
    return
  }
  const text = `[System] ${TEXT.taskTaken(named(crew, to), task.text)}`
  decideNotice(shard, decision, crew, by, task.agentId, text, true)
}
