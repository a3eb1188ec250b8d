import { MAIN_SESSION } from '@crewroom/shared/model/session'
import type { Message } from '@crewroom/shared/model/message'
import type { By, Shard } from '../crew/shard'
import { sendMessage } from '../groups/send-message'
import { postToSession } from '../sessions/post-to-session'
import { notAskedHint } from '../sessions/not-asked'
import type { GroupChatAt } from './chat-of'
import { memberNames } from './member-names'

interface PostedToChat {
  readonly message: Message
  readonly triggered: readonly string[]
  /** Why an agent that it mentions is not triggered, and what helps. */
  readonly hint: string | null
}

/** Writes to a session of a group chat, and says which agents that triggers. `main` is the free talk of the group. */
export function postToChat(
  shard: Shard,
  { crew, group }: GroupChatAt,
  by: By,
  input: { readonly session: string; readonly content: string },
): PostedToChat {
  const { session, content } = input
  if (session === MAIN_SESSION) {
    const { message, wakes } = sendMessage(shard, crew, by, { group: group.name, content })
    return { message, triggered: wakes, hint: null }
  }
  const { message, asks } = postToSession(shard, crew, by, { group: group.name, session, content })
  const names = memberNames(crew, group, shard.ports.personName)
  const words = { nameOf: (id: string) => names.idOf(id), field: 'active_agents' } as const
  return { message, triggered: asks, hint: notAskedHint(crew, group, message, words) }
}
