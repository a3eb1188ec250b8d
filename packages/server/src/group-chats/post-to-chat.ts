import { MAIN_SESSION } from '@crewroom/shared/model/session'
import type { Message } from '@crewroom/shared/model/message'
import type { By, Shard } from '../crew/shard'
import { sendMessage } from '../groups/send-message'
import { postToSession } from '../sessions/post-to-session'
import type { GroupChatAt } from './chat-of'

/** Writes to a session of a group chat, and says which agents that triggers. `main` is the free talk of the group. */
export function postToChat(
  shard: Shard,
  { crew, group: { name: group } }: GroupChatAt,
  by: By,
  input: { readonly session: string; readonly content: string },
): { readonly message: Message; readonly triggered: readonly string[] } {
  const { session, content } = input
  if (session === MAIN_SESSION) {
    const { message, wakes } = sendMessage(shard, crew, by, { group, content })
    return { message, triggered: wakes }
  }
  const { message, asks } = postToSession(shard, crew, by, { group, session, content })
  return { message, triggered: asks }
}
