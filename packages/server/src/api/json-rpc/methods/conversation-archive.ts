import { archiveGroup, unarchiveGroup } from '../../../groups/archive-group'
import { findConversation } from '../find-conversation'
import { method } from '../method'

export const conversationArchive = method({
  method: 'task/conversation/archive',
  summary: 'Takes a conversation out of use; what was said stays readable',
  who: 'The task-manager.',
  verb: 'archiveGroup',
  tells: ['task/conversation/archived'],
  run: ({ shard, by, params }) => {
    const { crew, group } = findConversation(shard, by, params)
    archiveGroup(shard, crew, by, group.name)
    return { result: {}, leadIds: [group.leadId] }
  },
})

export const conversationUnarchive = method({
  method: 'task/conversation/unarchive',
  summary: 'Takes it into use again, with the participants that it had',
  who: 'The task-manager.',
  verb: 'unarchiveGroup',
  tells: ['task/conversation/unarchived'],
  run: ({ shard, by, params }) => {
    const { crew, group } = findConversation(shard, by, params)
    unarchiveGroup(shard, crew, by, group.name)
    return { result: {}, leadIds: [group.leadId] }
  },
})
