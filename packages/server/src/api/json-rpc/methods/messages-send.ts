import { sendMessage } from '../../../groups/send-message'
import { findConversation } from '../find-conversation'
import { method } from '../method'
import { messageOf } from '../wire'

export const messagesSend = method({
  method: 'messages/send',
  summary: 'Posts to a conversation',
  who: 'Its participants, and the task-manager.',
  verb: 'sendMessage',
  tells: ['messages/received'],
  run: ({ shard, by, params }) => {
    const { parts, replyToId: replyTo } = params
    const { crew, group } = findConversation(shard, by, params)
    const { message } = sendMessage(shard, crew, by, {
      group: group.name,
      parts,
      ...(replyTo === undefined ? {} : { replyTo }),
    })
    return { result: { message: messageOf(message, group.id) }, leadIds: [group.leadId] }
  },
})
