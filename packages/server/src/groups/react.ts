import { normalizeEmoji } from '@crewroom/shared/model/emoji'
import { memberOf } from '@crewroom/shared/model/group'
import { type Message, type Reactions, withReaction } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { findMessage } from './find-message'
import { joinOne } from './join'
import { openGroupOf } from './lookup'

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
  const group = openGroupOf(crew, input.group, by, 'react')
  const emoji = emojiOf(input.emoji)
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

/** The one emoji that a text is. */
export function emojiOf(text: string): string {
  const emoji = normalizeEmoji(text)
  if (emoji !== null) return emoji
  throw new CrewError('validation', 'emoji must be exactly one emoji, such as 👍.', {
    fields: { emoji: 'must be exactly one emoji' },
  })
}
