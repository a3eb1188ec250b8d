import { normalizeEmoji } from '@crewroom/shared/model/emoji'
import { type GroupRecord, memberOf } from '@crewroom/shared/model/group'
import { type Message, type Reactions, withReaction } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { joinOne } from './join'
import { openGroupOf } from './lookup'
import { assertMay } from './rights'

export interface ReactInput {
  readonly group: string
  /** A message's id, `#n` or its ordinal. */
  readonly messageId: string | number
  readonly emoji: string
  readonly action: 'add' | 'remove' | 'toggle'
}

/** Adds or removes the actor's emoji; what is so already stays so. A person who is not a member joins by it. */
export function react(
  shard: Shard,
  crew: Crew,
  by: By,
  input: ReactInput,
): { message: Message; emoji: string; action: 'add' | 'remove'; reactions: Reactions } {
  const group = openGroupOf(crew, input.group, by.actor)
  assertMay('react', crew, group, by.actor)
  const emoji = normalizeEmoji(input.emoji)
  if (emoji === null) {
    throw new CrewError('validation', 'emoji must be exactly one emoji, such as 👍.', {
      fields: { emoji: 'must be exactly one emoji' },
    })
  }
  const message = findMessage(shard, crew, group, input.messageId, by)
  const has = message.reactions[emoji]?.includes(by.actor.id) ?? false
  const action = input.action === 'toggle' ? (has ? 'remove' : 'add') : input.action
  if (has === (action === 'add')) return { message, emoji, action, reactions: message.reactions }

  const decision = shard.decide(crew)
  if (by.actor.kind === 'human' && !memberOf(group, HUMAN_ID)) {
    joinOne(decision, crew, group, by, HUMAN_ID)
  }
  crew.window(group.name).pin(message, decision.nextSeq)
  decision.add('group:reaction', {
    groupName: group.name,
    messageId: message.id,
    emoji,
    agentId: by.actor.id,
    action,
  })
  shard.commit(crew, by, decision)
  return {
    message,
    emoji,
    action,
    reactions: withReaction(message.reactions, emoji, by.actor.id, action),
  }
}

/** A message of the group that the actor may see: memory first, the tables after. */
export function findMessage(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  reference: string | number,
  by: By,
): Message {
  const window = crew.window(group.name)
  const text = String(reference).trim()
  const ordinal = /^#?(\d{1,9})$/.exec(text)?.[1]
  const leadId = crew.state.lead.id
  const found =
    ordinal === undefined
      ? (window.find(text) ?? shard.ports.reader.message(leadId, group.name, text))
      : byOrdinal(shard, crew, group, Number(ordinal))
  const visible =
    found &&
    (by.actor.kind !== 'agent' ||
      by.actor.id === leadId ||
      crew.memberships.sees(by.actor.id, group.name, found.seq))
  if (found && visible) return found
  throw new CrewError(
    'message_not_found',
    `there is no message ${text.slice(0, 64)} in "${group.name}".`,
  )
}

function byOrdinal(shard: Shard, crew: Crew, group: GroupRecord, n: number): Message | null {
  const window = crew.window(group.name)
  const recent = window.messages.find((message) => message.n === n)
  if (recent) return recent
  const stored = shard.ports.reader.messageByN(crew.state.lead.id, group.name, n)
  // The row may lack a reaction that is not durable yet; the window knows.
  return stored ? (window.find(stored.id) ?? stored) : null
}
