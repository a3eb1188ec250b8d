import type { Reactions } from '@crewroom/shared/model/message'
import type { Sqlite } from './database'

/** Most messages have none. Emoji are its keys, so it knows no names of its own. */
export const NO_REACTIONS: Reactions = Object.freeze(Object.create(null) as Reactions)

const NONE: ReadonlyMap<string, Reactions> = new Map()

/** The reactions to messages, by message: those who reacted in the order in which they did. */
export function reactionRows(
  sqlite: Sqlite,
): (messageIds: readonly string[]) => ReadonlyMap<string, Reactions> {
  const select = sqlite
    .prepare(
      `select message_id, emoji, agent_id from chat_group_reactions
       where message_id in (select value from json_each(?)) order by seq`,
    )
    .raw()
  // Ids of messages grow with time, so those of a page are close to each other, and mostly nobody has reacted to any
  // message between them: one look instead of one for each.
  const some = sqlite
    .prepare('select 1 from chat_group_reactions where message_id between ? and ? limit 1')
    .pluck()

  return (messageIds) => {
    let first = messageIds[0] ?? ''
    let last = first
    for (const id of messageIds) {
      if (id < first) first = id
      if (id > last) last = id
    }
    if (some.get(first, last) === undefined) return NONE
    const rows = select.all(JSON.stringify(messageIds)) as [string, string, string][]
    if (rows.length === 0) return NONE
    const byMessage = new Map<string, Record<string, string[]>>()
    for (const [messageId, emoji, agentId] of rows) {
      let set = byMessage.get(messageId)
      if (!set) {
        set = Object.create(null) as Record<string, string[]>
        byMessage.set(messageId, set)
      }
      ;(set[emoji] ??= []).push(agentId)
    }
    return byMessage
  }
}
