import { LIMITS } from '@crewroom/shared/protocol/limits'
import { readMessages } from '../../../groups/read-history'
import { findConversation } from '../find-conversation'
import { method } from '../method'
import { messageOf } from '../wire'

export const messagesList = method({
  method: 'messages/list',
  summary: 'Messages of a conversation, oldest first, from its beginning or from behind a message',
  who: 'Its participants, and the task-manager.',
  verb: 'readMessages',
  tells: [],
  reads: true,
  run: async ({ shard, by, params }) => {
    const { crew, group } = findConversation(shard, by, params)
    const { messages, hasAfter } = await readMessages(shard, crew, by, {
      group: group.name,
      after: Number(params.sinceSeq ?? 0),
      limit: params.limit ?? LIMITS.pageDefault,
    })
    const shown = messages.map((message) => messageOf(message, group.id))
    return { result: { messages: shown, hasMore: hasAfter }, leadIds: [] }
  },
})
