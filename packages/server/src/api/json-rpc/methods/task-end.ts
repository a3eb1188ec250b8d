import { closeAdmission } from '../../../admissions/close-admission'
import { leaveAdmission } from '../../../admissions/leave-admission'
import { findTask } from '../find-task'
import { method } from '../method'
import { taskOf } from '../wire'

export const taskClose = method({
  method: 'task/close',
  summary: 'Closes a task: its conversations are archived, and nothing is sent in them any more',
  who: 'The task-manager.',
  verb: 'closeAdmission',
  tells: ['task/conversation/archived', 'task/closed'],
  run: ({ shard, by, params: { taskId } }) => {
    const crew = findTask(shard, by, taskId)
    const admission = closeAdmission(shard, crew, by, taskId)
    return { result: { task: taskOf(admission) }, leadIds: [admission.leadId] }
  },
})

export const taskLeave = method({
  method: 'task/leave',
  summary: 'Leaves a task and all of its conversations; the last one that leaves closes it',
  who: 'Any participant of the task, for itself.',
  verb: 'leaveAdmission',
  tells: ['task/conversation/participants/removed', 'task/closed'],
  run: ({ shard, by, params: { taskId } }) => {
    const crew = findTask(shard, by, taskId)
    leaveAdmission(shard, crew, by, taskId)
    return { result: {}, leadIds: [crew.state.lead.id] }
  },
})
