import { and, eq, sql } from 'drizzle-orm'
import { begunAnew } from '@crewroom/shared/model/conduct'
import type { Message } from '@crewroom/shared/model/message'
import { chatGroupMessages, chatGroupReactions, chatGroups } from '../schema'
import type { Projection, ProjectionContext } from './projection'

const p = sql.placeholder

export function messagesProjection({ orm, guard }: ProjectionContext): Projection {
  const putMessage = guard(
    orm.insert(chatGroupMessages).values({
      id: p('id'),
      groupName: p('group'),
      leadId: p('leadId'),
      fromAgentId: p('from'),
      fromRole: p('fromRole'),
      content: p('content'),
      timestamp: p('timestamp'),
      seq: p('seq'),
      n: p('n'),
      sessionId: p('sessionId'),
      kind: p('kind'),
      mentions: p('mentions'),
      clientId: p('clientId'),
      hop: p('hop'),
    }),
  )
  const setConduct = guard(
    orm
      .update(chatGroups)
      .set({ conduct: sql`${p('conduct')}` })
      .where(and(eq(chatGroups.name, p('groupName')), eq(chatGroups.leadId, p('leadId')))),
  )
  const addReaction = guard(
    orm.insert(chatGroupReactions).values({
      messageId: p('messageId'),
      emoji: p('emoji'),
      agentId: p('agentId'),
      seq: p('seq'),
    }),
  )
  const dropReaction = guard(
    orm
      .delete(chatGroupReactions)
      .where(
        and(
          eq(chatGroupReactions.messageId, p('messageId')),
          eq(chatGroupReactions.emoji, p('emoji')),
          eq(chatGroupReactions.agentId, p('agentId')),
        ),
      ),
  )

  const messageRow = (message: Message) =>
    putMessage({
      ...message,
      mentions: JSON.stringify(message.mentions),
      clientId: message.clientId ?? null,
    })

  return {
    'group:message': ({ data: { message, begins }, leadId, seq }) => {
      messageRow(message)
      if (!begins) return
      const conduct = JSON.stringify(begunAnew(seq))
      setConduct({ leadId, groupName: message.group, conduct })
    },
    'group:reaction': ({ data, seq }) => {
      const { messageId, emoji, agentId } = data
      if (data.action === 'add') addReaction({ messageId, emoji, agentId, seq })
      else dropReaction({ messageId, emoji, agentId })
    },
    'group:history': ({ data: { item }, seq }) => {
      if (item.kind === 'message') messageRow(item.message)
      if (item.kind !== 'reaction') return
      const { messageId, emoji, from: agentId } = item
      if (item.action === 'add') addReaction({ messageId, emoji, agentId, seq })
      else dropReaction({ messageId, emoji, agentId })
    },
  }
}
