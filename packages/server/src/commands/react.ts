import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { groupOf } from '../groups/lookup'
import { react } from '../groups/react'
import { pageOf } from '../groups/read-messages'
import { assertMay } from '../groups/rights'
import { type CommandContext, type CommandHandler, confirmation } from './command-handler'

export const reactCommand: CommandHandler<'REACT'> = {
  name: 'REACT',
  run(context, payload) {
    const { shard, crew, by } = context
    const messageId = payload.messageId ?? newestOfOthers(context, payload.group)
    const done = react(shard, crew, by, {
      group: payload.group,
      emoji: payload.emoji,
      messageId,
      action: 'toggle',
    })
    return confirmation(TEXT.reacted(done.emoji, done.message.n, done.message.group, done.action))
  },
}

/** Older messages looked at for one that is not the agent's own. */
const LOOK_BACK = 100

/**
 * The newest message of others that the agent was handed: what it can mean. One that was handed none of the group, and
 * reads it in another way, means the newest that was there when its turn began.
 */
function newestOfOthers(context: CommandContext, reference: string): string {
  const { crew, by, agentId, turnBeganSeq } = context
  const group = groupOf(crew, reference, by.actor)
  assertMay('react', crew, group, by.actor)
  const handed = crew.memberships.handedSeq(agentId, group.name)
  const found = newestUpTo(context, group, handed) ?? newestUpTo(context, group, turnBeganSeq)
  if (found !== null) return found
  throw new CrewError(
    'message_not_found',
    `"${group.name}" had no message from anybody else when your turn began. Give messageId, such as "#1".`,
  )
}

function newestUpTo(context: CommandContext, group: GroupRecord, to: number): string | null {
  const { shard, crew, by, agentId } = context
  const visible = (seq: number) =>
    seq <= to && (agentId === crew.state.lead.id || crew.memberships.sees(agentId, group.name, seq))
  const isOfOthers = (message: Message) => message.from !== agentId
  const recent = crew
    .window(group.name)
    .messages.findLast((message) => visible(message.seq) && isOfOthers(message))
  if (recent) return recent.id
  const page = { group: group.name, limit: LOOK_BACK, before: to + 1 }
  return pageOf(shard, crew, by, group, page).messages.findLast(isOfOthers)?.id ?? null
}
