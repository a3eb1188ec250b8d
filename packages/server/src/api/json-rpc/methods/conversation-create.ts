import { createConversation } from '../../../admissions/create-conversation'
import { findTask } from '../find-task'
import { method } from '../method'
import { conversationOf } from '../wire'

export const conversationCreate = method({
  method: 'task/conversation/create',
  summary: 'Begins a conversation of participants of a task',
  who: 'The task-manager; in the crew itself every agent. All participants have to be admitted.',
  verb: 'createConversation',
  tells: ['task/conversation/created'],
  run: ({ shard, by, params: { taskId, name, participants } }) => {
    const crew = findTask(shard, by, taskId)
    const input = { admission: taskId, name, participants }
    const group = createConversation(shard, crew, by, input)
    return { result: { conversation: conversationOf(group, null) }, leadIds: [group.leadId] }
  },
})
