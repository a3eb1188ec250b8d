import type { Message } from '@crewroom/shared/model/message'
import { PIN } from '@crewroom/shared/model/pin'
import type { Sqlite } from './database'
import { messageBytes } from './message-rows'
import { readRows } from './page-bytes'

/** The newest pinned messages of a group and its sessions, ascending. `inOrder`: those of some ids, in their order. */
export function pinnedRows(
  sqlite: Sqlite,
  inOrder: (ids: readonly string[]) => readonly Message[],
) {
  // Few messages are pinned, and they have an index of their own: whatever else was said is not looked at.
  const pinned = sqlite
    .prepare(
      `select m.id from chat_group_messages m
       where m.id in (select message_id from chat_group_reactions where emoji = '${PIN}')
         and m.group_name = :groupName and m.lead_id = :leadId
       order by m.seq desc limit :limit`,
    )
    .pluck()
  return (leadId: string, groupName: string, limit: number) => {
    const ids = pinned.all({ leadId, groupName, limit: limit + 1 }) as string[]
    let from = 0
    const { rows, more } = readRows<Message>(
      {
        next: (_last, count) => inOrder(ids.slice(from, (from += count))),
        bytes: messageBytes,
      },
      limit,
    )
    return { messages: rows.reverse(), hasMore: more }
  }
}
