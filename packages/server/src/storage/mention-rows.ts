import type { Message } from '@crewroom/shared/model/message'
import type { MessagePlace } from '../journal/ports/reader-port'
import type { Sqlite } from './database'
import { messageBytes } from './message-rows'
import { readRows } from './page-bytes'

/** The messages at these places, the newest `limit` of them, ascending. `inOrder`: those of some ids, in their order. */
export function mentionRows(
  sqlite: Sqlite,
  inOrder: (ids: readonly string[]) => readonly Message[],
) {
  // The places come first: each is one look into the index over ordinals, and nothing is read through.
  const at = sqlite
    .prepare(
      `select m.id from json_each(:places) place cross join chat_group_messages m
         on m.group_name = json_extract(place.value, '$.groupName') and m.lead_id = :leadId
           and m.session_id = json_extract(place.value, '$.sessionId')
           and m.n = json_extract(place.value, '$.n')
       order by m.seq desc limit :limit`,
    )
    .pluck()

  return (leadId: string, places: readonly MessagePlace[], limit: number) => {
    const newest = { leadId, places: JSON.stringify(places), limit: limit + 1 }
    const ids = at.all(newest) as string[]
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
