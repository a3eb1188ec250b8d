import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { saidIn } from '@crewroom/shared/text/said'
import type { Crew } from '../crew/crew'
import { named } from '../crew/directory'
import type { Shard } from '../crew/shard'
import { roundText } from '../rounds/context'
import type { DeliveryRecord } from '../journal/facts'

/** The text of a delivery, made at the hand-over from what it refers to. `said`: the messages by id. */
export function deliveryText(
  shard: Shard,
  crew: Crew,
  delivery: DeliveryRecord,
  said: ReadonlyMap<string, DirectMessage>,
): string {
  const { content } = delivery
  switch (content.form) {
    case 'text':
      return content.text
    case 'removed':
      return TEXT.removed(content.groupName, named(crew, content.by))
    case 'changed': {
      const { groupName, messageId } = content
      const message = shard.ports.reader.message(crew.state.lead.id, groupName, messageId)
      if (!message) throw new Error('a delivery refers to a message that is not there')
      const { n, deletedAt } = message
      return deletedAt === undefined
        ? TEXT.edited(groupName, writerOf(message), n, message.content)
        : TEXT.deleted(groupName, writerOf(message), n)
    }
    case 'message': {
      const message = said.get(content.messageId)
      if (!message) throw new Error('a delivery refers to a message that is not there')
      return TEXT[message.kind](writerOf(message), message.content)
    }
    case 'task': {
      const task = shard.ports.reader.task(content.taskId)
      if (!task) throw new Error('a delivery refers to a task that is not there')
      return TEXT.task(named(crew, task.by), task.text, task.context)
    }
    case 'report':
      return TEXT.reported(named(crew, content.agentId), content.status, content.summary)
    case 'terminated':
      return TEXT.reportedEnd(named(crew, content.agentId), named(crew, content.by), content.reason)
    case 'round':
      return roundText(shard, crew, delivery.agentId, content)
    case 'joined': {
      const { history, groupName, role, memberIds } = content
      const lines = history
        ? shard.ports.reader
            .messagesByN(crew.state.lead.id, groupName, history.fromN, history.toN)
            .map((message) =>
              TEXT.historyLine(
                groupName,
                writerOf(message),
                message.n,
                saidIn(message),
                message.replyTo,
              ),
            )
        : []
      return TEXT.joined(
        groupName,
        role,
        memberIds.map((id) => named(crew, id)),
        lines,
      )
    }
    default:
      return content satisfies never
  }
}

/** The writer, with the role it had then. */
export function writerOf(message: { readonly from: string; readonly fromRole: string }): {
  readonly id: string
  readonly roleName: string
} {
  return { id: message.from, roleName: message.fromRole }
}
