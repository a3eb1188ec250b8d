import { type Message, type Reactions, withReaction } from '@crewroom/shared/model/message'
import { placeOfSession } from '@crewroom/shared/model/session'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { openGroupOf } from '../groups/lookup'
import { emojiOf } from '../groups/react'
import { findSessionMessage } from './find-session-message'
import { assertTakesPart } from './post-to-session'
import { openSessionOf } from './session-of'

/** Adds or removes the actor's emoji on a message of a session; what is so already stays so. */
export function reactInSession(
  shard: Shard,
  crew: Crew,
  by: By,
  input: {
    readonly group: string
    readonly session: string
    readonly messageId: string
    readonly emoji: string
    readonly action: 'add' | 'remove' | 'toggle'
  },
): { message: Message; emoji: string; action: 'add' | 'remove'; reactions: Reactions } {
  const group = openGroupOf(crew, input.group, by, 'react')
  const session = openSessionOf(crew, group, input.session, by)
  assertTakesPart(session, by)
  const emoji = emojiOf(input.emoji)
  const message = findSessionMessage(shard, crew, session, input.messageId)
  const has = message.reactions[emoji]?.includes(by.actor.id) ?? false
  const action = input.action === 'toggle' ? (has ? 'remove' : 'add') : input.action
  if (has === (action === 'add')) return { message, emoji, action, reactions: message.reactions }
  const decision = shard.decide(crew)
  crew.window(placeOfSession(session.id)).pin(message, decision.nextSeq)
  decision.add('session:reaction', {
    sessionId: session.id,
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
