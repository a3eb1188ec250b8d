import { admit } from '../../../admissions/admit'
import { dismiss } from '../../../admissions/dismiss'
import { findTask } from '../find-task'
import { method } from '../method'

export const taskAddParticipant = method({
  method: 'task/addParticipant',
  summary: 'Admits an agent to a task: it may be added to conversations from now on',
  who: 'The task-manager.',
  verb: 'admit',
  tells: [],
  run: ({ shard, by, params: { taskId, agentId } }) => {
    const crew = findTask(shard, by, taskId)
    const { admitted } = admit(shard, crew, by, { admission: taskId, agent: agentId })
    return {
      result: { participant: { taskId, agentId: admitted.id, admittedAt: admitted.admittedAt } },
      leadIds: [crew.state.lead.id],
    }
  },
})

export const taskRemoveParticipant = method({
  method: 'task/removeParticipant',
  summary: 'Takes an agent out of a task and of all of its conversations',
  who: 'The task-manager.',
  verb: 'dismiss',
  tells: ['task/conversation/participants/removed'],
  run: ({ shard, by, params: { taskId, agentId } }) => {
    const crew = findTask(shard, by, taskId)
    dismiss(shard, crew, by, { admission: taskId, agent: agentId })
    return { result: {}, leadIds: [crew.state.lead.id] }
  },
})
