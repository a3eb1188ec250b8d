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
    const messageId = payload.messageId ?? newestHanded(context, payload.group)
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

/** The newest message of others that the agent was handed: what it can mean. */
function newestHanded(context: CommandContext, reference: string): string {
  const { shard, crew, by, agentId } = context
  const group = groupOf(crew, reference, by.actor)
  assertMay('react', crew, group, by.actor)
  const handedSeq = crew.memberships.handedSeq(agentId, group.name)
  const visible = (seq: number) =>
    seq <= handedSeq &&
    (agentId === crew.state.lead.id || crew.memberships.sees(agentId, group.name, seq))
  const recent = crew
    .window(group.name)
    .messages.findLast((message) => visible(message.seq) && message.from !== agentId)
  if (recent) return recent.id
  const older = pageOf(shard, crew, by, group, {
    group: group.name,
    limit: LOOK_BACK,
    before: handedSeq + 1,
  }).messages.findLast((message) => message.from !== agentId)
  if (older) return older.id
  throw new CrewError(
    'message_not_found',
    `You have not been handed a message of anyone else in "${group.name}". Give messageId, such as "#1".`,
  )
}
