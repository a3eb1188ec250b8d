import type { MessagePlace } from '../journal/ports/reader-port'
import type { Sqlite } from './database'

/** Ids of the messages at these places, the newest `limit` of them, newest first. */
export function mentionRows(sqlite: Sqlite) {
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

  return (leadId: string, places: readonly MessagePlace[], limit: number) =>
    at.all({ leadId, places: JSON.stringify(places), limit }) as string[]
}
