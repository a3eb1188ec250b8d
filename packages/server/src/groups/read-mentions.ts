import { memberOf } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Message } from '@crewroom/shared/model/message'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'

/**
 * The actor's unread mentions in groups that are in use and that it may read: the newest, ascending. Which they are is
 * told by memory at `asOf`; what they say is read when the tables hold that.
 */
export async function readMentions(
  shard: Shard,
  crew: Crew,
  by: By,
): Promise<{ messages: readonly Message[]; hasMore: boolean; asOf: number }> {
  const { id } = by.actor
  const { state } = crew
  const asOf = state.seq
  const places = Object.entries(state.mentions[id] ?? {}).flatMap(([groupName, ordinals]) => {
    const group = state.groups[groupName]
    if (!group || group.archived || (id !== HUMAN_ID && !memberOf(group, id))) return []
    return ordinals.map((n) => ({ groupName, n }))
  })
  await shard.journal.durable(state.lead.id)
  return { ...shard.ports.reader.messagesAt(state.lead.id, places, LIMITS.page), asOf }
}
