import { listedIds } from '@crewroom/shared/model/group'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { listConversations } from '../../../groups/list-conversations'
import { afterOf, cursorOf } from '../cursor'
import { method } from '../method'
import { conversationOf, taskIdOf } from '../wire'

export const conversationList = method({
  method: 'task/conversation/list',
  summary: 'Every conversation that the caller takes part in, of all tasks; archived ones too',
  who: 'Any agent, about itself.',
  verb: 'listConversations',
  tells: [],
  reads: true,
  run: async ({ shard, by, params }) => {
    const { conversations, hasMore } = await listConversations(shard, by, {
      limit: params.limit ?? LIMITS.pageDefault,
      after: afterOf(params.cursor),
    })
    const items = conversations.map(({ group, times }) => ({
      taskId: taskIdOf(group),
      conversation: conversationOf(group, times),
      participants: [...listedIds(group)],
    }))
    const last = conversations.at(-1)
    const leadIds = [...new Set(conversations.map(({ group }) => group.leadId))]
    return {
      result: { items, ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}) },
      leadIds,
    }
  },
})
