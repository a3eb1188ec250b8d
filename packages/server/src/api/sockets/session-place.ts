import type { Shard } from '../../crew/shard'
import { chatOf, type GroupChatAt } from '../../group-chats/chat-of'
import { readSession } from '../../sessions/read-session'
import { assertTakesPart, byOf, type Principal } from '../principal'

/** A session as an address names it. */
export interface SessionPlace {
  readonly chatId: string
  readonly session: string
}

/** The session for whoever may read it. Throws what other doors throw. */
export function placeFor(
  shard: Shard,
  principal: Principal,
  { chatId, session: reference }: SessionPlace,
): GroupChatAt & { readonly session: string } {
  assertTakesPart(shard, principal)
  const by = byOf(principal)
  const at = chatOf(shard, by, chatId)
  const { session } = readSession(at.crew, by, { group: at.group.name, session: reference })
  return { ...at, session: session.id }
}
