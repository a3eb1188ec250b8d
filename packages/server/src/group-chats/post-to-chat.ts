import { placeOfSession } from '@crewroom/shared/model/session'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import type { Message } from '@crewroom/shared/model/message'
import type { PresenceBook } from '../crew/presence'
import type { By, Shard } from '../crew/shard'
import { sendMessage } from '../groups/send-message'
import { postToSession } from '../sessions/post-to-session'
import type { LeftOut, SenderAsked } from '@crewroom/shared/protocol/sender-fields'
import { openGroupOf } from '../groups/lookup'
import { postedHint } from '../sessions/posted-hint'
import { openSessionOf } from '../sessions/session-of'
import type { GroupChatAt } from './chat-of'
import { memberNames } from './member-names'
import {
  labelOf,
  leftOutNow,
  leftOutNotice,
  noticeOf,
  senderOf,
  type SenderLabel,
} from './sender-label'

/** What was posted to a group chat, and what its sender is told. */
export interface PostedToChat {
  readonly message: Message
  /** Ids of the agents that it triggers. */
  readonly triggered: readonly string[]
  /** What its sender has to know of it, and what helps. */
  readonly hint: string | null
  /** Another name of the person than the group chat has, under which it was sent. */
  readonly label: SenderLabel | null
  readonly notice: string | null
  /** Names that it came with and that were left out, said once. */
  readonly leftOut: readonly LeftOut[]
}

/** Writes to a session of a group chat, and says which agents that triggers. `main` is the free talk of the group. */
export function postToChat(
  shard: Shard,
  presence: PresenceBook,
  at: GroupChatAt,
  by: By,
  input: { readonly session: string; readonly content: string; readonly sender: SenderAsked },
): PostedToChat {
  const { crew } = at
  const { name: group } = at.group
  const { session, content, sender } = input
  const isMain = session === MAIN_SESSION
  // A name is kept only if the message is.
  const place = isMain
    ? group
    : placeOfSession(
        openSessionOf(crew, openGroupOf(crew, group, by, 'postToSession'), session, by).id,
      )
  const { role: fromRole, leftOut } = senderOf(shard, at, by, sender)
  const known = crew.window(place).messages.some((message) => message.fromRole === fromRole)
  const said = { group, content, ...(fromRole === undefined ? {} : { fromRole }) }
  const posted = isMain
    ? sendMessage(shard, crew, by, said)
    : postToSession(shard, crew, by, { ...said, session })
  const { message } = posted
  const label = labelOf(message)
  const fresh = leftOutNow(at, sender, leftOut)
  const notices = [
    ...(label && !known ? [noticeOf(label)] : []),
    ...(fresh.length > 0 ? [leftOutNotice(fresh)] : []),
  ]
  const names = memberNames(crew, at.group, shard.ports.personName)
  const words = { nameOf: (id: string) => names.idOf(id), field: 'active_agents' } as const
  return {
    message,
    triggered: 'wakes' in posted ? posted.wakes : posted.asks,
    hint: 'asks' in posted ? postedHint(crew, presence, posted, words) : null,
    label,
    notice: notices.length === 0 ? null : notices.join(' '),
    leftOut: fresh,
  }
}
